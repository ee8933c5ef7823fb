import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BULK_BY_FILTER } from './bulk';
import type { Endpoint } from './endpoint';
import { endpoints } from './endpoints';

const shapeOf = (endpoint: Endpoint) =>
  (
    endpoint.input._zod.def as unknown as {
      shape?: Readonly<Record<string, { safeParse(value: unknown): { success: boolean } }>>;
    }
  ).shape ?? {};
const byFilter = Object.entries<Endpoint>(endpoints).filter(([, { method, ...endpoint }]) => {
  const shape = shapeOf({ method, ...endpoint } as Endpoint);
  // An export also accepts a filter, but it is not a bulk action.
  return method === 'POST' && 'filter' in shape && 'ids' in shape && 'count' in shape;
});

test('the browser offers "all matching" for the calls that take a filter, and for no other calls', () => {
  assert.deepEqual(byFilter.map(([address]) => address).sort(), [...BULK_BY_FILTER].sort());
});

test('an unknown filter field is refused, because ignoring it would select more records than intended', () => {
  for (const [address, endpoint] of byFilter) {
    const { filter } = shapeOf(endpoint);
    assert.equal(filter?.safeParse({}).success, true, address);
    assert.equal(filter?.safeParse({ keywrod: 'x' }).success, false, address);
  }
});

test('every bulk call with a filter declares the error for a changed number of records', () => {
  for (const [address, endpoint] of byFilter) assert.ok(endpoint.errors?.includes(40905), address);
});
