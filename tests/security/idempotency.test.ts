import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import type { Endpoint } from '../../contract/endpoint';
import { endpoints } from '../../contract/endpoints';
import { createTestApp, type TestApp } from '../../server/testing';
import { businessFingerprint } from '../support/fingerprint';
import { type Hints, validInputs } from '../support/inputs';

/** Tests that one key has one effect (QUALITY C.3 24), at every POST endpoint with idempotency keys. */

const CANDIDATES = 60;
const SEED = 20260301;
const marked = Object.entries<Endpoint>(endpoints).filter(([, one]) => one.method === 'POST' && one.idempotent);

let t: TestApp;
let hints: Hints;
/** Hints by API path, for endpoints whose field `id` is not the id of a station. */
let special: Readonly<Record<string, Hints>>;
const FITTING: Readonly<Record<string, (input: object) => object>> = {
  'rights.Identity/save': ({ name }: { name?: unknown }) => ({
    name,
    type: 'hq',
    description: '',
    ruleIds: [1107],
    dataScope: { kind: 'all', ids: [] },
    fieldRules: [],
    loginHours: null,
    ipAllowList: [],
    need2v: false,
  }),
};
const succeeded: string[] = [];

before(async () => {
  t = await createTestApp({ demo: true });
  const teams = await t.db.selectFrom('team').select('id').where('status', '=', 'operating').execute();
  const id = fc.constantFrom(...teams.map((team) => team.id));
  hints = { id, teamId: id };
  const identities = await t.db.selectFrom('identity').select('id').where('type', '=', 'hq').execute();
  special = {
    'rights.Identity/copy': { id: fc.constantFrom(...identities.map((one) => one.id)) },
  };
});
after(() => t.close());

for (const [address, endpoint] of marked) {
  test(`${address}: a key is required, and repeated or concurrent calls with it have one effect`, async () => {
    const token = await t.signIn();
    const ticket = await t.ticket(token);
    const known = { ...hints, ...special[address] };
    const [first] = validInputs(endpoint, 1, SEED, known);
    const without = await t.raw(address, first, { token, ticket, key: null });
    assert.equal(without.code, 40001);
    assert.match(JSON.stringify(without.data), /"field":"Idempotency-Key","rule":"required"/);

    for (const made of validInputs(endpoint, CANDIDATES, SEED, known)) {
      const input = FITTING[address]?.(made as object) ?? made;
      const key = t.clock.randomBytes(8).toString('hex');
      const done = await t.raw(address, input, { token, ticket, key });
      if (done.code !== 100) continue;
      succeeded.push(address);
      const after = await businessFingerprint(t);
      for (let again = 0; again < 2; again += 1) {
        const repeated = await t.raw(address, input, { token, ticket, key });
        assert.deepEqual({ ...repeated, requestId: '' }, { ...done, requestId: '' });
      }
      assert.equal(await businessFingerprint(t), after);
      const other = await t.raw(address, { ...(input as object), reason: 'another body' }, { token, ticket, key });
      assert.equal(other.code, 40902);
      assert.equal(await businessFingerprint(t), after);

      const pairKey = t.clock.randomBytes(8).toString('hex');
      const pair = await Promise.all(
        [1, 2].map(() => t.raw(address, renamed(address, input), { token, ticket, key: pairKey })),
      );
      const codes = pair.map(({ code }) => code).toSorted((a, b) => a - b);
      // The second call arrives while the first call runs (40904), or it gets the stored response of the first call.
      assert.ok(codes[0] === 100 && (codes[1] === 100 || codes[1] === 40904), `${codes}`);
      if (codes[1] === 100) assert.deepEqual(pair[0]?.data, pair[1]?.data);
      return;
    }
  });
}

/** Unique fields besides the name, by API path. */
const UNIQUE: Readonly<Record<string, string>> = {
  'information.Category/save': 'code',
  'safety.Insure/saveProduct': 'planCode',
};

/** Changes the unique fields of an input, because an earlier call has used their values. */
function renamed(address: string, input: unknown): unknown {
  const unique = UNIQUE[address];
  const given = input as Record<string, unknown>;
  const values = unique ? { ...given, [unique]: `${String(given[unique]).slice(0, 10)}x` } : given;
  return typeof values.name === 'string' ? { ...values, name: `${values.name.slice(0, 10)} again` } : values;
}

/** Endpoints that must succeed, because they need at most a station or an identity. Others need an object in a certain state. */
const CARRIED_OUT = [
  'common.View/save',
  'finance.TeamFund/bulkSettle',
  'finance.TeamFund/settleNow',
  'finance.TeamFund/submitAdjust',
  'rights.Identity/copy',
  'rights.Identity/save',
  'rights.Staff/import',
  'site.Monitor/reportProblem',
  'team.Operation/sendRiderNotice',
  'team.Team/copy',
  'team.Team/saveDraft',
];

test('every listed endpoint that needs at most a station has succeeded at least once', () => {
  assert.deepEqual(
    CARRIED_OUT.filter((address) => !succeeded.includes(address)),
    [],
  );
});
