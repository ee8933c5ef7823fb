import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import type { Input } from '../../../contract';
import type { LossEvent } from '../../../contract/foodLoss.intake';
import { LOSS } from '../../../contract/foodLoss.states';
import type { ReachEvent } from '../../../contract/serviceNotice.intake';
import { DAY_MS, HOUR_MS } from '../../../contract/units';
import type { UserEvent } from '../../../contract/user.intake';
import { LEFT_NICKNAME, LEFT_TEXT } from '../../../contract/user.states';
import type { Job } from '../../core/jobs';
import { runnerTools } from '../../exports';
import { statements } from '../../migrations/0277_left_users';
import { createTestApp, type TestApp } from '../../testing';
import { type OrderKey, orderDesk } from '../../testing-orders';
import { runWaiting } from '../exportManage';
import { foodLossJobs } from '../foodLoss';
import { findOffences } from '../ledger';
import { FORGET_USERS } from '../left-users';
import { serviceNoticeJobs } from '../serviceNotice';
import { userJobs } from './jobs';

/**
 * These tests create users with data in many modules and let them leave. They check what is left in the database, in search and in exports.
 */

const USERS = 200;
/** Number of users for whom staff also write remarks, revoke a coupon and adjust the wallet, user by user. */
const STORIES = 5;
/** Number of users who order again while they wait for the deletion. */
const LAST_ORDERS = 40;
/** Word that each text by staff contains, so that the tests find these texts. */
const STAFF = 'Staffwords';
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==';

let t: TestApp;
let owner: { token: string; ticket: string };
let second: { token: string; ticket: string };
let teamId: number;
let desk: Awaited<ReturnType<typeof orderDesk>>;
interface Leaver {
  readonly id: number;
  readonly name: string;
  readonly tel: string;
  readonly order: OrderKey;
}
let leavers: Leaver[];
let stories: Leaver[];

before(async () => {
  t = await createTestApp({ demo: true });
  const teams = t.db.selectFrom('team').select('id').where('status', '=', 'operating').orderBy('id').limit(1);
  teamId = (await teams.executeTakeFirstOrThrow()).id;
  desk = await orderDesk(t, teamId, { team_type: 'self', franchisee_id: null });
  leavers = Array.from({ length: USERS }, (_, at) => ({
    id: t.ids.next(),
    name: `Gone${at}person`,
    tel: `1995555${String(at).padStart(4, '0')}`,
    order: desk.newKey(),
  }));
  stories = leavers.slice(0, STORIES);
  await signIn();
});
after(async () => {
  assert.deepEqual(await findOffences(t.db), []);
  assert.deepEqual(t.faults, []);
  await t.close();
});

let helper: string | undefined;
async function signIn(): Promise<void> {
  helper ??= (await t.account({ rules: [95, 21, 2106, 60, 6001, 6005, 6006, 6007, 6008, 6009] })).account;
  const person = async (account?: string) => {
    const token = await t.signIn(account);
    return { token, ticket: await t.ticket(token) };
  };
  owner = await person();
  second = await person(helper);
}
/** Advances the clock and signs in again, because sessions expire after some hours. */
async function later(ms: number): Promise<void> {
  t.clock.advance(ms);
  await signIn();
}

const at = () => t.clock.now().toISOString();
const run = (jobs: readonly Job[], name: string) =>
  jobs.find((job) => job.name === name)?.run(t.db, t.clock, t.ids) ?? assert.fail(name);
const deleteData = () => run(userJobs(FORGET_USERS), 'data of users who left');
const ids = () => leavers.map(({ id }) => id);
const of = ({ id }: Leaver) => ({ party: 'user' as const, personId: id, at: at() });

async function accepted(answer: Promise<{ code: number; data: unknown }>) {
  const { code, data } = await answer;
  assert.ok(code === 100 || code === 110, JSON.stringify({ code, data }));
  const { refused, failed } = (data ?? {}) as { refused?: number; failed?: unknown[] };
  assert.ok(!refused && !failed?.length, JSON.stringify(data));
}
const pushUsers = (events: readonly UserEvent[]) =>
  accepted(t.call('user.Intake/push', { events: [...events] }, { signed: true }));
