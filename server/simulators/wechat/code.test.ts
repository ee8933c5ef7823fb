import assert from 'node:assert/strict';
import test from 'node:test';
import { UpstreamFailure, UpstreamTimeout } from '../../core/platforms/outbound';
import { callWechat } from '../../core/platforms/wechat/call';
import { UnsupportedAction } from '../../core/platforms/wechat/code';
import { readPush } from '../../core/platforms/wechat/messages';
import { FAULTS } from '../simulator';
import { planAudit, registerComponent } from '../wechat';
import { COMPONENT, MINI, openPlatform, PUSH, type TestPlatform, waitForTimeouts, withCode } from './testing';

waitForTimeouts();

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const upload = { versionDesc: '修复若干问题', templateId: 1, ext: { ext: { station: '1' } } };
const audit = {
  versionDesc: '本次更新修复若干问题',
  categories: [{ firstId: 304, firstClass: '商家自营', secondId: 786, secondClass: '食品' }],
};
type Code = ReturnType<TestPlatform['code']>;

/** Describes the states of all versions, for example `1.0.0 online, 1.1.0 passed`. */
async function statesOf(code: Code): Promise<string> {
  return (await code.versions()).map((one) => `${one.appVersion} ${one.state}`).join(', ');
}

async function publish(platform: TestPlatform, code: Code, appVersion: string) {
  await code.upload(appVersion, upload);
  platform.clock.advance(MINUTE);
  await code.submitAudit(appVersion, audit);
  platform.clock.advance(HOUR);
  await code.release(appVersion);
  platform.clock.advance(HOUR);
}

test('a version goes through upload, audit and release, and its upload returns its QR code', async () => {
  const platform = await openPlatform();
  const code = platform.code();
  assert.equal(await statesOf(code), '');
  const { qr } = await code.upload('1.0.0', upload);
  assert.match(qr ?? '', /^data:image\/png;base64,/);
  assert.equal(await code.testerQr(), qr);
  assert.equal(await statesOf(code), '1.0.0 dev');
  platform.clock.advance(MINUTE);
  await code.submitAudit('1.0.0', audit);
  assert.equal(await statesOf(code), '1.0.0 auditing');
  await assert.rejects(code.submitAudit('1.0.0', audit), withCode('85009'));
  await assert.rejects(code.release('1.0.0'), withCode('85020'));
  platform.clock.advance(HOUR);
  assert.equal(await statesOf(code), '1.0.0 passed');
  await code.release('1.0.0');
  assert.equal(await statesOf(code), '1.0.0 online');
  await assert.rejects(code.release('1.0.0'), withCode('85052'));
  await code.offline('1.0.0');
  assert.equal(await statesOf(code), '1.0.0 offline');
  await code.online();
  const [version] = await code.versions();
  assert.equal(version?.state, 'online');
  assert.equal(version?.description, upload.versionDesc);
});

test('an action on another version than the platform holds is refused before it is sent', async () => {
  const platform = await openPlatform();
  const code = platform.code();
  await publish(platform, code, '1.0.0');
  await code.upload('1.1.0', upload);
  const before = platform.asked.length;
  for (const call of [
    () => code.submitAudit('1.0.9', audit),
    () => code.withdrawAudit('1.0.9'),
    () => code.release('1.0.9'),
    () => code.grayRelease('1.0.9', 10),
    () => code.rollback('1.0.9', '1.0.0'),
    () => code.offline('1.0.9'),
  ]) {
    await assert.rejects(call(), withCode('otherVersion'));
  }
  const changes = ['/wxa/submit_audit', '/wxa/undocodeaudit', '/wxa/release', '/wxa/grayrelease'];
  assert.deepEqual(
    platform.asked.slice(before).filter((path) => changes.includes(path) || path === '/wxa/change_visitstatus'),
    [],
  );
});

test('a rejected version shows the platform’s reason and screenshots until it is uploaded again', async () => {
  const platform = await openPlatform();
  const code = platform.code();
  await planAudit(platform.store, MINI.appId, { rejection: '1:账号信息不符合规范' });
  await code.upload('1.0.0', upload);
  platform.clock.advance(MINUTE);
  await code.submitAudit('1.0.0', audit);
  platform.clock.advance(HOUR);
  const [rejected] = await code.versions();
  assert.equal(rejected?.state, 'rejected');
  assert.equal(rejected?.opinion?.reason, '1:账号信息不符合规范');
  assert.equal(rejected?.opinion?.screenshots.length, 2);
  // A rejected version cannot be withdrawn. The platform refuses the withdrawal with the code of a refused rollback.
  await assert.rejects(code.withdrawAudit('1.0.0'), withCode('87012'));
  await code.upload('1.0.0', upload);
  assert.equal(await statesOf(code), '1.0.0 dev');
});

