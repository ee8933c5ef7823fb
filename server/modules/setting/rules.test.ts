import assert from 'node:assert/strict';
import test from 'node:test';
import { text } from '../../../contract/text';
import { changedFields } from './rules';
import { configState } from './state';

test('the changed fields are those whose values differ', () => {
  assert.deepEqual(changedFields({ a: 1, b: [1], c: 'x' }, { a: 1, b: [1, 2], c: 'y' }), ['b', 'c']);
});

test('values that the database returns in another order count as unchanged', () => {
  assert.deepEqual(changedFields({ a: { x: 1, y: 2 } }, { a: { y: 2, x: 1 } }), []);
});

test('settings show “expiring” from thirty days before a certificate ends, like the reminders', () => {
  const now = new Date('2026-03-01T00:00:00Z');
  const stateAt = (days: number) =>
    configState({
      version: 1,
      missing: [],
      stored: { enabled: true, test: null } as never,
      endings: [
        {
          field: 'a',
          label: text('证', 'C', 'C', '證'),
          at: new Date(now.getTime() + days * 86_400_000),
          days,
          mark: '1',
        },
      ],
      now,
    });
  assert.deepEqual([31, 30, 0].map(stateAt), ['enabled', 'expiring', 'failing']);
});
