import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import type { Endpoint } from '../../contract/endpoint';
import { endpoints } from '../../contract/endpoints';
import { ERRORS } from '../../contract/errors';
import { SITE_SETTING_GROUPS } from '../../contract/site';
import { seedDatabase } from '../../server/demo';
import { createTestApp, type TestApp } from '../../server/testing';
import { asSent, type Hints, invalidInputs, validInputs } from '../support/inputs';
import { type LivingSession, livingSessions } from '../support/sessions';

/**
 * Every endpoint with made-up inputs, good and bad (QUALITY C.3 14, 39; 35 for whatever happens to succeed).
 * `FUZZ_RUNS` inputs of each kind (default 20), from the seed `FUZZ_SEED`.
 */
const RUNS = Number(process.env.FUZZ_RUNS ?? 20);
const SEED = Number(process.env.FUZZ_SEED ?? 20260301);
/** Words that only a stack, a statement or a path would hold. */
const LEAK =
  /node_modules|\.ts:\d|at async|select .+ from|insert into|sqlstate|violates|syntax error|relation "|\/server\//i;

let t: TestApp;
let hints: Hints;
let session: () => Promise<LivingSession>;
const fetched: string[] = [];
const originalFetch = globalThis.fetch;

before(async () => {
  globalThis.fetch = async (input) => {
    fetched.push(String(input));
    throw new TypeError('there is no network here');
  };
  t = await createTestApp();
  session = livingSessions(t);
  await seedDatabase(t.db, { size: 'small', now: t.clock.now(), secrets: t.ports.secrets, ids: t.ids });
  const teams = await t.db.selectFrom('team').select('id').execute();
  const id = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...teams.map((team) => team.id)) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 1_000 }) },
  );
  const identities = await t.db.selectFrom('identity').select('id').execute();
  const identity = fc.constantFrom(...identities.map((row) => row.id));
  const accounts = await t.db.selectFrom('account').select('id').execute();
  hints = {
    id,
    a: identity,
    b: identity,
    identityId: identity,
    accountId: fc.constantFrom(...accounts.map((row) => row.id)),
    teamId: id,
    ids: id,
    teamIds: id,
    version: fc.constantFrom(1, 1, 2, 0),
    group: fc.constantFrom(...SITE_SETTING_GROUPS),
  };
});
after(async () => {
  globalThis.fetch = originalFetch;
  await t.close();
});

async function check(address: string, endpoint: Endpoint, input: unknown): Promise<number> {
  // An earlier call may have reported a foreign sign-in; the owner goes on all the same.
  await t.db
    .updateTable('account')
    .set({ must_change_password: false, must_bind_factor: false })
    .where((eb) => eb.or([eb('must_change_password', '=', true), eb('must_bind_factor', '=', true)]))
    .execute();
  const { token, ticket } = await session();
  const answer = await t.raw(address, asSent(endpoint, input), {
    token,
    ticket,
    ip: '127.0.0.1',
    signed: endpoint.access === 'signed',
  });
  const told = `${address} ${JSON.stringify(input)?.slice(0, 500)} → ${JSON.stringify(answer).slice(0, 500)}`;
  assert.ok(answer.code in ERRORS, told);
  assert.ok(answer.code < 50_000 || answer.code === 50_201 || answer.code === 50_202, `${told}\n${t.faults.at(-1)}`);
  assert.match(answer.requestId, /^[0-9a-f]{32}$/);
  const isDone = answer.code === 100 || answer.code === 110;
  if (isDone) assert.deepEqual(endpoint.data.parse(answer.data), answer.data, told);
  else assert.doesNotMatch(JSON.stringify(answer), LEAK, told);
  if (endpoint.method === 'POST' && endpoint.audit && ![401, 42901].includes(answer.code)) {
    const records = await t.db
      .selectFrom('operation_record')
      .select('result_code as code')
      .where('request_id', '=', answer.requestId)
      .execute();
    assert.deepEqual(records, [{ code: answer.code }], told);
  }
  return answer.code;
}

const drawn = new Map<Endpoint, { readonly valid: readonly unknown[]; readonly invalid: readonly unknown[] }>();
/** The inputs of an endpoint: to draw them takes as long as to send them. */
function inputsOf(endpoint: Endpoint) {
  const inputs = drawn.get(endpoint) ?? {
    valid: validInputs(endpoint, RUNS, SEED, hints),
    invalid: invalidInputs(endpoint, RUNS, SEED, hints),
  };
  drawn.set(endpoint, inputs);
  return inputs;
}

for (const [address, endpoint] of Object.entries<Endpoint>(endpoints)) {
  test(`${address}: made-up inputs never break it`, async () => {
    const { valid, invalid } = inputsOf(endpoint);
    for (const input of valid) await check(address, endpoint, input);
    for (const input of invalid) {
      const code = await check(address, endpoint, input);
      assert.ok(code !== 100 && code !== 110, `${address} took ${JSON.stringify(input)}`);
    }
  });
}

test('the inputs are no empty gesture: nearly every endpoint with fields gets its full number of each kind', () => {
  const poor: string[] = [];
  for (const [address, endpoint] of Object.entries<Endpoint>(endpoints)) {
    const { valid, invalid } = inputsOf(endpoint);
    if (valid.length < RUNS) poor.push(`${address} valid`);
    const hasFields = Object.keys((endpoint.input._zod.def as { shape?: object }).shape ?? {}).length > 0;
    if (hasFields && invalid.length < RUNS) poor.push(`${address} invalid`);
  }
  assert.deepEqual(poor, []);
});

test('no input makes the server call a host that is not configured', () => {
  const hosts = new Set(fetched.map((address) => new URL(address).host));
  for (const host of hosts) assert.match(host, /^(dysmsapi\.aliyuncs\.com|restapi\.amap\.com)$/);
});
