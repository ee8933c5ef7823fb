import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { copyOut } from '../database/copy';
import { createTestDatabase, type TestDatabase } from '../database/testing';
import { Bytes } from './bytes';
import { copyRowWriter } from './copy-cell-writer';
import { CopyRowReader } from './copy-row-reader';
import type { ExportColumn } from './export';
import { wallClock } from './table-cells';
import { tableFormat, tableRow } from './table-format';

let database: TestDatabase;
before(async () => {
  database = await createTestDatabase();
});
after(() => database.close());

interface Row {
  readonly words: string | null;
  readonly more: string | null;
  readonly at: Date | null;
  readonly count: number | null;
  readonly fen: number | null;
  readonly flag: boolean;
  readonly data: unknown;
}
const FIELDS = {
  words: 'text',
  more: 'text',
  at: 'moment',
  count: 'int',
  fen: 'int',
  flag: 'bool',
  data: 'json',
} as const;
const NAME = { 'zh-CN': '', 'en-US': '', 'pt-BR': '', 'zh-TW': '' };
const COLUMNS: readonly ExportColumn<Row>[] = [
  { key: 'words', text: NAME, reads: ['words'], same: true, value: ({ words }) => words },
  { key: 'told', text: NAME, reads: ['words'], few: true, value: ({ words }) => words && `${words}!` },
  {
    key: 'either',
    text: NAME,
    reads: ['words', 'more', 'count'],
    first: ['words', 'more'],
    value: ({ words, more, count }) => words || more || `=${count}`,
  },
  { key: 'at', text: NAME, kind: 'moment', reads: ['at'], same: true, value: ({ at }) => at },
  { key: 'day', text: NAME, kind: 'day', reads: ['at'], value: ({ at }) => at },
  { key: 'count', text: NAME, kind: 'number', reads: ['count'], same: true, value: ({ count }) => count },
  { key: 'fen', text: NAME, kind: 'fen', reads: ['fen'], same: true, value: ({ fen }) => fen },
  { key: 'pair', text: NAME, reads: ['flag', 'words'], few: true, value: ({ flag, words }) => `${flag}${words}` },
  { key: 'data', text: NAME, reads: ['data'], value: ({ data }) => (data === null ? null : JSON.stringify(data)) },
];

/** Checks whether PostgreSQL can store a text. PostgreSQL refuses unpaired surrogates and zero bytes. */
const isText = (text: string) => !text.includes('\0') && !/\p{Surrogate}/u.test(text);
const words = fc
  .oneof(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.string({ unit: 'grapheme', maxLength: 20 }),
    fc.constantFrom(
      '',
      '\\N',
      '\\',
      '\\t',
      'N',
      '-5',
      '209999000000001',
      '2099990000000001',
      "'2099990000000001",
      '20999900000000 1',
      '-5.5',
      '-5x',
      'שלום',
      '😀',
      'a_x0041_b',
      '﻿=1',
      '中文，站点',
      'é=1',
      '\u007f',
    ),
    fc
      .tuple(
        fc.constantFrom('', ' ', "'", '\u200b', '\ufeff', '\u00a0', '\u3000', '\t', '\r', '\n', '\v', '\u0001'),
        fc.constantFrom('=', '+', '-', '@', '＝', '＋', '－', '＠', '"', ',', ';', '<&>', 'x\ty', 'x\\ny', 'x\r\ny'),
        fc.string({ maxLength: 5 }),
      )
      .map((parts) => parts.join('')),
  )
  .filter(isText);
const row: fc.Arbitrary<Row> = fc.record({
  words: fc.option(words),
  more: fc.option(words),
  // Moments that often share a minute or a quarter of an hour, years with five digits, and arbitrary moments.
  at: fc.option(
    fc.oneof(
      fc.integer({ min: 0, max: 200_000 }).map((ms) => new Date(Date.UTC(2026, 2, 8, 6, 58) + ms)),
      fc.integer({ min: 0, max: 10_800_000 }).map((ms) => new Date(Date.UTC(2026, 2, 8, 5) + ms)),
      fc.integer({ min: 0, max: 3_600_000 }).map((ms) => new Date(Date.UTC(1971, 5, 8, 5) + ms)),
      fc.date({ min: new Date('0001-01-03T00:00:00Z'), max: new Date('+020000-01-01T00:00:00Z'), noInvalidDate: true }),
    ),
  ),
  count: fc.option(fc.maxSafeInteger()),
  fen: fc.option(fc.oneof(fc.integer({ min: -1_100, max: 1_100 }), fc.maxSafeInteger())),
  flag: fc.boolean(),
  data: fc.option(fc.dictionary(words, fc.oneof(words, fc.integer(), fc.constant(null)), { maxKeys: 3 })),
});

