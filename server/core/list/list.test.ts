import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { BILL } from '../../../contract/bill.fields';
import { count, drawn, ref, resource, text } from '../../../contract/resource';
import { fieldShape, filterShape } from '../../../contract/resource.schema';
import { fill, type Locale } from '../../../contract/text';
import { createTestDatabase, type TestDatabase } from '../database/testing';
import { exportColumns, filterWords, resourceSource } from '../export/resource-export';
import type { ActorContext } from '../http/context';
import { Refusal } from '../http/refusal';
import { answerRow } from './answers';
import { paged } from './paged';
import { conditions, countUpTo, inOrder, readPage, selection, withConditions } from './query';

const AT = new Date('2026-03-01T04:00:00Z');
const ctx = {
  locale: 'en-US' as Locale,
  t: (text: Parameters<ActorContext['t']>[0], params = {}) => fill(text['en-US'], params),
  clock: { now: () => AT } as ActorContext['clock'],
};
const COLUMNS = { id: 'bill.id', at: 'bill.at', type: 'bill.type', amountFen: 'bill.amount_fen' } as const;

let database: TestDatabase;
before(async () => {
  database = await createTestDatabase();
});
after(() => database.close());

const load = async () => ({ list: [], total: 10_001, summary: {} });

test('a page that ends beyond the deepest row is refused with 40005; a count beyond the cap is shown as the cap', async () => {
  const answer = await paged(ctx, { page: 500, limit: 20 }, load);
  assert.deepEqual([answer.total, answer.totalCapped, answer.asOf], [10_000, true, AT.toISOString()]);
  await assert.rejects(paged(ctx, { page: 501, limit: 20 }, load), (error) => {
    assert.ok(error instanceof Refusal);
    assert.equal(error.code, 40005);
    return true;
  });
});

test("filters become conditions on their fields' columns; an absent filter adds none, and an empty list matches nothing", () => {
  const own = {
    keyword: (no: string) => sql<boolean>`bill.bill_no = ${no}`,
    merchantNo: () => sql<boolean>`false`,
    teamId: () => sql<boolean>`false`,
    status: () => sql<boolean>`true`,
    direction: () => sql<boolean>`true`,
    channel: () => sql<boolean>`true`,
    reconState: () => sql<boolean>`true`,
  };
  const where = conditions(BILL, COLUMNS);
  const asked = withConditions(
    database.db.selectFrom('bill'),
    where({ keyword: 'BL1', type: [], at: { from: AT, to: AT }, amountFenMax: 5, amountFenMin: undefined }, own),
  );
  const query = inOrder(asked, COLUMNS, ['amountFen', 'at', 'id', 'at'], 'desc').select(selection(COLUMNS)).compile();
  assert.equal(
    query.sql,
    'select "bill"."id" as "id", "bill"."at" as "at", "bill"."type" as "type", "bill"."amount_fen" as "amountFen" from "bill" ' +
      'where bill.bill_no = $1 and "bill"."type" = any($2::text[]) and ("bill"."at" >= $3 and "bill"."at" < $4) ' +
      'and "bill"."amount_fen" <= $5 order by "bill"."amount_fen" desc, "bill"."at" desc, "bill"."id" desc',
  );
  assert.deepEqual(query.parameters, ['BL1', [], AT, AT, 5]);
  assert.equal(where({}, own).length, 0);
});

test('rows without a value come last in a nullable field; a count stops at the requested maximum', async () => {
  const query = inOrder(database.db.selectFrom('bill'), COLUMNS, ['at', 'id'], 'asc', ['at']).select('id').compile();
  assert.match(query.sql, /order by "bill"\."at" asc nulls last, "bill"\."id" asc$/);
  const three = database.db.selectFrom(sql<{ n: number }>`generate_series(1, 3)`.as('three'));
  assert.deepEqual([await countUpTo(database.db, three, 2), await countUpTo(database.db, three, 9)], [2, 3]);
});

test('a record is answered with the texts of its choices; an undeclared value is shown as stored', () => {
  const record = { at: AT, status: 'closed', channel: 'pigeon', teamId: 4 } as const;
  const answered = answerRow(ctx, BILL, record as never, { teamName: 'Harbour' } as never);
  assert.deepEqual(
    [answered.at, answered.statusText, answered.channelText, answered.teamName],
    [AT.toISOString(), 'Closed', 'pigeon', 'Harbour'],
  );
});

