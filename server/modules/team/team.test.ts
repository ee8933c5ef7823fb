import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import type { Input } from '../../../contract';
import { formatLngLat, hexagon } from '../../../contract/hexagon';
import type { TeamDraftValues } from '../../../contract/team.schema';
import { TEAM_ORDER, type TeamState, teamLifecycle } from '../../../contract/team.states';
import { addDays, wallTime } from '../../core/money/days';
import { createTestApp, type TestApp } from '../../testing';
import { CREDIT_CODE, type Ground, prepareGround } from '../../testing-stations';
import { manual, post } from '../ledger';
import { applyDue, applyPlannedStates } from './jobs';
import { byWork } from './list-store';

let app: TestApp;
let ground: Ground;
before(async () => {
  app = await createTestApp();
  ground = await prepareGround(app);
});
after(() => app.close());

/** Returns the field errors of an answer as sorted texts `field:rule`. */
function errorsOf(answer: { data: unknown }): string[] {
  const { errors = [] } = (answer.data ?? {}) as { errors?: { field: string; rule: string }[] };
  return errors.map(({ field, rule }) => `${field}:${rule}`).sort();
}

const owner = () => ({ token: ground.owner });

async function submit(values: TeamDraftValues, changes: { confirmOverlap?: boolean } = {}) {
  const draft = await app.call('team.Team/saveDraft', { step: 6, values: {} }, owner());
  const { id, version } = draft.data;
  return { id, ...(await app.call('team.Team/submit', { id, version, values, ...changes }, owner())) };
}

async function setting(group: string, values: Record<string, unknown>): Promise<void> {
  const known = await app.call('site.Site/getSetting', { group: group as 'teamDefaults' }, owner());
  const token = ground.owner;
  const saved = await app.call(
    'site.Site/saveSetting',
    { group: group as 'teamDefaults', values: { ...known.data.values, ...values }, version: known.data.version },
    { token, ticket: await app.ticket(token) },
  );
  assert.equal(saved.code, 100, JSON.stringify(saved));
}

test('a station is drafted step by step, submitted, and its administrator is invited', async () => {
  const values = ground.values({ name: '春熙路示范站', code: 'CDA1B2' });
  const begun = await app.call('team.Team/saveDraft', { step: 1, values: { name: '春熙' } }, owner());
  assert.equal(begun.code, 100);
  assert.equal(begun.data.state, 'draft');
  const saved = await app.call(
    'team.Team/saveDraft',
    { id: begun.data.id, version: begun.data.version, step: 5, values },
    owner(),
  );
  assert.equal(saved.code, 100, JSON.stringify(saved));
  const draft = await app.call('team.Team/getDetail', { id: begun.data.id }, owner());
  assert.equal(draft.data.draftStep, 5);
  assert.equal(draft.data.name, '春熙路示范站');
  assert.deepEqual(draft.data.polygon, values.polygon);
  assert.deepEqual(draft.data.actions, ['edit', 'removeDraft']);

  const done = await app.call(
    'team.Team/submit',
    { id: begun.data.id, version: saved.data.version, values: {} },
    { ...owner(), locale: 'en-US' },
  );
  assert.equal(done.code, 100, JSON.stringify(done));
  assert.equal(done.data.state, 'preparing');
  assert.equal(done.data.message, '春熙路示范站 was submitted and is being prepared');
  const detail = await app.call('team.Team/getDetail', { id: begun.data.id }, owner());
  assert.deepEqual(detail.data.polygon, values.polygon);
  assert.equal(detail.data.regionText, '四川省成都市武侯区');
  assert.equal(detail.data.contactTel, '138****5678');
  assert.equal(detail.data.feeRule.source, 'plan');
  assert.deepEqual(
    detail.data.accounts.map(({ account, statusText }) => [account, statusText]),
    [[values.adminAccount, '待首次登录']],
  );
  assert.deepEqual(detail.data.missing, ['管理员首次登录']);
  const [sms] = await app.db
    .selectFrom('sms_outbox')
    .where('tel', '=', values.adminTel ?? '')
    .select('text')
    .execute();
  assert.match(sms?.text ?? '', /春熙路示范站/);
});

test('any polygon that the checks accept is drawn, saved and loaded unchanged', async () => {
  const { id, version } = await ground.draft();
  let current = version;
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record(
          {
            lng: fc.integer({ min: -179_999_999, max: 179_999_999 }).map((value) => value / 1_000_000),
            lat: fc.integer({ min: -84_999_999, max: 84_999_999 }).map((value) => value / 1_000_000),
          },
          { noNullPrototype: true },
        ),
        { minLength: 3, maxLength: 40 },
      ),
      async (polygon) => {
        const answer = await app.call(
          'team.Team/saveDraft',
          { id, version: current, step: 2, values: { polygon } },
          owner(),
        );
        assert.equal(answer.code, 100);
        current = answer.data.version;
        const detail = await app.call('team.Team/getDetail', { id }, owner());
        assert.deepEqual(detail.data.polygon, polygon);
      },
    ),
    { numRuns: 15 },
  );
  const hexagons = await ground.station({ areaMode: 'polygon', hexSizeKm: null });
  const stored = await app.call('team.Team/getDetail', { id: hexagons.id }, owner());
  const moved = stored.data.polygon.map(({ lng, lat }, index) => ({ lng: lng + (index === 0 ? 0.000_001 : 0), lat }));
  const rounded = moved.map(({ lng, lat }) => ({ lng: Math.round(lng * 1e6) / 1e6, lat }));
  const saved = await app.call(
    'team.Team/update',
    { id: hexagons.id, version: hexagons.version, values: { polygon: rounded } },
    owner(),
  );
  assert.equal(saved.code, 100, JSON.stringify(saved));
  const loaded = await app.call('team.Team/getDetail', { id: hexagons.id }, owner());
  assert.deepEqual(loaded.data.polygon, rounded);
});

test("an empty draft is refused with every missing part in the reader's language", async () => {
  const answer = await app.call(
    'team.Team/submit',
    { ...(await app.call('team.Team/saveDraft', { step: 1, values: {} }, owner())).data, values: {} },
    { ...owner(), locale: 'en-US' },
  );
  assert.equal(answer.code, 42226);
  assert.match(answer.msg, /^Incomplete: Station name, Station code, /);
  assert.ok(errorsOf(answer).includes('name:required'));
  assert.ok(errorsOf(answer).includes('polygon:required'));
});

test('a franchise station needs a franchisee, an own station a licence, a partner neither', async () => {
  assert.ok(errorsOf(await submit(ground.values({ teamType: 'franchise' }))).includes('franchiseeId:required'));
  assert.ok(errorsOf(await submit(ground.values({ licenceNo: null }))).includes('licenceNo:required'));
  const partner = ground.values({ teamType: 'partner', licenceNo: null, licenceFile: null, legalName: null });
  assert.equal((await submit(partner)).code, 100);
  assert.equal((await submit(ground.values({ teamType: 'franchise', franchiseeId: ground.franchiseeId }))).code, 100);
});

