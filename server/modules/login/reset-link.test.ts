import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Kysely } from 'kysely';
import { say } from '../../../contract/message';
import type { Database } from '../../core/database/schema';
import { withTransaction } from '../../core/database/transaction';
import type { CallContext } from '../../core/http/context';
import { Refusal } from '../../core/http/refusal';
import { createTestApp, TEST_NOW, TEST_PASSWORD, type TestApp } from '../../testing';
import { issueResetLink } from '.';

let t: TestApp;
before(async () => {
  t = await createTestApp();
});
after(() => t.close());
beforeEach(() => t.clock.set(TEST_NOW));

const MINUTE = 60_000;
const DEPLOYMENT = { embeddedDatabase: true, automationCode: null, staffSeats: 200, dataDir: '.' };
const NEW = 'Fresh-Lantern-81';

/** Issues a link in a transaction, as the handlers of other modules do. @returns the ticket in the link's message */
async function issue(accountId: number): Promise<string> {
  const tasks: Parameters<CallContext['afterCommit']>[0][] = [];
  const context = (db: Kysely<Database>) =>
    ({
      db,
      clock: t.clock,
      ids: t.ids,
      ports: t.ports,
      locale: 'en-US',
      ip: '127.0.0.1',
      origin: 'https://elsewhere.example',
      deployment: { ...DEPLOYMENT, publicOrigin: 'https://console.example', outgoingAddresses: [] },
      t: (text, params) => say(text, 'en-US', params),
      afterCommit: (task) => tasks.push(task),
    }) as Partial<CallContext> as CallContext;
  await withTransaction(t.db, (db) => issueResetLink(context(db), accountId), t.clock);
  for (const task of tasks) await task(t.db);
  const row = await t.db.selectFrom('sms_outbox').select('text').orderBy('id', 'desc').executeTakeFirstOrThrow();
  const ticket = /https:\/\/console\.example\/user\/forget\?ticket=(\S+)/.exec(row.text)?.[1];
  assert.ok(ticket, row.text);
  return ticket;
}

const redeem = (ticket: string, password = NEW) =>
  t.call('Login/redeemResetLink', { ticket, password, confirmPassword: password });
const codeOf = (error: unknown) => (error instanceof Refusal ? error.code : error);

test('a link sets the password once, ends every session and verifies the phone for this browser', async () => {
  const made = await t.account({ account: 'linked' });
  const token = await t.signIn('linked');
  const ticket = await issue(made.id);
  const checked = await t.call('Login/checkResetLink', { ticket });
  assert.equal(checked.data.account, 'linked');
  assert.equal(Date.parse(checked.data.expireAt), t.clock.now().getTime() + 30 * MINUTE);
  assert.equal((await t.call('site.Site/getSiteInfo', {}, { token })).code, 100, 'nothing ends before it is used');

  assert.equal((await redeem(ticket, 'tooweak1')).code, 42385);
  assert.equal((await redeem(ticket, TEST_PASSWORD)).code, 42384);
  assert.equal((await redeem(ticket)).code, 100);
  assert.equal((await redeem(ticket, 'Other-Lantern-82')).code, 40004);
  assert.equal((await t.call('Login/checkResetLink', { ticket })).code, 40004);
  assert.equal((await t.call('site.Site/getSiteInfo', {}, { token })).code, 401);
  const lines = await t.db.selectFrom('login_log').select(['method', 'ok']).where('account', '=', 'linked').execute();
  assert.deepEqual(lines, [{ method: 'link', ok: true }]);
});

test('of twenty parallel redemptions exactly one sets the password', async () => {
  const made = await t.account({ account: 'raced' });
  const ticket = await issue(made.id);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => redeem(ticket, `Parallel-Lamp-${10 + index}`)),
  );
  assert.equal(answers.filter(({ code }) => code === 100).length, 1);
  assert.ok(answers.every(({ code }) => code === 100 || code === 40004));
});

test('a link is valid for thirty minutes, a second one replaces it, and a new one is refused within a minute', async () => {
  const made = await t.account({ account: 'replaced' });
  const first = await issue(made.id);
  await assert.rejects(issue(made.id), (error) => codeOf(error) === 42902);
  t.clock.advance(MINUTE);
  const second = await issue(made.id);
  assert.equal((await redeem(first)).code, 40004);
  t.clock.advance(30 * MINUTE - 1);
  assert.equal((await t.call('Login/checkResetLink', { ticket: second })).code, 100);
  t.clock.advance(1);
  assert.equal((await redeem(second)).code, 40004);
});

test('a changed secret, another account and an invented ticket get the same refusal', async () => {
  const [one, two] = [await t.account(), await t.account()];
  const ticket = await issue(one.id);
  const secret = ticket.slice(ticket.indexOf('-') + 1);
  const wrong = [
    `${two.id.toString(36)}-${secret}`,
    `${one.id.toString(36)}-${'A'.repeat(43)}`,
    `zzzzzzzzzzz-${secret}`,
  ];
  for (const made of wrong) {
    const answer = await t.call('Login/checkResetLink', { ticket: made }, { locale: 'en-US' });
    assert.equal(answer.code, 40004);
    assert.match(answer.msg, /wrong, used or expired/);
  }
});

test('an account without a phone and a disabled account get no link', async () => {
  const phoneless = await t.account();
  await t.db.updateTable('account').set({ tel: '' }).where('id', '=', phoneless.id).execute();
  await assert.rejects(
    issue(phoneless.id),
    (error) => error instanceof Refusal && error.code === 42386 && error.sentence === 'Bind a phone first',
  );
  const disabled = await t.account();
  const ticket = await issue(disabled.id);
  await t.db.updateTable('account').set({ status: 'disabled' }).where('id', '=', disabled.id).execute();
  assert.equal((await redeem(ticket)).code, 42382);
  await assert.rejects(issue(disabled.id), (error) => codeOf(error) === 42382);
});

test('neither the database nor the operation records contain a usable ticket', async () => {
  const made = await t.account();
  const ticket = await issue(made.id);
  const secret = ticket.slice(ticket.indexOf('-') + 1);
  await redeem(ticket);
  for (const table of ['verify_code', 'operation_record', 'login_log', 'throttle']) {
    const { rows } = await t.database.pool.query(`select to_jsonb(x) as row from ${table} x`);
    assert.ok(!JSON.stringify(rows).includes(secret), table);
  }
});
