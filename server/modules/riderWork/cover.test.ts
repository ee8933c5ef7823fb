import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { COVER_STATES, type CoverState } from '../../../contract/insure.states';
import { createTestApp, type TestApp } from '../../testing';

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