const BAD_INPUTS: readonly [string, TeamDraftValues, number, string][] = [
  [
    'two points',
    {
      polygon: [
        { lng: 1, lat: 1 },
        { lng: 2, lat: 2 },
      ],
    },
    40001,
    'polygon:arrayMin',
  ],
  ['a malformed centre', { center: '104.065735;30.659462' }, 40001, 'center:pattern'],
  ['a wrong check character', { licenceNo: '91350100M000100Y44' }, 40001, 'licenceNo:pattern'],
  ['a name of one character', { name: '站' }, 40001, 'name:length'],
  ['a code in small letters', { code: 'abcd' }, 40001, 'code:pattern'],
  ['a short address', { address: '路' }, 40001, 'address:length'],
  ['a bad phone', { contactTel: '12345' }, 40001, 'contactTel:pattern'],
  ['an international phone while those are off', { contactTel: '+5511912345678' }, 40001, 'contactTel:pattern'],
  [
    'a warning above the reserve',
    { settlementMode: 'deposit', depositFen: 100, depositWarnFen: 200 },
    40001,
    'depositWarnFen:notAbove',
  ],
  [
    'own rate and fixed fee together',
    { platformRateBp: 100, platformFixedFen: 100 },
    40001,
    'platformFixedFen:onlyOne',
  ],
  ['regions that are no chain', { cityCode: '110100' }, 40001, 'districtCode:chain'],
  ['a fee plan that does not exist', { feePlanId: 4242 }, 40001, 'feePlanId:inForce'],
  ['a file that does not exist', { logo: 4242 }, 40001, 'logo:choice'],
  ['an identity that is none of stations', { adminIdentityId: 4242 }, 40001, 'adminIdentityId:choice'],
  [
    'a range that ends before it begins',
    { weekHours: week([{ from: '22:00', to: '02:00' }]) },
    40001,
    'weekHours:order',
  ],
  [
    'a special day in the past',
    { holidays: [{ date: '2026-02-28', closed: true, ranges: [] }] },
    40001,
    'holidays:future',
  ],
  [
    'hours that overlap',
    {
      weekHours: week([
        { from: '08:00', to: '12:00' },
        { from: '11:00', to: '13:00' },
      ]),
    },
    42225,
    'weekHours:overlap',
  ],
  ['shares over 100 %', { riderShareBp: 9_500 }, 42229, 'riderShareBp:shares'],
];

function week(ranges: { from: string; to: string }[]) {
  return Array.from({ length: 7 }, (_, weekday) => ({ weekday, ranges: weekday === 3 ? ranges : [] }));
}

for (const [what, change, code, error] of BAD_INPUTS) {
  test(`submitting ${what} is refused with ${code}`, async () => {
    const answer = await submit(ground.values(change));
    assert.equal(answer.code, code, JSON.stringify(answer));
    assert.deepEqual(errorsOf(answer), [error]);
  });
}

test('an area that crosses itself, is too small or excludes its centre is refused with its own code', async () => {
  const base = ground.values();
  const [a, b, c, ...rest] = base.polygon ?? [];
  assert.ok(a && b && c);
  const crossing = await submit({ ...base, polygon: [b, rest[4] ?? a, c, a, ...rest] });
  assert.equal(crossing.code, 42221, JSON.stringify(crossing));
  const { errors } = crossing.data as unknown as { errors: { at?: { lng: number } }[] };
  assert.equal(typeof errors[0]?.at?.lng, 'number');
  const tiny = hexagon(base.center ?? '', 0.05).map((point) => ({ ...point }));
  assert.equal((await submit({ ...ground.values(), center: base.center, polygon: tiny })).code, 42222);
  assert.equal((await submit({ ...ground.values(), center: '80.1,40.1' })).code, 42224);
});

test('a name or code of another station is refused at its field, and drafts reserve neither', async () => {
  const station = await ground.station({ name: '独一无二站', code: 'UNIQUE01' });
  assert.ok(station.id);
  const answer = await app.call(
    'team.Team/submit',
    { ...(await ground.draft({ name: '独一无二站', code: 'UNIQUE01' })), values: {} },
    { ...owner(), locale: 'en-US' },
  );
  assert.equal(answer.code, 40903);
  assert.equal(answer.msg, 'Station name already exists');
  assert.deepEqual(errorsOf(answer), ['code:unique', 'name:unique']);
});

test('of two people who take the same name at the same moment, one is refused', async () => {
  const drafts = await Promise.all([ground.draft({ name: '争用站' }), ground.draft({ name: '争用站' })]);
  const answers = await Promise.all(
    drafts.map((draft) => app.call('team.Team/submit', { ...draft, values: {} }, owner())),
  );
  assert.deepEqual(answers.map(({ code }) => code).sort(), [100, 40903]);
});

test('a taken administrator account or phone is refused at its field, and nothing is stored', async () => {
  await ground.station({ adminAccount: 'taken_admin', adminTel: '13911112222' });
  const account = await submit(ground.values({ adminAccount: 'taken_admin' }));
  assert.deepEqual([account.code, ...errorsOf(account)], [40903, 'adminAccount:unique']);
  const tel = await submit(ground.values({ adminTel: '13911112222' }));
  assert.deepEqual([tel.code, ...errorsOf(tel)], [40903, 'adminTel:unique']);
  assert.equal((await app.call('team.Team/getDetail', { id: tel.id }, owner())).data.status, 'draft');
});

test('the same submission sent twice with one idempotency key makes one station', async () => {
  const draft = await ground.draft();
  const key = 'submit-twice-0001';
  const input = { ...draft, values: {} };
  const [one, two] = [
    await app.call('team.Team/submit', input, { ...owner(), key }),
    await app.call('team.Team/submit', input, { ...owner(), key }),
  ];
  assert.equal(one.code, 100);
  assert.deepEqual(two.data, one.data);
  const accounts = await app.db
    .selectFrom('team_log')
    .where('team_id', '=', draft.id)
    .where('kind', '=', 'status')
    .select('id')
    .execute();
  assert.equal(accounts.length, 1);
});

test("an overlap is refused, warned about or allowed according to the tenant's setting", async () => {
  const center = '90.000000,35.000000';
  const polygon = hexagon(center, 3).map((point) => ({ ...point }));
  const first = await ground.station({ name: '先来站', center, polygon });
  const near = '90.020000,35.000000';
  const other = { center: near, polygon: hexagon(near, 3).map((point) => ({ ...point })) };

  const warned = await submit(ground.values(other));
  assert.equal(warned.code, 110, JSON.stringify(warned));
  assert.match(warned.data.notice ?? '', /先来站/);
  assert.equal(warned.data.overlaps?.[0]?.teamId, first.id);
  assert.ok((warned.data.overlaps?.[0]?.areaKm2 ?? 0) > 10);
  assert.equal((await app.call('team.Team/getDetail', { id: warned.id }, owner())).data.status, 'draft');

  await setting('teamDefaults', { overlapPolicy: 'forbid' });
  const refused = await submit(ground.values(other), { confirmOverlap: true });
  assert.equal(refused.code, 42223);
  assert.match(refused.msg, /^与站点“先来站”重叠 [\d.]+ 平方公里$/);
  await setting('teamDefaults', { overlapPolicy: 'allow' });
  const checked = await app.call('team.Team/checkArea', { ...other, exceptId: 1 }, owner());
  assert.equal(checked.data.policy, 'allow');
  assert.equal(checked.data.overlaps.length, 1);
  await setting('teamDefaults', { overlapPolicy: 'warn' });
  assert.equal((await submit(ground.values(other), { confirmOverlap: true })).code, 100);
});

