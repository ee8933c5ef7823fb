import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing';

let t: TestApp;
before(async () => {
  t = await createTestApp();
});
after(() => t.close());

const GROUP = { group: 'oem' } as const;
const DAY_MS = 86_400_000;
/** A step: `wait` milliseconds pass, a version is saved or restored, and reads follow. */
const step = fc.record({
  wait: fc.integer({ min: 0, max: 40 * DAY_MS }),
  slogan: fc.string({ maxLength: 20 }),
  showPoweredBy: fc.boolean(),
  restores: fc.option(fc.nat(), { freq: 3 }),
  readAfter: fc.array(fc.integer({ min: 0, max: 1_000 }), { maxLength: 2 }),
});

interface Seen {
  readonly at: Date;
  readonly version: number;
  readonly values: object;
}

/** Runs the steps and records the answers before and after each step. */
async function walk(steps: readonly (typeof step extends fc.Arbitrary<infer S> ? S : never)[]): Promise<Seen[]> {
  const seen: Seen[] = [];
  const read = async () => (await t.call('config.Oem/get', GROUP, { token: await t.signIn() })).data;
  const look = async () => {
    const { version, values } = await read();
    seen.push({ at: t.clock.now(), version, values });
  };
  for (const { wait, slogan, showPoweredBy, restores, readAfter } of steps) {
    t.clock.advance(wait);
    await look();
    // A version is valid from the millisecond in which it is saved. The save must therefore be later than the read before it.
    t.clock.advance(1);
    const { version, values } = await read();
    const token = await t.signIn();
    const how = { token, ticket: await t.ticket(token) };
    const answer =
      restores === null
        ? await t.call('config.Oem/save', { ...GROUP, values: { ...values, slogan, showPoweredBy }, version }, how)
        : await t.call('config.Oem/restore', { ...GROUP, from: restores % (version + 1), version }, how);
    assert.equal(answer.code, 100, answer.msg);
    await look();
    for (const pause of readAfter) {
      t.clock.advance(pause);
      await look();
    }
  }
  return seen;
}

test('settings requested as of a past moment equal the settings read at that moment', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      await t.db.deleteFrom('site_setting').where('group_key', '=', 'oem').execute();
      t.clock.set(TEST_NOW);
      const seen = await walk(steps);
      const token = await t.signIn();
      for (const { at, version, values } of seen) {
        const then = (await t.call('config.Oem/getVersion', { ...GROUP, at: at.toISOString() }, { token })).data;
        assert.deepEqual([then.version, then.values], [version, values]);
      }
    }),
    { numRuns: 25 },
  );
});
