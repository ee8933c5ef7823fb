import assert from 'node:assert/strict';
import test from 'node:test';
import { authorizeApp, registerApp } from '../../../simulators/alipay/setup';
import { type AlipayStage, alipayStage, configOf } from '../../../simulators/alipay/testing';
import { FAULTS, type Fault } from '../../../simulators/simulator';
import type { CodePlatform } from '../code';
import { UpstreamFailure, UpstreamTimeout } from '../outbound';
import { createAlipayCode } from './codes';

const CONFIG = {
  appId: '2021000000000001',
  bundleId: 'com.alipay.alipaywallet',
  templateId: '2021000000000009',
  templateVersion: null,
};

const codeOf = (stage: AlipayStage, config = stage.config): CodePlatform =>
  createAlipayCode(config, CONFIG, {
    ...stage.access,
    wait: async (milliseconds) => stage.clock.advance(milliseconds),
  });

const AUDIT = {
  versionDesc: '首页改版，修复了下单时偶尔出现的金额显示问题',
  appName: '示例外卖',
  appSlogan: '附近美食三十分钟送达到家',
  regionType: 'CHINA',
  servicePhone: '0571-88888888',
};
const REJECTED = { ...AUDIT, versionDesc: `${AUDIT.versionDesc}（驳回）` };

const refusedWith = (code: string) => (error: unknown) => {
  assert.ok(error instanceof UpstreamFailure, String(error));
  assert.equal(error.code, code);
  assert.match(error.message, /[\u4e00-\u9fff]/);
  return true;
};

const statesOf = async (code: CodePlatform) =>
  Object.fromEntries((await code.versions()).map(({ appVersion, state }) => [appVersion, state]));

const AUDIT_MS = 2 * 3_600_000;

/** Uploads a version and lets the simulated review approve it. */
async function passedVersion(stage: AlipayStage, code: CodePlatform, appVersion: string): Promise<void> {
  await code.upload(appVersion, {});
  await code.submitAudit(appVersion, AUDIT);
  stage.clock.advance(AUDIT_MS);
}

async function onlineVersion(stage: AlipayStage, code: CodePlatform, appVersion: string): Promise<void> {
  await passedVersion(stage, code, appVersion);
  await code.release(appVersion);
}

