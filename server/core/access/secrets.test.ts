import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { systemClock } from '../clock';
import { createTestDatabase, type TestDatabase } from '../database/testing';
import { StartupError } from '../startup';
import { checkSecretKey, createSecretBox, loadSecretKey, rotateSecrets } from './secrets';

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
  const box = createSecretBox(randomBytes(32), systemClock);
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
  assert.throws(() => createSecretBox(randomBytes(32), systemClock).open(sealed, 'site_setting/map/mapServerKey'));
});

test('sealed binary data is opened unchanged, and only for its own record', () => {
  const box = createSecretBox(randomBytes(32), systemClock);
  const bytes = Buffer.from([0xff, 0xfe, 0x00, 0x80, 0x0a]);
  const sealed = box.seal(bytes, 'file/1');
  assert.deepEqual(box.openBytes(sealed, 'file/1'), bytes);
  assert.throws(() => box.openBytes(sealed, 'file/2'));
});

test('only the file owner can read the generated key, and the next start uses the same key', async () => {
  const made = await loadSecretKey(null, folder, systemClock);
  assert.equal(statSync(join(folder, 'secret.key')).mode & 0o777, 0o600);
  assert.deepEqual(await loadSecretKey(null, folder, systemClock), made);
  const given = randomBytes(32);
  assert.deepEqual(await loadSecretKey(given, folder, systemClock), given);
  writeFileSync(join(folder, 'secret.key'), 'torn');
  await assert.rejects(loadSecretKey(null, folder, systemClock), StartupError);
});

test('the server does not start with another key; rotation re-seals every secret', async () => {
  const { db } = database;
  const [first, second] = [randomBytes(32), randomBytes(32)];
  const box = createSecretBox(first, systemClock);
  await checkSecretKey(db, box, systemClock);
  await checkSecretKey(db, createSecretBox(first, systemClock), systemClock);
  await assert.rejects(checkSecretKey(db, createSecretBox(second, systemClock), systemClock), StartupError);

  const place = 'site_setting/map/mapServerKey';
  await db
    .insertInto('secret_value')
    .values({ place, sealed: box.seal('CANARY', place), updated_at: new Date(), updated_by: 0 })
    .execute();
  assert.equal(await rotateSecrets(db, createSecretBox(second, systemClock, [first]), systemClock), 2);
  const onlySecond = createSecretBox(second, systemClock);
  await checkSecretKey(db, onlySecond, systemClock);
  const row = await db.selectFrom('secret_value').select('sealed').where('place', '=', place).executeTakeFirstOrThrow();
  assert.equal(onlySecond.open(row.sealed, place), 'CANARY');
  await assert.rejects(checkSecretKey(db, box, systemClock), StartupError);
});
