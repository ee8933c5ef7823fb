import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import type { Endpoint } from '../../contract/endpoint';
import { endpoints } from '../../contract/endpoints';
import { businessFingerprint } from '../support/fingerprint';
import { createFuzzApp, type FuzzApp, isAccepted } from '../support/fuzzApp';
import { STATEMENTS } from '../support/hostile';
import { asSent, type TextField, textFields, validInputs, withText } from '../support/inputs';
import { DAY_SEED } from '../support/seed';

/**
 * Tests SQL injection in the text fields of every endpoint. `npm test` sends `STATEMENT_SHARE` of {@link STATEMENTS} (default 2) to each
 * free text, and `npm run fuzz` sends all. Enums and numbers get a quarter of that number, but at least one. The selection depends on field
 * and day.
 */
const SHARE = Math.min(STATEMENTS.length, Number(process.env.STATEMENT_SHARE ?? 2));
/** Longest duration of a call in milliseconds. It is much shorter than the sleep of an injected statement. */
const TIMEOUT_MS = 10_000;
/** Number of concurrent calls. */
const LANES = 4;
const NO_MATCH = 'zzqxj';

let world: FuzzApp;
before(async () => {
  world = await createFuzzApp();
});
after(() => world.close());

/** Reads the structure of the database without its rows. */
async function structure(): Promise<string> {
  const { rows } = await sql<{ all: string }>`
    select json_build_array(
      (select json_agg(row_to_json(one)) from (
        select table_schema, table_name, column_name, data_type, character_maximum_length, is_nullable, column_default
        from information_schema.columns where table_schema not in ('pg_catalog', 'information_schema', 'proof')
        order by 1, 2, 3) one),
      (select json_agg(d order by d) from (select indexdef from pg_indexes where schemaname = 'public') i(d)),
      (select json_agg(d order by d) from (
        select conrelid::regclass || conname || pg_get_constraintdef(oid) from pg_constraint
        where connamespace = 'public'::regnamespace) c(d)),
      (select json_agg(d order by d) from (
        select proname || prosrc from pg_proc where pronamespace = 'public'::regnamespace) f(d)),
      (select json_agg(d order by d) from (select rolname from pg_roles) r(d)),
      (select json_agg(d order by d) from (
        select tgrelid::regclass || tgname from pg_trigger
        where not tgisinternal and tgname not like 'proof%') t(d)))::text as all`.execute(world.t.db);
  return rows[0]?.all ?? '';
}

/**
 * Selects the statements for a field. The selection depends on the field's position and the day. Enums and numbers get a quarter (at least
 * one), because they refuse all statements in the same way.
 */
function shareOf({ isText }: TextField, at: number): readonly string[] {
  const count = isText ? SHARE : Math.ceil(SHARE / 4);
  return Array.from(
    { length: count },
    (_, one) => STATEMENTS[((DAY_SEED + at) * SHARE + one) % STATEMENTS.length] ?? '',
  );
}

/** Reads the total of a list response. Returns `null` for other responses. */
const totalOf = (data: unknown): number | null => (data as { total?: number } | null)?.total ?? null;

async function attack(address: string, endpoint: Endpoint, fields: readonly TextField[]): Promise<void> {
  const { check, hints, t } = world;
  const isRead = endpoint.method === 'GET';
  // If possible we send no other filters, because a working injection would then match the most rows.
  const bare = isRead && endpoint.input.safeParse({}).success;
  const inputs = bare ? [{}] : validInputs(endpoint, 4, DAY_SEED, hints);
  const rows = isRead ? await businessFingerprint(t) : '';
  const waiting = [...fields.entries()];
  const attackField = async (at: number, field: TextField) => {
    const none = async (): Promise<number | null> => {
      const input = withText({}, field, NO_MATCH);
      if (!bare || !field.isText || !endpoint.input.safeParse(input).success) return null;
      const answer = await check(address, endpoint, input);
      return isAccepted(answer) ? totalOf(answer.data) : null;
    };
    const found = await none();
    for (const [turn, statement] of shareOf(field, at).entries()) {
      const input = withText(inputs[turn % inputs.length], field, statement);
      const told = `${address} ${JSON.stringify(asSent(endpoint, input)).slice(0, 500)}`;
      const began = performance.now();
      const answer = await check(address, endpoint, input);
      assert.ok(performance.now() - began < TIMEOUT_MS, `${told} took its time`);
      assert.doesNotMatch(JSON.stringify(answer), /PostgreSQL \d+(\.\d+)? on |\$argon2id?\$/, told);
      if (found !== null && isAccepted(answer)) assert.equal(totalOf(answer.data), found, `${told} finds something`);
    }
  };
  const lane = async () => {
    for (let one = waiting.pop(); one; one = waiting.pop()) await attackField(...one);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  if (isRead) assert.equal(await businessFingerprint(t), rows, `${address} changed rows`);
}

// Reads run before writes, because writes store the statements as names, and a search may correctly find them.
const targets = Object.entries<Endpoint>(endpoints)
  .map(([address, endpoint]) => ({ address, endpoint, fields: textFields(endpoint) }))
  .filter(({ fields }) => fields.length > 0)
  .sort((one, other) => one.endpoint.method.localeCompare(other.endpoint.method));

test(`${SHARE} of ${STATEMENTS.length} SQL payloads in every text of every endpoint have no effect and cause no fault`, async (t) => {
  assert.ok(STATEMENTS.length >= 50 && new Set(STATEMENTS).size === STATEMENTS.length);
  const before = await structure();
  assert.ok(before.length > 10_000);
  let fields = 0;
  for (const { address, endpoint, fields: own } of targets) {
    fields += own.length;
    await t.test(address, () => attack(address, endpoint, own));
  }
  assert.ok(fields > 500, `only ${fields} fields were found`);
  assert.ok((await structure()) === before, 'tables, indexes, constraints, functions, triggers or roles have changed');
  const marked = await world.t.db.selectFrom('account').select('id').where('name', '=', 'sql_canary').execute();
  assert.deepEqual(marked, []);
});
