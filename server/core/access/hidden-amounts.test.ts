import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { z } from 'zod';
import type { Address } from '../../../contract';
import { AMOUNT, type Endpoint, fen, sumFen } from '../../../contract/endpoint';
import { endpoints } from '../../../contract/endpoints';
import { RULES, withParents } from '../../../contract/permissions';
import { createTestApp, type TestApp } from '../../testing';
import { payingApplication } from '../../testing-withdrawals';
import { hideAmounts } from './hidden-amounts';

/** Tests DOMAIN §9, decision 27: sums and balances need the field permission "amount". */

let t: TestApp;
let teamId: number;
let reader: string;
let finance: string;
before(async () => {
  t = await createTestApp({ demo: true });
  const funded = await t.db
    .selectFrom('bill')
    .select('team_id as teamId')
    .where('team_id', '<>', 0)
    .limit(1)
    .executeTakeFirstOrThrow();
  teamId = Number(funded.teamId);
  const rules = withParents(RULES.map(({ id }) => id));
  await payingApplication(t);
  reader = await t.signIn((await t.account({ rules, fields: ['phone'] })).account);
  finance = await t.signIn((await t.account({ rules, fields: ['phone', 'amount'] })).account);
});
after(() => t.close());

const raw = async (address: Address, input: object, token: string) => {
  const answer = await t.raw(address, input, { token });
  return { code: answer.code, data: answer.data as Record<string, unknown> };
};

test('null replaces every sum of a schema, at any depth, and nothing else changes', () => {
  const schema = z.object({
    list: z.array(z.object({ id: z.int(), amountFen: fen(), balanceFen: sumFen() })),
    flows: z.record(z.string(), sumFen()),
    totals: z.object({ inFen: sumFen() }).nullable(),
    later: z.object({ inFen: sumFen() }).optional(),
  });
  const data = {
    list: [{ id: 1, amountFen: 5, balanceFen: 7 }],
    flows: { income: 3 },
    totals: { inFen: 9 },
  };
  const shown = hideAmounts(schema, data);
  assert.deepEqual(shown, {
    list: [{ id: 1, amountFen: 5, balanceFen: null }],
    flows: { income: null },
    totals: { inFen: null },
  });
  assert.equal(data.list[0]?.balanceFen, 7, 'the data themselves stay');
  assert.deepEqual(hideAmounts(schema, { list: [], flows: {}, totals: null }), { list: [], flows: {}, totals: null });
  const plain = z.object({ amountFen: fen() });
  const single = { amountFen: 5 };
  assert.equal(hideAmounts(plain, single), single);
});

/** In the summary of a list, a field whose name ends with `Fen` is a sum. */
test('every summary card of money is a sum that the field rule hides', () => {
  for (const [address, endpoint] of Object.entries<Endpoint>(endpoints)) {
    const shape = endpoint.data instanceof z.ZodObject ? endpoint.data.shape : {};
    const summary: unknown = 'summary' in shape ? shape.summary : null;
    if (!(summary instanceof z.ZodObject)) continue;
    for (const [key, part] of Object.entries<z.ZodType>(summary.shape)) {
      if (!key.endsWith('Fen')) continue;
      assert.equal(z.globalRegistry.get(part)?.fieldRule, AMOUNT, `${address} summary.${key}`);
    }
  }
});

const DAYS = { dayFrom: '2026-02-01', dayTo: '2026-03-01' };
const PLACES: readonly (readonly [
  address: Address,
  input: () => object,
  hidden: readonly string[],
  shown: readonly string[],
])[] = [
  ['finance.Bill/getList', () => ({}), ['summary.inFen', 'summary.netFen'], ['list.0.amountFen', 'summary.count']],
  [
    'finance.TeamFund/getList',
    () => ({}),
    ['summary.availableFen', 'list.0.availableFen', 'list.0.incomeTotalFen'],
    ['list.0.creditLimitFen'],
  ],
  ['finance.TeamFund/getDetail', () => ({ teamId }), ['availableFen', 'depositFen', 'trend.0.availableFen'], ['name']],
  ['finance.TeamFund/getFlow', () => ({ teamId }), ['list.0.balanceAfterFen', 'totals.closingFen'], ['list.0.txNo']],
  ['finance.TeamFund/getPending', () => ({ teamId }), ['summary.pendingFen'], ['total']],
  ['finance.Information/getSummary', () => DAYS, ['flows.income', 'balances.owedTeams', 'differenceFen'], ['fromDay']],
  ['finance.Information/getByTeam', () => DAYS, ['list.0.closingFen', 'summary.flows.net'], ['list.0.orders']],
  ['finance.Information/getTrialBalance', () => ({}), ['rows.0.closingFen', 'assetsFen'], ['rows.0.code']],
  ['finance.Information/getDays', () => DAYS, ['list.0.debitFen'], ['list.0.postings']],
  [
    'finance.Withdraw/getList',
    () => ({}),
    ['summary.payingFen', 'list.0.balanceAfterFen'],
    ['list.0.amountFen', 'summary.paying'],
  ],
  ['fundAudit.Rider/getList', () => ({}), ['summary.owedFen', 'list.0.balanceFen'], ['list.0.amountFen']],
  ['fundAudit.Rider/getRiders', () => ({}), ['list.0.balanceFen', 'list.0.owedFen'], ['list.0.name']],
];
const at = (data: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((part, key) => (part as Record<string, unknown> | null | undefined)?.[key], data);

for (const [address, input, hidden, shown] of PLACES) {
  test(`${address}: sums and balances are hidden without the field rule amount, single amounts are not`, async () => {
    const [without, having] = await Promise.all([raw(address, input(), reader), raw(address, input(), finance)]);
    assert.deepEqual([without.code, having.code], [100, 100], JSON.stringify([without, having]).slice(0, 400));
    for (const path of hidden) {
      assert.equal(at(without.data, path), null, path);
      assert.equal(typeof at(having.data, path), 'number', path);
    }
    for (const path of shown) assert.deepEqual(at(without.data, path), at(having.data, path), path);
  });
}

test('a sort or a filter by a hidden sum is refused', async () => {
  const asked: [Address, object][] = [
    ['finance.TeamFund/getList', { sortField: 'available' }],
    ['finance.TeamFund/getList', { availableFenMin: 100 }],
    ['finance.Information/getByTeam', { ...DAYS, sortField: 'income' }],
    ['team.Team/getList', { sortField: 'gmv30dFen' }],
  ];
  for (const [address, input] of asked) {
    assert.equal((await raw(address, input, reader)).code, 40301, address);
    assert.equal((await raw(address, input, finance)).code, 100, address);
  }
});

test('columns of sums are not offered for export', async () => {
  const columns = async (token: string) => {
    const answer = await t.call('export.Task/prepare', { module: 'financial.teamFund', filter: '{}' }, { token });
    assert.equal(answer.code, 100, JSON.stringify(answer));
    return answer.data.columns.map(({ key }) => key);
  };
  assert.ok((await columns(finance)).includes('available'));
  assert.ok(!(await columns(reader)).includes('available'));
});
