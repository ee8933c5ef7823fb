import assert from 'node:assert/strict';
import { type Locator, type Page, test } from '@playwright/test';
import { account } from '../../contract/locales/zh-CN/account';
import { common } from '../../contract/locales/zh-CN/common';
import { draft } from '../../contract/locales/zh-CN/draft';
import { identity } from '../../contract/locales/zh-CN/identity';
import { login } from '../../contract/locales/zh-CN/login';
import { notice } from '../../contract/locales/zh-CN/notice';
import { setting } from '../../contract/locales/zh-CN/setting';
import { shell } from '../../contract/locales/zh-CN/shell';
import { staff } from '../../contract/locales/zh-CN/staff';
import { team } from '../../contract/locales/zh-CN/team';
import { undo } from '../../contract/locales/zh-CN/undo';
import { wizard } from '../../contract/locales/zh-CN/wizard';
import { settingLabel } from '../../contract/settings';
import { SITE } from '../../contract/site.settings';
import { TEAM_FIELDS } from '../../contract/team.fields';
import {
  enter,
  fillPasswordForm,
  openUserMenu,
  pressAfterEnd,
  saidOn,
  shot,
  signInByForm,
  spaced,
  TIMEOUT_MS,
  tokenOfWindow,
} from '../support/browser';
import { AUTOMATION_CODE } from '../support/console';
import { setUpConsole } from '../support/journey';

/** Tests that an unfinished form survives the end of a session and is hidden from other users. Also tests that actions can be undone. */

const labelOf = (name: string) => settingLabel(SITE.groups, name)?.['zh-CN'] ?? name;
const server = setUpConsole();

const MINUTE = 60_000;
const zh = (text: { readonly 'zh-CN': string }) => text['zh-CN'];
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
/** Finds a text field by its label. Required fields have a star after the label. */
const field = (page: Page, label: string): Locator =>
  page.getByRole('textbox', { name: new RegExp(`^${escaped(label)}(\\s*\\*)?$`) }).first();
const button = (page: Page, name: string) => page.getByRole('button', { name: spaced(name) });
/** Finds the workbench's link to the page on which the session ended. */
const continueLink = (page: Page) => page.getByRole('link', { name: new RegExp(`^${shell.continue.split('{')[0]}`) });

async function call<T>(page: Page, address: string, query = ''): Promise<T> {
  const Authorization = await tokenOfWindow(page.context());
  const answer = await page.request.get(`/api/${address}${query}`, { headers: { Authorization } });
  return ((await answer.json()) as { data: T }).data;
}

/** Ends the session on the server, as another device could. The page gets no message about the end. */
async function endSession(page: Page): Promise<void> {
  const Authorization = await tokenOfWindow(page.context());
  await page.request.post('/api/Login/logout', { data: {}, headers: { Authorization } });
}

async function signInHere(page: Page): Promise<void> {
  await fillPasswordForm(page, server.owner.account, server.owner.password);
  await page.getByRole('button', { name: login.submit, exact: true }).click();
  await page.waitForURL('**/dashboard/index');
}

/** A step in a long form. The session ends at this step. */
interface Point {
  readonly name: string;
  readonly at: (page: Page) => Promise<string>;
  /** Changes the form before the test fills in the fields, for example checks a box. */
  readonly open?: (page: Page) => Promise<void>;
  readonly typed: Readonly<Record<string, string>>;
  /** Values that must not be stored in the browser. */
  readonly withheld?: readonly string[];
  /** The button whose request fails because the session has ended. */
  readonly send: (page: Page) => Locator;
}

