import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { systemClock } from '../clock';
import { createTestDatabase, type TestDatabase } from '../database/testing';
import { StartupError } from '../startup';
import { createSecretBox, findSecretKeys, loadSecretKeys, openSecretBox, secretKeyId } from './secrets';

let database: TestDatabase;
let folder: string;
before(async () => {
  database = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'secrets-'));
});
after(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

test('a sealed value can be opened only for its own record and field, and any changed bit is detected', () => {
  const box = createSecretBox([randomBytes(32)], systemClock);
  const sealed = box.seal('CANARY ¥ 密钥', 'site_setting/map/mapServerKey');
  assert.equal(box.open(sealed, 'site_setting/map/mapServerKey'), 'CANARY ¥ 密钥');
  assert.equal(sealed.includes('CANARY'), false);
  assert.notDeepEqual(sealed, box.seal('CANARY ¥ 密钥', 'site_setting/map/mapServerKey'), 'a nonce of its own');
  assert.throws(() => box.open(sealed, 'site_setting/sms/accessKeySecret'));
  for (let index = 0; index < sealed.length; index += 1) {
    const changed = Buffer.from(sealed);
    changed.writeUInt8(changed.readUInt8(index) ^ 1, index);
    assert.throws(() => box.open(changed, 'site_setting/map/mapServerKey'));
  }
  assert.throws(() => createSecretBox([randomBytes(32)], systemClock).open(sealed, 'site_setting/map/mapServerKey'));
});

test('sealed binary data is opened unchanged, and only for its own record', () => {
  const box = createSecretBox([randomBytes(32)], systemClock);
  const bytes = Buffer.from([0xff, 0xfe, 0x00, 0x80, 0x0a]);
  const sealed = box.seal(bytes, 'file/1');
  assert.deepEqual(box.openBytes(sealed, 'file/1'), bytes);
  assert.throws(() => box.openBytes(sealed, 'file/2'));
});

test('only the file owner can read the generated key, and the next start uses the same key', async () => {
  const file = join(folder, 'secret.key');
  const made = await loadSecretKeys([], folder, systemClock);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.deepEqual(await loadSecretKeys([], folder, systemClock), made);
  const given = randomBytes(32);
  assert.deepEqual(await loadSecretKeys([given], folder, systemClock), [given]);
  writeFileSync(file, `${given.toString('hex')}\n${made[0].toString('hex')}\n`);
  assert.deepEqual(await loadSecretKeys([], folder, systemClock), [given, ...made]);
  writeFileSync(file, `${given.toString('hex')}\ntorn`);
  await assert.rejects(findSecretKeys([], folder), StartupError);
  assert.deepEqual(await findSecretKeys([], join(folder, 'missing')), []);
  await assert.rejects(loadSecretKeys([], folder, systemClock), StartupError);
});

test('servers that start at once on one new folder use the same complete key, and leave no other file', async () => {
  for (let round = 0; round < 20; round += 1) {
    const shared = join(folder, `shared-${round}`);
    const starts = Promise.all(Array.from({ length: 8 }, () => loadSecretKeys([], shared, systemClock)));
    // The file has its whole content from the moment at which it exists.
    while (!existsSync(join(shared, 'secret.key'))) await new Promise(setImmediate);
    assert.equal(statSync(join(shared, 'secret.key')).size, 65);
    assert.equal(new Set((await starts).map(([key]) => secretKeyId(key))).size, 1);
    assert.deepEqual(readdirSync(shared), ['secret.key']);
  }
});

test('a signature is valid while its key is configured, and only for its text', () => {
  const [first, second] = [randomBytes(32), randomBytes(32)];
  const signature = createSecretBox([first], systemClock).sign('file:1');
  const both = createSecretBox([second, first], systemClock);
  assert.equal(both.isSigned('file:1', signature), true);
  assert.equal(both.isSigned('file:2', signature), false);
  assert.equal(both.isSigned('file:1', ''), false);
  assert.equal(createSecretBox([second], systemClock).isSigned('file:1', signature), false);
  assert.notEqual(both.sign('file:1'), signature, 'the first key signs');
});

test('the server starts only with all keys that encrypt the secrets of its database', async () => {
  const { db } = database;
  const [first, second] = [randomBytes(32), randomBytes(32)];
  const box = await openSecretBox(db, [first], systemClock);
  await openSecretBox(db, [first], systemClock);
  await assert.rejects(openSecretBox(db, [second], systemClock), {
    message: new RegExp(`key ${secretKeyId(first)}, but SECRET_KEY or secret.key has only ${secretKeyId(second)}`),
  });
  const both = await openSecretBox(db, [second, first], systemClock);
  const place = 'site_setting/map/mapServerKey';
  const values = { place, sealed: both.seal('CANARY', place), updated_at: new Date(), updated_by: 0 };
  await db.insertInto('secret_value').values(values).execute();
  await assert.rejects(openSecretBox(db, [first], systemClock), StartupError);
  assert.equal(both.digest('card'), box.digest('card'), 'digests do not depend on the current key');
  assert.equal(both.isDigest('card', box.digest('card')), true);
  assert.equal(both.isDigest('other card', box.digest('card')), false);
});

test('a database of an earlier version keeps its digests, a new database gets a random key for digests', async () => {
  const { db } = database;
  const [first, second] = [randomBytes(32), randomBytes(32)];
  const earlier = createSecretBox([first], systemClock);
  await db.deleteFrom('secret_value').execute();
  await openSecretBox(db, [first], systemClock);
  await db.deleteFrom('secret_value').where('place', '=', 'core/digest').execute();
  const upgraded = await openSecretBox(db, [second, first], systemClock);
  assert.equal(upgraded.digest('card'), earlier.sign('card'), 'earlier versions signed what is now a digest');
  await db.deleteFrom('secret_value').execute();
  const fresh = await openSecretBox(db, [first], systemClock);
  assert.notEqual(fresh.digest('card'), earlier.sign('card'));
});

test('processes that start at the same time on an empty database have the same keys, and a refused start stores nothing', async () => {
  const { db } = database;
  const [first, second] = [randomBytes(32), randomBytes(32)];
  await db.deleteFrom('secret_value').execute();
  const boxes = await Promise.all(Array.from({ length: 5 }, () => openSecretBox(db, [first], systemClock)));
  assert.equal(new Set(boxes.map((box) => box.digest('card'))).size, 1);
  assert.notEqual(boxes[0]?.digest('card'), createSecretBox([first], systemClock).digest('card'));
  await db.deleteFrom('secret_value').where('place', '=', 'core/check').execute();
  await assert.rejects(openSecretBox(db, [second], systemClock), StartupError);
  await openSecretBox(db, [first], systemClock);
});
