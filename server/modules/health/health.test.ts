import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { LOCALES } from '../../../contract/text';
import { tamper } from '../../core/database/testing';
import { createLatency } from '../../core/http/latency';
import type { Job } from '../../core/jobs';
import { runJob } from '../../core/jobs';
import { createTestApp, type TestApp } from '../../testing';
import { linkRecords, verifyChain } from '../record';
import { checkInvariants, healthJobs, verifyRecords } from './jobs';
import { jobJournal } from './journal';

let t: TestApp;
let owner: string;
before(async () => {
  t = await createTestApp();
  owner = await t.signIn();
});
after(() => t.close());

/** Advances the clock and signs in again, because idle sessions expire. */
async function later(ms: number): Promise<void> {
  t.clock.advance(ms);
  owner = await t.signIn();
}

const health = async (locale: (typeof LOCALES)[number] = 'en-US') => {
  const answer = await t.call('site.Health/getHealth', {}, { token: owner, locale });
  assert.equal(answer.code, 100, t.faults.join('\n'));
  return answer.data;
};
const check = async (key: string) => {
  const found = (await health()).checks.find((one) => one.key === key);
  assert.ok(found, key);
  return found;
};
const failed = (error: unknown) => assert.fail(String(error));
const on = () => ({ db: t.db, clock: t.clock, ids: t.ids, journal: jobJournal(t.db, t.clock, failed) });

test('only users with the rule can read the health page', async () => {
  await t.account({ account: 'settings', rules: [45, 4502] });
  const token = await t.signIn('settings');
  assert.equal((await t.call('site.Health/getHealth', {}, { token })).code, 40301);
  assert.equal((await t.call('site.Monitor/getProblems', {}, { token })).code, 40301);
});

test('a missing backup is bad, a fresh one good, and an old one needs attention, each with its remedy', async () => {
  const missing = await check('backup');
  assert.equal(missing.state, 'bad');
  assert.match(missing.cure ?? '', /npm run backup/);
  const now = t.clock.now().getTime();
  const note = (kind: 'backup' | 'drill', hours: number) =>
    t.db
      .insertInto('backup_run')
      .values({
        id: t.ids.next(),
        kind,
        taken_at: new Date(now - hours * 3_600_000),
        ended_at: new Date(now - hours * 3_600_000),
        by_whom: 'root@console',
        path: '/backups/one',
        bytes: 1_000,
        row_count: 10,
        file_count: 0,
        ms: 5,
        audit_head: '',
      })
      .execute();
  await note('backup', 30);
  assert.deepEqual(
    [(await check('backup')).state, (await check('backup')).detail],
    ['attention', 'Last backup: yesterday'],
  );
  await note('backup', 2);
  const good = await check('backup');
  assert.deepEqual([good.state, good.detail, good.cure], ['good', 'Last backup: 2 hours ago', null]);
  assert.equal((await check('drill')).state, 'attention');
  await note('drill', 24);
  assert.equal((await check('drill')).state, 'good');
  assert.equal((await health()).backups.length, 3);
});

test('jobs show their last run, their failures with the reason, and whether they are late', async () => {
  let broken = true;
  const job: Job = {
    name: 'order-roll-up',
    everyMs: 60_000,
    run: async () => {
      if (broken) throw new Error('the disk is on strike');
    },
  };
  for (let turn = 0; turn < 3; turn += 1) await assert.rejects(runJob(job, on()));
  const bad = (await health()).jobs.find(({ name }) => name === job.name);
  assert.deepEqual(
    [bad?.state, bad?.failures, bad?.error, bad?.text, bad?.running],
    ['bad', 3, 'the disk is on strike', 'Sum up orders', false],
  );
  assert.match((await check('jobs')).detail, /Sum up orders/);
  broken = false;
  await runJob(job, on());
  const well = (await health()).jobs.find(({ name }) => name === job.name);
  assert.deepEqual([well?.state, well?.failures], ['good', 0]);
  await later(20 * 60_000);
  assert.equal((await check('jobs')).state, 'bad', 'nothing ran for 20 minutes');
  await runJob(job, on());
});

test('runs of a job that runs each second are stored occasionally, and failures at once', async () => {
  let runs = 0;
  const notes: string[] = [];
  const journal = jobJournal(t.db, t.clock, failed);
  const job: Job = {
    name: 'notice-delivery',
    everyMs: 1_000,
    run: async () => {
      runs += 1;
      if (runs === 5) throw new Error('once');
    },
  };
  for (let turn = 0; turn < 6; turn += 1) {
    await runJob(job, { ...on(), journal }).catch(() => undefined);
    const row = (await health()).jobs.find(({ name }) => name === job.name);
    notes.push(`${row?.endedAt} ${row?.failures}`);
    t.clock.advance(1_000);
  }
  assert.equal(new Set(notes).size, 3, 'the first, the failure, and the end of the failure');
});