/** Reads the rows with PostgreSQL's COPY. */
async function copied(rows: readonly Row[]): Promise<CopyRowReader> {
  const of = <T>(pick: (one: Row) => T) => sql.val(rows.map(pick));
  const into = new CopyRowReader(FIELDS);
  await copyOut(
    database.db,
    sql`select words, more, at, count, fen, flag, data::jsonb
      from unnest(${of((one) => one.words)}::text[], ${of((one) => one.more)}::text[], ${of((one) => one.at?.toISOString().replace(/^\+0/, '') ?? null)}::timestamptz[],
        ${of((one) => one.count)}::bigint[], ${of((one) => one.fen)}::bigint[], ${of((one) => one.flag)}::boolean[],
        ${of((one) => one.data && JSON.stringify(one.data))}::text[])
      with ordinality as r (words, more, at, count, fen, flag, data, n) order by n`,
    into.into,
  );
  into.find();
  return into;
}

for (const format of ['csv', 'xlsx'] as const) {
  test(`cells of a ${format} from copied rows equal those from the original rows, byte for byte`, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { minLength: 1, maxLength: 40 }),
        fc.constantFrom(
          'Asia/Shanghai',
          'America/New_York',
          'America/Sao_Paulo',
          'Asia/Kathmandu',
          'Africa/Monrovia',
          'Australia/Lord_Howe',
        ),
        async (rows, zone) => {
          const kinds = COLUMNS.map(({ kind }) => kind ?? 'text');
          const table = tableFormat(format, kinds, wallClock(zone), null);
          const from = await copied(rows);
          assert.equal(from.rows, rows.length);
          const append = copyRowWriter(
            table,
            COLUMNS.map((column) => ({ column, value: column.value })),
            from,
          );
          const out = new Bytes(16);
          let expected = '';
          rows.forEach((one, index) => {
            from.base = index * from.width;
            append(from, from.fields as unknown as Row, index + 1, out);
            const cells = COLUMNS.map(({ value }) => value({ ...one, data: one.data && ordered(one.data) }));
            expected += tableRow(table, cells, index + 1);
          });
          assert.equal(out.whole().toString(), expected);
        },
      ),
      { numRuns: 150, seed: 20_260_301 },
    );
  });
}

/** Sorts keys in the order of jsonb: by length in bytes, then by bytes. */
function ordered(data: object): object {
  const key = (text: string) => Buffer.from(text);
  const entries = Object.entries(data).toSorted(
    ([a], [b]) => key(a).length - key(b).length || Buffer.compare(key(a), key(b)),
  );
  return Object.fromEntries(entries);
}

test('a column that reads an undeclared field throws instead of writing a wrong cell', async () => {
  const from = await copied([{ words: 'x', more: null, at: null, count: 1, fen: 1, flag: true, data: null }]);
  const table = tableFormat('csv', ['text'], wallClock('UTC'), null);
  const column: ExportColumn<Row> = {
    key: 'sly',
    text: NAME,
    reads: ['words'],
    few: true,
    value: ({ count }) => count,
  };
  const append = copyRowWriter(table, [{ column, value: column.value }], from);
  assert.throws(() => append(from, from.fields as unknown as Row, 1, new Bytes()), /reads count/);
});

test('values inlined into a copied query equal those passed as parameters', async () => {
  const hostile = ["'; drop table account; --", '\\', "\\'", '{"a,b"}', '$1', 'null', '', '\ud83d\ude00'];
  const into = new CopyRowReader({ one: 'text', same: 'bool' });
  for (const text of hostile) {
    await copyOut(
      database.db,
      sql`select ${text}::text as one, ${text}::text = (${[text]}::text[])[1] as same where ${text} = any(${[...hostile]}::text[])`,
      into.into,
    );
    into.find();
    assert.deepEqual([into.rows, into.fields.one, into.fields.same], [1, text, true]);
  }
  await assert.rejects(copyOut(database.db, sql`select 1 / 0`, into.into), /division by zero/);
  await copyOut(database.db, sql`select null::text, true where false`, into.into);
  into.find();
  assert.equal(into.rows, 0);
});