const fixed = (address: string) => async () => address;
const saveDraft = (page: Page) => button(page, wizard.saveDraft);
const POINTS: readonly Point[] = [
  {
    name: 'the station wizard at its first step',
    at: fixed('/teamList/addTeam?step=1'),
    typed: { [zh(TEAM_FIELDS.name)]: '成都新都大丰站', [zh(TEAM_FIELDS.address)]: '大丰街道 “九” 号 <b>' },
    send: saveDraft,
  },
  {
    name: 'the station wizard at its hours',
    at: fixed('/teamList/addTeam?step=3'),
    typed: { [zh(TEAM_FIELDS.promiseMin)]: '47' },
    send: saveDraft,
  },
  {
    name: 'the station wizard at its contacts',
    at: fixed('/teamList/addTeam?step=5'),
    typed: { [zh(TEAM_FIELDS.contactName)]: '欧阳晴', [zh(TEAM_FIELDS.contactTel)]: '13911112222' },
    withheld: ['13911112222'],
    send: saveDraft,
  },
  {
    name: 'the editor of an identity',
    at: fixed('/rightsManagement/identity?new=1'),
    open: async (page) => page.getByRole('checkbox').first().check(),
    typed: { [identity.name]: '夜班客服', [identity.description]: '22:00 以后' },
    send: (page) => button(page, identity.submitNew),
  },
  {
    name: 'the form of a person',
    at: async (page) => {
      const { list } = await call<{ list: { id: number; account: string }[] }>(page, 'rights.Staff/getList');
      return `/rightsManagement/staff?form=${list.find((one) => one.account === 'operations')?.id}`;
    },
    typed: {
      [staff.post]: '调度主管',
      [staff.remark]: '周一休息',
      [staff.tel]: '13933334444',
    },
    withheld: ['13933334444'],
    send: (page) => button(page, common.save),
  },
  {
    name: 'a notice rule',
    at: fixed('/dashboard/noticeManage?tab=rules&rule=loginRisk'),
    typed: { [notice.merge]: '37' },
    send: (page) => button(page, notice.save),
  },
  {
    name: 'the own account',
    at: fixed('/dashboard/accountInfo'),
    typed: { [account.nickname]: '老板', [account.profile]: '第一行\n第二行', [account.address]: '锦江区 5 号' },
    withheld: ['锦江区 5 号'],
    send: (page) => button(page, account.saveBasic),
  },
  {
    name: 'the settings of the site',
    at: fixed('/site/index?tab=identity'),
    typed: { [labelOf('companyName')]: '好运来餐饮', [labelOf('serviceTime')]: '09:00–21:00' },
    send: (page) => button(page, setting.save),
  },
  {
    name: 'the defaults of stations',
    at: fixed('/site/index?tab=teamDefaults'),
    typed: { [labelOf('consoleUrl')]: 'https://console.example/station' },
    send: (page) => button(page, setting.save),
  },
  {
    name: 'the reason of an action',
    at: async (page) => {
      const { list } = await call<{ list: { id: number }[] }>(page, 'team.Team/getList', '?status=operating');
      return `/teamList/index?status=operating&do=pause.${list[0]?.id}`;
    },
    typed: { [team.reason]: '暴雨红色预警' },
    send: (page) => page.getByRole('dialog').locator('.ant-modal-footer button').last(),
  },
];

test('when a session ends at any of ten points of long forms, one press after the next sign-in restores every typed value', async () => {
  await server.visit(async (page, visitor) => {
    visitor.allow(/status of 401|beforeunload/);
    await signInByForm(page, server.owner.account, server.owner.password);
    await page.waitForURL('**/dashboard/index');
    for (const point of POINTS) {
      await page.goto(await point.at(page));
      const labels = Object.keys(point.typed);
      await field(page, labels[0] ?? '').waitFor();
      await point.open?.(page);
      for (const label of labels) await field(page, label).fill(point.typed[label] ?? '');
      await endSession(page);
      await pressAfterEnd(page, point.send(page));
      await saidOn(page, common.loginExpired);
      const stored = await page.evaluate<string>('JSON.stringify({ ...localStorage, ...sessionStorage })');
      for (const value of point.withheld ?? [])
        assert.ok(!stored.includes(value), `${point.name}: ${value} was stored`);
      assert.ok(!stored.includes(server.owner.password), point.name);

      await signInHere(page);
      await continueLink(page).click();
      await field(page, labels[0] ?? '').waitFor();
      await page.getByText(draft.taken).waitFor();
      for (const label of labels) {
        assert.equal(await field(page, label).inputValue(), point.typed[label], `${point.name}: ${label}`);
      }
      await shot(page, `restored-${POINTS.indexOf(point)}`);
      await page.getByText(draft.taken).locator('..').getByRole('button', { name: draft.discard }).click();
      await page.getByText(draft.taken).waitFor({ state: 'hidden' });
    }
    const left = await page.evaluate<string[]>('Object.keys(localStorage).filter((name) => name.includes("-draft:"))');
    assert.deepEqual(left, []);
  });
});

test('another user on the same computer does not see an unfinished form; its author finds it in the list of unfinished forms', async () => {
  const tel = await server.telOf('operations');
  await server.visit(async (page, visitor) => {
    visitor.allow(/status of 401/);
    await signInByForm(page, server.owner.account, server.owner.password);
    await page.waitForURL('**/dashboard/index');
    await page.goto('/teamList/addTeam?step=1');
    await field(page, zh(TEAM_FIELDS.name)).fill('成都锦江东大街站');
    await endSession(page);
    await pressAfterEnd(page, saveDraft(page));

    await enter(visitor, tel);
    await page.goto('/dashboard/index');
    await openUserMenu(page, shell);
    await page.getByRole('menuitem', { name: undo.mine }).waitFor();
    assert.equal(await page.getByRole('menuitem', { name: new RegExp(draft.mine) }).count(), 0);
    assert.equal(await continueLink(page).count(), 0);
    await page.goto('/teamList/addTeam?step=1');
    await field(page, zh(TEAM_FIELDS.name)).waitFor();
    assert.equal(await page.getByText(draft.found).count(), 0);
    assert.ok(!(await page.content()).includes('东大街'));

    await page.context().clearCookies();
    await page.goto('/user/login');
    await signInHere(page);
    await openUserMenu(page, shell);
    await page.getByRole('menuitem', { name: new RegExp(draft.mine) }).click();
    await shot(page, 'my-drafts');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /继续填写/ })
      .click();
    await page.getByText(draft.taken).waitFor();
    assert.equal(await field(page, zh(TEAM_FIELDS.name)).inputValue(), '成都锦江东大街站');
  });
});