test('at most five audits a day and ten a month can be withdrawn', async () => {
  const platform = await openPlatform();
  const code = platform.code();
  await code.upload('1.0.0', upload);
  const withdrawOnce = async () => {
    await code.submitAudit('1.0.0', audit);
    await code.withdrawAudit('1.0.0');
  };
  for (let count = 0; count < 5; count += 1) await withdrawOnce();
  assert.equal(await statesOf(code), '1.0.0 dev');
  await code.upload('1.0.1', upload);
  assert.equal(await statesOf(code), '1.0.1 dev');
  await code.upload('1.0.0', upload);
  await code.submitAudit('1.0.0', audit);
  await assert.rejects(code.withdrawAudit('1.0.0'), withCode('87013'));
  // The platform's day ends at 16:00 UTC. The daily quota of withdrawals is used up until then.
  platform.clock.set('2026-03-10T15:59:00Z');
  await code.submitAudit('1.0.0', audit);
  await assert.rejects(code.withdrawAudit('1.0.0'), withCode('87013'));
  platform.clock.set('2026-03-10T16:00:00Z');
  await code.withdrawAudit('1.0.0');
  for (let count = 0; count < 4; count += 1) await withdrawOnce();
  platform.clock.set('2026-03-20T02:00:00Z');
  await code.submitAudit('1.0.0', audit);
  await assert.rejects(code.withdrawAudit('1.0.0'), withCode('87013'));
  platform.clock.set('2026-03-31T16:00:00Z');
  await withdrawOnce();
});

test('the online version can be rolled back once, and only to the directly previous version', async () => {
  const platform = await openPlatform();
  const code = platform.code();
  await publish(platform, code, '1.0.0');
  await assert.rejects(code.rollback('1.0.0', '0.9.0'), withCode('87012'));
  await publish(platform, code, '1.1.0');
  await publish(platform, code, '1.2.0');
  assert.equal(await statesOf(code), '1.2.0 online, 1.1.0 history, 1.0.0 history');
  await assert.rejects(code.rollback('1.2.0', '1.0.0'), withCode('otherVersion'));
  await code.rollback('1.2.0', '1.1.0');
  assert.equal(await statesOf(code), '1.1.0 online, 1.2.0 offline');
  await assert.rejects(code.rollback('1.1.0', '1.0.0'), withCode('87012'));
  await publish(platform, code, '1.3.0');
  await code.rollback('1.3.0', '1.1.0');
});

test('a grey release cannot shrink, can be cancelled, blocks rollbacks, and ends with the release', async () => {
  const platform = await openPlatform();
  const code = platform.code();
  await code.upload('1.0.0', upload);
  await code.submitAudit('1.0.0', audit);
  platform.clock.advance(HOUR);
  await assert.rejects(code.grayRelease('1.0.0', 10), withCode('85079'));
  await code.release('1.0.0');
  platform.clock.advance(HOUR);
  await publish(platform, code, '1.1.0');
  await code.upload('1.2.0', upload);
  platform.clock.advance(MINUTE);
  await code.submitAudit('1.2.0', audit);
  await assert.rejects(code.grayRelease('1.2.0', 10), withCode('85080'));
  platform.clock.advance(HOUR);
  await code.grayRelease('1.2.0', 30);
  const gray = (await code.versions()).find((one) => one.appVersion === '1.2.0');
  assert.deepEqual([gray?.state, gray?.grayPercent], ['gray', 30]);
  await assert.rejects(code.grayRelease('1.2.0', 10), withCode('85082'));
  await assert.rejects(code.grayRelease('1.2.0', 101), withCode('85081'));
  await assert.rejects(code.rollback('1.1.0', '1.0.0'), withCode('87011'));
  await code.cancelGray('1.2.0');
  assert.match(await statesOf(code), /^1\.1\.0 online, 1\.2\.0 passed/);
  await code.grayRelease('1.2.0', 10);
  await code.release('1.2.0');
  assert.match(await statesOf(code), /^1\.2\.0 online, 1\.1\.0 history/);
});

