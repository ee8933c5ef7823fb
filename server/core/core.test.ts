import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { maskFields, maskTel } from './access/mask';
import { widestScope } from './access/scope';
import { decodeBody, decodeQuery } from './http/decode';
import { deviceOf } from './http/device';
import { originOf } from './http/headers';
import { localeOf } from './locale';

test('the language of an answer follows Accept-Language with its weights; an unknown language gives zh-CN', () => {
  assert.equal(localeOf(undefined), 'zh-CN');
  assert.equal(localeOf('fr, xx;q=0.5'), 'zh-CN');
  assert.equal(localeOf('fr;q=0.9, pt;q=0.8, en;q=0.1'), 'pt-BR');
  assert.equal(localeOf('en-GB;q=0.2, zh-Hant-HK;q=0.7'), 'zh-TW');
  assert.equal(localeOf('en;q=0, pt-BR;q=0.1'), 'pt-BR');
});

test('a body is an object of storable text that cannot change a prototype', () => {
  assert.deepEqual(decodeBody(null), {});
  assert.deepEqual(decodeBody(Buffer.from('{"a":{"__proto__":{"x":1},"constructor":2,"b":3}}')), { a: { b: 3 } });
  for (const bad of ['1', 'null', '"x"', '[1]', '{', '{"a":"\\u0000"}', '{"\\ud800":1}']) {
    assert.throws(() => decodeBody(Buffer.from(bad)), { code: 40002 }, bad);
  }
  assert.throws(() => decodeBody(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])), { code: 40002 });
  assert.deepEqual(decodeQuery({ a: ['1', '2'], __proto__: 'x' }), { a: ['1', '2'] });
  assert.throws(() => decodeQuery({ a: 'x\0' }), { code: 40002 });
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit: 'grapheme' }), fc.json()), (value) => {
      const text = JSON.stringify(value);
      if (/\\u0000|__proto__|constructor|prototype/.test(text)) return;
      assert.deepEqual(decodeBody(Buffer.from(text)), JSON.parse(text));
    }),
  );
});

test('a masked phone keeps at most its first three and last four digits', () => {
  assert.equal(maskTel('13812345678'), '138****5678');
  assert.equal(maskTel('1234'), '****');
  fc.assert(
    fc.property(fc.stringMatching(/^\d{8,15}$/), (tel) => {
      const masked = maskTel(tel);
      assert.equal(masked.length, tel.length);
      assert.equal(masked.replace(/[^*]/g, '').length, tel.length - 7);
    }),
  );
});

test('fields named password, secret or token are never copied, at any depth', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('password', 'oldPassword', 'accessKeySecret', 'token', 'Authorization'),
      fc.integer({ min: 0, max: 6 }),
      (name, depth) => {
        let value: unknown = { [name]: 'CANARY' };
        for (let level = 0; level < depth; level += 1) value = level % 2 ? [value] : { inner: value };
        assert.doesNotMatch(JSON.stringify(maskFields(value, {})), /CANARY/);
      },
    ),
  );
});

test('the widest data scope wins, equal scopes are merged, and the account’s own stations are added', () => {
  const own = { teamIds: [7], franchiseeId: 9 };
  assert.deepEqual(widestScope([], own), { kind: 'teams', ids: [] });
  assert.deepEqual(widestScope([{ kind: 'teams', ids: [] }], own), { kind: 'teams', ids: [7] });
  assert.deepEqual(widestScope([{ kind: 'franchisees', ids: [] }], own), {
    kind: 'franchisees',
    ids: [9],
    alsoTeamIds: [7],
  });
  const regions = [
    { kind: 'regions', ids: [510000] },
    { kind: 'regions', ids: [110000] },
    { kind: 'teams', ids: [1] },
  ] as const;
  assert.deepEqual(widestScope(regions, own), {
    kind: 'regions',
    codes: ['510000', '110000'],
    alsoTeamIds: [7],
  });
  assert.deepEqual(widestScope([...regions, { kind: 'all', ids: [] }], own), { kind: 'all' });
});

test('a browser has the same family after an update', () => {
  const chrome = (version: number) =>
    `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36`;
  assert.equal(deviceOf(chrome(139)).family, deviceOf(chrome(141)).family);
  assert.notEqual(deviceOf(chrome(139)).family, deviceOf('curl/8.5.0').family);
  assert.equal(deviceOf('').family, 'unknown/unknown');
  assert.ok(deviceOf('x'.repeat(5_000)).family.length <= 64);
});

test('the origin of a tile address is valid in a content security policy', () => {
  assert.equal(originOf('https://tiles.example/{z}/{x}/{y}.png'), 'https://tiles.example');
  assert.equal(originOf('https://{s}.tiles.example:8443/{z}'), 'https://*.tiles.example:8443');
  assert.equal(originOf('https://webrd0{s}.is.tiles.example/{z}'), 'https://*.is.tiles.example');
  assert.equal(originOf('https://map.{s}.tiles.example/{z}'), 'https://*.tiles.example');
  for (const bad of ['', 'javascript:alert(1)', 'https://', "data:text/html;'unsafe-inline'"])
    assert.equal(originOf(bad), null);
});
