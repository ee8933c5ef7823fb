import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { fill, LOCALES } from '../../../contract/text';

import { Bytes } from '../../core/export/bytes';
import { CopyRowReader } from '../../core/export/copy-row-reader';
import type { CopyReader } from '../../core/export/export';
import { wallClock } from '../../core/export/table-cells';
import { tableFormat, tableRow } from '../../core/export/table-format';
import type { ActorContext } from '../../core/http/context';
import { createTestApp, type TestApp } from '../../testing';
import { markBills } from '../ledger';
import { batchesOf } from './rows';
import { sourceOf } from './sources';

let t: TestApp;
let owner: string;
let teamId: number;
before(async () => {
  t = await createTestApp({ demo: true });
  owner = await t.signIn();
  // Vary the kinds, states and parties of the bills, and remove fields of some orders. The export must handle these rare values.
  await sql`update bill set counter_name = case (id / 7) % 5 when 0 then '=1+1' when 1 then '"甲", 乙' when 2 then '丙' else '' end,
    status = case (id / 3) % 4 when 0 then 'processing' else status end, txn_id = case (id / 3) % 4 when 0 then null else txn_id end,
    opened_day = coalesce(opened_day, (at at time zone 'Asia/Shanghai')::date),
    channel = case (id / 13) % 6 when 0 then null when 1 then 'other' else channel end`.execute(t.db);
  await markBills(t.db, 'difference', sql`select id from bill where (id / 11) % 3 = 0`);
  await sql`update bill set counter_type = (array['team', 'channel', 'insurer', 'none', 'rider', 'merchant'])[1 + (id / 5) % 6],
    counter_id = case (id / 5) % 6 when 0 then team_id when 1 then merchant_number_id else counter_id end
    where (id / 17) % 2 = 0`.execute(t.db);
  await sql`update customer_order set cost_snapshot = case (id / 7) % 4 when 0 then null
      when 1 then cost_snapshot - 'planName' - 'planFrom'
      when 2 then cost_snapshot || '{"planName": null, "feePlanId": null}' else cost_snapshot end`.execute(t.db);
  const { data } = await t.call(
    'finance.TeamFund/getList',
    { sortField: 'available', sortOrder: 'desc', limit: 10 },
    { token: owner },
  );
  teamId = data.list[0]?.id ?? 0;
});
after(() => t.close());

/** Builds a context for an export by an owner who sees all rows. */
function contextOf(locale: ActorContext['locale']): ActorContext {
  const actor = { accountId: 1, accountType: 'owner', scope: { kind: 'all' }, rules: new Set(), fields: new Set() };
  return {
    db: t.db,
    clock: t.clock,
    ids: t.ids,
    locale,
    actor,
    can: () => true,
    t: (words: Parameters<ActorContext['t']>[0], params = {}) => fill(words[locale], params),
  } as unknown as ActorContext;
}

const TABLES = ['financial.bill', 'financial.flow', 'rights.record'] as const;

async function opened(module: (typeof TABLES)[number], locale: ActorContext['locale']) {
  const source = sourceOf(module);
  const input = module === 'financial.flow' ? { teamId } : {};
  const reader = await source.open(contextOf(locale), {
    input,
    columns: new Set(source.columns.map(({ key }) => key)),
    unmasked: false,
    upTo: t.clock.now(),
    ids: null,
  });
  assert.ok('copy' in reader);
  return { source, reader: reader as CopyReader<unknown> };
}

for (const module of TABLES) {
  for (const format of ['csv', 'xlsx'] as const) {
    test(`rows of ${module} as ${format} equal the values of the columns byte for byte`, async () => {
      for (const locale of LOCALES) {
        const { source, reader } = await opened(module, locale);
        const kinds = source.columns.map(({ kind }) => kind ?? 'text');
        const table = tableFormat(format, kinds, wallClock('Asia/Shanghai'), null);
        const columns = source.columns.map((column) => ({ column, value: column.value }));
        const out = new Bytes();
        const batch = await batchesOf(reader, table, columns)(null);
        await batch.write(0, out);
        assert.equal(batch.rows, await reader.count(10_000, null));

        // Build the expected rows cell by cell from each column's value.
        const rows = new CopyRowReader(reader.fields);
        await reader.copy(null, 10_000, rows.into);
        rows.find();
        const row = reader.row(rows.fields);
        let expected = '';
        for (let at = 0; at < rows.rows; at += 1) {
          rows.base = at * rows.width;
          const cells = columns.map(({ value }) => value(row));
          expected += tableRow(table, cells, at + 1);
        }
        (reader.foot ?? []).forEach((line, at) => {
          const cells = columns.map(({ value }) => value(line));
          expected += tableRow(table, cells, rows.rows + at + 1);
        });
        assert.ok(rows.rows > 20, String(rows.rows));
        assert.equal(out.whole().toString(), expected);
      }
    });
  }
}

test('an exported bill has the same texts, amounts and costs as the list and the page', async () => {
  const { reader, source } = await opened('financial.bill', 'zh-CN');
  const shown = [
    ...[
      'billNo',
      'at',
      'type',
      'direction',
      'teamId',
      'counterType',
      'counterName',
      'orderNo',
      'amountFen',
      'feeFen',
      'netFen',
    ],
    ...[
      'channel',
      'merchantNo',
      'merchantName',
      'channelTradeNo',
      'status',
      'reconState',
      'reversedByNo',
      'operatorName',
    ],
    ...['technicalFeeFen', 'rateBp', 'planName', 'planFrom', 'merchantFeeFen', 'promotionFeeFen', 'riderIncomeFen'],
  ];
  const columns = shown.map((key) => {
    const column = source.columns.find((one) => one.key === key);
    assert.ok(column, key);
    return { column, value: column.value };
  });
  const kinds = columns.map(({ column }) => column.kind ?? 'text');
  const table = tableFormat('csv', kinds, wallClock('Asia/Shanghai'), null);
  const out = new Bytes();
  await (await batchesOf(reader, table, columns)(null)).write(0, out);
  const lines = out.whole().toString().split('\r\n');
  let withCosts = 0;
  for (const page of [1, 2]) {
    const { data } = await t.call('finance.Bill/getList', { page, limit: 50 }, { token: owner });
    for (const [index, bill] of data.list.entries()) {
      const { data: whole } = await t.call('finance.Bill/getDetail', { id: bill.id }, { token: owner });
      const { fee } = whole;
      const sign = bill.direction === 'in' ? 1 : -1;
      if (fee) withCosts += 1;
      const cells = [
        ...[bill.billNo, new Date(bill.at), bill.typeText, bill.directionText, bill.teamName, bill.counterTypeText],
        ...[bill.counterName, bill.orderNo, sign * bill.amountFen, bill.feeFen, sign * bill.netFen, bill.channelText],
        ...[bill.merchantNo, bill.merchantName, bill.channelTradeNo, bill.statusText, bill.reconStateText],
        ...[bill.reversedByNo, bill.operatorName, fee?.technicalFeeFen ?? null, fee?.rateBp ?? null],
        fee && (fee.planName || '站点自有费率'),
        fee?.planFrom ? new Date(fee.planFrom) : null,
        ...[fee?.merchantFeeFen ?? null, fee?.promotionFeeFen ?? null, fee?.riderIncomeFen ?? null],
      ];
      assert.equal(`${lines[(page - 1) * 50 + index]}\r\n`, tableRow(table, cells, 1));
    }
  }
  assert.ok(withCosts > 5, String(withCosts));
});
