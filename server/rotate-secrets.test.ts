import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { createSecretBox, openSecretBox, secretKeyId } from './core/access/secrets';
import { systemClock } from './core/clock';
import { createTestDatabase, type TestDatabase } from './core/database/testing';
import { diskFiles } from './core/files/files';
import { issueClient } from './core/http/signed';
import { createIds } from './core/ids';
import type { SecretBox } from './core/platforms/ports';
import { findFile, keepFile, sha256Of } from './modules/file';
import { idCardPlace } from './modules/people';
import { payeePlace } from './modules/withdraw';
import { SEALED_COLUMNS } from './rotate-secrets';
import { SMALL_DEMO } from './testing';
import { programArguments } from './testing-programs';

/** Columns of type `bytea` that contain no encrypted value. */
const NOT_SEALED = ['account_factor.public_key', 'platform_event.body'];
/** Key of {@link SMALL_DEMO}. */
const FIRST = Buffer.alloc(32, 7);
const SECOND = randomBytes(32);

let database: TestDatabase;
let dataDir: string;
before(async () => {
  database = await createTestDatabase(SMALL_DEMO);
  dataDir = await mkdtemp(join(tmpdir(), 'multistation-secrets-'));
});
after(async () => {
  await rm(dataDir, { recursive: true, force: true });
  await database.close();
});

/** Runs the command as an operator does. */
function rotate(...keys: readonly Buffer[]): Promise<{ code: number | null; text: string }> {
  const SECRET_KEY = keys.map((key) => key.toString('hex')).join(',');
  const command = spawn(process.execPath, programArguments('server/secrets-rotate.ts'), {
    env: { ...process.env, DATABASE_URL: database.url, NODE_ENV: 'test', DATA_DIR: dataDir, SECRET_KEY },
  });
  let text = '';
  for (const stream of [command.stdout, command.stderr])
    stream.on('data', (part) => {
      text += String(part);
    });
  return new Promise((settle) => command.on('close', (code) => settle({ code, text })));
}

/** Decrypts all values. @returns by table, column and key */
async function plainValues(secrets: SecretBox): Promise<Map<string, string>> {
  const values = new Map<string, string>();
  for (const { table, column, key, placeColumns = [], place } of SEALED_COLUMNS) {
    const names = sql.join([...key, ...placeColumns, column].map((name) => sql.id(name)));
    const { rows } = await sql<Record<string, unknown>>`
      select ${names} from ${sql.id(table)} where ${sql.id(column)} is not null`.execute(database.db);
    for (const row of rows) {
      const plain = secrets.openBytes(row[column] as Buffer, place(row)).toString('hex');
      values.set([table, column, ...key.map((name) => row[name])].join(' '), plain);
    }
  }
  return values;
}

/** Writes values into the columns that the demo leaves empty, and more values into `secret_value` than one query reads. */
async function fillRest(secrets: SecretBox): Promise<void> {
  const { db } = database;
  const ids = createIds({ clock: systemClock, node: 8 });
  await issueClient({ db, clock: systemClock, ids, secrets }, 'ordering');
  const now = new Date();
  const code = (id: number) => `account_factor/${id}`;
  await db
    .insertInto('secret_value')
    .values(
      Array.from({ length: 450 }, (_, n) => ({
        ...{ place: code(n), sealed: secrets.seal(`code ${n}`, code(n)), updated_at: now, updated_by: 0 },
      })),
    )
    .execute();
  const token = secrets.seal('token', 'platform_token/wechat/production/wx1/access');
  await sql`insert into platform_token values ('wechat', 'production/wx1', 'access', ${token}, now(), now())`.execute(
    db,
  );
  await sql`insert into payee_account (id, owner_type, owner_id, channel, account_no, last4, name, changed_at)
    values (5, 'team', 1, 'bank', ${secrets.seal('6222000012345678', payeePlace(5))}, '5678', 'Lin', now())`.execute(
    db,
  );
  await sql`insert into mini_code_task (id, created_at, no, platform, app_id, action, state, account_id, account_name, locale, sealed)
    values (6, now(), 'MC6', 'wx', 'wx1', 'submit', 'queued', 1, 'Lin', 'en-US',
      ${secrets.seal('{}', 'mini_code_task:6:sealed')})`.execute(db);
  const rider = await db.selectFrom('rider').select(['id', 'team_id']).orderBy('id').limit(1).executeTakeFirstOrThrow();
  const [old, card] = ['old', 'new'].map((text) => secrets.seal(text, idCardPlace(rider.id)));
  await sql`insert into rider_identity (id, created_at, no, rider_id, team_id, state, old_name, old_id_card, name, id_card,
      id_card_hash, birth, gender)
    values (7, now(), 'RN7', ${rider.id}, ${rider.team_id}, 'approved', 'Lin', ${old}, 'Lim', ${card}, 'x', '1990-01-01', 'male')`.execute(
    db,
  );
  const owner = await db.selectFrom('franchisee').select('id').orderBy('id').limit(1).executeTakeFirstOrThrow();
  await db
    .updateTable('franchisee')
    .set({ id_card: secrets.seal('510104', `franchisee.id_card.${owner.id}`), id_card_mask: '5***4' })
    .where('id', '=', owner.id)
    .execute();
}

