import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Input } from '../../../contract';
import type { NoticeEvent } from '../../../contract/notice.events';
import { text } from '../../../contract/text';
import { createTestApp, type TestApp } from '../../testing';
import { prepareGround } from '../../testing-stations';
import { notify } from '../notice';
import { deliverWaiting } from './delivery';

/** Tests that receivers of a rule get only notices of records in their data scope, if the record belongs to no station. */

type Scope = { readonly kind: 'all' | 'regions' | 'teams' | 'franchisees'; readonly ids: readonly number[] };

const RULES = [36, 38, 3810, 41, 42, 4209];
let t: TestApp;
/** A franchisee with the territory 510000. */
let franchiseeId: number;
let people: Record<'owner' | 'whole' | 'inside' | 'outside' | 'station' | 'own' | 'other', number>;

before(async () => {
  t = await createTestApp();
  await t.signIn();
  const ground = await prepareGround(t);
  franchiseeId = ground.franchiseeId;
  const { id: teamId } = await ground.open();
  const person = async (kind: Scope['kind'], ...ids: number[]) =>
    (await t.account({ rules: RULES, scope: { kind, ids } })).id;
  const owner = await t.db.selectFrom('account').select('id').where('account', '=', 'owner').executeTakeFirstOrThrow();
  people = {
    owner: owner.id,
    whole: await person('all'),
    inside: await person('regions', 510_100),
    outside: await person('regions', 440_000),
    station: await person('teams', teamId),
    own: await person('franchisees', franchiseeId),
    other: await person('franchisees', franchiseeId + 1),
  };
});
after(() => t.close());
beforeEach(async () => {
  for (const table of ['notice_outbox', 'bell_notice', 'notice_rule'] as const) await t.db.deleteFrom(table).execute();
});

const NEWS = { title: text('新', 'News', 'Novo', '新'), content: text('内', 'Inside', 'Dentro', '內') };

/** Sends a notice to a rule with all people. @returns the names of the people who got it, sorted */
async function told(event: NoticeEvent, more: { objectId?: number; accountIds?: number[] } = {}): Promise<string[]> {
  const rule: Input<'dashboard.Notice/saveRule'> = {
    ...{ event, enabled: true, threshold: null, channels: ['inSite'], identityIds: [], teamAdmins: false },
    ...{ accountIds: Object.values(people), mergeMin: 0, quiet: null, version: 0 },
  };
  assert.equal((await t.call('dashboard.Notice/saveRule', rule, { token: await t.signIn() })).code, 100);
  await notify(t, { ...NEWS, event, ...more });
  await deliverWaiting(t.db, t.clock, t.ids);
  const rows = await t.db.selectFrom('bell_notice').select('account_id as id').execute();
  return rows
    .map(({ id }) => Object.entries(people).find(([, own]) => own === id)?.[0] ?? `account ${id}`)
    .sort((one, two) => (one < two ? -1 : 1));
}

async function apply(code: string): Promise<number> {
  const id = t.ids.next();
  await t.db
    .insertInto('franchise_apply')
    .values({
      ...{
        id,
        no: `FR${id}`,
        created_at: t.clock.now(),
        form_version: 1,
        answers: '{}',
        name: 'Lin',
        tel: '19900008888',
      },
      ...{ region: 'Chengdu', province_code: '510000', city_code: '510100', district_code: code, source: 'page' },
      ...{ score: 0, state: 'submitted' },
    })
    .execute();
  return id;
}

for (const event of ['reconDiff', 'transferPending'] as const) {
  test(`the notice ${event} goes only to people who may see the whole platform, like its page`, async () => {
    assert.deepEqual(await told(event), ['owner', 'whole']);
  });
}

for (const event of ['applicationNew', 'franchiseOverdue'] as const) {
  test(`the notice ${event} goes to people whose regions contain the wanted region`, async () => {
    assert.deepEqual(await told(event, { objectId: await apply('510104') }), ['inside', 'owner', 'whole']);
  });
}

test('the follower of an application gets one notice, even outside their regions and if the rule names them', async () => {
  const names = await told('applicationNew', {
    objectId: await apply('510104'),
    accountIds: [people.outside, people.inside],
  });
  assert.deepEqual(names, ['inside', 'outside', 'owner', 'whole']);
});

for (const event of ['franchiseExpiring', 'franchiseeAdjustPending'] as const) {
  test(`the notice ${event} goes to people whose regions meet the territory, and to people of the franchisee`, async () => {
    assert.deepEqual(await told(event, { objectId: franchiseeId }), ['inside', 'own', 'owner', 'whole']);
  });
}

test('a notice without its record, from an older server, goes only to people who may see the whole platform', async () => {
  assert.deepEqual(await told('franchiseExpiring'), ['owner', 'whole']);
});

test('the notice of a withdrawal by a franchisee goes to people of this franchisee, not to people of regions', async () => {
  assert.deepEqual(await told('withdrawPending', { objectId: franchiseeId }), ['own', 'owner', 'whole']);
});

test('the page of notice settings says that people with a limited scope do not receive notices of the whole platform', async () => {
  await told('reconDiff');
  const receives = async (id: number) => {
    const { account } = await t.db
      .selectFrom('account')
      .select('account')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const { data } = await t.call('dashboard.Account/getNotify', {}, { token: await t.signIn(account) });
    return data.list.find(({ event }) => event === 'reconDiff')?.receives;
  };
  assert.deepEqual([await receives(people.whole), await receives(people.inside)], [true, false]);
});