test('export columns copy fields if possible, cache texts per value, and accept extra columns from the module', () => {
  const columns = new Map(exportColumns(BILL, { amountFen: { reads: ['signedFen'] } }).map((one) => [one.key, one]));
  const amount = columns.get('amountFen');
  assert.deepEqual([amount?.kind, amount?.same, amount?.text['en-US']], ['fen', true, 'Amount (yuan)']);
  const row = {
    record: { signedFen: -5, status: 'failed', teamId: 4 },
    ctx,
    names: { teamId: new Map([[4, 'Harbour']]) },
  };
  assert.equal(amount?.value(row), -5);
  assert.deepEqual([columns.get('status')?.few, columns.get('status')?.value(row)], [true, 'Failed']);
  assert.equal(columns.get('teamId')?.value(row), 'Harbour');
  assert.equal(columns.get('merchantName')?.extra, true);
  assert.equal(columns.has('keyword'), false);
});

test('a title names its column’s unit; a computed column is not a property of the row, and its module declares its fields', () => {
  const trip = resource('bill', { type: drawn(), feeFen: count({ unit: 'list.yuan' }) });
  const columns = exportColumns(trip, { type: { reads: ['at'], value: () => 'Delivery' } });
  assert.deepEqual(
    columns.map(({ text, reads }) => [text['en-US'], reads]),
    [
      ['Entry type', ['at']],
      ['Fee (¥)', ['feeFen']],
    ],
  );
  assert.deepEqual(Object.keys(fieldShape(trip)), ['feeFen']);
});

test('a filter is described in the order of its controls, without unused filters', () => {
  const input = { status: ['failed', 'closed'], amountFenMin: 1_250, keyword: 'BL1' } as const;
  const parsed = { ...input, status: [...input.status] };
  const words = filterWords(ctx, BILL, parsed, { teamIds: ['Harbour', '7'], merchantNumberIds: [] });
  assert.deepEqual(
    words.map(({ label, value }) => `${label['en-US']}: ${value}`),
    ['Number: BL1', 'Station: Harbour, 7', 'State: Failed, Closed', 'Amount: 12.50 – '],
  );
});

test('an empty list in a query counts as no filter', () => {
  const { status } = filterShape(BILL);
  assert.equal(status.parse(','), undefined);
  assert.deepEqual(status.parse('failed,closed'), ['failed', 'closed']);
});

const DEPARTMENT = resource('bill', {
  counterName: text({ filter: 'text' }),
  teamId: ref('teams', { filter: 'options' }),
});
const DEPARTMENT_COLUMNS = {
  id: 'department.id',
  counterName: 'department.name',
  teamId: 'department.parent_id',
} as const;
const departments = (counterName?: string) =>
  withConditions(
    database.db.selectFrom('department').select(selection(DEPARTMENT_COLUMNS)),
    conditions(DEPARTMENT, DEPARTMENT_COLUMNS)({ counterName }, {}),
  );

test('a page has the count of all rows; a name is found by any part of it; a file has the rows of the same query', async () => {
  const times = { created_at: AT, updated_at: AT };
  await database.db
    .insertInto('department')
    .values([1, 2, 3].map((id) => ({ id, name: `North ${id}_%`, parent_id: id === 1 ? null : 1, ...times })))
    .execute();
  const query = inOrder(departments('NORTH'), DEPARTMENT_COLUMNS, ['id'], 'desc');
  const { list, total } = await readPage(database.db, query, { offset: 1, limit: 1 });
  assert.deepEqual([list, total], [[{ id: 2, counterName: 'North 2_%', teamId: 1 }], 3]);
  assert.equal(await countUpTo(database.db, query, 2), 2);
  assert.equal((await readPage(database.db, departments('3_%'), { offset: 0, limit: 9 })).total, 1);

  const asked: (readonly number[])[] = [];
  const source = resourceSource(DEPARTMENT, {
    module: 'rights.staff',
    table: 'department',
    query: async (_ctx, { counterName }: { counterName?: string | undefined }) => departments(counterName),
    words: async () => ({ teamId: ['Harbour'] }),
    names: {
      teamId: async (_ctx, ids) => {
        asked.push(ids);
        return new Map([[1, 'Harbour']]);
      },
    },
  });
  const caller = { ...ctx, db: database.db } as unknown as ActorContext;
  const words = await source.words(caller, { counterName: 'nor' });
  assert.deepEqual(
    words.map(({ value }) => value),
    ['nor', 'Harbour'],
  );
  const wish = { input: { counterName: 'north' }, columns: new Set<string>(), unmasked: false, upTo: AT, ids: [2, 3] };
  const reader = await source.open(caller, wish);
  assert.ok('batch' in reader);
  assert.deepEqual([await reader.count(9, null), await reader.count(1, null), await reader.count(9, [3])], [2, 1, 1]);
  const { rows, last } = await reader.batch(null, 1);
  assert.deepEqual(
    [rows.map((row) => source.columns.map((column) => column.value(row))), last, asked],
    [[['North 3_%', 'Harbour']], [3], [[1]]],
  );
  assert.equal((await reader.batch(last, 9)).last, null);
});
