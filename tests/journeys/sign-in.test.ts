import assert from 'node:assert/strict';
import { type Page, test } from '@playwright/test';
import { common } from '../../contract/locales/zh-CN/common';
import { login } from '../../contract/locales/zh-CN/login';
import { menu } from '../../contract/locales/zh-CN/menu';
import { shell } from '../../contract/locales/zh-CN/shell';
import { fillPasswordForm, saidOn, signInByForm } from '../support/browser';
import { AUTOMATION_CODE } from '../support/console';
import { setUpConsole } from '../support/journey';

/**
 * Tests the sign-in by password and by phone. The tests need an embedded PostgreSQL, because a console with another database does not
 * show the local outbox.
 */

const WORKBENCH = '**/dashboard/index';
const DAY_SECONDS = 24 * 60 * 60;

const server = setUpConsole({ data: 'embedded' }, async () => {
  tel = await server.telOf('operations');
});
/** Phone number of the head-office operations account. */
let tel: string;

const submit = (page: Page) => page.getByRole('button', { name: login.submit, exact: true });
const atWorkbench = async (page: Page) => {
  await page.waitForURL(WORKBENCH);
  await page.getByRole('heading', { name: menu.dashboardIndex, level: 1 }).waitFor();
};
const cookieOf = async (page: Page) =>
  (await page.context().cookies()).find((cookie) => cookie.name === 'multistation-token');

test('the owner signs in with the printed one-time password, and must set a new one', async () => {
  await server.visit(async (page) => {
    const { account, oneTimePassword, password } = server.owner;
    await signInByForm(page, account, oneTimePassword);
    await page.getByRole('heading', { name: login.firstTitle }).waitFor();
    await page.getByLabel(login.newPassword, { exact: true }).fill(password);
    await page.getByLabel(login.confirmPassword).fill(`${password}!`);
    await page.getByRole('button', { name: login.firstSubmit }).click();
    await page.getByText(login.mismatch).waitFor();
    await page.getByLabel(login.confirmPassword).fill(password);
    await page.getByRole('button', { name: login.firstSubmit }).click();
    await saidOn(page, login.success);
    await atWorkbench(page);
  });
});

test('account, password and captcha lead to the workbench; the cookie lasts one day, or seven with "remember"', async () => {
  for (const [remembered, days] of [
    [false, 1],
    [true, 7],
  ] as const) {
    await server.visit(async (page) => {
      await page.goto('/user/login');
      await fillPasswordForm(page, server.owner.account, server.owner.password);
      if (remembered) await page.getByLabel(login.remember).check();
      await submit(page).click();
      await atWorkbench(page);
      const lives = ((await cookieOf(page))?.expires ?? 0) - Date.now() / 1000;
      assert.ok(Math.abs(lives - days * DAY_SECONDS) < 60, `the cookie lives ${lives} s`);
    });
  }
});

test('a wrong password shows the remaining tries, clears the captcha and keeps the other fields', async () => {
  await server.visit(async (page) => {
    await signInByForm(page, server.owner.account, 'Not-the-password-1');
    await page.getByText(/还可再试|剩余|还可尝试/).waitFor();
    assert.equal(await page.getByLabel(login.captcha, { exact: true }).inputValue(), '');
    assert.equal(await page.getByLabel(login.account).inputValue(), server.owner.account);
    await page.getByLabel(login.captcha, { exact: true }).fill(AUTOMATION_CODE.slice(0, 4));
    await page.getByLabel(login.password, { exact: true }).fill(server.owner.password);
    await submit(page).click();
    await atWorkbench(page);
  });
});

test('a user signs in by phone with the code from the local outbox', async () => {
  await server.visit(async (page) => {
    await page.goto('/user/login');
    await page.getByRole('tab', { name: login.tabSms }).click();
    await page.getByLabel(login.tel, { exact: true }).fill(tel);
    await page.getByRole('button', { name: login.sendCode }).click();
    await page.getByText(login.codeSent.split('{')[0] ?? '').waitFor();
    await page.getByLabel(login.smsCode, { exact: true }).fill(await newestCode(page, tel));
    await submit(page).click();
    await atWorkbench(page);
  });
});

