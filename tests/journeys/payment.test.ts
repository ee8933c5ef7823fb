import assert from 'node:assert/strict';
import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { type Page, test } from '@playwright/test';
import { dashboard } from '../../contract/locales/zh-CN/dashboard';
import { form } from '../../contract/locales/zh-CN/form';
import { setting } from '../../contract/locales/zh-CN/setting';
import { WX_PAY } from '../../contract/payment.wx';
import { CONFIG_STATES } from '../../contract/settings.words';
import { systemClock } from '../../server/core/clock';
import { databaseStore } from '../../server/simulators/database-store';
import { registerMerchant } from '../../server/simulators/wxpay';
import { makeCertificate } from '../../server/simulators/wxpay/certificate';
import { accessibilityFaults, enter, shot } from '../support/browser';
import { AUTOMATION_CODE } from '../support/console';
import { setUpConsole } from '../support/journey';
import { pushTo } from '../support/pageCatalogue';

/** Tests WeChat Pay on an empty console: setup until it is enabled, and the replacement of its certificate (DOMAIN §3.10). */

const server = setUpConsole({ seed: 'none' });

const DAY_MS = 86_400_000;
const MCH_ID = '1900000109';
const APP_ID = 'wx0123456789abcdef';
const API_V3_KEY = 'MyApiV3KeyForSimulatedPayments01';
const SERIALS = ['5157F09EFDC096DE15EBE81A47057A7232F1B8E1', '5157F09EFDC096DE15EBE81A47057A7232F1B8E2'] as const;
const pem = {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
} as const;
const [own, next, platform] = [1, 2, 3].map(() => generateKeyPairSync('rsa', pem)) as [Pair, Pair, Pair];
type Pair = { readonly privateKey: string; readonly publicKey: string };

const certificateOf = ({ privateKey, publicKey }: Pair, serialNo: string, days: number) =>
  makeCertificate({
    ...{ serialNo, commonName: MCH_ID },
    ...{ privateKey: createPrivateKey(privateKey), publicKey: createPublicKey(publicKey) },
    ...{ from: new Date(Date.now() - DAY_MS), to: new Date(Date.now() + days * DAY_MS) },
  });

type Field = keyof typeof WX_PAY.fields;
const labelOf = (field: Field) => WX_PAY.fields[field]?.label?.['zh-CN'] ?? field;
const stateText = (state: keyof typeof CONFIG_STATES) => CONFIG_STATES[state].text['zh-CN'];
const named = (words: string, values: Readonly<Record<string, string>>) =>
  words.replace(/\{(\w+)\}/g, (_gap, name: string) => values[name] ?? '');

const strip = (page: Page) => page.getByRole('region', { name: setting.status });
const result = (page: Page) => page.locator('main [role="status"]').filter({ has: page.getByRole('list') });
/** Finds a field by its label. Required fields have a star after the label. */
const fieldOf = (page: Page, field: Field) =>
  page.locator('main').getByRole('textbox', { name: new RegExp(`^${labelOf(field)}(\\s*\\*)?$`) });
const replace = (page: Page, field: Field) =>
  page.getByRole('button', { name: named(setting.secretReplaceNamed, { label: labelOf(field) }) }).click();

/** Saves the form. Passes the second verification if the page requests one. The page requests one at most every ten minutes. */
async function save(page: Page): Promise<void> {
  const saved = page.waitForResponse(
    async (answer) =>
      answer.url().includes('config.Payment/save') && ((await answer.json()) as { code: number }).code === 100,
  );
  await page.getByRole('button', { name: setting.save }).click();
  const dialog = page.getByRole('dialog').filter({ hasText: form.secondWhy });
  await Promise.race([saved, dialog.waitFor()]);
  if (await dialog.isVisible()) {
    await dialog.getByRole('button', { name: form.sendCode }).click();
    await dialog.getByText(form.codeSentTo.split('{')[0] ?? '').waitFor();
    await dialog.locator('#second-code').fill(AUTOMATION_CODE);
    await dialog.getByRole('button', { name: form.secondConfirm }).click();
  }
  const { data } = (await (await saved).json()) as { readonly data: { readonly version: number } };
  // The form reloads with the stored values.
  await page.getByText(named(setting.savedBy.split('，')[0] ?? '', { version: String(data.version) })).waitFor();
}

async function tryOut(page: Page): Promise<string> {
  const answered = page.waitForResponse((answer) => answer.url().includes('config.Payment/test'));
  await page.getByRole('button', { name: setting.test }).click();
  await answered;
  await result(page).waitFor();
  return result(page).innerText();
}

async function turn(page: Page, what: 'enable' | 'disable'): Promise<void> {
  await strip(page).getByRole('button', { name: setting[what] }).click();
  await page.getByRole('dialog').locator('.ant-modal-footer button').last().click();
}