test('delay and result of an audit are pushed encrypted, each when it is due', async () => {
  const platform = await openPlatform();
  const code = platform.code();
  await planAudit(platform.store, MINI.appId, { delayAfterMs: HOUR, verdictAfterMs: 2 * HOUR, rejection: '不合规范' });
  await code.upload('1.0.0', upload);
  const submitted = platform.clock.now().getTime();
  await code.submitAudit('1.0.0', audit);
  const config = { token: PUSH.token, encodingAesKey: PUSH.encodingAesKey, mode: PUSH.mode, appId: MINI.appId };
  const pushes = platform.callbacks.map(({ url, body, dueAt }) => ({
    due: dueAt.getTime() - submitted,
    push: readPush(config, Object.fromEntries(new URL(url).searchParams), body),
  }));
  assert.deepEqual(
    pushes.map(({ due, push }) => [due, push.fields.Event, push.isSealed]),
    [
      [HOUR, 'weapp_audit_delay', true],
      [2 * HOUR, 'weapp_audit_fail', true],
    ],
  );
  assert.equal(pushes[1]?.push.fields.Reason, '不合规范');
  assert.equal(pushes[1]?.push.fields.ToUserName, 'gh_111111111111');
  platform.clock.advance(HOUR + MINUTE);
  // A delayed audit is still in progress.
  assert.equal(await statesOf(code), '1.0.0 auditing');
});

test('pushes go to the component if it has an address, and are encrypted for the component', async () => {
  const platform = await openPlatform();
  await registerComponent(platform.store, {
    appId: COMPONENT.appId,
    secret: COMPONENT.appSecret,
    ticket: 'ticket@@@1',
    push: { ...PUSH, url: 'https://console.example.cn/callbacks/$APPID$' },
  });
  const code = platform.code();
  await code.upload('1.0.0', upload);
  await code.submitAudit('1.0.0', audit);
  const [push] = platform.callbacks;
  const url = new URL(push?.url ?? '');
  assert.equal(url.pathname, `/callbacks/${MINI.appId}`);
  const config = { token: PUSH.token, encodingAesKey: PUSH.encodingAesKey, mode: PUSH.mode, appId: COMPONENT.appId };
  const { fields } = readPush(config, Object.fromEntries(url.searchParams), push?.body ?? '');
  assert.equal(fields.Event, 'weapp_audit_success');
});

test('with the mini program’s own secret only the QR code for testers is offered; other actions are refused with a reason', async () => {
  const platform = await openPlatform();
  await platform.code().upload('1.0.0', upload);
  const code = platform.ownCode();
  assert.deepEqual([...code.supports], ['testerQr']);
  assert.match((await code.testerQr()) ?? '', /^data:image/);
  const before = platform.asked.length;
  await assert.rejects(code.upload('1.0.0', upload), (error) => {
    assert.ok(error instanceof UnsupportedAction && error instanceof UpstreamFailure);
    assert.match(error.message, /^upload: .*miniprogram-ci/);
    assert.match(error.reason['zh-CN'], /上传密钥/);
    return error.code === 'unsupported';
  });
  for (const call of [
    () => code.submitAudit('1.0.0', audit),
    () => code.withdrawAudit('1.0.0'),
    () => code.release('1.0.0'),
    () => code.rollback('1.0.0', '0.9.0'),
    () => code.versions(),
    () => code.backToDev('1.0.0'),
    () => code.deleteDev('1.0.0'),
  ]) {
    await assert.rejects(call(), UnsupportedAction);
  }
  assert.equal(platform.asked.length, before);
});

test('a component is offered all actions except returning to development and deleting', async () => {
  const code = (await openPlatform()).code();
  assert.equal(code.supports.has('backToDev') || code.supports.has('deleteDev'), false);
  assert.equal(code.supports.size, 10);
  await assert.rejects(code.backToDev('1.0.0'), UnsupportedAction);
  await assert.rejects(code.deleteDev('1.0.0'), UnsupportedAction);
});

test('the platform refuses code calls with the mini program’s own secret, or by a component without the permission', async () => {
  const platform = await openPlatform();
  const own = platform.partsWith(platform.ownToken(MINI));
  await assert.rejects(callWechat(own, { path: '/wxa/release', body: {}, changes: true }), withCode('86000'));
  const account = await platform.store.get<{ component: object }>('wechat.account', MINI.appId);
  await platform.store.put('wechat.account', MINI.appId, {
    ...account,
    component: { ...account?.component, mayManageCode: false },
  });
  await assert.rejects(platform.code().upload('1.0.0', upload), withCode('61007'));
  await platform.store.put('wechat.account', MINI.appId, { ...account, component: null });
  await assert.rejects(platform.code().upload('1.0.0', upload), withCode('61003'));
});