test('an overlap is found however many other areas are near', async () => {
  const center = '88.000000,35.000000';
  const polygon = hexagon(center, 3).map((point) => ({ ...point }));
  const far = JSON.stringify(hexagon('70.000000,35.000000', 3));
  // The bounding boxes of these areas overlap the new area, but the areas themselves do not. Their ids are lower than the id of the
  // station whose area overlaps.
  const made = Array.from({ length: 450 }, (_, n) => ({
    id: app.ids.next(),
    code: `F${n}`,
    at: app.clock.now().toISOString(),
  }));
  await sql`
    insert into team (id, code, name, status, lng, lat, created_at, updated_at)
    select id, code, 'Far ' || code, 'operating', 88, 35, at, at
    from json_to_recordset(${JSON.stringify(made)}::json) as r(id bigint, code text, at timestamptz)`.execute(app.db);
  await sql`
    insert into team_area (id, team_id, mode, hex_size_km, polygon, area_km2, min_lng, min_lat, max_lng, max_lat, phase, effective_from,
      created_at, created_by)
    select id, id, 'hexagon', 3, ${far}::jsonb, 20, 87.9, 34.9, 88.1, 35.1, 'current', at, at, 0
    from json_to_recordset(${JSON.stringify(made)}::json) as r(id bigint, at timestamptz)`.execute(app.db);
  const last = await ground.station({ name: '最后站', center, polygon });
  const { data } = await app.call('team.Team/checkArea', { center, polygon, exceptId: 1 }, owner());
  assert.deepEqual(
    data.overlaps.map(({ teamId }) => teamId),
    [last.id],
  );
  const ids = made.map(({ id }) => id);
  await app.db.deleteFrom('team_area').where('team_id', 'in', ids).execute();
  await app.db.deleteFrom('team').where('id', 'in', ids).execute();
});

test('checkArea reports size, crossing point and a centre outside', async () => {
  const answer = await app.call(
    'team.Team/checkArea',
    {
      polygon: [
        { lng: 70, lat: 30 },
        { lng: 70.1, lat: 30.1 },
        { lng: 70.1, lat: 30 },
        { lng: 70, lat: 30.1 },
      ],
      center: '71,30',
    },
    owner(),
  );
  assert.deepEqual(
    answer.data.errors.map(({ code }) => code),
    [42221, 42224],
  );
  assert.deepEqual(answer.data.errors[0]?.at, { lng: 70.05, lat: 30.05 });
  const few = await app.call('team.Team/checkArea', { polygon: [] }, { ...owner(), locale: 'pt-BR' });
  assert.deepEqual(few.data.errors, [{ code: 40001, message: 'Desenhe pelo menos 3 pontos' }]);
});

test('helpers of the wizard: hexagon, code proposal, free codes, addresses, district border, defaults', async () => {
  const hex = await app.call('team.Team/getHexagon', { center: '104.065735,30.659462', size: 5 }, owner());
  assert.deepEqual(hex.data.points, hexagon('104.065735,30.659462', 5));
  const proposal = await app.call('team.Team/checkCode', { cityCode: '510100' }, owner());
  assert.match(proposal.data.code, /^CD[A-Z0-9]{4}$/);
  const municipality = await app.call('team.Team/checkCode', { cityCode: '500100' }, owner());
  assert.match(municipality.data.code, /^CQ[A-Z0-9]{4}$/);
  await ground.station({ code: 'BUSY01' });
  assert.equal((await app.call('team.Team/checkCode', { code: 'busy01' }, owner())).data.free, false);
  assert.equal((await app.call('team.Team/checkCode', { code: 'FREE01' }, owner())).data.free, true);
  const places = await app.call('team.Team/searchAddress', { keyword: '春熙路', cityCode: '510100' }, owner());
  assert.equal(places.code, 100);
  assert.equal(places.data.simulated, true);
  const border = await app.call('team.Team/getDistrictBorder', { code: '510107' }, owner());
  assert.ok(border.code === 40401 || (border.data.points.length <= 200 && border.data.simulated));
  const defaults = await app.call('team.Team/getDefaults', {}, owner());
  assert.equal(defaults.data.feePlanId, ground.feePlanId);
  assert.equal(defaults.data.adminIdentityId, ground.identityId);
  assert.equal(defaults.data.hexSizeKm, 5);
  assert.equal(defaults.data.franchisee, null);
});

test("a new station starts from its franchisee's contact and licence, unless the franchisee is out of scope", async () => {
  const input = { franchiseeId: ground.franchiseeId };
  const { contact_name: contactName, credit_code: licenceNo } = await app.db
    .selectFrom('franchisee')
    .where('id', '=', ground.franchiseeId)
    .selectAll()
    .executeTakeFirstOrThrow();
  const given = (await app.call('team.Team/getDefaults', input, owner())).data.franchisee;
  assert.deepEqual(given, { contactName, licenceNo });
  const beijing = await app.account({ rules: [11, 1101], scope: { kind: 'regions', ids: [110000] } });
  const token = await app.signIn(beijing.account);
  assert.equal((await app.call('team.Team/getDefaults', input, { token })).data.franchisee, null);
});

test('the preview splits a sample order by the chosen rule', async () => {
  const input = { feePlanId: ground.feePlanId, riderShareBp: 7_000, goodsFen: 2_000, deliveryFen: 1_000 };
  const byPlan = await app.call('team.Team/previewFee', input, owner());
  assert.deepEqual(byPlan.data, {
    merchantFen: 2_000,
    platformFen: 180,
    riderFen: 700,
    stationFen: 120,
    planName: '标准方案',
    source: 'plan',
  });
  const own = await app.call('team.Team/previewFee', { ...input, platformFixedFen: 100 }, owner());
  assert.deepEqual([own.data.platformFen, own.data.source], [100, 'own']);
  assert.equal((await app.call('team.Team/previewFee', { ...input, riderShareBp: 9_900 }, owner())).code, 42229);
});

test('a copy is a new draft without name, code, phones and administrator', async () => {
  const { id } = await ground.station({ promiseMin: 60 });
  const copied = await app.call('team.Team/copy', { id }, owner());
  assert.equal(copied.code, 100);
  const { data } = await app.call('team.Team/getDetail', { id: copied.data.id }, owner());
  assert.deepEqual(
    [data.status, data.name, data.code, data.contactTel, data.adminAccount, data.promiseMin],
    ['draft', '', '', '', null, 60],
  );
  assert.equal(data.polygon.length, 12);
});

