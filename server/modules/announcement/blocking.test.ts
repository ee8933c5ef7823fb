import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Endpoint } from '../../../contract/endpoint';
import { endpoints } from '../../../contract/endpoints';
import { RULES } from '../../../contract/permissions';
import { HOUR_MS } from '../../../contract/units';
import { BEFORE_CONFIRMATION } from '../../core/http/pipe/authorize';
import { createTestApp, type TestApp } from '../../testing';
import { announcementJobs } from './jobs';

let t: TestApp;
let token: string;
let personId: number;

before(async () => {
  t = await createTestApp({ demo: true });
  const team = await t.db.selectFrom('team').select('id').where('status', '=', 'operating').executeTakeFirstOrThrow();
  const made = await t.account({ type: 'station', rules: RULES.map(({ id }) => id), teamIds: [team.id] });
  personId = made.id;
  token = await t.signIn(made.account);
});
after(async () => {
  assert.deepEqual(t.faults, []);
  await t.close();
});

interface Sent {
  readonly level?: 'normal' | 'important' | 'urgent';
  readonly popup?: 'none' | 'once' | 'untilConfirmed';
  readonly expireAt?: Date | null;
}

/** Stores a published announcement and the account's receipt. @returns the announcement's id */
async function send({ level = 'urgent', popup = 'untilConfirmed', expireAt = null }: Sent = {}): Promise<number> {
  const [id, now] = [t.ids.next(), t.clock.now()];
  const publishedAt = new Date(now.getTime() - HOUR_MS);
  await t.db
    .insertInto('announcement')
    .values({
      ...{ id, created_at: now, updated_at: now, publish_at: publishedAt, expire_at: expireAt, state: 'published' },
      ...{ title: '{"zh-CN":"Storm"}', content: '{"zh-CN":"<p>Storm</p>"}', audience_type: 'stations' },
      ...{ level, popup, must_confirm: true, is_filled: true, target_count: 1 },
    })
    .execute();
  const receipt = { id: t.ids.next(), announcement_id: id, created_at: now };
  await t.db
    .insertInto('announcement_receipt')
    .values({ ...receipt, person_type: 'station', person_id: personId })
    .execute();
  return id;
}
const codeOf = async (address = 'team.Team/getList', by = token) => (await t.raw(address, {}, { token: by })).code;
const confirm = (id: number) => t.call('announcement.Inbox/confirm', { id, answers: [] }, { token });

test('while an urgent announcement is unconfirmed, every call is refused except those of the frame and of the announcement', async () => {
  const id = await send();
  for (const [address, { access }] of Object.entries<Endpoint>(endpoints)) {
    if (access === 'public' || access === 'signed' || address === 'dashboard.Notice/stream') continue;
    if (address === 'Login/logout') continue;
    const code = await codeOf(address);
    assert.equal(code === 40313, !BEFORE_CONFIRMATION.has(address), `${address} → ${code}`);
  }
  for (const address of BEFORE_CONFIRMATION) assert.ok(address in endpoints, address);
  const { list } = (await t.call('announcement.Inbox/getPopups', {}, { token })).data;
  assert.deepEqual(
    list.filter(({ isBlocking }) => isBlocking).map((one) => one.id),
    [id],
  );
  assert.equal((await t.call('announcement.Inbox/read', { id }, { token })).code, 100);
  assert.equal(await codeOf(), 40313);
  assert.equal((await confirm(id)).code, 100);
  assert.equal(await codeOf(), 100);
});

test('of two urgent announcements both must be confirmed', async () => {
  const [one, two] = [await send(), await send()];
  await confirm(one);
  assert.equal(await codeOf(), 40313);
  await confirm(two);
  assert.equal(await codeOf(), 100);
});

test('announcements that are not urgent, pop up otherwise, have ended or are withdrawn block nothing', async () => {
  await send({ level: 'important' });
  await send({ popup: 'once' });
  await send({ expireAt: new Date(t.clock.now().getTime() - 1) });
  assert.equal(await codeOf(), 100);
  const id = await send({ expireAt: new Date(t.clock.now().getTime() + HOUR_MS) });
  assert.equal(await codeOf(), 40313);
  const owner = await t.signIn();
  const withdrawal = { id, version: 1, reason: 'Sent by mistake' };
  assert.equal((await t.call('announcement.Announcement/withdraw', withdrawal, { token: owner })).code, 100);
  assert.equal(await codeOf(), 100);
});

test('an urgent announcement blocks no other account, and no account before its receipt is written', async () => {
  const other = await t.account({ type: 'station', rules: [11], teamIds: [1] });
  const staff = await t.account({ rules: [11] });
  const [otherToken, staffToken] = [await t.signIn(other.account), await t.signIn(staff.account)];
  const id = await send();
  await t.db
    .insertInto('announcement_receipt')
    .values({
      ...{ id: t.ids.next(), announcement_id: id, created_at: t.clock.now() },
      ...{ person_type: 'staff', person_id: staff.id },
    })
    .execute();
  assert.deepEqual([await codeOf(undefined, otherToken), await codeOf(undefined, staffToken)], [100, 100]);
  for (const job of announcementJobs) await job.run(t.db, t.clock, t.ids);
  assert.equal(await codeOf(undefined, otherToken), 100);
  assert.equal((await confirm(id)).code, 100);
});

test('a blocked account can sign out', async () => {
  await send();
  assert.equal(await codeOf('Login/logout'), 100);
  assert.equal(await codeOf(), 401);
});
