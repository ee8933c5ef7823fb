import assert from 'node:assert/strict';
import test from 'node:test';
import { SECOND_MS } from '../../contract/units';
import { fixedClock } from '../core/clock';
import { insurerSignature } from '../core/platforms/insurer';
import { createInsurerSimulator, INSURER_AGREEMENT } from './insurer';
import { memoryStore } from './simulator';

test('a call with a wrong signature is refused with 401, also if the signature is not ASCII', async () => {
  const clock = fixedClock('2026-03-02T11:00:00+08:00');
  const store = memoryStore();
  await store.put(INSURER_AGREEMENT, 'AG-1', { secret: 'a-secret-of-sixteen-letters' });
  const simulator = createInsurerSimulator({ clock, store, callBack: async () => undefined });
  const seconds = String(clock.now().getTime() / SECOND_MS);
  const call = { method: 'GET', path: '/policies/IP1', query: new URLSearchParams(), body: Buffer.alloc(0) };
  const right = insurerSignature('a-secret-of-sixteen-letters', { ...call, seconds, body: '' });
  const statusOf = async (signature: string) => {
    const headers = new Headers({ 'x-agreement': 'AG-1', 'x-timestamp': seconds, 'x-signature': signature });
    return (await simulator.handle({ ...call, headers })).status;
  };
  assert.equal(await statusOf(right), 404);
  for (const wrong of ['', '0'.repeat(right.length), 'é'.repeat(right.length), right.slice(1)])
    assert.equal(await statusOf(wrong), 401, wrong);
});