const STATES = ['draft', 'preparing', 'operating', 'paused', 'frozen', 'closed'] as const;
const CALLS = ['start', 'pause', 'resume', 'freeze', 'unfreeze', 'close', 'removeDraft'] as const;
const REASONED = new Set<string>(['pause', 'freeze', 'unfreeze', 'close']);

/** Creates a station in a state. All states except draft and preparing are written directly into the row. */
async function stationIn(state: TeamState): Promise<{ id: number; version: number }> {
  if (state === 'draft') return await ground.draft();
  const made = await ground.station();
  if (state !== 'preparing')
    await app.db.updateTable('team').set({ status: state }).where('id', '=', made.id).execute();
  return made;
}

for (const state of STATES) {
  for (const action of CALLS) {
    const { from, to, by, rule, risk } = teamLifecycle.transition(action);
    test(`${state} × ${action}: owner, staff with the rule, staff without it`, async () => {
      const { id, version } = await stationIn(state);
      const call = async (token: string) =>
        await app.raw(
          `team.Team/${action}`,
          { id, version, ...(REASONED.has(action) && { reason: '例行检修' }) },
          { token, ...(risk === 'second' && { ticket: await app.ticket(token) }) },
        );
      const without = await app.account({ rules: [11] });
      assert.equal((await call(await app.signIn(without.account))).code, 40301);
      const withRule = await app.account({ rules: [11, rule ?? 0, 1101] });
      const staff = await call(await app.signIn(withRule.account));
      const allowed = (from as readonly TeamState[]).includes(state);
      if (by === 'owner') assert.equal(staff.code, 40304);
      else assert.equal(staff.code, allowed ? 100 : 42201, JSON.stringify(staff));
      if (by === 'owner') assert.equal((await call(ground.owner)).code, allowed ? 100 : 42201);
      const row = await app.db.selectFrom('team').where('id', '=', id).select('status').executeTakeFirstOrThrow();
      assert.equal(row.status, allowed ? to : state);
      const log = await app.db
        .selectFrom('team_log')
        .where('team_id', '=', id)
        .where('subject', '=', action)
        .select(['reason', 'by_name as byName'])
        .execute();
      assert.equal(log.length, allowed ? 1 : 0);
    });
  }
}

test('freezing, unfreezing and closing ask for a second verification', async () => {
  const { id, version } = await ground.open();
  for (const action of ['freeze', 'unfreeze', 'close'] as const) {
    const answer = await app.call(`team.Team/${action}`, { id, version, reason: '例行检修' }, owner());
    assert.equal(answer.code, 40303, action);
  }
});

test("starting lists the missing parts in the reader's language", async () => {
  const { id, version } = await ground.station({ weekHours: week([]) });
  await app.db.updateTable('account').set({ status: 'disabled' }).where('account_type', '=', 'station').execute();
  const answer = await app.call('team.Team/start', { id, version }, { ...owner(), locale: 'en-US' });
  assert.equal(answer.code, 42226);
  assert.equal(answer.msg, 'Incomplete: Business hours, First sign-in of the administrator');
  await app.db.updateTable('account').set({ status: 'active' }).where('account_type', '=', 'station').execute();
});

test('a station with running orders, riders or a balance cannot close, and closing disables its accounts', async () => {
  const { id } = await ground.open();
  const at = app.clock.now();
  const orderId = app.ids.next();
  await app.db
    .insertInto('customer_order')
    .values({
      id: orderId,
      team_id: id,
      order_no: 'OD1',
      app_user_id: 1,
      rider_id: null,
      merchant_id: null,
      type: 'food',
      source: 'app',
      status: 'paid',
      goods_fen: 100,
      delivery_fen: 100,
      paid_fen: 200,
      distance_m: 100,
      lng: 100,
      lat: 25,
      paid_at: at,
      promised_at: at,
    })
    .execute();
  const riderId = app.ids.next();
  await app.db
    .insertInto('rider')
    .values({
      id: riderId,
      created_at: at,
      updated_at: at,
      rider_no: 'R1',
      tel: '13700000001',
      name: '赵六',
      id_card: Buffer.from('x'),
      id_card_hash: 'x',
      birth: '1990-01-01',
      gender: 'male',
      team_id: id,
      rider_type: 'full',
      status: 'suspended',
      status_reason: null,
      joined_at: at,
      real_name_state: 'passed',
      face_state: 'passed',
      health_state: 'valid',
      health_valid_to: '2026-12-31',
      vehicle_type: 'ebike',
      plate_no: null,
    })
    .execute();
  const close = async (locale: 'zh-CN' | 'en-US' = 'en-US') =>
    await app.call(
      'team.Team/close',
      { id, version: await ground.version(id), reason: '租约到期' },
      { ...owner(), ticket: await app.ticket(ground.owner), locale },
    );
  const running = await close();
  assert.deepEqual([running.code, running.msg], [42227, '1 orders in progress']);
  await app.db.updateTable('customer_order').set({ status: 'delivered' }).where('id', '=', orderId).execute();
  const belonging = await close();
  assert.deepEqual([belonging.code, belonging.msg], [42202, '1 riders still belong to this station']);
  await app.db.updateTable('rider').set({ status: 'offboarded' }).where('id', '=', riderId).execute();
  const move = (direction: 'in' | 'out') =>
    post(
      app,
      manual({ bizNo: `close-${direction}`, teamId: id, at, day: '2026-03-01' }, 'TEAM_AVAILABLE', id, direction, 5),
    );
  await move('in');
  const rich = await close();
  assert.deepEqual([rich.code, rich.msg], [42228, 'Funds not cleared']);
  await move('out');
  assert.equal((await close()).code, 100);
  const { data } = await app.call('team.Team/getDetail', { id }, owner());
  assert.deepEqual(
    data.accounts.map(({ statusText }) => statusText),
    ['已停用'],
  );
});

test('an action on an old version is refused with the present values, their author and time', async () => {
  const { id, version } = await ground.open();
  const input = { id, version, reason: '设备检修' };
  assert.equal((await app.call('team.Team/pause', input, owner())).code, 100);
  const late = await app.call('team.Team/pause', input, owner());
  assert.equal(late.code, 40901);
  const data = late.data as unknown as { current: { status: string }; changedBy: string; changedAt: string };
  assert.equal(data.current.status, 'paused');
  assert.equal(data.changedBy, 'owner');
  assert.ok(data.changedAt);
});

test('of two people who pause at the same moment, one succeeds and the other is refused', async () => {
  const { id, version } = await ground.open();
  const pause = () => app.call('team.Team/pause', { id, version, reason: '设备检修' }, owner());
  const answers = await Promise.all([pause(), pause(), pause()]);
  assert.deepEqual(answers.map(({ code }) => code).sort(), [100, 40901, 40901]);
});