/** Sets up the merchant. The page names missing values. The connection test fails while the platform has another certificate. */
async function setUp(page: Page): Promise<void> {
  await strip(page).getByText(stateText('notConfigured')).waitFor();
  await fieldOf(page, 'mchId').fill(MCH_ID);
  await fieldOf(page, 'appIds').fill(APP_ID);
  await save(page);
  await strip(page).getByText(stateText('incomplete')).waitFor();
  await strip(page)
    .getByText(new RegExp(labelOf('apiV3Key')))
    .waitFor();

  await fieldOf(page, 'merchantSerialNo').fill(SERIALS[0]);
  await fieldOf(page, 'merchantCert').fill(await certificateOf(own, SERIALS[0], 20));
  await fieldOf(page, 'merchantPrivateKey').fill(own.privateKey);
  await fieldOf(page, 'apiV3Key').fill(API_V3_KEY);
  await fieldOf(page, 'publicKeyId').fill('PUB_KEY_ID_0119000001092026030100000000');
  await fieldOf(page, 'publicKey').fill(platform.publicKey);
  await save(page);
  await strip(page).getByText(stateText('disabled')).waitFor();

  // The platform now has a different certificate for the merchant number than the page has.
  await atPlatform(SERIALS[1], next.publicKey);
  assert.match(await tryOut(page), /SIGN_ERROR 商户证书序列号有误/);
  await strip(page).getByText(stateText('failing')).waitFor();
  await turn(page, 'enable');
  await page
    .getByText(/24 小时内通过的连接测试/)
    .first()
    .waitFor();
  await page.keyboard.press('Escape');
  await shot(page, 'payment-failing');

  const shown = await atPlatform(SERIALS[0], own.publicKey);
  await fieldOf(page, 'publicKeyId').fill(shown.publicKeyId);
  await fieldOf(page, 'publicKey').fill(shown.publicKey);
  await save(page);
  const passed = await tryOut(page);
  assert.match(passed, new RegExp(`${APP_ID} 的绑定`));
  assert.doesNotMatch(passed, /SIGN_ERROR|NO_AUTH/);
  await strip(page).getByText(setting.testOk).waitFor();
  await turn(page, 'enable');
  await strip(page).getByRole('button', { name: setting.disable }).waitFor();
  assert.deepEqual(await accessibilityFaults(page), []);
  await shot(page, 'payment-enabled');
}

/** Replaces a certificate. The certificate first appears as a to-do, because it expires soon. Then the platform revokes it. */
async function replaceCertificate(page: Page): Promise<void> {
  await strip(page).getByText(stateText('expiring')).waitFor();
  await strip(page)
    .getByText(named(setting.ends, { label: labelOf('merchantCert'), n: '19' }), { exact: false })
    .waitFor();
  await pushTo(page, '/dashboard/index');
  const todo = page.getByRole('region', { name: dashboard.todo });
  await todo.getByRole('link', { name: /支付配置：1 项证书或令牌/ }).click();
  await page.waitForURL('**/configCenter/paymentConfig**');

  // The platform issues the new certificate and refuses the old one.
  await atPlatform(SERIALS[1], next.publicKey);
  await strip(page).waitFor();
  assert.match(await tryOut(page), /SIGN_ERROR 商户证书序列号有误/);
  await strip(page).getByText(stateText('failing')).waitFor();
  await turn(page, 'disable');
  await strip(page).getByRole('button', { name: setting.enable }).waitFor();

  await fieldOf(page, 'merchantSerialNo').fill(SERIALS[1]);
  await fieldOf(page, 'merchantCert').fill(await certificateOf(next, SERIALS[1], 900));
  // The old key does not match the new certificate, so the page shows an error.
  await page.getByRole('button', { name: setting.save }).click();
  await page
    .getByText('商户证书与私钥不匹配')
    .or(page.getByText(/与私钥不匹配|私钥与证书不匹配/))
    .first()
    .waitFor();
  await replace(page, 'merchantPrivateKey');
  await fieldOf(page, 'merchantPrivateKey').fill(next.privateKey);
  await save(page);
  assert.doesNotMatch(await tryOut(page), /SIGN_ERROR/);
  await turn(page, 'enable');
  await strip(page).getByText(stateText('enabled')).waitFor();
  assert.deepEqual(await accessibilityFaults(page), []);
  const answered = page.waitForResponse((answer) => answer.url().includes('dashboard.Index/getTodo'));
  await page.goto('/dashboard/index');
  assert.doesNotMatch(await (await answered).text(), /configPayment/);
}

test('WeChat Pay is set up and enabled, loses its certificate, and is enabled again with another one', async () => {
  await server.visit(async (page, visitor) => {
    await enter(visitor, await server.telOf(server.owner.account));
    await page.goto('/configCenter/paymentConfig');
    await strip(page).waitFor();
    // We use one window without a reload, because a reload would end the second verification (ten minutes).
    await setUp(page);
    await replaceCertificate(page);
  });
});

/** Replaces the merchant's API certificate at the simulated platform. */
const atPlatform = (serial: string, publicKey: string) =>
  server.query((db) =>
    registerMerchant(databaseStore(db, 'wxpay'), systemClock, {
      ...{ mchId: MCH_ID, serial, publicKey, apiV3Key: API_V3_KEY },
      appIds: [APP_ID],
    }),
  );
