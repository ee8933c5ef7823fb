import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Address } from '../../../contract';
import type { Endpoint } from '../../../contract/endpoint';
import { endpoints } from '../../../contract/endpoints';
import { withParents } from '../../../contract/permissions';
import { createTestApp, type TestApp } from '../../testing';
import { payingApplication } from '../../testing-withdrawals';

let t: TestApp;
let tels: Record<
  'team' | 'staff' | 'account' | 'rider' | 'audited' | 'user' | 'applicant' | 'franchisee' | 'loser' | 'reader',
  string
>;
let taskId: number;
before(async () => {
  t = await createTestApp({ demo: true });
  const account = (type: 'staff' | 'station') =>
    t.db
      .selectFrom('account')
      .select('tel')
      .where('account_type', '=', type)
      .where('status', '=', 'active')
      .where('tel', '<>', '')
      .limit(1)
      .executeTakeFirstOrThrow();
  const rider = t.db.selectFrom('rider').select(['rider.id', 'rider.tel as tel']).limit(1);
  const user = await t.db
    .selectFrom('app_user')
    .select('tel')
    .where('tel', '<>', '')
    .limit(1)
    .executeTakeFirstOrThrow();
  const [team, staff, station, any, audited] = await Promise.all([
    t.db.selectFrom('team').select('contact_tel as tel').where('status', '=', 'operating').executeTakeFirstOrThrow(),
    account('staff'),
    account('station'),
    rider.where('rider.status', '=', 'active').executeTakeFirstOrThrow(),
    rider
      .innerJoin('rider_fund_audit', 'rider_fund_audit.rider_id', 'rider.id')
      .where('rider_fund_audit.state', '=', 'pending')
      .executeTakeFirstOrThrow(),
  ]);
  await payingApplication(t, any.id);
  const franchisee = await t.db
    .selectFrom('franchisee')
    .select('contact_tel as tel')
    .limit(1)
    .executeTakeFirstOrThrow();
  const applicant = await t.db.selectFrom('franchise_apply').select('tel').limit(1).executeTakeFirstOrThrow();
  const loser = await t.db
    .selectFrom('food_loss')
    .innerJoin('app_user', 'app_user.id', 'food_loss.user_id')
    .select('app_user.tel as tel')
    .where('app_user.tel', 'is not', null)
    .where('food_loss.closed_at', 'is', null)
    .limit(1)
    .executeTakeFirstOrThrow();
  const reader = await t.db
    .selectFrom('service_notice_delivery as delivery')
    .innerJoin('app_user', 'app_user.id', 'delivery.user_id')
    .select(['app_user.tel as tel', 'delivery.task_id as taskId'])
    .where('app_user.tel', 'is not', null)
    .limit(1)
    .executeTakeFirstOrThrow();
  taskId = reader.taskId;
  tels = {
    loser: loser.tel ?? '',
    reader: reader.tel ?? '',
    team: team.tel,
    staff: staff.tel,
    account: station.tel,
    rider: any.tel,
    audited: audited.tel,
    user: user.tel ?? '',
    applicant: applicant.tel,
    franchisee: franchisee.tel,
  };
});
after(() => t.close());