test('a pause needs a reason, an end within 30 days, and ends automatically', async () => {
  const { id, version } = await ground.open();
  const pause = (input: object) => app.raw('team.Team/pause', { id, version, reason: '设备检修', ...input }, owner());
  assert.equal((await pause({ reason: 'x' })).code, 40001);
  assert.deepEqual(errorsOf(await pause({ resumeAt: '2026-03-01T11:39:00+08:00' })), ['resumeAt:future']);
  assert.deepEqual(errorsOf(await pause({ resumeAt: '2026-04-01T11:40:00+08:00' })), ['resumeAt:max']);
  assert.equal((await pause({ resumeAt: '2026-03-01T12:00:00+08:00' })).code, 100);
  const soon = new Date('2026-03-01T12:00:00+08:00');
  assert.equal(await applyPlannedStates(app.db, app.ids, new Date(soon.getTime() - 1)), 0);
  assert.equal(await applyPlannedStates(app.db, app.ids, soon), 1);
  assert.equal(await applyPlannedStates(app.db, app.ids, soon), 0);
  const { data } = await app.call('team.Team/getDetail', { id }, owner());
  assert.deepEqual([data.status, data.resumeAt, data.statusReason], ['operating', null, null]);
  assert.deepEqual(
    data.statusHistory.map(({ toText, byName }) => [toText, byName]),
    [
      ['营业中', '系统'],
      ['暂停', 'owner'],
      ['营业中', 'owner'],
      ['筹备中', 'owner'],
    ],
  );
});

test('an edit of an open station: profile at once, area from the next 04:00', async () => {
  const { id, version } = await ground.open({ areaMode: 'polygon', hexSizeKm: null });
  const before = await app.call('team.Team/getDetail', { id }, owner());
  const polygon = before.data.polygon.map(({ lng, lat }, index) => ({ lng, lat: index === 3 ? lat + 0.001 : lat }));
  const rounded = polygon.map(({ lng, lat }) => ({ lng, lat: Math.round(lat * 1e6) / 1e6 }));
  const saved = await app.call(
    'team.Team/update',
    { id, version, values: { contactName: '新联系人', polygon: rounded } },
    { ...owner(), locale: 'en-US' },
  );
  assert.equal(saved.code, 100, JSON.stringify(saved));
  assert.match(saved.data.message ?? '', /takes effect at 2026-03-02 04:00$/);
  const now = await app.call('team.Team/getDetail', { id }, owner());
  assert.equal(now.data.contactName, '新联系人');
  assert.deepEqual(now.data.polygon, before.data.polygon);
  assert.deepEqual(now.data.nextArea?.polygon, rounded);

  const due = new Date('2026-03-02T04:00:00+08:00');
  assert.equal(await applyDue(app.db, new Date(due.getTime() - 1)), 0);
  assert.equal(await applyDue(app.db, due), 1);
  assert.equal(await applyDue(app.db, due), 0);
  const later = await app.call('team.Team/getDetail', { id }, owner());
  assert.deepEqual(later.data.polygon, rounded);
  assert.deepEqual(later.data.previousPolygon, before.data.polygon);
  assert.equal(later.data.nextArea, null);
});

test('a chosen moment must be in the future', async () => {
  const { id, version } = await ground.open({ areaMode: 'polygon', hexSizeKm: null });
  const { polygon } = (await app.call('team.Team/getDetail', { id }, owner())).data;
  const values = { polygon: polygon.slice(1) };
  const update = (effectiveAt: string) => app.call('team.Team/update', { id, version, values, effectiveAt }, owner());
  assert.deepEqual(errorsOf(await update('2026-03-01T11:40:00+08:00')), ['effectiveAt:future']);
  const saved = await update('2026-03-05T00:00:00+08:00');
  assert.equal(saved.code, 100);
  const { data } = await app.call('team.Team/getDetail', { id }, owner());
  assert.equal(data.nextArea?.effectiveFrom, '2026-03-04T16:00:00.000Z');
});

test('an edit refuses the values that a submission refuses, a new administrator, new terms and a new code after the opening', async () => {
  const open = await ground.open();
  const update = async (values: TeamDraftValues, at = open) =>
    await app.raw('team.Team/update', { id: at.id, version: at.version, values }, owner());
  assert.deepEqual(errorsOf(await update({ code: 'NEWCODE1' })), ['code:immutable']);
  assert.deepEqual(errorsOf(await update({ adminName: '别人' })), ['adminName:immutable']);
  const terms = { settlementMode: 'deposit', platformRateBp: 5, riderShareBp: 5, settleCycle: 'T7' } as const;
  const amounts = { feePlanId: 5, platformFixedFen: 5, depositFen: 5, depositWarnFen: 5, creditLimitFen: 5 };
  for (const [field, value] of Object.entries({ ...terms, ...amounts }))
    assert.ok(errorsOf(await update({ [field]: value })).includes(`${field}:immutable`), field);
  assert.deepEqual(errorsOf(await update({ licenceNo: null })), ['licenceNo:required']);
  assert.equal((await update({ center: '80.1,40.1' })).code, 42224);
  assert.equal((await update({ creditLimitFen: 0 })).code, 100);
  const preparing = await ground.station();
  assert.equal((await update({ code: 'NEWCODE1' }, preparing)).code, 100);
  const draft = await ground.draft();
  assert.equal((await update({ contactName: '新联系人' }, draft)).code, 42201);
});

test('only the owner sets the credit limit of a draft, and copies do not contain it', async () => {
  const staff = { token: await app.signIn((await app.account({ rules: [11, 1101] })).account) };
  const draft = (values: TeamDraftValues, at: object, by: { token: string }) =>
    app.call('team.Team/saveDraft', { step: 4, values, ...at }, by);
  assert.deepEqual(errorsOf(await draft({ creditLimitFen: 5 }, {}, staff)), ['creditLimitFen:immutable']);
  const values = ground.values({ settlementMode: 'deposit', depositFen: 0, creditLimitFen: 20_000 });
  const { data: begun } = await draft(values, {}, owner());
  const at = { id: begun.id, version: begun.version };
  assert.deepEqual(errorsOf(await draft({ creditLimitFen: 30_000 }, at, staff)), ['creditLimitFen:immutable']);
  const submit = (more: TeamDraftValues) => app.call('team.Team/submit', { ...at, values: more }, staff);
  assert.deepEqual(errorsOf(await submit({ creditLimitFen: 30_000 })), ['creditLimitFen:immutable']);
  const done = await submit({ creditLimitFen: 20_000 });
  assert.equal(done.code, 100, JSON.stringify(done));
  const { data: copy } = await app.call('team.Team/copy', { id: begun.id }, staff);
  assert.equal((await app.call('team.Team/getDetail', { id: copy.id }, owner())).data.creditLimitFen, 0);
});

