import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  type FieldType,
  fieldType,
  missingKey,
  patternFault,
  smsParts,
  valueFault,
  variablesIn,
  withVariables,
} from './serviceNotice.limits';

const long = (max: number) => ({ kind: 'long', max });
const form = { kind: 'form' };

const TABLE: readonly (readonly [FieldType, string, object | null])[] = [
  ['thing', '外'.repeat(20), null],
  ['thing', '外'.repeat(21), long(20)],
  ['thing', ' ', form],
  ['character_string', 'A'.repeat(32), null],
  ['character_string', 'A'.repeat(33), long(32)],
  ['character_string', '订单1', form],
  ['phrase', '配送中', null],
  ['phrase', '已经配送中了', long(5)],
  ['phrase', 'done', form],
  ['name', '欧阳', null],
  ['name', '张'.repeat(11), long(10)],
  ['name', 'Maria Fernanda Souza', null],
  ['name', 'Maria Fernanda Souzas', long(20)],
  ['name', 'Li 3', form],
  ['amount', '¥1234567890.00', null],
  ['amount', '12元', null],
  ['amount', '12345678901', form],
  ['amount', '1,200', form],
  ['time', '09:30', null],
  ['time', '2026年3月1日 09:30', null],
  ['time', '2026-03-01', form],
  ['date', '2026-03-01', null],
  ['date', '2026年3月1日 24:30', form],
  ['phone_number', '+86-0766-66888866', null],
  ['phone_number', '123456789012345678', long(17)],
  ['phone_number', 'call me', form],
  ['keyword', '外'.repeat(50), null],
  ['keyword', '外'.repeat(51), long(50)],
  ['keyword', '', form],
  ['named', '外'.repeat(60), null],
  ['named', '外'.repeat(61), long(60)],
];

test('each type of field has its limit and its format', () => {
  for (const [type, value, fault] of TABLE) assert.deepEqual(valueFault(type, value), fault, `${type} ${value}`);
});

test('a WeChat key consists of a field type and a number', () => {
  for (const channel of ['appletSubscribe', 'officialTemplate'] as const) {
    assert.equal(fieldType(channel, 'thing1'), 'thing');
    assert.equal(fieldType(channel, 'character_string12'), 'character_string');
    for (const key of ['thing', 'thing123', 'toString1', 'first', '1thing', 'keyword1', 'named1', '订单状态'])
      assert.equal(fieldType(channel, key), null, key);
  }
});

test('keys of Alipay are numbered keywords without gaps', () => {
  for (const key of ['keyword1', 'keyword10']) assert.equal(fieldType('alipayMessage', key), 'keyword');
  for (const key of ['keyword', 'keyword0', 'keyword123', 'thing1', '订单状态'])
    assert.equal(fieldType('alipayMessage', key), null, key);
  assert.equal(missingKey('alipayMessage', ['keyword2', 'keyword1']), null);
  assert.equal(missingKey('alipayMessage', ['keyword1', 'keyword3']), 'keyword2');
  assert.equal(missingKey('appletSubscribe', ['thing1', 'thing3']), null);
});

test('keys of Douyin are the names of keywords', () => {
  for (const key of ['订单状态', 'thing1', '外'.repeat(20)]) assert.equal(fieldType('dySubscribe', key), 'named');
  for (const key of ['', '订单 状态', '{{name}}', '外'.repeat(21)])
    assert.equal(fieldType('dySubscribe', key), null, key);
});

test('a pattern is refused only for its own characters, not for its variables', () => {
  assert.equal(patternFault('thing', `{{name}}${'外'.repeat(20)}`), null);
  assert.deepEqual(patternFault('thing', `{{name}}${'外'.repeat(21)}`), long(20));
  assert.equal(patternFault('amount', '¥{{sum}}'), null);
  assert.deepEqual(patternFault('amount', 'free'), form);
});

test('filling replaces every variable of a text and changes nothing else', () => {
  const word = fc.stringMatching(/^[a-z]{1,8}$/);
  const plain = fc.string().map((text) => text.replace(/[{}]/g, ''));
  fc.assert(
    fc.property(fc.array(fc.tuple(word, plain, plain), { maxLength: 5 }), (parts) => {
      const text = parts.map(([name, , tail]) => `{{${name}}}${tail}`).join('');
      const values = Object.fromEntries(parts.map(([name, value]) => [name, value]));
      const filled = withVariables(text, values);
      assert.deepEqual(variablesIn([filled]), []);
      assert.equal(filled, parts.map(([name, , tail]) => `${values[name]}${tail}`).join(''));
    }),
  );
});

test('a text message is billed by its parts, including the signature', () => {
  assert.equal(smsParts('示例', '字'.repeat(66)), 1);
  assert.equal(smsParts('示例', '字'.repeat(67)), 2);
  assert.equal(smsParts('示例', '字'.repeat(131)), 3);
});