test('every binary column is either rotated or known to contain no secret', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and data_type = 'bytea'`.execute(database.db);
  const sealed = SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`);
  assert.deepEqual(rows.map(({ name }) => name).sort(), [...sealed, ...NOT_SEALED].sort());
});

test('after a rotation the former key is not needed, and all values, files and digests are the same', async () => {
  const { db } = database;
  const before = await openSecretBox(db, [FIRST], systemClock);
  const files = diskFiles(join(dataDir, 'files'));
  const ids = createIds({ clock: systemClock, node: 9 });
  const bytes = Buffer.from('a scanned card');
  const kept = {
    scene: 'franchiseAnswer',
    bytes,
    contentType: 'application/pdf',
    name: 'card.pdf',
    createdBy: 0,
  } as const;
  const facts = { width: null, height: null, at: new Date(), sealWith: before };
  const { id } = await keepFile({ db, ids, files }, { ...kept, ...facts });
  await fillRest(before);
  const expected = await plainValues(before);
  const without = SEALED_COLUMNS.filter(
    ({ table, column }) => ![...expected.keys()].some((name) => name.startsWith(`${table} ${column} `)),
  );
  assert.deepEqual(
    without.map(({ table }) => table),
    [],
  );

  // While riders are rotated, the server copies a card with the earlier key into a table that was already read.
  await sql`create function copy_card() returns trigger language plpgsql as $$ begin
    update rider_identity set old_id_card = old.id_card where rider_id = new.id; return null; end $$`.execute(db);
  await sql`create trigger copy_card after update of id_card on rider for each row execute function copy_card()`.execute(
    db,
  );

  const refused = await rotate(SECOND);
  assert.equal(refused.code, 1);
  assert.match(
    refused.text,
    /encrypted with the key [0-9a-f]{16}, but SECRET_KEY or secret\.key has only [0-9a-f]{16}/,
  );
  const done = await rotate(SECOND, FIRST);
  assert.equal(done.code, 0, done.text);
  assert.match(done.text, new RegExp(`encrypts ${expected.size} values and 1 files in `));

  await sql`drop trigger copy_card on rider`.execute(db);
  const after = await openSecretBox(db, [SECOND], systemClock);
  const identity = await db
    .selectFrom('rider_identity')
    .select('rider_id')
    .where('id', '=', 7)
    .executeTakeFirstOrThrow();
  expected.set('rider_identity old_id_card 7', expected.get(`rider id_card ${identity.rider_id}`) ?? '');
  assert.deepEqual(await plainValues(after), expected);
  assert.equal(after.digest('rider.id_card:x'), before.digest('rider.id_card:x'));
  const stored = await findFile(db, id);
  const [name = ''] = await readdir(join(dataDir, 'files', kept.scene));
  assert.equal(name, `${id}.sealed`);
  const sealed = Buffer.from(await files.get(`${kept.scene}/${name}`));
  assert.equal(after.openBytes(sealed, `stored_file.content.${id}`).toString(), String(bytes));
  assert.equal(stored?.sha256, sha256Of(sealed));

  const again = await rotate(SECOND);
  assert.equal(again.code, 0, again.text);
  assert.match(again.text, /^0 values and 0 files were encrypted again/m);
});

test('a file that was damaged after its encryption is named, and its hash stays that of the whole file', async () => {
  const { db } = database;
  const [name = ''] = await readdir(join(dataDir, 'files/franchiseAnswer'));
  const path = join(dataDir, 'files/franchiseAnswer', name);
  const whole = await readFile(path);
  const hash = async () => (await findFile(db, Number(name.split('.')[0])))?.sha256;
  await writeFile(path, whole.subarray(0, whole.length - 1));
  const { code, text } = await rotate(SECOND);
  assert.equal(code, 1);
  assert.match(text, new RegExp(`file franchiseAnswer/${name}: `));
  assert.equal(await hash(), sha256Of(whole));
  await writeFile(path, whole);
  // An interrupted rotation may have replaced the content without storing its hash.
  await sql`update stored_file set sha256 = 'x' where sealed_name is not null`.execute(db);
  assert.equal((await rotate(SECOND)).code, 0);
  assert.equal(await hash(), sha256Of(whole));
});

test('damaged values and missing files are named and fail the command, but the other values are rotated', async () => {
  const { db } = database;
  const third = randomBytes(32);
  const damaged = createSecretBox([FIRST], systemClock).seal('x', 'another place');
  await sql`update payee_account set account_no = ${damaged} where id = 5`.execute(db);
  // The server fetches a new token when it cannot decrypt one, so this is no fault.
  await sql`update platform_token set sealed = ${damaged} where account = 'production/wx1'`.execute(db);
  await rm(join(dataDir, 'files'), { recursive: true });
  const { code, text } = await rotate(third, SECOND, FIRST);
  assert.equal(code, 1);
  assert.match(text, /payee_account\.account_no, id 5: /);
  assert.match(text, /file franchiseAnswer\/\d+\.sealed: its content is missing/);
  assert.match(text, /^2 values or files could not be encrypted again/m);
  assert.doesNotMatch(text, /platform_token/);
  const { rows } = await sql<{ id: string }>`
    select distinct encode(substring(id_card from 2 for 8), 'hex') as id from rider where id_card is not null`.execute(
    db,
  );
  assert.deepEqual(rows, [{ id: secretKeyId(third) }]);
  await openSecretBox(db, [third], systemClock);
});