test('a phone that is sent back masked does not change', async () => {
  const { id, version } = await ground.station({ contactTel: '13800001234', emergencyTel: '02812345678' });
  const { data } = await app.call('team.Team/getDetail', { id }, owner());
  const values = { contactTel: data.contactTel, emergencyTel: data.emergencyTel, contactName: '新联系人' };
  const saved = await app.call('team.Team/update', { id, version, values }, owner());
  assert.equal(saved.code, 100, JSON.stringify(saved));
  const shown = await app.call(
    'common.Sensitive/unmask',
    { objectType: 'team', id, field: 'contactTel', reason: 'Call the station' },
    owner(),
  );
  assert.equal(shown.data.value, '13800001234');
  const stranger = await app.account({ rules: [11] });
  const refused = await app.call(
    'common.Sensitive/unmask',
    { objectType: 'team', id, field: 'contactTel', reason: 'Call the station' },
    { token: await app.signIn(stranger.account) },
  );
  assert.equal(refused.code, 40301);
});

test('a second edit of an old version is refused with the differences', async () => {
  const { id, version } = await ground.station();
  const update = (contactName: string) =>
    app.call('team.Team/update', { id, version, values: { contactName } }, owner());
  assert.equal((await update('第一位')).code, 100);
  const late = await update('第二位');
  assert.equal(late.code, 40901);
  assert.equal((late.data as unknown as { current: { contactName: string } }).current.contactName, '第一位');
});

test('the list filters, sorts, counts and sums over the whole filter', async () => {
  await ground.open({ name: '列表甲站', code: 'LISTA1', contactTel: '13655550001' });
  await ground.station({ name: '列表乙站', code: 'LISTB1', teamType: 'franchise', franchiseeId: ground.franchiseeId });
  const list = async (input: object) =>
    (await app.raw('team.Team/getList', input, owner())) as Awaited<ReturnType<typeof app.call<'team.Team/getList'>>>;
  const names = async (input: object) => (await list(input)).data.list.map(({ name }) => name);
  assert.deepEqual(await names({ keyword: '列表', sortField: 'code', sortOrder: 'asc' }), ['列表甲站', '列表乙站']);
  assert.deepEqual(await names({ keyword: 'lista' }), ['列表甲站']);
  assert.deepEqual(await names({ keyword: '1365555' }), ['列表甲站']);
  assert.deepEqual(await names({ keyword: '%' }), []);
  assert.deepEqual(await names({ keyword: '列表', status: 'preparing' }), ['列表乙站']);
  assert.deepEqual(await names({ keyword: '列表', franchiseeId: ground.franchiseeId }), ['列表乙站']);
  assert.deepEqual(await names({ keyword: '列表', region: '110000' }), []);
  assert.equal((await names({ keyword: '列表', region: '510000' })).length, 2);
  assert.equal((await names({ keyword: '列表', region: '510107,110000' })).length, 2);
  assert.deepEqual(await names({ keyword: '列表', openedFrom: '2026-03-01', openedTo: '2026-03-01' }), ['列表甲站']);
  assert.deepEqual(await names({ keyword: '列表', openedTo: '2026-02-28' }), []);
  const { data } = await list({ keyword: '列表' });
  assert.deepEqual([data.total, data.totalCapped, data.summary.operating, data.summary.preparing], [2, false, 1, 1]);
  const row = data.list.find(({ code }) => code === 'LISTB1');
  assert.equal(row?.franchiseeName, '示例1号餐饮配送有限公司');
  assert.equal(data.list.find(({ code }) => code === 'LISTA1')?.businessState, 'inHours');
  for (const sortField of ['ordersToday', 'gmv30dFen', 'openedAt', 'name', 'updatedAt', 'createdAt']) {
    assert.equal((await list({ sortField, sortOrder: 'asc' })).code, 100, sortField);
  }
  assert.equal((await list({ sortField: 'phone' })).code, 40007);
  assert.equal((await list({ limit: 30 })).code, 40005);
});

test('pages in the order of today’s orders contain each station once, in both directions, and ignore earlier days', async () => {
  const today = wallTime(app.clock.now(), 'Asia/Shanghai').day;
  // Numbers of today's orders by station. `null` means that the station has no figures. The figures of the last station are of the day
  // before.
  const figures = [3, 0, 9, 3, null, 12, null, 1, 0, 3, null, 7, 50];
  const stations: { id: number; orders: number }[] = [];
  for (const [at, orders] of figures.entries()) {
    const { id } = await ground.open({ name: `订单排序${at}站` });
    const isEarlier = at === figures.length - 1;
    const day = isEarlier ? addDays(today, -1) : today;
    const figure = { team_id: id, day, orders_today: orders ?? 0, gmv_30d_fen: 0 };
    if (orders !== null) await app.db.insertInto('order_team').values(figure).execute();
    stations.push({ id, orders: isEarlier ? 0 : (orders ?? 0) });
  }
  const byOrders = stations.toSorted((a, b) => a.orders - b.orders || a.id - b.id);
  for (const sortOrder of ['asc', 'desc'] as const) {
    const find = { keyword: '订单排序', sortField: 'ordersToday', sortOrder, limit: 10 } as const;
    const pages = await Promise.all([1, 2, 3].map((page) => app.call('team.Team/getList', { ...find, page }, owner())));
    assert.deepEqual(
      pages.flatMap(({ data }) => data.list.map(({ id, ordersToday }) => ({ id, orders: ordersToday }))),
      sortOrder === 'asc' ? byOrders : byOrders.toReversed(),
      sortOrder,
    );
    assert.equal(pages[0]?.data.summary.ordersToday, 38);
  }
});

test('a person who may not see amounts sees no GMV in list or detail and cannot sort by it', async () => {
  const { id } = await ground.open();
  const { account } = await app.account({ rules: [10, 11], fields: ['phone'] });
  const how = { token: await app.signIn(account) };
  const { list } = (await app.call('team.Team/getList', {}, how)).data;
  assert.ok(list.length > 0);
  assert.deepEqual([...new Set(list.map(({ gmv30dFen }) => gmv30dFen))], [null]);
  assert.equal((await app.call('team.Team/getDetail', { id }, how)).data.gmv30dFen, null);
  assert.notEqual((await app.call('team.Team/getDetail', { id }, owner())).data.gmv30dFen, null);
  const sorted = await app.call('team.Team/getList', { sortField: 'gmv30dFen' }, { ...how, locale: 'en-US' });
  assert.equal(sorted.code, 40301);
  assert.match(sorted.msg, /Amounts/);
});

test('the list shows operating stations first by default and drafts after the stations that need work', async () => {
  const { list } = (await app.call('team.Team/getList', { limit: 100 }, owner())).data;
  const ranks = list.map(({ status }) => TEAM_ORDER.indexOf(status));
  assert.ok(new Set(ranks).size > 2, `only ${new Set(ranks).size} states`);
  assert.deepEqual(
    ranks,
    ranks.toSorted((a, b) => a - b),
  );
});

