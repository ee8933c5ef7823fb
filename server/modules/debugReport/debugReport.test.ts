import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestApp, type TestApp } from '../../testing';

let t: TestApp;
let owner: string;
before(async () => {
  t = await createTestApp();
  owner = await t.signIn();
});
after(() => t.close());

const FACTS = {
  account: '138****0000',
  loginIp: '203.0.113.7',
  time: '2026-03-01T11:40:00+08:00',
  os: 'Windows 10',
  browser: 'Chrome 140',
};
const report = (content: string, token = owner) => t.call('site.Monitor/reportDebug', { content }, { token });
const records = () =>
  t.db.selectFrom('operation_record').selectAll().where('action', '=', 'reportDebug').orderBy('id').execute();

test('a report is one operation record of its sender, with the facts from the browser', async () => {
  const answer = await report(JSON.stringify({ state: false, ...FACTS, more: 'x'.repeat(500) }));
  assert.equal(answer.code, 100);
  const [row, ...others] = await records();
  assert.equal(others.length, 0);
  assert.equal(row?.module, 'monitor');
  const text = JSON.stringify(row);
  for (const fact of [FACTS.loginIp, FACTS.os, FACTS.browser]) assert.ok(text.includes(fact), fact);
  // Fields that the server does not know are not stored.
  assert.ok(!text.includes('xxxx'));
});

test('content that is not a JSON object is refused at its field', async () => {
  for (const content of ['[]', 'no json', '12', '"text"']) assert.equal((await report(content)).code, 40001, content);
});

test('a visitor cannot send a report', async () => {
  const answer = await t.raw('site.Monitor/reportDebug', { content: '{}' });
  assert.equal(answer.code, 401);
});

test('after ten reports in an hour further ones of the same user are refused, and other users can still send', async () => {
  const { account } = await t.account();
  const token = await t.signIn(account);
  for (let count = 0; count < 10; count += 1) {
    // The server limits calls per second, so advance the clock to test only the limit per hour.
    t.clock.advance(1_000);
    assert.equal((await report(JSON.stringify(FACTS), token)).code, 100);
  }
  t.clock.advance(1_000);
  assert.equal((await report(JSON.stringify(FACTS), token)).code, 42901);
  assert.equal((await report(JSON.stringify(FACTS))).code, 100);
  t.clock.advance(60 * 60 * 1_000);
  // The session expired when the clock advanced, so sign in again.
  assert.equal((await report(JSON.stringify(FACTS), await t.signIn(account))).code, 100);
});
