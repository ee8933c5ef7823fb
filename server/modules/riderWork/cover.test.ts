import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { COVER_STATES, type CoverState } from '../../../contract/insure.states';
import { dayRange } from '../../core/money/days';
import { createTestApp, type TestApp } from '../../testing';
import { presentOf } from '../site';
import { countRiderFigures, riderSums } from './figures';
import type { RiderFilter } from './store';

/** Tests of the riders' filter by cover, and of the figures above the list of riders. */

let t: TestApp;
const HOUR_MS = 3_600_000;
const ZONE = 'Asia/Shanghai';

before(async () => {
  t = await createTestApp({ demo: true });
});
after(async () => {
  assert.deepEqual(t.faults, []);
  await t.close();
});

/** Policies of each rider: state, hours until the cover begins and ends, and whether a surrender was requested. */
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
  /** Returns a different day for each policy: a rider has at most one policy of a product per day. */
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

test('figures from the roll-up equal exact ones for each choice of station and column of the list', async () => {
  const now = t.clock.now();
  const today = '2026-03-02';
  const { team_id: team } = await t.db.selectFrom('rider').select('team_id').orderBy('id').executeTakeFirstOrThrow();
  // Write fatigue prompts and certificates, so that their figures are not 0.
  await sql`
    insert into rider_fatigue (rider_id, day, team_id, online_sec, max_continuous_sec, prompts)
    select id, ${today}, team_id, 1, 1, '[{"kind": "rest"}]' from rider where id % 2 = 0
    on conflict (rider_id, day) do update set prompts = excluded.prompts`.execute(t.db);
  await sql`update rider set health_state = 'valid', health_valid_to = ${today} where id % 3 = 0`.execute(t.db);
  await countRiderFigures(t.db, { now, today, timeZone: ZONE }, 0);
  const common = { seesPhones: true, nameParts: [], today, now };
  const isExact = async (choice: object) => {
    const filter = { ...common, ...choice } as unknown as RiderFilter;
    const exact = await riderSums(t.db, filter, Number.POSITIVE_INFINITY);
    assert.deepEqual(await riderSums(t.db, filter, -1), exact, JSON.stringify(choice));
  };
  for (const riderType of [undefined, ['crowd'], ['full', 'part']] as const) {
    for (const healthState of [undefined, ['valid'], ['none', 'expired']] as const) {
      for (const trained of [undefined, true, false])
        await isExact({ riderType, healthState, trained, status: ['active'] });
    }
  }
  for (const teamIds of [null, [team]]) {
    for (const status of [undefined, ['active'], ['active', 'suspended'], ['refused']] as const) {
      for (const insured of [undefined, ['covered'], ['none', 'pending']] as const) {
        for (const realNameState of [undefined, ['reviewing'], ['passed', 'failed']] as const) {
          await isExact({ teamIds, status, insured, realNameState });
        }
      }
    }
  }
  const whole = await riderSums(t.db, { ...common, teamIds: null } as unknown as RiderFilter, -1);
  const { all, fatigue, expiring, insured } = whole;
  assert.ok(all > 0 && fatigue > 0 && expiring > 0 && insured > 0, JSON.stringify(whole));
});

test('figures from the roll-up equal exact ones for a range of safety scores or certificate days', async () => {
  const now = t.clock.now();
  const today = '2026-03-02';
  await sql`update rider set safety_score = 60 + id % 41, health_valid_to = ${today}::date + (id % 50)::int - 5
    where health_state = 'valid'`.execute(t.db);
  await countRiderFigures(t.db, { now, today, timeZone: ZONE }, 0);
  const figures = (choice: object, summed: number) =>
    riderSums(
      t.db,
      { seesPhones: true, nameParts: [], teamIds: null, today, now, ...choice } as unknown as RiderFilter,
      summed,
    );
  let found = 0;
  for (const [least, most] of [
    ['safetyScoreMin', 'safetyScoreMax'],
    ['certDaysMin', 'certDaysMax'],
  ] as const) {
    for (const range of [
      { [least]: 20 },
      { [most]: 80 },
      { [least]: 5, [most]: 70 },
      { [least]: 90, [most]: 10 },
      { [most]: 10 },
    ]) {
      for (const choice of [{}, { status: ['active'] }, { insured: ['none'] }]) {
        const asked = { ...range, ...choice };
        const counted = await figures(asked, -1);
        assert.deepEqual(counted, await figures(asked, Number.POSITIVE_INFINITY), JSON.stringify(asked));
        found += counted.all;
      }
    }
  }
  assert.ok(found > 0);
  // Change the stored counts. The change must appear in the figures, which proves that they are read from the counts.
  await sql`update rider_range_figure set riders = riders + 5000`.execute(t.db);
  assert.ok((await figures({ safetyScoreMin: 20 }, -1)).all > 5_000);
  assert.ok((await figures({ safetyScoreMin: 20, teamIds: [1] }, -1)).all < 5_000);
  assert.ok((await figures({ safetyScoreMin: 20, keyword: 'a' }, -1)).all < 5_000);
});