test('invalid parameters of an upload or an audit are refused', async () => {
  const code = (await openPlatform()).code();
  await assert.rejects(code.submitAudit('1.0.0', audit), withCode('otherVersion'));
  await assert.rejects(code.upload('1.0.0', { ...upload, templateId: 9 }), withCode('85014'));
  await assert.rejects(code.upload('1.0.0', { ...upload, ext: 'no json' }), withCode('ext'));
  await code.upload('1.0.0', { ...upload, ext: '{"ext":{}}' });
  const [category] = audit.categories;
  await assert.rejects(code.submitAudit('1.0.0', { ...audit, categories: Array(6).fill(category) }), withCode('85023'));
  await assert.rejects(code.submitAudit('1.0.0', { ...audit, screenshots: ['unknown'] }), withCode('85092'));
  const png = Buffer.from('89504e470d0a1a0a0000', 'hex');
  const id = await code.uploadMedia({ name: 'a.png', type: 'image/png', bytes: png });
  await assert.rejects(
    code.uploadMedia({ name: 'a.txt', type: 'text/plain', bytes: Buffer.from('text') }),
    withCode('40005'),
  );
  await code.submitAudit('1.0.0', { ...audit, screenshots: [id] });
});

test('server domains that the platform ignores are returned', async () => {
  const code = (await openPlatform()).code();
  const https = ['https://api.example.cn'];
  const domains = { request: https, socket: ['wss://api.example.cn'], upload: https, download: https };
  assert.deepEqual(await code.setServerDomains(domains), []);
  assert.deepEqual(await code.setServerDomains({ ...domains, socket: https }), https);
  const wrong = ['http://api.example.cn'];
  await assert.rejects(
    code.setServerDomains({ request: wrong, socket: wrong, upload: wrong, download: wrong }),
    withCode('85301'),
  );
});

for (const fault of FAULTS) {
  test(`submitting an audit with the fault "${fault}" submits it at most once, and the versions show the result`, async () => {
    const platform = await openPlatform();
    const code = platform.code();
    await code.upload('1.0.0', upload);
    platform.clock.advance(MINUTE);
    // Apply the fault only to the submission, not to the lookup of the version before it.
    const isDone = fault === 'wrongSignature';
    platform.setFaultFor('/wxa/submit_audit', fault);
    platform.asked.length = 0;
    const submitting = code.submitAudit('1.0.0', audit);
    if (isDone) await submitting;
    // The platform refuses the second copy of the call, and the caller gets this refusal.
    else if (fault === 'twice') await assert.rejects(submitting, withCode('85009'));
    else await assert.rejects(submitting, UpstreamTimeout);
    // The adapter must not repeat a change automatically.
    assert.equal(platform.asked.filter((path) => path === '/wxa/submit_audit').length, 1);
    platform.setFault(null);
    const isThere = ['lostAfter', 'twice', 'wrongSignature'].includes(fault);
    assert.equal(await statesOf(code), isThere ? '1.0.0 auditing' : '1.0.0 dev');
    assert.equal(platform.callbacks.length, isThere ? 1 : 0);
  });

  test(`reading the versions with the fault "${fault}" changes nothing`, async () => {
    const platform = await openPlatform();
    const code = platform.code();
    await code.upload('1.0.0', upload);
    platform.setFault(fault);
    const isAnswered = fault === 'twice' || fault === 'wrongSignature';
    if (isAnswered) assert.equal(await statesOf(code), '1.0.0 dev');
    else await assert.rejects(code.versions(), fault.startsWith('lost') ? UpstreamTimeout : UpstreamFailure);
    platform.setFault(null);
    assert.equal(await statesOf(code), '1.0.0 dev');
  });
}

test('a change without an answer has an unknown result; a lost call can be repeated, and a lost answer leaves the change done', async () => {
  const platform = await openPlatform();
  const code = platform.code();
  const changes: [path: string, call: () => Promise<unknown>, after?: number][] = [
    ['/wxa/commit', () => code.upload('1.0.0', upload), MINUTE],
    ['/wxa/submit_audit', () => code.submitAudit('1.0.0', audit)],
    ['/wxa/undocodeaudit', () => code.withdrawAudit('1.0.0')],
  ];
  for (const [path, call, after = 0] of changes) {
    platform.setFaultFor(path, 'lostBefore');
    await assert.rejects(call(), UpstreamTimeout, path);
    platform.setFault(null);
    await call();
    platform.clock.advance(after);
  }
  await code.submitAudit('1.0.0', audit);
  platform.clock.advance(HOUR);
  const later: typeof changes = [
    ['/wxa/release', () => code.release('1.0.0')],
    ['/wxa/change_visitstatus', () => code.offline('1.0.0')],
  ];
  for (const [path, call] of later) {
    platform.setFaultFor(path, 'lostAfter');
    await assert.rejects(call(), UpstreamTimeout, path);
    platform.setFault(null);
  }
  assert.equal(await statesOf(code), '1.0.0 offline');
});

test('the token of a component is fetched again when it has expired', async () => {
  const platform = await openPlatform();
  const code = platform.code();
  await code.upload('1.0.0', upload);
  platform.clock.advance(7_200_000);
  assert.equal(await statesOf(code), '1.0.0 dev');
});