test('an upload waits until the version is built, and returns the QR code for testers', async () => {
  const stage = await alipayStage();
  const code = codeOf(stage);
  const start = stage.clock.now().getTime();
  const { qr, log } = await code.upload('1.0.0', { templateVersion: '0.0.2', ext: '{"extEnable":true}' });
  assert.ok(stage.clock.now().getTime() - start >= 20_000);
  assert.match(qr ?? '', /^https:\/\//);
  assert.match(log, /template 2021000000000009 0\.0\.2\nbuild_status=2 create_status=6/);
  assert.equal(await code.testerQr(), qr);
  assert.deepEqual(await code.versions(), [
    {
      appVersion: '1.0.0',
      description: '',
      state: 'dev',
      opinion: null,
      grayPercent: null,
      uploadedAt: new Date(start),
    },
  ]);
});

test('a failed build is a failure, and its version does not exist', async () => {
  const stage = await alipayStage();
  const code = codeOf(stage);
  await assert.rejects(code.upload('1.0.0', { ext: '{"buildFail":1}' }), (error) => {
    assert.ok(error instanceof UpstreamFailure);
    assert.equal(error.code, 'BUILD_FAILED');
    assert.match(error.message, /create_status=3/);
    return true;
  });
  assert.deepEqual(await code.versions(), []);
  // No version with this number exists, so the number can be uploaded again.
  await code.upload('1.0.0', {});
});

test('a build that does not finish in time has an unknown outcome', async () => {
  const stage = await alipayStage();
  const code = createAlipayCode(stage.config, CONFIG, { ...stage.access, wait: async () => undefined });
  await assert.rejects(code.upload('1.0.0', {}), UpstreamTimeout);
});

test("each invalid upload is refused with the platform's words", async () => {
  const stage = await alipayStage();
  const code = codeOf(stage);
  await code.upload('1.2.0', {});
  await assert.rejects(code.upload('1.2.0', {}), refusedWith('VERSION_HAS_EXISTED'));
  await assert.rejects(code.upload('1.1.9', {}), refusedWith('APP_VERSION_TOO_LOW'));
  await assert.rejects(code.upload('1.3', {}), refusedWith('INVALID_APP_VERSION'));
  await assert.rejects(code.upload('', {}), refusedWith('APP_VERSION_IS_BLANK'));
  await assert.rejects(code.upload('1.3.0', { ext: '{' }), refusedWith('INVALID_EXT_JSON'));
  await assert.rejects(
    code.upload('1.3.0', { templateVersion: '9.9.9' }),
    refusedWith('MINI_APP_PACKAGE_INFO_NOT_EXIST'),
  );
  const wrong = createAlipayCode(stage.config, { ...CONFIG, templateId: '' }, stage.access);
  await assert.rejects(wrong.upload('1.3.0', {}), refusedWith('TEMPLATE_ID_IS_BLANK'));
});

test('there are at most twenty versions in development', async () => {
  const code = codeOf(await alipayStage());
  for (let patch = 1; patch <= 20; patch += 1) await code.upload(`1.0.${patch}`, {});
  await assert.rejects(code.upload('1.0.21', {}), refusedWith('DEV_VERSION_OVER_LIMIT'));
  await code.deleteDev('1.0.1');
  await code.upload('1.0.21', {});
  assert.equal((await code.versions())[0]?.appVersion, '1.0.21');
});

test('a version passes the audit after a while, is released to a share of users, then to all', async () => {
  const stage = await alipayStage();
  const code = codeOf(stage);
  await code.upload('1.0.0', {});
  await code.submitAudit('1.0.0', AUDIT);
  assert.deepEqual(await statesOf(code), { '1.0.0': 'auditing' });
  stage.clock.advance(AUDIT_MS - 1);
  assert.deepEqual(await statesOf(code), { '1.0.0': 'auditing' });
  stage.clock.advance(1);
  assert.deepEqual(await statesOf(code), { '1.0.0': 'passed' });
  await code.grayRelease('1.0.0', 30);
  assert.deepEqual((await code.versions())[0]?.grayPercent, 30);
  await assert.rejects(code.grayRelease('1.0.0', 10), refusedWith('GRAY_STRATEGY_NOT_ALLOW_REDUCE'));
  await assert.rejects(code.grayRelease('1.0.0', 20), refusedWith('GRAY_STRATEGY_IS_INVALID'));
  await code.grayRelease('1.0.0', 50);
  await code.cancelGray('1.0.0');
  assert.deepEqual(await statesOf(code), { '1.0.0': 'passed' });
  await code.grayRelease('1.0.0', 10);
  await code.release('1.0.0');
  assert.deepEqual(await statesOf(code), { '1.0.0': 'online' });
  const { msg_method, biz_content } = Object.fromEntries(new URLSearchParams(stage.callbacks[0]?.body));
  assert.equal(msg_method, 'alipay.open.mini.version.audit.passed');
  assert.equal(JSON.parse(biz_content ?? '').mini_app_version, '1.0.0');
});

test('a rejected version has a reason and returns to development', async () => {
  const stage = await alipayStage();
  const code = codeOf(stage);
  await code.upload('1.0.0', {});
  await code.submitAudit('1.0.0', REJECTED);
  stage.clock.advance(AUDIT_MS);
  const [version] = await code.versions();
  assert.equal(version?.state, 'rejected');
  assert.match(version?.opinion?.reason ?? '', /小程序功能不完整/);
  assert.equal(version?.opinion?.screenshots.length, 1);
  await assert.rejects(code.release('1.0.0'), refusedWith('INVALID_VERSION_STATUS'));
  await code.backToDev('1.0.0');
  assert.deepEqual(await statesOf(code), { '1.0.0': 'dev' });
});

test('a passed version goes online at once if requested', async () => {
  const stage = await alipayStage();
  const code = codeOf(stage);
  await code.upload('1.0.0', {});
  await code.submitAudit('1.0.0', { ...AUDIT, autoOnline: true, speedUp: true });
  stage.clock.advance(AUDIT_MS / 4);
  assert.deepEqual(await statesOf(code), { '1.0.0': 'online' });
});

test('while a version is in audit, passed, rejected or gray, no other version can be submitted', async () => {
  const stage = await alipayStage();
  const code = codeOf(stage);
  const blocked = () => assert.rejects(code.submitAudit('1.0.1', AUDIT), refusedWith('CAN_NOT_SUBMIT_WITH_AUDIT_GRAY'));
  await code.upload('1.0.0', {});
  await code.upload('1.0.1', {});
  await code.submitAudit('1.0.0', REJECTED);
  await blocked();
  stage.clock.advance(AUDIT_MS);
  await blocked();
  await code.backToDev('1.0.0');
  await code.submitAudit('1.0.0', AUDIT);
  stage.clock.advance(AUDIT_MS);
  await blocked();
  await code.grayRelease('1.0.0', 10);
  await blocked();
  await code.release('1.0.0');
  await code.submitAudit('1.0.1', AUDIT);
});

test('an audit can be withdrawn at most five times a day', async () => {
  const stage = await alipayStage();
  const code = codeOf(stage);
  await code.upload('1.0.0', {});
  for (let times = 0; times < 5; times += 1) {
    await code.submitAudit('1.0.0', AUDIT);
    await code.withdrawAudit('1.0.0');
  }
  await code.submitAudit('1.0.0', AUDIT);
  await assert.rejects(code.withdrawAudit('1.0.0'), refusedWith('AUDIT_CANCEL_OVER_LIMIT'));
  assert.deepEqual(await statesOf(code), { '1.0.0': 'auditing' });
});

test('a release replaces the previous one, and rollbacks restore earlier releases step by step', async () => {
  const stage = await alipayStage();
  const code = codeOf(stage);
  await onlineVersion(stage, code, '1.0.0');
  await assert.rejects(code.rollback('1.0.0', '0.9.0'), refusedWith('NO_PREVIOUS_ONLINE_VERSION'));
  await onlineVersion(stage, code, '1.1.0');
  await onlineVersion(stage, code, '1.2.0');
  assert.deepEqual(await statesOf(code), { '1.2.0': 'online', '1.1.0': 'offline', '1.0.0': 'offline' });
  await code.rollback('1.2.0', '1.1.0');
  assert.deepEqual(await statesOf(code), { '1.2.0': 'offline', '1.1.0': 'online', '1.0.0': 'offline' });
  await code.rollback('1.1.0', '1.0.0');
  assert.deepEqual(await statesOf(code), { '1.2.0': 'offline', '1.1.0': 'offline', '1.0.0': 'online' });
  await assert.rejects(code.rollback('1.1.0', '1.0.0'), refusedWith('INVALID_VERSION_STATUS'));
  await code.offline('1.0.0');
  assert.equal((await statesOf(code))['1.0.0'], 'offline');
});

test('each action is refused for a version in another state and for a missing version', async () => {
  const stage = await alipayStage();
  const code = codeOf(stage);
  const actions: readonly (readonly [string, (appVersion: string) => Promise<unknown>, string])[] = [
    ['submitAudit', (version) => code.submitAudit(version, AUDIT), '1.0.0'],
    ['withdrawAudit', code.withdrawAudit, '1.0.1'],
    ['backToDev', code.backToDev, '1.0.1'],
    ['grayRelease', (version) => code.grayRelease(version, 10), '1.0.1'],
    ['cancelGray', code.cancelGray, '1.0.1'],
    ['release', code.release, '1.0.1'],
    ['rollback', (version) => code.rollback(version, '1.0.0'), '1.0.1'],
    ['offline', code.offline, '1.0.1'],
    ['deleteDev', code.deleteDev, '1.0.0'],
  ];
  await onlineVersion(stage, code, '1.0.0');
  await code.upload('1.0.1', {});
  for (const [name, act, wrongState] of actions) {
    await assert.rejects(act(wrongState), refusedWith('INVALID_VERSION_STATUS'), name);
    await assert.rejects(act('9.9.9'), refusedWith('MINI_APP_PACKAGE_INFO_NOT_EXIST'), name);
  }
  assert.deepEqual(await statesOf(code), { '1.0.1': 'dev', '1.0.0': 'online' });
});

/** Builds a PNG header with this width and height in pixels. The platform reads only the header. */
function png(width: number, height: number): Uint8Array {
  const bytes = Buffer.alloc(33);
  bytes.write('89504e470d0a1a0a0000000d49484452', 'hex');
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}
/** Builds the start marker, application segment and frame header of a JPEG with this number of colour components. */
const jpeg = (components: number): Uint8Array =>
  Buffer.from(
    `ffd8ffe000104a46494600010100000100010000ffc0${(8 + components * 3).toString(16).padStart(4, '0')}0800b400b40${components}${'000000'.repeat(components)}ffd9`,
    'hex',
  );
const file = (name: string, bytes: Uint8Array, type = 'image/png') => ({ name, type, bytes });

test('pictures and the test file are sent next to the signed texts', async () => {
  const stage = await alipayStage();
  const code = codeOf(stage);
  await code.upload('1.0.0', {});
  const bodies: FormData[] = [];
  const { fetch } = stage.access;
  const access = {
    ...stage.access,
    fetch: async (url: URL, init: RequestInit) => {
      if (init.body instanceof FormData) bodies.push(init.body);
      return fetch(url, init);
    },
  };
  const watched = createAlipayCode(stage.config, CONFIG, { ...access, wait: async () => undefined });
  await watched.submitAudit('1.0.0', {
    ...AUDIT,
    appLogo: file('标志.png', png(180, 180)),
    screenshots: [file('1.png', png(1080, 1920)), file('2.jpg', jpeg(3), 'image/jpeg')],
    licencePhotos: [file('证.png', png(800, 600))],
    testFile: file('t.zip', new Uint8Array(10), 'application/zip'),
    categoryIds: 'XS1001_XS2001，XS1002_XS2002',
    regions: ['440305', '330000'],
    testAccount: 'tester',
    testPassword: 'pass-1',
  });
  const form = bodies[0] ?? new FormData();
  const files = [...form].filter(([, value]) => typeof value !== 'string').map(([name]) => name);
  assert.deepEqual(files, [
    'app_logo',
    'test_file_name',
    'first_screen_shot',
    'second_screen_shot',
    'first_license_pic',
  ]);
  assert.equal(form.get('mini_category_ids'), 'XS1001_XS2001;XS1002_XS2002');
  assert.deepEqual(JSON.parse(String(form.get('service_region_info'))), [
    { province_code: '440000', city_code: '440300', area_code: '440305' },
    { province_code: '330000' },
  ]);
  assert.equal(form.get('test_accout'), 'tester');
  assert.deepEqual(await statesOf(code), { '1.0.0': 'auditing' });
});

test('each wrong field of an audit is refused, and the version remains in development', async () => {
  const stage = await alipayStage();
  const code = codeOf(stage);
  await code.upload('1.0.0', {});
  const { servicePhone: _phone, ...noContact } = AUDIT;
  const refusals: readonly (readonly [Readonly<Record<string, unknown>>, string])[] = [
    [{ ...AUDIT, versionDesc: '' }, 'VERSION_DESC_IS_BLANK'],
    [{ ...AUDIT, versionDesc: '太短' }, 'INVALID_VERSION_DESC_LENGTH'],
    [{ ...AUDIT, regionType: '' }, 'REGION_TYPE_IS_BLANK'],
    [{ ...AUDIT, regionType: 'MOON' }, 'REGION_TYPE_IS_INVALID'],
    [noContact, 'SERVICE_TEL_AND_MAIL_BOTH_BLANK'],
    [{ ...AUDIT, servicePhone: 'abc' }, 'INVALID_MINI_APP_SERVICE_TEL'],
    [{ ...AUDIT, appName: 'ab' }, 'INVALID_MINI_APP_NAME_LENGTH'],
    [{ ...AUDIT, appSlogan: '短' }, 'INVALID_MINI_APP_SLOGAN_LENGTH'],
    [{ ...AUDIT, appDesc: '短' }, 'INVALID_MINI_APP_DESC_LENGTH'],
    [{ ...AUDIT, categoryIds: ['1', '2', '3', '4', '5'] }, 'CATEGORY_NUM_IS_INVALID'],
    [{ ...AUDIT, appLogo: file('a.png', png(180, 181)) }, 'isv.invalid-file-extension'],
    [{ ...AUDIT, appLogo: file('a.jpg', jpeg(4), 'image/jpeg') }, 'isv.invalid-file-extension'],
    [{ ...AUDIT, appLogo: file('a.gif', Buffer.from('GIF89a')) }, 'isv.invalid-file-extension'],
    [{ ...AUDIT, screenshots: [file('a.png', new Uint8Array(4 * 1024 * 1024 + 1))] }, 'isv.invalid-file-size'],
  ];
  for (const [input, reason] of refusals) await assert.rejects(code.submitAudit('1.0.0', input), refusedWith(reason));
  assert.deepEqual(await statesOf(code), { '1.0.0': 'dev' });
});

test('a third-party application acts for a merchant only with its authorisation', async () => {
  const stage = await alipayStage();
  const isv = { ...stage.made, app: { ...stage.made.app, appId: '2021000000000008' } };
  await registerApp(stage.parts.store, isv.app);
  await authorizeApp(stage.parts.store, '202603BB1', { isvAppId: isv.app.appId, appId: CONFIG.appId });
  const code = codeOf(stage, { ...configOf(isv), appAuthToken: '202603BB1' });
  await code.upload('1.0.0', {});
  assert.equal(code.appId, CONFIG.appId);
  assert.deepEqual(await statesOf(codeOf(stage)), { '1.0.0': 'dev' });
  const other = codeOf(stage, { ...configOf(isv), appAuthToken: '202603BB2' });
  await assert.rejects(other.deleteDev('1.0.0'), refusedWith('aop.invalid-app-auth-token'));
});

/** For each fault: whether the platform deletes the version, and what our action reports. */
const OUTCOMES: Readonly<Record<Fault, { readonly isDone: boolean; readonly tells: 'unknown' | 'refused' }>> = {
  lostBefore: { isDone: false, tells: 'unknown' },
  lostAfter: { isDone: true, tells: 'unknown' },
  // The second call is refused because it finds nothing to delete. A read of the versions shows that the version is deleted.
  twice: { isDone: true, tells: 'refused' },
  wrongSignature: { isDone: true, tells: 'unknown' },
  status500: { isDone: false, tells: 'unknown' },
  html: { isDone: false, tells: 'unknown' },
};
for (const fault of FAULTS)
  test(`an action with the fault ${fault} never reports a false success`, async () => {
    const stage = await alipayStage();
    const code = codeOf(stage);
    await code.upload('1.0.0', {});
    stage.setFault(fault);
    const { isDone, tells } = OUTCOMES[fault];
    await assert.rejects(code.deleteDev('1.0.0'), tells === 'unknown' ? UpstreamTimeout : UpstreamFailure);
    stage.setFault(null);
    assert.deepEqual(await statesOf(code), isDone ? {} : { '1.0.0': 'dev' });
  });

test('an accepted upload whose progress cannot be read has an unknown outcome', async () => {
  const stage = await alipayStage();
  const code = createAlipayCode(stage.config, CONFIG, { ...stage.access, wait: async () => stage.setFault('html') });
  await assert.rejects(code.upload('1.0.0', {}), UpstreamTimeout);
});
