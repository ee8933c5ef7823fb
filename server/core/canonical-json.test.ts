import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canonicalJson } from './canonical-json';

test('objects with equal contents have the same canonical text, whatever the order of their keys', () => {
  const text = '{"a":[{"b":1,"c":null},null],"b":"x"}';
  assert.equal(canonicalJson({ b: 'x', a: [{ c: null, b: 1 }, undefined] }), text);
  assert.equal(canonicalJson({ a: [{ b: 1, c: null }, null], b: 'x', gone: undefined }), text);
});

test('numeric keys and the key __proto__ keep the order that stored digests were computed with', () => {
  assert.equal(
    canonicalJson(JSON.parse('{"b":1,"10":2,"9":3,"__proto__":{"y":4,"x":5}}')),
    '{"9":3,"10":2,"__proto__":{"x":5,"y":4},"b":1}',
  );
});
