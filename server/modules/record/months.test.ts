import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Connection, connect } from '../../core/database/connect';
import { arrangePartitions, PARTITIONED } from '../../core/database/partitions';
import { createTestDatabase, type TestDatabase } from '../../core/database/testing';
import { idAt } from '../../core/ids';
import { ownActions, recordCount, recordPage } from './store';

const at = (day: string) => new Date(`2026-${day}T00:00:00Z`);
let database: TestDatabase;
let watched: Connection;
let last: { sql: string; parameters: readonly unknown[] };

before(async () => {
  database = await createTestDatabase();
  const starts = ['02', '03', '04', '05', '06'].map((month) => idAt(at(`${month}-01`)));
  for (const table of PARTITIONED) {
    const months = starts.map((below, index) => ({
      name: `${table}_m${index + 1}`,
      from: index === 0 ? null : (starts[index - 1] ?? null),
      below,
    }));
    await arrangePartitions(database.db, table, months, at('05-15'));
  }
  watched = connect(database.url, {
    max: 1,
    onStatement: ({ query }) => {
      if (/from "operation_record"/.test(query.sql)) last = query;
    },
  });
});
after(async () => {
  await watched.close();
  await database.close();
});

/** Returns the partitions that the last statement may read, without the default partition. */
async function monthsRead(): Promise<string[]> {
  const { rows } = await database.pool.query<{ 'QUERY PLAN': string }>(`explain ${last.sql}`, [...last.parameters]);
  const read = rows.flatMap((row) => /operation_record_(m\d)/.exec(row['QUERY PLAN'])?.[1] ?? []);
  return [...new Set(read)].sort();
}

test('lists, counts and own actions read the partitions from the day before their first day', async () => {
  const days = { at: { from: at('04-10'), to: at('04-20') } };
  await recordPage(watched.db, days, { offset: 0, limit: 20, order: 'desc' });
  assert.deepEqual(await monthsRead(), ['m4', 'm5']);
  await recordPage(watched.db, { ...days, module: ['team'], accountId: [7] }, { offset: 0, limit: 20, order: 'asc' });
  assert.deepEqual(await monthsRead(), ['m4', 'm5']);
  await recordCount(watched.db, days);
  assert.deepEqual(await monthsRead(), ['m4', 'm5']);
  await ownActions(watched.db, 7, at('05-01'), 5);
  assert.deepEqual(await monthsRead(), ['m4', 'm5'], 'the day before is in April');
  await ownActions(watched.db, 7, at('05-02'), 5);
  assert.deepEqual(await monthsRead(), ['m5']);
});

test('a search without days reads all partitions', async () => {
  await recordCount(watched.db, { requestId: 'r1', at: null });
  assert.deepEqual(await monthsRead(), ['m1', 'm2', 'm3', 'm4', 'm5']);
});
