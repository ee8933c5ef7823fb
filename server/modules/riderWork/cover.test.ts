import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { COVER_STATES, type CoverState } from '../../../contract/insure.states';
import { createTestApp, type TestApp } from '../../testing';
import { presentOf } from '../site';
import { countRiderFigures, riderSums } from './figures';
import type { RiderFilter } from './store';

/** The filter by cover follows the state that each row shows. */

let t: TestApp;
const HOUR_MS = 3_600_000;

before(async () => {
  t = await createTestApp({ demo: true });
});
after(async () => {
  assert.deepEqual(t.faults, []);
  await t.close();
});

/** Policies of one rider each: state, hours until the cover begins and ends, and whether it was surrendered. */
const POLICIES: readonly (readonly (readonly [string, number, number, boolean?])[])[] = [
  [['inForce', -2, 5]],
  [['insured', -1, 5]],
  [['pending', -1, 5]],
  [['failed', -1, 5]],
  [
    ['failed', -1, 5],
    ['inForce', -2, 5],
  ],
  [
    ['failed', -1, 5],
    ['pending', -1, 5],
  ],
  [['inForce', -9, -1]],
  [['insured', 2, 9]],
  [['insured', -1, 5, true]],
];

test('each choice of cover states finds the riders who show them, and sums the insured among them', async () => {
  const token = await t.signIn();
  const now = t.clock.now().getTime();
  const product = await t.db
    .selectFrom('insure_product')
    .select(['id', 'insurer_id'])
    .limit(1)
    .executeTakeFirstOrThrow();
  /** A rider has one policy of a product a day. */
  const dayOf = (place: number) => `2020-01-0${place + 1}`;
  const when = (hours: number) => new Date(now + hours * HOUR_MS);
  await sql`update insure_policy set cover_from = ${when(-10)}, cover_to = ${when(-9)}`.execute(t.db);
  const riders = await t.db
    .selectFrom('rider')
    .select(['id', 'team_id'])
    .orderBy('id')
    .limit(POLICIES.length)
    .execute();
  for (const [index, policies] of POLICIES.entries()) {
    const rider = riders[index];
    for (const [place, [state, from, to, isSurrendered = false]] of policies.entries()) {
      const id = t.ids.next();
      await sql`
        insert into insure_policy (id, created_at, no, product_id, insurer_id, rider_id, team_id, cover_date, cover_from, cover_to,
          premium_unit, price_fen, payer, sums, state, insurer_no, surrender_at, maker_id, maker_name)
        values (${id}, ${when(-9)}, ${`IP${id}`}, ${product.id}, ${product.insurer_id}, ${rider?.id}, ${rider?.team_id}, ${dayOf(place)}, ${when(from)}, ${when(to)},
          'day', 300, 'rider', '{}', ${state}, ${`I${id}`}, ${isSurrendered ? when(-1) : null}, 0, '')`.execute(t.db);
    }
  }
  const list = async (insured?: CoverState[]) => {
    const { data } = await t.call('safety.Rider/getList', { limit: 100, ...(insured && { insured }) }, { token });
    return data;
  };
  const all = (await list()).list;
  const states = Object.keys(COVER_STATES) as CoverState[];
  assert.deepEqual(
    states.map((state) => all.filter(({ insured }) => insured === state).length),
    [3, 2, 1, all.length - 6],
  );
  for (let set = 1; set < 2 ** states.length; set += 1) {
    const asked = states.filter((_state, place) => set & (2 ** place));
    const expected = all.filter(({ insured }) => asked.includes(insured));
    const found = await list(asked);
    assert.deepEqual(
      found.list.map(({ id }) => id),
      expected.map(({ id }) => id),
      asked.join(),
    );
    const { all: total, insured } = found.summary;
    assert.deepEqual([total, insured], [expected.length, asked.includes('covered') ? 3 : 0], asked.join());
  }
});

test('counted figures equal exact ones for each choice of station, state, cover and state of the name', async () => {
  const now = t.clock.now();
  const today = '2026-03-02';
  const { team_id: team } = await t.db.selectFrom('rider').select('team_id').orderBy('id').executeTakeFirstOrThrow();
  // Figures of prompts and of certificates must not be 0 by chance.
  await sql`
    insert into rider_fatigue (rider_id, day, team_id, online_sec, max_continuous_sec, prompts)
    select id, ${today}, team_id, 1, 1, '[{"kind": "rest"}]' from rider where id % 2 = 0
    on conflict (rider_id, day) do update set prompts = excluded.prompts`.execute(t.db);
  await sql`update rider set health_state = 'valid', health_valid_to = ${today} where id % 3 = 0`.execute(t.db);
  await countRiderFigures(t.db, { now, today }, 0);
  const common = { seesPhones: true, nameParts: [], today, now };
  for (const teamIds of [null, [team]]) {
    for (const status of [undefined, ['active'], ['active', 'suspended'], ['refused']] as const) {
      for (const insured of [undefined, ['covered'], ['none', 'pending']] as const) {
        for (const realNameState of [undefined, ['reviewing'], ['passed', 'failed']] as const) {
          const choice = { teamIds, status, insured, realNameState };
          const filter = { ...common, ...choice } as unknown as RiderFilter;
          const exact = await riderSums(t.db, filter, Number.POSITIVE_INFINITY);
          assert.deepEqual(await riderSums(t.db, filter, -1), exact, JSON.stringify(choice));
        }
      }
    }
  }
  const whole = await riderSums(t.db, { ...common, teamIds: null } as unknown as RiderFilter, -1);
  const { all, fatigue, expiring, insured } = whole;
  assert.ok(all > 0 && fatigue > 0 && expiring > 0 && insured > 0, JSON.stringify(whole));
});

test('counted figures keep what waits for an action exact, and few riders are not counted', async () => {
  const now = t.clock.now();
  const filter = { seesPhones: true, nameParts: [], today: '2026-03-02', now, teamIds: null } as unknown as RiderFilter;
  const before = await riderSums(t.db, filter, -1);
  const { id } = await t.db
    .selectFrom('rider')
    .select('id')
    .where('status', '=', 'active')
    .limit(1)
    .executeTakeFirstOrThrow();
  await sql`update rider set status = 'suspended' where id = ${id}`.execute(t.db);
  const after = await riderSums(t.db, filter, -1);
  assert.equal(after.suspended, before.suspended + 1);
  assert.equal(after.working, before.working);
  assert.equal((await riderSums(t.db, filter)).working, before.working - 1);
  await sql`delete from rider_figure`.execute(t.db);
  await countRiderFigures(t.db, { now, today: '2026-03-02' });
  assert.equal(await t.db.selectFrom('rider_figure').select('team_id').executeTakeFirst(), undefined);
});

test('the list of many riders shows the counted figures', async () => {
  const token = await t.signIn();
  const { day: today, at: now } = await presentOf(t);
  await countRiderFigures(t.db, { now, today }, 0);
  await sql`update rider_figure set riders = riders + 3000 where status = 'active'`.execute(t.db);
  for (const input of [{ sortField: 'safetyScore' as const }, { status: ['active' as const] }]) {
    const { data } = await t.call('safety.Rider/getList', input, { token });
    assert.ok(data.summary.working > 3_000, JSON.stringify(data.summary));
  }
  await sql`delete from rider_figure`.execute(t.db);
});