const PLACES: [what: string, tel: () => string, unmask: number, address: Address, input: (typed: string) => object][] =
  [
    ['stations', () => tels.team, 1105, 'team.Team/getList', (keyword) => ({ keyword })],
    ['stations on the map', () => tels.team, 1105, 'team.Team/getMap', (keyword) => ({ keyword })],
    ['people', () => tels.staff, 8205, 'rights.Staff/getList', (keyword) => ({ keyword })],
    ['accounts', () => tels.account, 405, 'dashboard.AccountManage/getList', (keyword) => ({ keyword })],
    ['entries of riders', () => tels.audited, 6505, 'fundAudit.Rider/getList', (keyword) => ({ keyword })],
    ['withdrawals of riders', () => tels.rider, 3605, 'finance.Withdraw/getList', (keyword) => ({ keyword })],
    ['riders', () => tels.rider, 6505, 'fundAudit.Rider/getRiders', (keyword) => ({ keyword })],
    ['riders at work', () => tels.rider, 5405, 'safety.Rider/getList', (keyword) => ({ keyword })],
    ['applicants', () => tels.applicant, 4105, 'franchise.Apply/getList', (keyword) => ({ keyword })],
    ['sources of applicants', () => tels.applicant, 4105, 'franchise.Apply/getFunnel', (keyword) => ({ keyword })],
    ['franchisees', () => tels.franchisee, 4205, 'franchise.Franchisee/getList', (keyword) => ({ keyword })],
    ['users', () => tels.user, 2105, 'user.User/getList', (keyword) => ({ keyword })],
    ['food losses', () => tels.loser, 6005, 'foodLoss.Report/getList', (keyword) => ({ keyword })],
    ['recipients', () => tels.reader, 2105, 'user.Notice/getDeliveries', (keyword) => ({ keyword, taskId })],
    ['stations in the palette', () => tels.team, 1105, 'common.Search/find', (text) => ({ text, kinds: 'team' })],
    ['people in the palette', () => tels.staff, 8205, 'common.Search/find', (text) => ({ text, kinds: 'staff' })],
    ['accounts in the palette', () => tels.account, 405, 'common.Search/find', (text) => ({ text, kinds: 'account' })],
  ];
const PAGES = [4, 11, 21, 23, 36, 41, 42, 54, 60, 65, 6506, 82];

for (const [what, telOf, unmask, address, input] of PLACES) {
  test(`${what} are found by a phone prefix only by people who see unmasked phones`, async () => {
    const tel = telOf();
    const found = async (token: string, typed: string): Promise<number> => {
      const answer = await t.raw(address, input(typed), { token });
      assert.equal(answer.code, 100, JSON.stringify(answer));
      const {
        list,
        teams,
        groups = [],
      } = answer.data as Partial<Record<'list' | 'teams', object[]>> & {
        groups?: { hits: object[] }[];
      };
      return (list ?? teams ?? []).length + groups.flatMap(({ hits }) => hits).length;
    };
    const signIn = async (rules: number[], fields: ('phone' | 'amount')[]) =>
      t.signIn((await t.account({ rules: withParents(rules), fields })).account);
    const masked = await signIn(PAGES, ['phone', 'amount']);
    const fieldless = await signIn([...PAGES, unmask], ['amount']);
    for (const token of [masked, fieldless]) {
      for (let digits = 3; digits < tel.length; digits += 1) {
        assert.equal(await found(token, tel.slice(0, digits)), 0, `${digits} digits`);
      }
      assert.ok((await found(token, tel)) > 0);
    }
    assert.ok((await found(await signIn([...PAGES, unmask], ['phone']), tel.slice(0, 7))) > 0);
  });
}

const MISSING = '19900000000';
const MINUTE = 60_000;

async function searcher(fields: ('phone' | 'amount')[]) {
  const rules = withParents([...PAGES, 1105, 2105, 5405, 8205, 405, 6505]);
  const { id, account } = await t.account({ rules, fields });
  let token = await t.signIn(account);
  return {
    signInAgain: async () => {
      token = await t.signIn(account);
    },
    search: (address: Address, input: object) => t.raw(address, input, { token }),
    records: () =>
      t.db
        .selectFrom('operation_record')
        .select(['action', 'after', 'reveals'])
        .where('account_id', '=', id)
        .where('action', '=', 'searchPhone')
        .orderBy('id')
        .execute(),
  };
}

test('each search for a whole phone by people who see masked phones is recorded, with the phone masked', async () => {
  const { search, records } = await searcher(['amount']);
  for (const [, telOf, , address, input] of PLACES) assert.equal((await search(address, input(telOf()))).code, 100);
  assert.equal((await search('team.Team/getList', { keyword: MISSING })).code, 100);
  const made = await records();
  assert.equal(made.length, PLACES.length + 1);
  assert.deepEqual(made.at(-1), { action: 'searchPhone', after: { tel: '199****0000', found: false }, reveals: true });
  assert.deepEqual(made[0]?.after, { tel: `${tels.team.slice(0, 3)}****${tels.team.slice(-4)}`, found: true });
});

