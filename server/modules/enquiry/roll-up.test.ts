import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Insertable } from 'kysely';
import type { Input } from '../../../contract';
import { REFUSE_REASONS } from '../../../contract/enquiry.states';
import type { Database } from '../../core/database/schema';
import { createTestApp, type TestApp } from '../../testing';
import { type Ground, prepareGround } from '../../testing-stations';
import { rollUpEnquiries } from './roll-up';

const ZONE = 'Asia/Shanghai';
const DAY_MS = 86_400_000;

let t: TestApp;
let ground: Ground;
let teamIds: number[];
before(async () => {
  t = await createTestApp();
  ground = await prepareGround(t);
  token = await t.signIn();
  teamIds = [(await ground.open()).id, (await ground.open()).id];
});
after(() => t.close());

let token: string;
const owner = () => ({ token });
const rollUp = (timeZone = ZONE) => rollUpEnquiries(t.db, t.clock.now(), timeZone);
const state = () => t.db.selectFrom('enquiry_roll_up').select(['through_day', 'time_zone']).executeTakeFirst();

type Outcome = 'refused' | 'expired' | 'converted' | 'cancelled' | 'quoted';
let serial = 0;
function enquiry(
  outcome: Outcome,
  at: Date,
  teamId: number | null,
  facts: Partial<Insertable<Database['enquiry']>> = {},
) {
  serial += 1;
  const isQuoted = outcome !== 'refused';
  return {
    ...{
      id: t.ids.next(),
      created_at: at,
      no: `EQT${serial}`,
      external_no: `T${serial}`,
      shop_id: '7001',
      shop_name: '店',
    },
    ...{
      team_id: teamId,
      from_street: '',
      to_street: '',
      distance_m: 100,
      weight_g: 1,
      goods_fen: serial * 10,
      state: outcome,
    },
    refuse_reason: isQuoted ? null : (REFUSE_REASONS[serial % REFUSE_REASONS.length] ?? null),
    ...{ quote_fen: isQuoted ? 900 : null, eta_min: isQuoted ? 30 : null, answer_ms: (serial * 7) % 23 },
    expire_at: isQuoted ? new Date(at.getTime() + 600_000) : null,
    order_no: outcome === 'converted' ? `O${serial}` : null,
    ...{ quoted_by: serial % 3 === 0 ? 5 : 0, request: '{}', answer: '{}' },
    ...facts,
  } satisfies Insertable<Database['enquiry']>;
}
const write = (rows: ReturnType<typeof enquiry>[]) => t.db.insertInto('enquiry').values(rows).execute();

async function figures(input: Input<'enquiry.Enquiry/getStats'>) {
  const list = await t.call('enquiry.Enquiry/getList', input, owner());
  const stats = await t.call('enquiry.Enquiry/getStats', input, owner());
  assert.deepEqual([list.code, stats.code], [100, 100]);
  return { summary: list.data.summary, stats: stats.data };
}

test('figures from the roll-up equal figures from the enquiries, for every filter', async () => {
  const now = t.clock.now();
  const outcomes = ['refused', 'expired', 'converted', 'cancelled'] as const;
  const stations = [...teamIds, null];
  const rows = Array.from({ length: 400 }, (_, index) =>
    // The enquiries cover ten days and all hours. The last enquiries are on a day that the roll-up does not include yet.
    enquiry(
      outcomes[index % 4] ?? 'refused',
      new Date(now.getTime() - ((index * 37) % 240) * 3_600_000),
      stations[index % 3] ?? null,
    ),
  );
  await write(rows);
  const filters = [
    {},
    { teamIds: String(teamIds[0]) },
    { teamIds: teamIds.join(',') },
    { state: 'refused,expired' },
    { refuseReason: 'closed,overWeight' },
    { state: 'converted', teamIds: String(teamIds[1]) },
    { converted: 'true' },
    { shopId: '7001' },
  ] as Input<'enquiry.Enquiry/getStats'>[];
  const ranges = [
    {},
    { askedAtFrom: '2026-02-21', askedAtTo: '2026-02-25' },
    { askedAtFrom: '2026-02-27', askedAtTo: '2026-03-01' },
    { askedAtFrom: '2026-03-01', askedAtTo: '2026-03-01' },
  ];
  const asked = filters.flatMap((filter) => ranges.map((range) => ({ ...filter, ...range })));
  const live = [];
  for (const input of asked) live.push(await figures(input));
  assert.equal(live[0]?.summary.all, 400);
  await rollUp();
  assert.deepEqual(await state(), { through_day: '2026-02-28', time_zone: ZONE });
  for (const [index, input] of asked.entries()) {
    assert.deepEqual(await figures(input), live[index], JSON.stringify(input));
  }
  const counted = await t.db.selectFrom('enquiry_hour').select('team_id').execute();
  assert.ok(counted.length > 0 && counted.some(({ team_id: id }) => id === 0));
});

test('a day with an open quote and all later days wait, and counting a day again does not change its counts', async () => {
  const at = new Date(t.clock.now().getTime() + DAY_MS);
  const open = enquiry('quoted', at, teamIds[0] ?? 0);
  await write([open]);
  t.clock.advance(4 * DAY_MS);
  await rollUp();
  assert.equal((await state())?.through_day, '2026-03-01');
  await t.db.updateTable('enquiry').set({ state: 'expired' }).where('id', '=', open.id).execute();
  token = await t.signIn();
  const before = await figures({});
  await Promise.all([rollUp(), rollUp()]);
  await rollUp();
  assert.equal((await state())?.through_day, '2026-03-04');
  assert.deepEqual(await figures({}), before);
});

test('after a change of the time zone all days are counted again', async () => {
  const hours = () =>
    t.db
      .selectFrom('enquiry_hour')
      .select((eb) => eb.fn.sum<number>('enquiries').as('n'))
      .where('team_id', '=', 0)
      .executeTakeFirstOrThrow();
  const all = Number((await hours()).n);
  await rollUp('America/Sao_Paulo');
  assert.equal((await state())?.time_zone, 'America/Sao_Paulo');
  assert.equal(Number((await hours()).n), all);
  // The figures ignore counts that were made in another time zone.
  const kept = await figures({});
  await rollUp();
  assert.deepEqual(await figures({}), kept);
});

test('the last day is counted two hours after its end', async () => {
  await t.db.deleteFrom('enquiry_roll_up').execute();
  for (const table of ['enquiry_hour', 'enquiry_day', 'enquiry_answer'] as const)
    await t.db.deleteFrom(table).execute();
  t.clock.set('2026-03-11T01:59:00+08:00');
  await rollUp();
  assert.equal((await state())?.through_day, '2026-03-09');
  t.clock.set('2026-03-11T02:00:00+08:00');
  await rollUp();
  assert.equal((await state())?.through_day, '2026-03-10');
});