test('a forgotten password is replaced in three steps, and the new password works', async () => {
  const password = 'Second-Lantern-58';
  await server.visit(async (page) => {
    await page.goto('/user/login');
    await page.getByRole('link', { name: login.forgot }).click();
    await page.getByRole('heading', { name: login.forgetTitle }).waitFor();
    await page.getByLabel(login.tel, { exact: true }).fill(tel);
    await page.getByLabel(login.captcha, { exact: true }).fill(AUTOMATION_CODE.slice(0, 4));
    await page.getByRole('button', { name: login.next }).click();
    const code = page.getByLabel(login.smsCode, { exact: true });
    // The phone has received other codes before, so we read the newest code after it was sent.
    await code.waitFor();
    await code.fill(await newestCode(await openLogin(page), tel));
    await page.getByRole('button', { name: login.next }).click();
    await page.getByLabel(login.newPassword, { exact: true }).fill('12345678');
    await page.getByLabel(login.confirmPassword).fill('12345678');
    await page.getByRole('button', { name: login.resetSubmit }).click();
    await page.getByText(login.passwordWeak).waitFor();
    await page.getByLabel(login.newPassword, { exact: true }).fill(password);
    await page.getByLabel(login.confirmPassword).fill(password);
    await page.getByRole('button', { name: login.resetSubmit }).click();
    await saidOn(page, login.resetDone);
    await page.waitForURL('**/user/login');
    await fillPasswordForm(page, 'operations', password);
    await submit(page).click();
    await atWorkbench(page);
  });
});

test('after the sign-out the address is kept, and the next sign-in offers it once', async () => {
  await server.visit(async (page) => {
    await signInByForm(page, server.owner.account, server.owner.password);
    await atWorkbench(page);
    await page.goto('/teamList/index?status=operating');
    await page.getByRole('button', { name: /的菜单$/ }).click();
    await page.getByRole('menuitem', { name: shell.logout }).click();
    await page.waitForURL('**/user/login?redirect=*');
    assert.equal(await cookieOf(page), undefined);
    await fillPasswordForm(page, server.owner.account, server.owner.password);
    await submit(page).click();
    await atWorkbench(page);
    await page.getByRole('link', { name: new RegExp(shell.continue.split('{')[0] ?? '') }).click();
    await page.waitForURL('**/teamList/index?status=operating');
    await page.goto('/dashboard/index');
    await atWorkbench(page);
    assert.equal(await page.getByText(shell.continue.split('{')[0] ?? '').count(), 0);
  });
});

test('a restart of the server ends no session and loses no data', async () => {
  await server.visit(async (page, visitor) => {
    await signInByForm(page, server.owner.account, server.owner.password);
    await atWorkbench(page);
    await page.goto('/teamList/index');
    const rows = page.locator('main tbody tr:has(code)');
    await rows.first().waitFor();
    const before = await rows.count();
    assert.ok(before > 0);
    // During the restart the page retries requests and prefetches other pages' code, which causes these errors.
    visitor.allow(
      /ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET|status of 503|ChunkLoadError|Loading CSS chunk/,
    );
    await server.restart();
    await page.reload();
    await rows.first().waitFor();
    assert.equal(await rows.count(), before);
    assert.equal(await page.getByText(common.networkError).count(), 0);
  });
});

/** Opens the sign-in page in another tab, to read the outbox. */
async function openLogin(page: Page): Promise<Page> {
  const other = await page.context().newPage();
  await other.goto('/user/login');
  return other;
}

/** Reads a phone's newest code in the outbox of the sign-in page. */
async function newestCode(page: Page, tel: string): Promise<string> {
  await page.getByRole('button', { name: login.outbox }).click();
  const message = page.getByRole('listitem').filter({ hasText: tel }).first();
  await message.waitFor();
  const text = (await message.textContent()) ?? '';
  const code = /(?<!\d)\d{6}(?!\d)/.exec(text.replace(tel, ' ').replace(/\d\d:\d\d:\d\d/, ' '))?.[0];
  assert.ok(code, `no code in ${text}`);
  return code;
}
