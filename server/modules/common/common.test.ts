import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestApp, TEST_BROWSER, type TestApp } from '../../testing';

let t: TestApp;
let owner: string;
before(async () => {
  t = await createTestApp();
  owner = await t.signIn();
});
after(() => t.close());

const chunk = (kind: string, body: Buffer): Buffer => {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(body.length);
  return Buffer.concat([size, Buffer.from(kind), body, Buffer.alloc(4)]);
};
/** The head of a PNG of this size, with the place it was taken at. */
function picture(width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width);
  head.writeUInt32BE(height, 4);
  head[8] = 8;
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('tEXt', Buffer.from('Place\0Chengdu')),
    chunk('IDAT', Buffer.from('x')),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

async function upload(name: string, bytes: Buffer, scene: string, token = owner) {
  const edge = 'form-edge-1';
  const payload = Buffer.concat([
    Buffer.from(`--${edge}\r\ncontent-disposition: form-data; name="scene"\r\n\r\n${scene}\r\n`),
    Buffer.from(`--${edge}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`),
    bytes,
    Buffer.from(`\r\n--${edge}--\r\n`),
  ]);
  const answer = await t.app.http.inject({
    method: 'POST',
    url: '/api/common.File/upload',
    headers: {
      authorization: token,
      'user-agent': TEST_BROWSER,
      'content-type': `multipart/form-data; boundary=${edge}`,
    },
    payload,
  });
  return answer.json() as { code: number; data: { fileId: number; url: string; name: string; width: number } };
}

test('a picture is stored under its link, without the place it was taken at', async () => {
  const stored = await upload('../logo.png', picture(64, 64), 'teamLogo');
  assert.equal(stored.code, 100);
  assert.equal(stored.data.name, 'logo.png');
  const served = await t.app.http.inject({ url: stored.data.url });
  assert.equal(served.statusCode, 200);
  assert.equal(served.headers['content-type'], 'image/png');
  assert.equal(served.headers['x-content-type-options'], 'nosniff');
  assert.match(String(served.headers['content-security-policy']), /sandbox/);
  assert.ok(!served.rawPayload.includes('Chengdu'));
});

test('a link ends after minutes, and a changed link opens nothing', async () => {
  const { data } = await upload('logo.png', picture(32, 32), 'teamLogo');
  const other = data.url.replace(/files\/\d+/, `files/${data.fileId + 1}`);
  assert.equal((await t.app.http.inject({ url: other })).statusCode, 404);
  t.clock.advance(7 * 60_000);
  assert.equal((await t.app.http.inject({ url: data.url })).statusCode, 404);
});

test('what a place does not accept is refused: a wrong type, a wrong shape, no picture at all', async () => {
  assert.equal((await upload('logo.png', picture(64, 32), 'teamLogo')).code, 40008);
  assert.equal((await upload('logo.png', Buffer.from('#!/bin/sh'), 'teamLogo')).code, 40008);
  assert.equal((await upload('page.svg', Buffer.from('<svg onload="x()"/>'), 'siteLogo')).code, 40008);
});

test('a file that somebody else stored is not found by its number', async () => {
  const { data } = await upload('logo.png', picture(16, 16), 'teamLogo');
  const { account } = await t.account();
  const other = await t.signIn(account);
  assert.equal((await t.call('common.File/getUrl', { fileId: data.fileId }, { token: owner })).code, 100);
  assert.equal((await t.call('common.File/getUrl', { fileId: data.fileId }, { token: other })).code, 40401);
});

test('preferences belong to one account; null removes one', async () => {
  const { account } = await t.account();
  const other = await t.signIn(account);
  await t.call('common.Preference/save', { key: 'columns/team', value: ['name'] }, { token: owner });
  assert.deepEqual((await t.call('common.Preference/getAll', {}, { token: owner })).data.values, {
    'columns/team': ['name'],
  });
  assert.deepEqual((await t.call('common.Preference/getAll', {}, { token: other })).data.values, {});
  await t.call('common.Preference/save', { key: 'columns/team', value: null }, { token: owner });
  assert.deepEqual((await t.call('common.Preference/getAll', {}, { token: owner })).data.values, {});
});

test('regions come as code,name lists', async () => {
  const { data } = await t.call('common.Region/getPcdList', {}, { token: owner });
  assert.ok(data.province.includes('510000,四川省'));
  assert.ok(data.district.includes('510107,武侯区'));
});
