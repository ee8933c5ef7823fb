import assert from 'node:assert/strict';
import { type Page, test } from '@playwright/test';
import { common } from '../../contract/locales/zh-CN/common';
import { draft } from '../../contract/locales/zh-CN/draft';
import { login } from '../../contract/locales/zh-CN/login';
import { menu } from '../../contract/locales/zh-CN/menu';
import { wizard } from '../../contract/locales/zh-CN/wizard';
import { TEAM_FIELDS } from '../../contract/team.fields';
import {
  enter,
  fillPasswordForm,
  giveSession,
  pressAfterEnd,
  saidOn,
  signInByForm,
  tokenOfWindow,
  until,
} from '../support/browser';
import { setUpConsole } from '../support/journey';

/** Tests ended sessions, missing permissions, and unknown URLs (SPEC §2, §6, §8). */

const server = setUpConsole();

const submit = (page: Page) => page.getByRole('button', { name: login.submit, exact: true });
const nameField = (page: Page) =>
  page.getByRole('textbox', { name: new RegExp(`^${TEAM_FIELDS.name['zh-CN']}(\\s*\\*)?$`) });

test('a session that ends in a form shows a message, then the sign-in, and twice in a row no typed value is lost', async () => {
  await server.visit(async (page) => {
    const { account, password } = server.owner;
    await signInByForm(page, account, password);
    await page.waitForURL('**/dashboard/index');
    for (const name of ['成都新都大丰站', '成都郫都犀浦站']) {
      await page.getByRole('link', { name: menu.teamList }).first().click();
      await page.getByRole('button', { name: menu.addTeam }).click();
      await nameField(page).waitFor();
      await nameField(page).fill(name);
      await until('the draft is stored', () => hasDraftWith(page, name));
      await endSessions(page);
      const entries = await page.evaluate<number>('history.length');
      await pressAfterEnd(page, page.getByRole('button', { name: wizard.saveDraft }));
      await saidOn(page, common.loginExpired);
      assert.equal(await page.evaluate<number>('history.length'), entries, 'the route was pushed, not replaced');
      assert.equal(await tokenOfWindow(page.context()), '');

      // A reload would remove this mark.
      await page.evaluate('window.sameDocument = true');
      await fillPasswordForm(page, account, password);
      await submit(page).click();
      await page.waitForURL('**/dashboard/index');
      assert.equal(await page.evaluate('window.sameDocument'), true);
      await page.getByRole('link', { name: menu.teamList }).first().click();
      await page.getByRole('button', { name: menu.addTeam }).click();
      await page.getByRole('button', { name: draft.goOn }).click();
      assert.equal(await nameField(page).inputValue(), name);
      await page.getByRole('button', { name: wizard.saveDraft }).click();
      await saidOn(page, wizard.draftSaved);
      await page.getByText(wizard.draftSaved).waitFor({ state: 'hidden' });
    }
  });
});

test('an invalid token at the start leads to the sign-in', async () => {
  await server.visit(async (page, visitor) => {
    await giveSession(visitor, 'x'.repeat(43));
    await page.goto('/teamList/index');
    await page.waitForURL('**/user/login**');
    await page.getByRole('tab', { name: login.tabPassword }).waitFor();
    assert.equal(await tokenOfWindow(page.context()), '');
  });
});

test('a visitor is redirected to the sign-in, which keeps the requested address', async () => {
  await server.visit(async (page) => {
    await page.goto('/teamList/index?status=paused');
    await page.waitForURL('**/user/login?redirect=**');
    assert.equal(new URL(page.url()).searchParams.get('redirect'), `${server.baseURL}/teamList/index?status=paused`);
  });
});

test('users without the rule of a page see the 403 page, no data, and no menu entry', async () => {
  await server.visit(async (page, visitor) => {
    await enter(visitor, await server.telOf('operations'));
    await page.goto('/site/index');
    await page.getByRole('heading', { name: common.forbidden }).waitFor();
    assert.equal(await page.getByRole('link', { name: menu.siteIndex }).count(), 0);
    const answer = await page.request.get('/api/site.Site/getSetting?group=security', {
      headers: { Authorization: await tokenOfWindow(page.context()) },
    });
    assert.notEqual(((await answer.json()) as { code: number }).code, 100);
  });
});

test('unknown addresses show the 404 page', async () => {
  await server.visit(async (page) => {
    await signInByForm(page, server.owner.account, server.owner.password);
    await page.waitForURL('**/dashboard/index');
    for (const path of ['/no/such/page', '/franchisee/unknown']) {
      await page.goto(path);
      await page.getByRole('heading', { name: common.notFound }).waitFor();
    }
  });
});

test('the root leads to the workbench, a group to its first page', async () => {
  await server.visit(async (page) => {
    await signInByForm(page, server.owner.account, server.owner.password);
    await page.waitForURL('**/dashboard/index');
    for (const [from, to] of [
      ['/', '/dashboard/index'],
      ['/teamList', '/teamList/index'],
    ] as const) {
      await page.goto(from);
      await page.waitForURL(`**${to}`);
      await until('the page is named', async () => !(await page.title()).startsWith('Multistation'));
    }
  });
});

/** Checks whether the browser has stored an unfinished form that contains a text. */
const hasDraftWith = (page: Page, text: string): Promise<boolean> =>
  page.evaluate<boolean>(
    `Object.entries(localStorage).some(([key, value]) => key.includes('-draft:') && value.includes(${JSON.stringify(text)}))`,
  );

/** Ends the session on the server, as another device could. The page gets no message about the end. */
async function endSessions(page: Page): Promise<void> {
  const Authorization = await tokenOfWindow(page.context());
  const answer = await page.request.post('/api/Login/logout', { data: {}, headers: { Authorization } });
  assert.equal(((await answer.json()) as { code: number }).code, 100);
}
