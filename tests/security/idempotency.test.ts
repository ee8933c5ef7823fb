import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import type { Endpoint } from '../../contract/endpoint';
import { endpoints } from '../../contract/endpoints';
import { seedDatabase } from '../../server/demo';
import { createTestApp, type TestApp } from '../../server/testing';
import { businessFingerprint } from '../support/fingerprint';
import { type Hints, validInputs } from '../support/inputs';

/** One key, one effect (QUALITY C.3 24), over every endpoint that takes keys. The pipe's own test has the finer cases. */

const CANDIDATES = 60;
const SEED = 20260301;
const marked = Object.entries<Endpoint>(endpoints).filter(([, one]) => one.method === 'POST' && one.idempotent);

let t: TestApp;
let hints: Hints;
const succeeded: string[] = [];

before(async () => {
  t = await createTestApp();
  await seedDatabase(t.db, { size: 'small', now: t.clock.now(), secrets: t.ports.secrets, ids: t.ids });
  const teams = await t.db.selectFrom('team').select('id').where('status', '=', 'operating').execute();
  const id = fc.constantFrom(...teams.map((team) => team.id));
  hints = { id, teamId: id };
});
after(() => t.close());

for (const [address, endpoint] of marked) {
  test(`${address}: a key is required; with it, the same call thrice or twice at once has one effect`, async () => {
    const token = await t.signIn();
    const [first] = validInputs(endpoint, 1, SEED, hints);
    const without = await t.raw(address, first, { token, key: null });
    assert.equal(without.code, 40001);
    assert.match(JSON.stringify(without.data), /"field":"Idempotency-Key","rule":"required"/);

    for (const input of validInputs(endpoint, CANDIDATES, SEED, hints)) {
      const key = t.clock.randomBytes(8).toString('hex');
      const done = await t.raw(address, input, { token, key });
      if (done.code !== 100) continue;
      succeeded.push(address);
      const after = await businessFingerprint(t);
      for (let again = 0; again < 2; again += 1) {
        const repeated = await t.raw(address, input, { token, key });
        assert.deepEqual({ ...repeated, requestId: '' }, { ...done, requestId: '' });
      }
      assert.equal(await businessFingerprint(t), after);
      const other = await t.raw(address, { ...(input as object), reason: 'another body' }, { token, key });
      assert.equal(other.code, 40902);
      assert.equal(await businessFingerprint(t), after);

      const pairKey = t.clock.randomBytes(8).toString('hex');
      const pair = await Promise.all([1, 2].map(() => t.raw(address, input, { token, key: pairKey })));
      const codes = pair.map(({ code }) => code).toSorted((a, b) => a - b);
      // The second one meets the first while it runs, or finds its stored answer.
      assert.ok(codes[0] === 100 && (codes[1] === 100 || codes[1] === 40904), `${codes}`);
      if (codes[1] === 100) assert.deepEqual(pair[0]?.data, pair[1]?.data);
      return;
    }
  });
}

test('most of these endpoints were really carried out', () => {
  assert.ok(succeeded.length * 2 > marked.length, `${succeeded}`);
});
