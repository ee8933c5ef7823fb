import assert from 'node:assert/strict';
import { test } from 'node:test';
import { neverKept } from './drafts';
import { endpoints } from './endpoints';

test('a draft in the browser omits the fields that endpoints declare secret or personal, and no other fields', () => {
  const declared = new Map<string, Set<string>>();
  for (const [address, endpoint] of Object.entries(endpoints)) {
    if (endpoint.method !== 'POST' || endpoint.audit === null) continue;
    const { secret = [], personal = [] }: { secret?: readonly string[]; personal?: readonly string[] } = endpoint.audit;
    const controller = address.split('/')[0] ?? '';
    const names = declared.get(controller) ?? new Set();
    for (const name of [...secret, ...personal]) names.add(name);
    declared.set(controller, names);
  }
  for (const [controller, names] of declared) {
    assert.deepEqual(
      [...neverKept(`${controller}/any`)].sort(),
      [...names].sort(),
      `contract/drafts.ts: ${controller}`,
    );
  }
});
