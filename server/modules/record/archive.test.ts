import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fixedClock } from '../../core/clock';
import { archiveMonths, restoreMonth } from '../../core/database/archive';
import { createYears, EACH } from '../../core/database/archive/testing';
import type { TestDatabase } from '../../core/database/testing';
import { idAt } from '../../core/ids';
import { createTestApp, type TestApp } from '../../testing';
import { recordArchiveRule } from './archive';

/** Tests with archived records of January and February 2026. The app's clock is in May. */
let database: TestDatabase;
let t: TestApp;
let token: string;
let dir: string;
const wish = () => ({ url: database.url, dir, clock: fixedClock('2026-12-01T00:00:00Z') });
const first = (month: string) => idAt(new Date(`${month}-01T00:00:00Z`)) + 3_000_000_000;

before(async () => {
  dir = await mkdtemp(join(tmpdir(), 'multistation-archive-'));
  database = await createYears();
  t = await createTestApp({ beside: { url: database.url, now: '2026-05-01T04:00:00Z' } });
  token = await t.signIn();
  await archiveMonths({
    ...{ ...wish(), rules: { operation_record: recordArchiveRule }, tables: ['operation_record'] },
    before: new Date('2026-03-01T00:00:00Z'),
  });
});
after(async () => {
  await t.close();
  await database.close();
  await rm(dir, { recursive: true, force: true });
});

const list = async (filter: object) => {
  const { data } = await t.call('rights.Record/getList', { limit: 100, ...filter }, { token });
  return { total: data.total, archived: data.summary.archived, ids: data.list.map(({ id }: { id: number }) => id) };
};
const JANUARY = { first: '2026-01', last: '2026-01' };
const BOTH = { first: '2026-01', last: '2026-02' };

test('lists name the archived months of their days, an archived record is refused with its month, and a restore makes all records readable', async () => {
  const days = { atFrom: '2026-01-01', atTo: '2026-03-10' };
  const lacking = await list(days);
  assert.deepEqual([lacking.total, lacking.archived], [EACH, [BOTH]]);
  assert.deepEqual((await list({ atFrom: '2026-01-10', atTo: '2026-01-20' })).archived, [JANUARY]);
  assert.deepEqual((await list({ atFrom: '2026-03-02', atTo: '2026-03-20' })).archived, []);
  assert.deepEqual((await list({ requestId: 'none' })).archived, [BOTH], 'all times');

  const detail = (id: number) => t.call('rights.Record/getDetail', { id }, { token });
  const archived = await detail(first('2026-01'));
  assert.deepEqual([archived.code, /2026-01 .*--restore 2026-01/.test(archived.msg)], [40402, true], archived.msg);
  assert.equal((await detail(first('2026-01') + 1)).code, 40401);
  assert.equal((await detail(first('2026-03'))).code, 100);
  const history = () => t.call('rights.Record/getObjectHistory', { id: first('2026-03') }, { token });
  assert.deepEqual((await history()).data.summary.archived, [BOTH]);

  for (const month of ['2026-01', '2026-02']) {
    await restoreMonth({ ...wish(), table: 'operation_record', month: new Date(`${month}-01T00:00:00Z`) });
  }
  const whole = await list(days);
  assert.deepEqual([whole.total, whole.archived], [3 * EACH, []]);
  assert.ok(lacking.ids.every((id: number) => whole.ids.includes(id)));
  assert.equal((await detail(first('2026-01'))).code, 100);
  assert.deepEqual((await history()).data.summary.archived, []);
});