test('searches by people who see phones, and by name or prefix, leave no record and have no limit', async () => {
  const seeing = await searcher(['phone']);
  for (let turn = 0; turn < 32; turn += 1) {
    assert.equal((await seeing.search('team.Team/getList', { keyword: MISSING })).code, 100);
  }
  const masked = await searcher(['amount']);
  for (let turn = 0; turn < 32; turn += 1) {
    assert.equal((await masked.search('team.Team/getList', { keyword: MISSING.slice(0, 10) })).code, 100);
  }
  assert.deepEqual([...(await seeing.records()), ...(await masked.records())], []);
});

test('after thirty misses an hour in lists and palette together, only searches by whole phone are refused for an hour', async () => {
  const { search, signInAgain } = await searcher(['amount']);
  const places = PLACES.map(([, , , address, input]) => [address, input(MISSING)] as const);
  for (let turn = 0; turn < 30; turn += 1) {
    const [address, input] = places[turn % places.length] ?? ['team.Team/getList', {}];
    assert.equal((await search(address, input)).code, 100, `${turn}`);
    t.clock.advance(1_000);
  }
  for (const [address, input] of places) {
    const refused = await search(address, input);
    assert.equal(refused.code, 42901, address);
    assert.deepEqual(refused.data, { retryAfter: 3_599 });
  }
  assert.equal(
    (await search('team.Team/getList', { keyword: tels.team })).code,
    42901,
    'also for a number that exists',
  );
  assert.equal((await search('team.Team/getList', { keyword: '成都' })).code, 100);
  t.clock.advance(59 * MINUTE);
  await signInAgain();
  assert.equal((await search('team.Team/getList', { keyword: tels.team })).code, 42901);
  t.clock.advance(MINUTE);
  assert.equal((await search('team.Team/getList', { keyword: tels.team })).code, 100);
});

test('concurrent searches get no more misses than sequential ones', async () => {
  const { search } = await searcher(['amount']);
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => search('team.Team/getList', { keyword: MISSING })),
  );
  assert.equal(answers.filter(({ code }) => code === 100).length, 30);
});

test('exports and bulk calls with a filter count their searches as the list does', async () => {
  const rules = withParents([11, 95, 1104, 1107]);
  const { id, account } = await t.account({ rules, fields: ['amount'] });
  const token = await t.signIn(account);
  const prepare = (keyword: string) =>
    t.call('export.Task/prepare', { module: 'team.list', filter: JSON.stringify({ keyword }) }, { token });
  const create = (keyword: string) =>
    t.raw(
      'export.Task/create',
      { module: 'team.list', filter: { keyword }, columns: ['code'], format: 'csv' },
      { token },
    );
  // The confirmed count of stations is wrong on purpose, so the call is refused and its transaction is rolled back.
  const bulk = (keyword: string) =>
    t.raw('team.Team/bulk', { action: 'resume', reason: '恢复营业', filter: { keyword }, count: 200 }, { token });
  const searches = () =>
    t.db
      .selectFrom('operation_record')
      .select('after')
      .where('account_id', '=', id)
      .where('action', '=', 'searchPhone')
      .orderBy('id')
      .execute();

  assert.equal((await prepare(tels.team)).data.count, 1);
  assert.equal((await bulk(tels.team)).code, 40905);
  assert.equal((await create(tels.team)).code, 110);
  assert.equal((await create(MISSING)).code, 110);
  assert.equal((await prepare(MISSING)).data.count, 0);
  assert.deepEqual(
    (await searches()).map(({ after: value }) => (value as { found: boolean }).found),
    [true, false],
  );
  for (let turn = 2; turn < 30; turn += 1) {
    const answer = turn % 2 === 0 ? await prepare(MISSING) : await bulk(MISSING);
    assert.equal(answer.code, turn % 2 === 0 ? 100 : 40905, `${turn}`);
    t.clock.advance(1_000);
  }
  for (const send of [prepare, bulk, create]) assert.equal((await send(tels.team)).code, 42901, 'a number that exists');
  assert.equal((await prepare('成都')).code, 100);
});

test('the contract declares phoneSearch for every search by phone', () => {
  const guarded = Object.entries<Endpoint>(endpoints)
    .filter(([, endpoint]) => endpoint.method === 'GET' && endpoint.phoneSearch !== undefined)
    .map(([address]) => address);
  assert.deepEqual(new Set(guarded), new Set(PLACES.map(([, , , address]) => address)));
});
