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
  // An export takes a filter too; it is no action on records.
  return method === 'POST' && 'filter' in shape && 'ids' in shape && 'count' in shape;
});

test('the browser offers "all matching" for the calls that take a filter, and for no other', () => {
  assert.deepEqual(byFilter.map(([address]) => address).sort(), [...BULK_BY_FILTER].sort());
});

test('a filter with a word that the list does not know is refused: it would leave more than was meant', () => {
  for (const [address, endpoint] of byFilter) {
    const { filter } = shapeOf(endpoint);
    assert.equal(filter?.safeParse({}).success, true, address);
    assert.equal(filter?.safeParse({ keywrod: 'x' }).success, false, address);
  }
});

test('another number of records than agreed to is among the declared errors', () => {
  for (const [address, endpoint] of byFilter) assert.ok(endpoint.errors?.includes(40905), address);
});