test('figures from the roll-up equal exact ones for a range of joining days', async () => {
  const now = t.clock.now();
  const today = '2026-03-02';
  // Some riders join just before the platform's midnight, others just after it. In UTC, both are the same day.
  await sql`update rider set joined_at = ${'2026-02-27T15:30:00Z'}::timestamptz + (id % 40)::int * interval '1 hour' where id % 7 > 0`.execute(
    t.db,
  );
  await sql`update rider set joined_at = null where id % 7 = 0`.execute(t.db);
  await countRiderFigures(t.db, { now, today, timeZone: ZONE }, 0);
  const common = { seesPhones: true, nameParts: [], teamIds: null, today, now, timeZone: ZONE };
  const figures = (choice: object, summed: number) =>
    riderSums(t.db, { ...common, ...choice } as unknown as RiderFilter, summed);
  const alls = new Set<number>();
  for (const [first, last] of [
    ['2026-02-27', '2026-02-27'],
    ['2026-02-28', '2026-02-28'],
    ['2026-02-28', '2026-03-02'],
    ['2026-02-01', '2026-03-02'],
  ] as const) {
    const joinedAt = dayRange(first, last, ZONE);
    for (const choice of [{}, { status: ['active'] }, { insured: ['none'] }]) {
      const asked = { joinedAt, ...choice };
      const counted = await figures(asked, -1);
      assert.deepEqual(counted, await figures(asked, Number.POSITIVE_INFINITY), JSON.stringify(asked));
      alls.add(counted.all);
    }
  }
  assert.ok(alls.size > 2, [...alls].join());
  // Change the stored counts. The change must appear only for whole days at all stations: only those figures are read from the counts.
  await sql`update rider_range_figure set riders = riders + 5000`.execute(t.db);
  const days = dayRange('2026-02-28', '2026-02-28', ZONE);
  assert.ok((await figures({ joinedAt: days }, -1)).all > 5_000);
  const partOfDays = { ...days, to: new Date(days.to.getTime() - 1) };
  for (const asked of [
    { joinedAt: partOfDays },
    { joinedAt: days, teamIds: [1] },
    { joinedAt: days, safetyScoreMin: 1 },
  ])
    assert.ok((await figures(asked, -1)).all < 5_000, JSON.stringify(asked));
});

test('figures from the roll-up keep pending actions exact, and few riders are not rolled up', async () => {
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
  await countRiderFigures(t.db, { now, today: '2026-03-02', timeZone: ZONE });
  assert.equal(await t.db.selectFrom('rider_figure').select('team_id').executeTakeFirst(), undefined);
});

test('the list of many riders shows the figures from the roll-up', async () => {
  const token = await t.signIn();
  const { day: today, at: now } = await presentOf(t);
  await countRiderFigures(t.db, { now, today, timeZone: ZONE }, 0);
  await sql`update rider_figure set riders = riders + 3000 where status = 'active'`.execute(t.db);
  for (const input of [{ sortField: 'safetyScore' as const }, { status: ['active' as const] }]) {
    const { data } = await t.call('safety.Rider/getList', input, { token });
    assert.ok(data.summary.working > 3_000, JSON.stringify(data.summary));
  }
  await sql`delete from rider_figure`.execute(t.db);
});