test('durations are counted by bucket and summed in the database, and slow addresses are listed', async () => {
  const latency = createLatency();
  const [flush] = healthJobs({ latency, files: t.ports.files });
  assert.ok(flush);
  for (let call = 0; call < 90; call += 1) latency.note('team.Team/getList', 20, false);
  for (let call = 0; call < 10; call += 1) latency.note('team.Team/getList', 5_000, call === 0);
  await flush.run(t.db, t.clock, t.ids);
  for (let call = 0; call < 100; call += 1) latency.note('team.Team/getList', 20, false);
  await flush.run(t.db, t.clock, t.ids);
  const row = (await health()).addresses.find(({ address }) => address === 'team.Team/getList');
  assert.deepEqual([row?.calls, row?.failed, row?.p50Ms, row?.p95Ms], [200, 1, 23, 23]);
  for (let call = 0; call < 20; call += 1) latency.note('team.Team/getList', 5_000, false);
  await flush.run(t.db, t.clock, t.ids);
  const speed = await check('speed');
  assert.equal(speed.state, 'bad');
  assert.match(speed.detail, /team\.Team\/getList/);
  assert.equal((await check('faults')).state, 'attention');
  await later(70 * 60_000);
  assert.equal((await check('speed')).state, 'good', 'an hour later it is forgotten');
});

test('jobs check the chain of operation records and the invariants, and report a breach', async () => {
  assert.equal((await check('records')).state, 'attention');
  await linkRecords(t.db, t.clock);
  await verifyRecords(t.db, t.clock.now());
  const whole = await check('records');
  assert.equal(whole.state, 'good');
  const { head } = await verifyChain(t.db);
  assert.ok(whole.detail.includes(head.hash.slice(0, 16)), whole.detail);
  const account = (name: string) =>
    tamper(
      t.database,
      `update operation_record set account = '${name}' where id = (select record_id from audit_link where position = 1)`,
    );
  const { rows } = await t.database.pool.query(
    'select account from operation_record join audit_link on record_id = id where position = 1',
  );
  await account('another person');
  for (let nights = 0; nights < 2; nights += 1) {
    await verifyRecords(t.db, t.clock.now());
    const broken = await check('records');
    assert.deepEqual([broken.state, /record 1 was changed/.test(broken.detail)], ['bad', true], broken.detail);
  }
  await account(rows[0].account);
  await verifyRecords(t.db, t.clock.now());
  assert.equal((await check('records')).state, 'good');
  const tools = { db: t.db, now: t.clock.now(), files: t.ports.files };
  await checkInvariants(tools);
  assert.equal((await check('owner')).state, 'good');
  const offence = { invariant: 7, where: 'order 1', text: 'has 100 left in escrow' };
  // Overdue money in escrow passes the check of the books. Another offence does not.
  for (const [passed, state] of [
    [true, 'good'],
    [false, 'bad'],
  ] as const) {
    const at = new Date(t.clock.now().getTime() + Number(!passed));
    const row = { id: t.ids.next(), at, from_day: null, cost_ms: 1, passed, offences: JSON.stringify([offence]) };
    await t.db.insertInto('ledger_check').values(row).execute();
    await checkInvariants(tools);
    assert.equal((await check('books')).state, state);
  }
  await t.db
    .insertInto('stored_file')
    .values({
      id: t.ids.next(),
      scene: 'avatar',
      name: 'lost.png',
      content_type: 'image/png',
      bytes: 1,
      width: 1,
      height: 1,
      sha256: '',
      created_at: t.clock.now(),
      created_by: 1,
    })
    .execute();
  await checkInvariants(tools);
  const files = await check('files');
  assert.deepEqual([files.state, files.detail], ['bad', '1 of the latest files cannot be read']);
});

test('all texts exist in each language, without unfilled placeholders', async () => {
  const seen = new Set<string>();
  for (const locale of LOCALES) {
    const { checks } = await health(locale);
    for (const { title, detail, cure } of checks) assert.doesNotMatch(`${title} ${detail} ${cure}`, /[{}]|undefined/);
    seen.add(checks.map(({ title }) => title).join());
  }
  assert.equal(seen.size, LOCALES.length);
});

test('page views are counted by day and page, without queries, and only for pages', async () => {
  for (const path of [
    '/teamList/index?keyword=13800000000',
    '/teamList/index',
    '/teamList/13800000000',
    '/constructor',
  ]) {
    await t.call('site.Monitor/pageView', { path, title: '', from: '' }, { token: owner });
  }
  const rows = await t.db.selectFrom('page_view').select(['path', 'views']).execute();
  assert.deepEqual(rows, [{ path: '/teamList/index', views: 2 }]);
});

