import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Address } from '../../../contract';
import { withParents } from '../../../contract/permissions';
import { seedDatabase } from '../../demo';
import { createTestApp, type TestApp } from '../../testing';

let t: TestApp;
let tels: Record<'team' | 'staff' | 'account' | 'rider' | 'audited', string>;
before(async () => {
  t = await createTestApp();
  await seedDatabase(t.db, { size: 'small', now: t.clock.now(), secrets: t.ports.secrets, ids: t.ids });
  const account = (type: 'staff' | 'station') =>
    t.db
      .selectFrom('account')
      .select('tel')
      .where('account_type', '=', type)
      .where('status', '=', 'active')
      .where('tel', '<>', '')
      .limit(1)
      .executeTakeFirstOrThrow();
  const rider = t.db.selectFrom('rider').select('rider.tel as tel').limit(1);
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
  tels = { team: team.tel, staff: staff.tel, account: station.tel, rider: any.tel, audited: audited.tel };
});
after(() => t.close());

const PLACES: [what: string, tel: () => string, unmask: number, address: Address, input: (typed: string) => object][] =
  [
    ['stations', () => tels.team, 1105, 'team.Team/getList', (keyword) => ({ keyword })],
    ['people', () => tels.staff, 8205, 'rights.Staff/getList', (keyword) => ({ keyword })],
    ['accounts', () => tels.account, 405, 'dashboard.AccountManage/getList', (keyword) => ({ keyword })],
    ['entries of riders', () => tels.audited, 6505, 'fundAudit.Rider/getList', (keyword) => ({ keyword })],
    ['riders', () => tels.rider, 6505, 'fundAudit.Rider/getRiders', (keyword) => ({ keyword })],
    ['stations in the palette', () => tels.team, 1105, 'common.Search/find', (text) => ({ text, kinds: 'team' })],
    ['people in the palette', () => tels.staff, 8205, 'common.Search/find', (text) => ({ text, kinds: 'staff' })],
    ['accounts in the palette', () => tels.account, 405, 'common.Search/find', (text) => ({ text, kinds: 'account' })],
  ];
const PAGES = [4, 11, 65, 6506, 82];

for (const [what, telOf, unmask, address, input] of PLACES) {
  test(`${what} are found by a longer beginning of a phone only by who may see it whole`, async () => {
    const tel = telOf();
    const found = async (token: string, typed: string): Promise<number> => {
      const answer = await t.raw(address, input(typed), { token });
      assert.equal(answer.code, 100, JSON.stringify(answer));
      const { list = [], groups = [] } = answer.data as { list?: object[]; groups?: { hits: object[] }[] };
      return list.length + groups.flatMap(({ hits }) => hits).length;
    };
    const signIn = async (rules: number[], fields: ('phone' | 'amount')[]) =>
      t.signIn((await t.account({ rules: withParents(rules), fields })).account);
    const masked = await signIn(PAGES, ['phone', 'amount']);
    const fieldless = await signIn([...PAGES, unmask], ['amount']);
    for (const token of [masked, fieldless]) {
      for (let digits = 4; digits < tel.length; digits += 1) {
        assert.equal(await found(token, tel.slice(0, digits)), 0, `${digits} digits`);
      }
      assert.ok((await found(token, tel.slice(0, 3))) > 0);
      assert.ok((await found(token, tel)) > 0);
    }
    assert.ok((await found(await signIn([...PAGES, unmask], ['phone']), tel.slice(0, 7))) > 0);
  });
}
