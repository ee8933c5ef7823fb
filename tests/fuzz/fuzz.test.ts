import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Endpoint } from '../../contract/endpoint';
import { endpoints } from '../../contract/endpoints';
import { createFuzzApp, type FuzzApp, isAccepted } from '../support/fuzzApp';
import { type Hints, invalidInputs, validInputs } from '../support/inputs';
import { DAY_SEED } from '../support/seed';

/**
 * Fuzzes every endpoint with valid and invalid inputs (QUALITY C.3 14, 39; 35 for calls that succeed).
 * `FUZZ_RUNS` is the number of inputs of each kind: 6 by default, 200 in `npm run fuzz`. The seed is one of three and changes daily.
 * `FUZZ_SEED` repeats the run of another day.
 */
const RUNS = Number(process.env.FUZZ_RUNS ?? 6);
const SEED = 20260301 + (DAY_SEED % 3);

let world: FuzzApp;
let hints: Hints;

before(async () => {
  world = await createFuzzApp();
  hints = world.hints;
});
after(() => world.close());

const drawn = new Map<Endpoint, { readonly valid: readonly unknown[]; readonly invalid: readonly unknown[] }>();
/** Generates the inputs of an endpoint. Cached, because generating inputs takes as long as sending them. */
function inputsOf(endpoint: Endpoint) {
  const inputs = drawn.get(endpoint) ?? {
    valid: validInputs(endpoint, RUNS, SEED, hints),
    invalid: invalidInputs(endpoint, RUNS, SEED, hints),
  };
  drawn.set(endpoint, inputs);
  return inputs;
}

for (const [address, endpoint] of Object.entries<Endpoint>(endpoints)) {
  test(`${address}: generated inputs cause no fault`, async () => {
    const { valid, invalid } = inputsOf(endpoint);
    for (const input of valid) await world.check(address, endpoint, input);
    for (const input of invalid) {
      const answer = await world.check(address, endpoint, input);
      assert.ok(!isAccepted(answer), `${address} took ${JSON.stringify(input)}`);
    }
  });
}

test('nearly every endpoint with fields gets the full number of valid and invalid inputs', () => {
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
  const hosts = new Set(world.fetched.map((address) => new URL(address).host));
  for (const host of hosts) assert.match(host, /^(dysmsapi\.aliyuncs\.com|restapi\.amap\.com)$/);
});