test('the most used and the slowest pages come from the total counts, and old counts are deleted', async () => {
  const vitals = (path: string, value: number) =>
    t.call(
      'site.Monitor/pageVitals',
      {
        path,
        values: [
          { metric: 'LCP', value },
          { metric: 'CLS', value: 0.02 },
        ],
      },
      { token: owner },
    );
  for (let sample = 0; sample < 6; sample += 1) {
    await vitals('/dashboard/index', 900);
    await vitals('/teamList/index?open=7', 3_000);
  }
  await vitals('/site/index', 9_000);
  const use = await t.call('site.Monitor/getPageUse', { days: '7' }, { token: owner, locale: 'en-US' });
  assert.deepEqual(use.data.used, [{ path: '/teamList/index', text: 'Station list', views: 2 }]);
  assert.deepEqual(
    use.data.slow.map(({ path, state, lcpMs, inpMs }) => [path, state, lcpMs, inpMs]),
    [
      ['/teamList/index', 'bad', 4_096, null],
      ['/dashboard/index', 'good', 1_024, null],
    ],
    'a page with one sample is not judged',
  );
  const columns = await t.database.pool.query(
    `select column_name from information_schema.columns where table_name in ('page_view', 'page_vital')`,
  );
  const names = columns.rows.map((row: { column_name: string }) => row.column_name);
  assert.ok(!names.some((name) => /account|ip|user/.test(name)), 'nothing of persons is kept');
  await later(93 * 24 * 3_600_000);
  const forget = healthJobs({ latency: createLatency(), files: t.ports.files }).find(
    ({ name }) => name === 'pages-forget',
  );
  await forget?.run(t.db, t.clock, t.ids);
  const empty = await t.call('site.Monitor/getPageUse', { days: '92' }, { token: owner });
  assert.deepEqual([empty.data.used, empty.data.slow], [[], []]);
});

const REPORT = {
  content: 'The list stays empty after I filter',
  page: '/teamList/index?keyword=13812345678&status=open',
  contract: 'abc',
  browser: 'Chrome',
  screen: '1440 × 900',
  calls: [
    { address: '/api/team.Team/getList', requestId: 'ab12', at: '2026-03-01T03:40:00.000Z', ending: 'refused 40301' },
  ],
  fileId: null,
};

test('a reported problem is listed, notifies the owner, and has no personal data in its address', async () => {
  await t.account({ account: 'clerk', rules: [11] });
  const clerk = await t.signIn('clerk');
  const sent = await t.call('site.Monitor/reportProblem', REPORT, { token: clerk, locale: 'en-US' });
  assert.equal(sent.code, 100);
  const { data } = await t.call('site.Monitor/getProblems', {}, { token: owner, locale: 'en-US' });
  const [row] = data.list;
  assert.deepEqual(
    [data.summary.open, row?.accountName, row?.page, row?.pageText, row?.stateText],
    [1, 'clerk', '/teamList/index?keyword=•&status=open', 'Station list', 'Open'],
  );
  const outbox = await t.db.selectFrom('notice_outbox').select(['event', 'link']).execute();
  assert.deepEqual(outbox, [{ event: 'problemReported', link: `/site/index?tab=problems&open=${sent.data.id}` }]);
  const detail = await t.call('site.Monitor/getProblem', { id: sent.data.id }, { token: owner });
  assert.deepEqual(detail.data.calls, REPORT.calls);
  assert.equal((await check('problems')).state, 'attention');
  const record = await t.db
    .selectFrom('operation_record')
    .select('after')
    .where('action', '=', 'reportProblem')
    .executeTakeFirstOrThrow();
  assert.doesNotMatch(JSON.stringify(record.after), /stays empty|138/);
});

test('another person’s picture cannot be attached', async () => {
  const answer = await t.call('site.Monitor/reportProblem', { ...REPORT, fileId: 12345 }, { token: owner });
  assert.equal(answer.code, 40001);
});

test('a handled problem stores its handler, and a second user with the old version is refused', async () => {
  const { data } = await t.call('site.Monitor/getProblems', { state: ['new'] }, { token: owner });
  const { id, version } = data.list[0] ?? { id: 0, version: 0 };
  const handled = { id, version, state: 'handled', note: 'The filter was wrong' } as const;
  assert.equal((await t.call('site.Monitor/handleProblem', handled, { token: owner })).code, 100);
  assert.equal((await t.call('site.Monitor/handleProblem', handled, { token: owner })).code, 40901);
  const after = await t.call('site.Monitor/getProblem', { id }, { token: owner });
  assert.deepEqual(
    [after.data.state, after.data.note, after.data.handledByName, after.data.actions],
    ['handled', 'The filter was wrong', 'owner', ['reopen']],
  );
  assert.equal((await check('problems')).state, 'good');
});

test('more than five reports in ten minutes are refused', async () => {
  await t.account({ account: 'keen', rules: [11] });
  const token = await t.signIn('keen');
  for (let turn = 0; turn < 5; turn += 1) {
    assert.equal((await t.call('site.Monitor/reportProblem', REPORT, { token })).code, 100);
    t.clock.advance(60_000);
  }
  const sixth = await t.call('site.Monitor/reportProblem', REPORT, { token });
  assert.deepEqual([sixth.code, (sixth.data as unknown as { retryAfter: number }).retryAfter], [42901, 300]);
  t.clock.advance(6 * 60_000);
  assert.equal((await t.call('site.Monitor/reportProblem', REPORT, { token })).code, 100);
});

test('every answer has the contract version with which the server was built', async () => {
  const response = await t.app.http.inject({ method: 'GET', url: '/api/site.Site/getSiteInfo' });
  assert.equal(response.headers['x-contract-version'], 'dev');
});
