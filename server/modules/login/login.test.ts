import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestApp, type TestApp } from '../../testing';

let t: TestApp;
before(async () => {
  t = await createTestApp();
});
after(() => t.close());
test('works', async () => {
  const c = await t.call('Verify/getVerifyCodeValue', {});
  console.log(JSON.stringify(c).slice(0, 300));
  const token = await t.signIn();
  const info = await t.call('site.Site/getSiteInfo', {}, { token });
  console.log(JSON.stringify(info).slice(0, 600));
  console.log(await t.raw('nope', {}), await t.raw('Login/login', {}, { method: 'GET' }));
  console.log(JSON.stringify(await t.raw('Login/login', { account: 'x' })));
  console.log(await t.raw('Login/login', '{"a":'));
  console.log(await t.call('Login/logout', {}, { token }), await t.call('site.Site/getSiteInfo', {}, { token }));
  console.log(
    (await t.db.selectFrom('operation_record').selectAll().execute()).map((r) => [
      r.module,
      r.action,
      r.result_code,
      r.account,
    ]),
  );
  assert.ok(true);
});