test('an index contains the default order of the list, so a page does not sort all stations', async () => {
  const plan = await app.database.db.transaction().execute(async (db) => {
    // In a small table, PostgreSQL would sort all rows instead of reading the index.
    await sql`set local enable_seqscan = off`.execute(db);
    await sql`set local enable_sort = off`.execute(db);
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain select id from team where deleted_at is null order by ${byWork} desc, id desc limit 20`.execute(db);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
  assert.match(plan, /Index Only Scan using team_by_work/);
  assert.doesNotMatch(plan, /Sort/);
});

test('pages follow each other without gaps or repetitions', async () => {
  const all = await app.call('team.Team/getList', { limit: 100 }, owner());
  const paged: number[] = [];
  for (let page = 1; page <= Math.ceil(all.data.total / 10); page += 1) {
    const answer = await app.call('team.Team/getList', { limit: 10, page }, owner());
    paged.push(...answer.data.list.map(({ id }) => id));
  }
  assert.deepEqual(
    paged.slice(0, 100),
    all.data.list.map(({ id }) => id),
  );
  assert.equal(new Set(paged).size, all.data.total);
});

test('people see the stations of their scope, drafts only with the right to create, and always their own drafts', async () => {
  const here = await ground.open({ name: '范围内站' });
  const there = await ground.open({
    name: '范围外站',
    provinceCode: '110000',
    cityCode: '110100',
    districtCode: '110101',
  });
  const draft = await ground.draft({ name: '别人的草稿' });
  const rules = [11, 12, 13, 1102, 1107];
  const sichuan = await app.account({ rules, scope: { kind: 'regions', ids: [510000] } });
  const token = await app.signIn(sichuan.account);
  const list = await app.call('team.Team/getList', { limit: 100 }, { token });
  const names = list.data.list.map(({ name }) => name);
  assert.ok(names.includes('范围内站'));
  assert.ok(!names.includes('范围外站'));
  assert.ok(!list.data.list.some(({ status }) => status === 'draft'));
  assert.equal((await app.call('team.Team/getDetail', { id: here.id }, { token })).code, 100);
  const foreign = await app.call('team.Team/getDetail', { id: there.id }, { token });
  assert.deepEqual([foreign.code, foreign.data], [40302, null]);
  assert.equal((await app.call('team.Team/getDetail', { id: draft.id }, { token })).code, 40302);
  // A caller with a limited scope must not learn which other stations exist.
  assert.equal((await app.call('team.Team/getDetail', { id: 4242 }, { token })).code, 40302);
  assert.equal((await app.call('team.Team/getDetail', { id: 4242 }, owner())).code, 40401);
  const map = await app.call('team.Team/getMap', {}, { token });
  assert.ok(!map.data.teams.some(({ name }) => name === '范围外站'));
  const bulk = await app.call(
    'team.Team/bulk',
    { ids: [here.id, there.id, 4242], action: 'pause', reason: '设备检修' },
    { token },
  );
  assert.equal(bulk.data.success, 1);
  assert.deepEqual(
    bulk.data.failed.map(({ id, no, code }) => [id, no, code]),
    [
      [there.id, '', 40302],
      [4242, '', 40302],
    ],
  );

  const single = await app.account({ rules: [11, 1101], scope: { kind: 'teams', ids: [here.id] } });
  const singleToken = await app.signIn(single.account);
  const own = await ground.draft({ name: '自己的草稿' }, singleToken);
  const seen = await app.call('team.Team/getList', { limit: 100 }, { token: singleToken });
  assert.deepEqual(seen.data.list.map(({ id }) => id).sort(), [here.id, own.id].sort());
  assert.equal((await app.call('team.Team/submit', { ...own, values: {} }, { token: singleToken })).code, 40302);
});

test('a person invites administrators with at most their own rights, except the built-in station administrator', async () => {
  const opener = await app.account({ rules: [11, 12, 1101, 1102], scope: { kind: 'regions', ids: [510000] } });
  const token = await app.signIn(opener.account);
  const make = async (rules: readonly number[]) => {
    const id = app.ids.next();
    const at = app.clock.now();
    await app.db
      .insertInto('identity')
      .values({
        id,
        created_at: at,
        updated_at: at,
        name: `Station desk ${id}`,
        type: 'station',
        rule_ids: JSON.stringify(rules),
        data_scope: JSON.stringify({ kind: 'teams', ids: [] }),
        field_rules: JSON.stringify([]),
      })
      .execute();
    return id;
  };
  const submitAs = async (adminIdentityId: number) => {
    const draft = await ground.draft({ adminIdentityId }, token);
    const answer = await app.call('team.Team/submit', { ...draft, values: {} }, { token });
    const { admin_account_id: admin } = await app.db
      .selectFrom('team')
      .select('admin_account_id')
      .where('id', '=', draft.id)
      .executeTakeFirstOrThrow();
    return [answer.code, admin !== null];
  };
  assert.deepEqual(await submitAs(await make([11, 33])), [42343, false], 'funds');
  assert.deepEqual(await submitAs(await make([11])), [100, true]);
  assert.deepEqual(await submitAs(ground.identityId), [100, true], 'what a station is opened with');
});

/** Inserts a stored file of this person for this upload scene. @returns the file id */
async function fileOf(createdBy: number, scene: string): Promise<number> {
  const id = app.ids.next();
  await app.db
    .insertInto('stored_file')
    .values({
      id,
      scene,
      name: `${scene}.png`,
      content_type: 'image/png',
      bytes: 10,
      width: 8,
      height: 8,
      sha256: '0'.repeat(64),
      created_at: app.clock.now(),
      created_by: createdBy,
    })
    .execute();
  return id;
}

test('a station accepts only files that its editor uploaded for the same field, in drafts, submissions and edits', async () => {
  const editor = await app.account({ rules: [11, 12, 1101, 1102] });
  const token = await app.signIn(editor.account);
  const foreign = await fileOf(0, 'fundEvidence');
  const others = await fileOf(0, 'teamLogo');
  const picture = await fileOf(editor.id, 'teamImage');
  const bad: [Input<'team.Team/update'>['values'], string][] = [
    [{ logo: others }, 'logo:choice'],
    [{ logo: picture }, 'logo:choice'],
    [{ images: [picture, foreign] }, 'images:choice'],
    [{ licenceFile: foreign }, 'licenceFile:choice'],
  ];
  const draft = await ground.draft({}, token);
  const station = await ground.station();
  for (const [values, error] of bad) {
    const begun = await app.call('team.Team/saveDraft', { step: 1, values }, { token });
    const saved = await app.call('team.Team/saveDraft', { ...draft, step: 1, values }, { token });
    const submitted = await app.call('team.Team/submit', { ...draft, values }, { token });
    const edited = await app.call('team.Team/update', { ...station, values }, { token });
    for (const answer of [begun, saved, submitted, edited]) {
      assert.equal(answer.code, 40001, JSON.stringify(answer));
      assert.deepEqual(errorsOf(answer), [error]);
    }
  }
  const fine = await app.call('team.Team/saveDraft', { ...draft, step: 1, values: { images: [picture] } }, { token });
  assert.equal(fine.code, 100, JSON.stringify(fine));
});

test("a station's file stays usable for all its editors, and undoing an edit restores it", async () => {
  const editor = await app.account({ rules: [11, 12, 1102] });
  const token = await app.signIn(editor.account);
  const owners = await app.call('site.Site/getSiteInfo', {}, owner());
  const [kept, own] = [await fileOf(owners.data.id, 'teamImage'), await fileOf(editor.id, 'teamImage')];
  const station = await ground.station({ images: [kept] });
  const added = await app.call('team.Team/update', { ...station, values: { images: [kept, own] } }, { token });
  assert.equal(added.code, 100, JSON.stringify(added));
  const { version } = added.data;
  const replaced = await app.call(
    'team.Team/update',
    { id: station.id, version, values: { images: [own] } },
    { token },
  );
  assert.equal(replaced.code, 100, JSON.stringify(replaced));
  const [last] = (await app.call('common.Undo/getList', {}, { token })).data.list;
  const undone = await app.call('common.Undo/undo', { id: last?.undoId ?? 0 }, { token });
  assert.equal(undone.code, 100, JSON.stringify(undone));
  assert.deepEqual((await app.call('team.Team/getDetail', { id: station.id }, owner())).data.images, [kept, own]);
});

test('a franchisee out of scope is refused in drafts and submissions, and no list shows its name', async () => {
  const rules = [11, 12, 1101];
  const beijing = await app.account({ rules, scope: { kind: 'regions', ids: [110000] } });
  const token = await app.signIn(beijing.account);
  const values = { name: '探名草稿', teamType: 'franchise' as const, franchiseeId: ground.franchiseeId };
  const answer = await app.call('team.Team/saveDraft', { step: 1, values }, { token });
  assert.equal(answer.code, 40001, JSON.stringify(answer));
  assert.deepEqual(errorsOf(answer), ['franchiseeId:choice']);
  const begun = await app.call('team.Team/saveDraft', { step: 1, values: { name: '探名草稿' } }, { token });
  const place = { provinceCode: '110000', cityCode: '110100', districtCode: '110101' };
  const whole = ground.values({ ...values, ...place, licenceFile: await fileOf(beijing.id, 'licence') });
  const { id, version } = begun.data;
  const submitted = await app.call('team.Team/submit', { id, version, values: whole }, { token });
  assert.deepEqual(errorsOf(submitted), ['franchiseeId:active']);
  const list = await app.raw('team.Team/getList', { keyword: '探名草稿' }, { token });
  assert.ok(!JSON.stringify(list).includes('示例1号'));
});

test('an editor cannot move a station out of their own scope', async () => {
  const { id, version } = await ground.station();
  const sichuan = await app.account({ rules: [11, 1102], scope: { kind: 'regions', ids: [510000] } });
  const answer = await app.call(
    'team.Team/update',
    { id, version, values: { provinceCode: '110000', cityCode: '110100', districtCode: '110101' } },
    { token: await app.signIn(sichuan.account) },
  );
  assert.equal(answer.code, 40302);
});

test('an overlap does not reveal the name of a station out of scope', async () => {
  const center = '85.000000,40.000000';
  const polygon = hexagon(center, 3).map((point) => ({ ...point }));
  await ground.station({
    name: '保密站',
    center,
    polygon,
    provinceCode: '110000',
    cityCode: '110100',
    districtCode: '110101',
  });
  const sichuan = await app.account({ rules: [11, 1101], scope: { kind: 'regions', ids: [510000] } });
  const answer = await app.call('team.Team/checkArea', { polygon }, { token: await app.signIn(sichuan.account) });
  assert.deepEqual(
    answer.data.overlaps.map(({ name }) => name),
    ['管理范围外的站点'],
  );
});

test('a bulk call changes the stations whose state allows it and lists the refusals', async () => {
  const one = await ground.open();
  const two = await ground.open();
  const draft = await ground.draft();
  const bulk = (input: object, token = ground.owner) => app.raw('team.Team/bulk', input, { token });
  const ids = [one.id, two.id, draft.id];
  assert.deepEqual(errorsOf(await bulk({ ids, action: 'pause' })), ['reason:required']);
  const paused = (await bulk({ ids, action: 'pause', reason: '恶劣天气' })).data as {
    success: number;
    failed: object[];
  };
  assert.deepEqual([paused.success, paused.failed.length], [2, 1]);
  const resumed = (await bulk({ ids: [one.id, two.id], action: 'resume' })).data as { success: number };
  assert.equal(resumed.success, 2);
  assert.equal(
    (await bulk({ ids: Array.from({ length: 201 }, (_, index) => index + 1), action: 'resume' })).code,
    40010,
  );
});

test('a console ticket needs a configured address, and only its hash is stored', async () => {
  const { id } = await ground.open();
  const ticket = () => app.call('team.Team/consoleTicket', { id }, { ...owner(), locale: 'en-US' });
  const missing = await ticket();
  assert.deepEqual([missing.code, missing.msg], [42330, 'Not configured: Address of the station console']);
  await setting('teamDefaults', { consoleUrl: 'https://station.example.com/enter?from=console' });
  const opened = await ticket();
  assert.equal(opened.code, 100);
  assert.equal(opened.data.expireIn, 60);
  const url = new URL(opened.data.url);
  assert.equal(url.origin + url.pathname, 'https://station.example.com/enter');
  const [row] = await app.db.selectFrom('team_console_ticket').where('team_id', '=', id).selectAll().execute();
  assert.ok(row && !JSON.stringify(row).includes(url.searchParams.get('ticket') ?? 'none'));
});

test('a deleted draft is missing from lists and answers', async () => {
  const { id, version } = await ground.draft();
  assert.equal((await app.call('team.Team/removeDraft', { id, version }, owner())).code, 100);
  assert.equal((await app.call('team.Team/getDetail', { id }, owner())).code, 40401);
  const list = await app.call('team.Team/getList', { teamIds: [id] }, owner());
  assert.equal(list.data.total, 0);
});

test('each change leaves one record with the values before and after, phones masked', async () => {
  const { id, version } = await ground.station({ contactTel: '13812345678' });
  await app.call('team.Team/update', { id, version, values: { contactTel: '13987654321' } }, owner());
  const records = await app.db
    .selectFrom('operation_record')
    .where('object_id', '=', id)
    .where('action', '=', 'update')
    .select(['before', 'after', 'object_no as objectNo'])
    .execute();
  assert.equal(records.length, 1);
  assert.deepEqual(records[0]?.before, { contactTel: '138****5678' });
  assert.deepEqual(records[0]?.after, { contactTel: '139****4321' });
});

test('a credit code and a centre are accepted in the formats that people paste', async () => {
  const center = formatLngLat({ lng: 75.5, lat: 40.25 });
  const polygon = hexagon(center, 3).map((point) => ({ ...point }));
  assert.equal((await submit(ground.values({ licenceNo: ` ${CREDIT_CODE} `, center, polygon }))).code, 100);
});