test('the page warns before a session ends, and the user signs in again in a dialog over the form', async () => {
  await server.visit(async (page) => {
    await page.clock.install();
    await signInByForm(page, server.owner.account, server.owner.password);
    await page.waitForURL('**/dashboard/index');
    // Wait for a request of this page, not of the previous page. The page may send the request before the form is filled.
    const known = page.waitForResponse(
      (response) => response.url().includes('Login/getSession') && response.frame().url().includes('addTeam'),
      // The timeout is doubled, because it includes the time for opening the page.
      { timeout: 2 * TIMEOUT_MS },
    );
    await page.goto('/teamList/addTeam?step=1');
    await field(page, zh(TEAM_FIELDS.name)).fill('成都武侯祠站');
    const address = page.url();
    await page.clock.fastForward(6_000);
    await known;

    // Typing counts as activity. The page reports the activity to the server.
    await page.clock.fastForward(5 * MINUTE);
    const told = page.waitForResponse((response) => response.url().includes('Login/getSession'));
    await field(page, zh(TEAM_FIELDS.name)).press('End');
    await page.clock.fastForward(2_000);
    await told;

    await page.clock.fastForward(28.5 * MINUTE);
    const asks = page.getByRole('dialog').filter({ hasText: draft.idleTitle });
    await asks.getByRole('timer').waitFor();
    await shot(page, 'idle');
    const stayed = page.waitForResponse((response) => response.url().includes('Login/getSession'));
    await asks.getByRole('button', { name: draft.stay }).click();
    await asks.waitFor({ state: 'hidden' });
    await stayed;

    await page.clock.fastForward(31 * MINUTE);
    const ended = page.getByRole('dialog').filter({ hasText: draft.endedTitle });
    await ended.locator('form img[src^="data:image"]').waitFor();
    await shot(page, 'ended');

    // The session also ends on the server, and the cookie expires. Background requests must not navigate away from the page.
    const before = await tokenOfWindow(page.context());
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await endSession(page);
    await page.context().clearCookies();
    await page.evaluate('window.dispatchEvent(new Event("focus"))');
    // Three minutes cover the timeout of the event stream, its reconnect, and the fallback to polling.
    for (let minute = 0; minute < 3; minute += 1) await page.clock.fastForward(MINUTE);
    // Load a new captcha, because the old one has expired.
    await ended.getByRole('button', { name: login.captchaReload }).click();
    await ended.locator('form img[src^="data:image"]').waitFor();
    assert.deepEqual(
      asked.filter((url) => url.includes('/api/') && !url.includes('/api/Verify/')),
      [],
    );
    await ended.locator('#again-password').fill(server.owner.password);
    await ended.locator('#captcha').fill(AUTOMATION_CODE.slice(0, 4));
    const line = page.waitForRequest((request) => request.url().includes('Notice/stream'));
    await ended.getByRole('button', { name: draft.signInAgain }).click();
    await ended.waitFor({ state: 'hidden' });
    await line;
    assert.notEqual(await tokenOfWindow(page.context()), before);
    assert.equal(page.url(), address);
    assert.equal(await field(page, zh(TEAM_FIELDS.name)).inputValue(), '成都武侯祠站');
    await saveDraft(page).click();
    await page.getByText(wizard.draftSaved).waitFor();
  });
});

test('an action can be undone once, from its message or from the list of recent actions', async () => {
  const tel = await server.telOf('operations');
  await server.visit(async (page, visitor) => {
    await enter(visitor, tel);
    await page.goto('/teamList/index?status=operating');
    const { list } = await call<{ list: { id: number; name: string }[] }>(
      page,
      'team.Team/getList',
      '?status=operating',
    );
    const [first, second] = list;
    const pause = async (id: number | undefined) => {
      await page.goto(`/teamList/index?status=operating&do=pause.${id}`);
      await page.getByRole('dialog').getByRole('textbox').first().fill('设备检修');
      await page.getByRole('dialog').locator('.ant-modal-footer button').last().click();
      await button(page, undo.undo).waitFor();
    };
    const stateOf = async (id: number | undefined) =>
      (await call<{ status: string }>(page, 'team.Team/getDetail', `?id=${id}`)).status;
    await pause(first?.id);
    assert.equal(await stateOf(first?.id), 'paused');
    await shot(page, 'undo-toast');
    await button(page, undo.undo).click();
    await saidOn(page, '已撤销：');
    assert.equal(await stateOf(first?.id), 'operating');

    await pause(second?.id);
    await openUserMenu(page, shell);
    await page.getByRole('menuitem', { name: undo.mine }).click();
    const panel = page.getByRole('dialog').filter({ hasText: undo.intro });
    await panel.getByRole('listitem').first().waitFor();
    await shot(page, 'my-actions');
    await panel
      .getByRole('button', { name: new RegExp(`^${undo.undo}`) })
      .first()
      .click();
    // The first action was undone earlier, so both entries are marked as undone.
    await panel.getByText('已撤销', { exact: true }).nth(1).waitFor();
    assert.equal(await stateOf(second?.id), 'operating');
  });
});
