import assert from 'node:assert/strict';
import test from 'node:test';
import { phonePattern, seesPhones } from './phones';

test('a user who sees a phone masked finds it only by the whole number, never by a part', () => {
  assert.equal(phonePattern('138', false), '138');
  assert.equal(phonePattern('1380', false), '1380');
  assert.equal(phonePattern('13800005678', false), '13800005678');
  assert.equal(phonePattern('1380', true), '1380%');
  assert.equal(phonePattern('13%', false), '13\\%');
  assert.equal(phonePattern('138%', false), '138\\%');
});

test("phones are visible with both the page's permission and the field rule, not with only one of them", () => {
  const person = (rules: number[], fields: 'phone'[]) => ({ rules: new Set(rules), fields: new Set(fields) });
  assert.ok(seesPhones(person([1105], ['phone']), 1105));
  assert.ok(!seesPhones(person([1105], []), 1105));
  assert.ok(!seesPhones(person([405], ['phone']), 1105));
});