const pushLosses = (events: readonly LossEvent[]) =>
  accepted(t.call('foodLoss.Intake/push', { events: [...events] }, { signed: true }));

/** Sends events about the users as the apps do: account, device, postal address, notification channel and wallet top-up. */
async function reportUsers(): Promise<void> {
  await pushUsers(
    leavers.flatMap(({ id, name, tel }): UserEvent[] => [
      { event: 'registered', no: `R${id}`, at: at(), userId: id, nickname: name, tel, source: 'app', teamId },
      {
        ...{ event: 'signedIn', no: `S${id}`, at: at(), userId: id, deviceKey: `device-of-${name}` },
        ...{ platform: 'ios', model: 'Phone', appVersion: '1', ip: '192.0.2.7' },
      },
      {
        ...{ event: 'addressSaved', no: `A${id}`, at: at(), userId: id, addressNo: 'A1', contactName: name, tel },
        ...{ region: 'Chengdu', detail: `${name} street 5`, lng: 104, lat: 30, isDefault: true },
      },
      {
        ...{ event: 'toppedUp', no: `T${id}`, at: at(), userId: id, amountFen: 5_000 },
        ...{ channel: 'wechat', mchNo: '1999990001', tradeNo: `T${id}` },
      },
    ]),
  );
  const bound = leavers.map(
    ({ id, name }): ReachEvent => ({
      ...{ event: 'bound', userId: id, at: at(), channel: 'officialTemplate', address: `openid-of-${name}` },
    }),
  );
  await accepted(t.call('user.Notice/push', { events: bound }, { signed: true }));
}

/** Performs the actions of staff on the users: coupons, tags, notices, an uploaded list, remarks, adjustments and blacklist entries. */
async function workOnUsers(): Promise<void> {
  const reason = `${STAFF} about Gone1person`;
  const couponTemplateId = t.ids.next();
  await pushUsers([
    {
      ...{ event: 'couponTemplate', no: 'C1', at: at(), templateId: couponTemplateId, name: 'Spring', faceFen: 300 },
      ...{ thresholdFen: 2_000, addStock: USERS, enabled: true },
    },
  ]);
  const coupons = { ids: ids(), couponTemplateId, quantity: 1, validDays: 30 };
  await accepted(t.call('user.User/bulkSendCoupon', coupons, owner));
  await accepted(t.call('user.User/bulkTag', { ids: ids(), tags: [STAFF] }, owner));
  const templateId = await noticeTemplate();
  const variables = { name: 'Gone1person' };
  await accepted(t.call('user.Notice/sendToUsers', { ids: ids(), templateId, variables }, owner));
  await run(serviceNoticeJobs(t.ports), 'service notices');
  const content = Buffer.from(leavers.map(({ tel }) => tel).join('\n')).toString('base64');
  await accepted(t.call('user.Notice/uploadList', { name: 'leavers.csv', content }, owner));
  for (const { id, name } of stories) {
    const told = `${STAFF} about ${name}`;
    await accepted(t.call('user.User/addRemark', { id, content: told }, owner));
    const { list } = (await t.call('user.User/getCoupons', { userId: id }, owner)).data;
    const [coupon = assert.fail()] = list;
    const revoked = { id: coupon.id, version: coupon.version, reason: told };
    await accepted(t.call('user.User/revokeCoupon', revoked, owner));
    const adjust = { id, direction: 'in' as const, reason: told };
    await accepted(t.call('user.User/adjustBalance', { ...adjust, amountFen: 100 }, owner));
    const large = await t.call('user.User/adjustBalance', { ...adjust, amountFen: 20_001 }, second);
    assert.equal(large.code, 110);
    const approval = { id: large.data.id, version: 1, note: told };
    await accepted(t.call('approval.Proposal/approve', approval, owner));
  }
  const until = new Date(t.clock.now().getTime() + HOUR_MS).toISOString();
  const black = { ids: ids(), scope: 'all' as const, reasonType: 'abuse' as const, reason, until };
  await accepted(t.call('user.User/bulkBlacklist', black, owner));
  for (const { id } of stories) {
    const { version } = await t.db
      .selectFrom('app_user')
      .where('id', '=', id)
      .select('version')
      .executeTakeFirstOrThrow();
    await accepted(t.call('user.User/liftBlacklist', { id, version, reason }, owner));
  }
}

