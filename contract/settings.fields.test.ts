import assert from 'node:assert/strict';
import test from 'node:test';
import { isNeeded, list, number, pairs, rows, settingGroup, str, toggle } from './settings';
import { groupSchema } from './settings.schema';
import { text } from './text';

const label = text('甲', 'A', 'A', '甲');
const group = settingGroup('sample', {
  sections: {
    all: {
      fields: {
        mode: str({ label, initial: 'plain' }),
        hosts: list({ label, pattern: /^[a-z.]+$/, max: 2 }),
        templates: pairs({ label, valueLabel: label, keys: { paid: label, sent: label }, pattern: /^\d{4}$/ }),
        shops: pairs({ label, valueLabel: label, keyPattern: /^\d+$/, max: 2 }),
        lines: rows({
          label,
          max: 2,
          columns: {
            name: str({ label, required: true, max: 4 }),
            count: number({ label, min: 1, max: 9, initial: 1 }),
            on: toggle({ label, initial: false }),
          },
        }),
        key: str({ label, required: true, pattern: /^k+$/, when: { field: 'mode', is: ['keyed', 'both'] } }),
      },
    },
  },
});
const pathsOf = (change: object): string[] => {
  const parsed = groupSchema(group).safeParse({ ...group.initial, ...change });
  return parsed.success ? [] : parsed.error.issues.map(({ path }) => path.join('.'));
};

test('a list accepts unique, matching texts up to its maximum', () => {
  assert.deepEqual(pathsOf({ hosts: ['a.b', 'c.d'] }), []);
  assert.deepEqual(pathsOf({ hosts: ['a.b', 'A'] }), ['hosts.1']);
  for (const hosts of [
    ['a', 'a'],
    ['a', 'b', 'c'],
  ])
    assert.deepEqual(pathsOf({ hosts }), ['hosts']);
});

test('pairs accept given keys or keys that match a pattern, and drop keys without a value', () => {
  const parsed = groupSchema(group).parse({ ...group.initial, templates: { paid: ' 1234 ', sent: '' } });
  assert.deepEqual(parsed.templates, { paid: '1234' });
  assert.deepEqual(pathsOf({ templates: { other: '1234' } }), ['templates.other']);
  assert.deepEqual(pathsOf({ templates: { paid: '12' } }), ['templates.paid']);
  assert.deepEqual(pathsOf({ shops: { x: 'a' } }), ['shops.x']);
  assert.deepEqual(pathsOf({ shops: { 1: 'a', 2: 'b', 3: 'c' } }), ['shops']);
});

test('rows are checked cell by cell', () => {
  const row = { name: 'a', count: 1, on: true };
  assert.deepEqual(pathsOf({ lines: [row, row] }), []);
  assert.deepEqual(
    pathsOf({
      lines: [
        { ...row, name: '' },
        { ...row, count: 10 },
      ],
    }),
    ['lines.0.name', 'lines.1.count'],
  );
  assert.deepEqual(pathsOf({ lines: [row, row, row] }), ['lines']);
});

test('a hidden field may be empty and is not required', () => {
  const { key } = group.fields;
  assert.ok(key);
  assert.deepEqual(pathsOf({ key: '' }), []);
  assert.equal(isNeeded(key, { mode: 'plain' }), false);
  assert.equal(isNeeded(key, { mode: 'both' }), true);
});

test('a platform cannot name a field that its group lacks', () => {
  const sections = { all: { fields: { id: str({ label }) } } };
  assert.throws(() => settingGroup('sample', { sections, platform: { needs: ['secret'] } }), /has no field secret/);
});