async function noticeTemplate(): Promise<number> {
  const text: Input<'user.Notice/saveTemplate'> = {
    ...{ code: 'farewell', name: 'Farewell', channel: 'inSite', title: 'Dear {{name}}', body: 'Thank you, {{name}}.' },
    ...{ dailyCap: 0, quietHours: null },
  };
  const { code, data } = await t.call('user.Notice/saveTemplate', text, owner);
  assert.equal(code, 100);
  return data.id;
}

/** Creates an order and a food-loss case for each user. Some cases are decided, appealed and paid; users cancel the others. */
async function loseFood(): Promise<void> {
  await desk.push(...leavers.flatMap(({ id, order }) => [desk.paid(order, { userId: id }), desk.delivered(order)]));
  for (const leaver of leavers) {
    const { at: _at, ...by } = of(leaver);
    const file = { no: `F${leaver.id}`, ...by, name: `${leaver.name}.png`, content: PIXEL };
    await accepted(t.call('foodLoss.Intake/addFile', file, { signed: true }));
  }
  // Store positions as if the pictures came from a camera, which writes its position into them.
  await t.db.updateTable('stored_file').set({ lng: 104.01, lat: 30.02 }).where('name', 'like', 'Gone%').execute();
  await pushLosses(
    leavers.map(
      (leaver): LossEvent => ({
        ...{ event: 'reported', no: `L${leaver.id}`, ...of(leaver), orderNo: leaver.order.orderNo, reason: 'late' },
        ...{ items: [{ name: 'Noodles', quantity: 1, lossFen: 1_500 }], claimFen: 1_500, photos: [`F${leaver.id}`] },
        ...{ description: `I am ${leaver.name}, call ${leaver.tel}`, wantedRemedy: 'balance' },
      }),
    ),
  );
  const losses = await t.db
    .selectFrom('food_loss')
    .where('user_id', 'in', ids())
    .select(['id', 'no', 'user_id'])
    .execute();
  const lossOf = new Map(losses.map((loss) => [loss.user_id, loss]));
  const no = ({ id }: Leaver) => lossOf.get(id)?.no ?? assert.fail();
  await pushLosses(
    leavers.flatMap((leaver): LossEvent[] => [
      {
        ...{ event: 'evidence', no: `V${leaver.id}`, ...of(leaver), lossNo: no(leaver), kind: 'text', files: [] },
        note: `${leaver.name} waited`,
      },
      ...(stories.includes(leaver)
        ? []
        : [{ event: 'cancelled' as const, no: `X${leaver.id}`, ...of(leaver), lossNo: no(leaver) }]),
    ]),
  );
  for (const leaver of stories) await decide(lossOf.get(leaver.id)?.id ?? 0, leaver, no(leaver));
  await later((LOSS.appealHours.initial + 1) * HOUR_MS);
  await run(foodLossJobs(t.ports.files), 'food losses');
  await run(userJobs(FORGET_USERS), 'ended blacklists of users');
}

async function decide(id: number, leaver: Leaver, lossNo: string): Promise<void> {
  const current = async () => {
    const { version } = await t.db
      .selectFrom('food_loss')
      .where('id', '=', id)
      .select('version')
      .executeTakeFirstOrThrow();
    return { id, version };
  };
  const evidence = {
    party: 'user' as const,
    kind: 'text' as const,
    files: [],
    note: `${STAFF}: ${leaver.name} called`,
  };
  await accepted(t.call('foodLoss.Report/addEvidence', { id, ...evidence }, owner));
  await accepted(t.call('foodLoss.Report/accept', await current(), owner));
  const liabilities = (['rider', 'user'] as const).map((party) => ({ party, shareBp: 5_000 }));
  const decision = { liabilities, compFen: 1_000, payTo: 'user' as const, payWay: 'balance' as const };
  const said = { couponTemplateId: null, opinion: 'Both were late', punish: 'none' as const, urgentPay: false };
  await accepted(t.call('foodLoss.Report/decide', { ...(await current()), ...decision, ...said }, owner));
  const ground = `I, ${leaver.name}, was there`;
  await pushLosses([
    { event: 'appealed', no: `P${leaver.id}`, ...of(leaver), lossNo, ground, files: [`F${leaver.id}`] },
  ]);
  const answer = { ...(await current()), result: 'dismissed' as const, answer: 'The decision is right' };
  await accepted(t.call('foodLoss.Report/decideAppeal', answer, second));
}

async function leave(): Promise<void> {
  const rows = await t.db.selectFrom('app_user').where('id', 'in', ids()).select(['id', 'balance_fen']).execute();
  await pushUsers(
    rows.flatMap(({ id, balance_fen: amountFen }): UserEvent[] => [
      { event: 'walletPaid', no: `W${id}`, at: at(), userId: id, amountFen, title: 'Membership' },
      { event: 'leaving', no: `G${id}`, at: at(), userId: id },
    ]),
  );
  await later(15 * DAY_MS + 1);
}

const statusesOf = async () => {
  const rows = await t.db
    .selectFrom('app_user')
    .where('id', 'in', ids())
    .select(['status', 'nickname', 'tel'])
    .execute();
  const count = (status: string) => rows.filter((row) => row.status === status).length;
  return { rows, cancelled: count('cancelled'), cancelling: count('cancelling') };
};

/** Lists the tables that have a row in which any column matches one of the patterns, also inside JSON. */
async function tablesWith(...patterns: string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and n.nspname = 'public' order by 1`.execute(t.db);
  const found: string[] = [];
  for (const { name } of rows) {
    const { rows: hits } = await sql<{ hit: string }>`
      select left(substring(r::text from ${`.{0,80}(?:${patterns.join('|')})`}), 200) as hit
      from ${sql.table(name)} r where r::text ~ ${patterns.join('|')} limit 1`.execute(t.db);
    if (hits[0]) found.push(name);
  }
  return found;
}

async function exported(module: 'user.list' | 'foodLoss.list', columns: string[], unmasked: boolean): Promise<string> {
  const wish = { module, filter: {}, columns, format: 'csv' as const, unmasked };
  const { code, data } = await t.call('export.Task/create', wish, owner);
  assert.equal(code, 110, JSON.stringify({ code, data }));
  const log = { error: (details: unknown) => assert.fail(JSON.stringify(details)) };
  const reading = { upToDate: async () => t.db };
  const settings = { ...t.parts.settings } as never;
  const tools = { db: t.db, clock: t.clock, ids: t.ids, log };
  await runWaiting(runnerTools(tools, { reading, ports: t.ports, settings }));
  return readFile(join(t.ports.exportFolder, `${data.taskId}.csv`), 'utf8');
}

describe('200 users who leave, with data of every kind', () => {
  const PERSONAL = ['Gone\\d+person', '1995555\\d{4}'];
  let amounts: unknown;
  const amountsOf = () =>
    t.db
      .selectFrom('food_loss')
      .where('user_id', 'in', ids())
      .select(['no', 'state', 'loss_fen', 'claim_fen', 'paid_fen', 'tx_nos'])
      .orderBy('id')
      .execute();

  before(async () => {
    await reportUsers();
    await workOnUsers();
    await loseFood();
    await leave();
    amounts = await amountsOf();
  });

  it('have personal data left by an earlier version removed by the migration', async () => {
    const former = stories.slice(3);
    const names = former.flatMap(({ name, tel }) => [name, tel]);
    const others = former.map(({ id }) => id);
    t.clock.advance(-DAY_MS);
    await t.db.updateTable('app_user').set({ cancel_at: t.clock.now() }).where('id', 'in', others).execute();
    await run(userJobs([]), 'data of users who left');
    t.clock.advance(DAY_MS);
    assert.equal((await statusesOf()).cancelled, former.length);
    assert.ok((await tablesWith(...names)).includes('food_loss'));
    for (const statement of statements.filter((words) => words.startsWith('update'))) {
      await sql.raw(statement).execute(t.db);
    }
    await run(serviceNoticeJobs(t.ports), 'channels of users who left');
    assert.deepEqual(await tablesWith(...names), ['operation_record']);
  });

  it('are deleted at the latest after their own last order has ended', async () => {
    const lastOrders = leavers.slice(-LAST_ORDERS).map((leaver) => ({ ...leaver, order: desk.newKey() }));
    await desk.push(...lastOrders.map(({ id, order }) => desk.paid(order, { userId: id })));
    await Promise.all([deleteData(), ...lastOrders.map(({ order }) => desk.push(desk.delivered(order)))]);
    const { cancelled, cancelling } = await statusesOf();
    assert.equal(cancelled + cancelling, USERS);
    assert.ok(cancelled >= USERS - LAST_ORDERS, String(cancelled));
    await deleteData();
    assert.equal((await statusesOf()).cancelled, USERS);
  });

  it('leave no name, phone, device or address in any table except what staff wrote in operation records', async () => {
    const { rows } = await statusesOf();
    assert.ok(rows.every(({ nickname, tel }) => nickname === LEFT_NICKNAME && tel === null));
    // Operation records keep what staff wrote (docs/decisions/0058).
    assert.deepEqual(await tablesWith(...PERSONAL), ['operation_record']);
    const { rows: records } = await sql<{ record: string }>`
      select regexp_replace(r::text, ${`${STAFF} about Gone\\d+person`}, '', 'g') as record from operation_record r
      where r::text ~ ${PERSONAL.join('|')}`.execute(t.db);
    const others = records.filter(({ record }) => PERSONAL.some((pattern) => new RegExp(pattern).test(record)));
    assert.deepEqual(
      others.map(({ record }) => record.slice(0, 400)),
      [],
    );
    assert.deepEqual(await tablesWith(STAFF), ['operation_record']);
    // The first test uses an old migration, which does not remove the positions of pictures. So the query excludes the files of that test.
    const former = stories.slice(3).map(({ id }) => `F${id}`);
    const { rows: places } = await sql`
      select f.id from stored_file f join food_loss_event e on e.file_id = f.id
      where f.lng is not null and e.person_id = any(${sql.val(ids())}::bigint[])
        and e.no <> all(${sql.val(former)}::text[])`.execute(t.db);
    assert.deepEqual(places, []);
  });

  it('are found neither by list and search nor in exports', async () => {
    assert.equal((await t.call('user.User/getList', { keyword: 'Gone7person' }, owner)).data.list.length, 0);
    for (const text of [leavers[7]?.tel ?? '', 'Gone7person']) {
      assert.deepEqual((await t.call('common.Search/find', { text }, owner)).data.groups, [], text);
    }
    const users = await exported('user.list', ['userNo', 'nickname', 'tel'], true);
    const losses = await exported('foodLoss.list', ['no', 'reporterName', 'claimFen'], false);
    for (const file of [users, losses]) {
      assert.ok(file.includes(LEFT_NICKNAME));
      for (const pattern of PERSONAL) assert.doesNotMatch(file, new RegExp(pattern));
    }
  });

  it('do not change the amounts of their food losses, the decisions or the names of staff', async () => {
    assert.deepEqual(await amountsOf(), amounts);
    const [story = assert.fail()] = stories;
    // The two complaints are the report and the appeal.
    assert.equal((await t.call('user.User/getDetail', { id: story.id }, owner)).data.complaints, 2);
    const { id } = await t.db
      .selectFrom('food_loss')
      .where('user_id', '=', story.id)
      .select('id')
      .executeTakeFirstOrThrow();
    const { data } = await t.call('foodLoss.Report/getDetail', { id }, owner);
    assert.deepEqual([data.reporterName, data.description], [LEFT_NICKNAME, LEFT_TEXT]);
    assert.deepEqual(
      [data.decisions[0]?.opinion, data.decisions[0]?.byName === LEFT_NICKNAME],
      ['Both were late', false],
    );
    assert.deepEqual(data.history.map(({ byName }) => byName).filter((name) => name === LEFT_NICKNAME).length, 2);
  });

  it('have their later events refused', async () => {
    const [{ id } = assert.fail()] = leavers;
    const signedIn: UserEvent = {
      ...{ event: 'signedIn', no: 'again', at: at(), userId: id, deviceKey: 'device-again' },
      ...{ platform: 'ios', model: '', appVersion: '', ip: '' },
    };
    const events = await t.call('user.Intake/push', { events: [signedIn] }, { signed: true });
    assert.deepEqual(
      events.data.rows.map(({ code }) => code),
      [42201],
    );
  });
});
