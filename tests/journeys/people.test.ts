import assert from 'node:assert/strict';
import { type Locator, type Page, test } from '@playwright/test';
import { foodLossCase, LOSS_PARTY_TEXT } from '../../contract/foodLoss.states';
import { common } from '../../contract/locales/en-US/common';
import { user } from '../../contract/locales/en-US/user';
import { foodLoss } from '../../contract/locales/zh-CN/foodLoss';
import { BLACK_REASON_TEXT, userLifecycle } from '../../contract/user.states';
import { act, confirmDialog, dialogOf, enter, until, verifyBySms } from '../support/browser';
import { setUpConsole } from '../support/journey';

/** Work on people's records and food losses (DOMAIN §3.4, §3.9), as the people who do it every day. */

const server = setUpConsole({ still: true });

/** The control farthest from the start of a page is nearer than this. */
const MOST_TABS = 150;
const isFocused = (target: Locator): Promise<boolean> =>
  target.evaluateAll((found) => found.some((one) => one === document.activeElement));

/** Presses Tab until one of the targets has the focus. @throws AssertionError if Tab does not reach any */
async function tabTo(target: Locator): Promise<void> {
  await target.first().waitFor();
  for (let pressed = 0; !(await isFocused(target)); pressed += 1) {
    assert.ok(pressed < MOST_TABS, `Tab does not reach ${String(target)}`);
    await target.page().keyboard.press('Tab');
  }
}

/** Presses Tab to the target, then Enter. */
async function enterAt(target: Locator): Promise<void> {
  await tabTo(target);
  await target.page().keyboard.press('Enter');
}

/** Opens an action of the row from its button or its menu. */
async function actByKeys(page: Page, row: Locator, name: string): Promise<void> {
  const direct = row.getByRole('button', { name: new RegExp(`^${name} `) });
  if ((await direct.count()) > 0) return enterAt(direct);
  await enterAt(row.getByRole('button', { name: new RegExp(`^${common.more} `) }));
  const item = page.getByRole('menuitem', { name, exact: true });
  await item.waitFor();
  for (let pressed = 0; !(await isFocused(item)); pressed += 1) {
    assert.ok(pressed < MOST_TABS, `the arrow keys do not reach ${name}`);
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('Enter');
}

/** Fills the reason, which also needs a kind if `kind` is given, and confirms. */
async function giveReason(page: Page, text: string, kind?: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  if (kind) {
    const kinds = dialog.getByRole('combobox', { name: new RegExp(`^${user.reasonType}`) });
    // The dialog may still be opening: its list must keep the focus.
    await enterAt(kinds);
    const options = page.getByRole('listbox');
    const option = await page.getByRole('option', { name: kind, exact: true }).getAttribute('id');
    await until('the list has the focus', () => isFocused(options));
    for (let pressed = 0; (await options.getAttribute('aria-activedescendant')) !== option; pressed += 1) {
      assert.ok(pressed < MOST_TABS, `the arrow keys do not reach ${kind}`);
      await page.keyboard.press('ArrowDown');
    }
    await page.keyboard.press('Enter');
    await kinds.filter({ hasText: kind }).waitFor();
  }
  await tabTo(dialog.getByRole('textbox', { name: new RegExp(`^${user.reason}`) }));
  await page.keyboard.type(text);
  await enterAt(dialog.locator('.ant-modal-footer .ant-btn-primary'));
  await dialog.waitFor({ state: 'hidden' });
}

test('by keyboard alone, customer service finds a user, tags, blacklists and lifts the blacklist', async () => {
  const found = await server.query((db) =>
    db
      .selectFrom('app_user')
      .select('id')
      .where('status', '=', 'normal')
      .orderBy('id')
      .limit(1)
      .executeTakeFirstOrThrow(),
  );
  await server.visit({ locale: 'en-US' }, async (page, visitor) => {
    await enter(visitor, await server.telOf('service'));
    await page.goto('/userManage/userList');
    const row = page.locator('main tbody tr').filter({ hasText: String(found.id) });
    await tabTo(page.getByPlaceholder(user.keywordHint));
    await page.keyboard.type(String(found.id));
    await page.keyboard.press('Enter');
    await until(
      'only the user is left',
      async () =>
        (await page
          .locator('main tbody tr')
          .filter({ has: page.getByRole('link') })
          .count()) === 1,
    );

    await actByKeys(page, row, user.tag);
    const dialog = page.getByRole('dialog');
    await tabTo(dialog.getByRole('textbox', { name: new RegExp(`^${user.tags}`) }));
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('calls back, no onions');
    await enterAt(dialog.locator('.ant-modal-footer .ant-btn-primary'));
    await dialog.waitFor({ state: 'hidden' });
    await row.getByText('no onions').waitFor();

    await actByKeys(page, row, userLifecycle.transition('blacklist').text['en-US']);
    await giveReason(page, 'Three orders refused at the door', BLACK_REASON_TEXT.abuse['en-US']);
    await row.getByText(userLifecycle.states.blacklisted.text['en-US'], { exact: true }).waitFor();
    await actByKeys(page, row, userLifecycle.transition('liftBlacklist').text['en-US']);
    await giveReason(page, 'Cleared by the station');
    await row.getByText(userLifecycle.states.normal.text['en-US'], { exact: true }).waitFor();
  });
  const { stored, blacklisted } = await server.query(async (db) => ({
    stored: await db.selectFrom('app_user').select('tags').where('id', '=', found.id).executeTakeFirstOrThrow(),
    blacklisted: await db.selectFrom('user_black_record').select('reason').where('user_id', '=', found.id).execute(),
  }));
  assert.deepEqual(stored.tags, ['calls back', 'no onions']);
  assert.ok(blacklisted.some(({ reason }) => reason === 'Three orders refused at the door'));
});

test('a food loss is accepted and decided, and its user is paid at once with a second verification', async () => {
  const step = (key: 'accept' | 'decide') => foodLossCase.transition(key).text['zh-CN'];
  const state = (key: 'deciding' | 'decided') => foodLossCase.states[key].text['zh-CN'];
  const loss = await server.query((db) =>
    db
      .selectFrom('food_loss')
      .select(['id', 'no', 'user_id', 'claim_fen'])
      .where('state', '=', 'submitted')
      .where('user_id', 'is not', null)
      .where('rider_id', 'is not', null)
      .limit(1)
      .executeTakeFirstOrThrow(),
  );
  const balanceOf = () =>
    server.query(async (db) => {
      const row = db
        .selectFrom('app_user')
        .select('balance_fen')
        .where('id', '=', loss.user_id ?? 0);
      return (await row.executeTakeFirstOrThrow()).balance_fen;
    });
  const before = await balanceOf();
  await server.visit(async (page, visitor) => {
    await enter(visitor, await server.telOf(server.owner.account));
    await page.goto(`/foodLossManagement/index?keyword=${loss.no}`);
    const row = page.locator('main tbody tr').filter({ hasText: loss.no });
    await act(row, step('accept'));
    await confirmDialog(page);
    await row.getByText(state('deciding'), { exact: true }).waitFor();

    await act(row, step('decide'));
    const dialog = dialogOf(page);
    // The shares are 30 % and 70 %: the rider's part is recovered later, the platform's is its own.
    await dialog.getByRole('textbox', { name: new RegExp(`^${LOSS_PARTY_TEXT.rider['zh-CN']}`) }).fill('30');
    await dialog.getByRole('textbox', { name: new RegExp(`^${LOSS_PARTY_TEXT.platform['zh-CN']}`) }).fill('70');
    await dialog
      .getByRole('textbox', { name: new RegExp(`^${foodLoss.opinion}`) })
      .fill('骑手未固定餐箱，平台未及时提醒');
    await dialog.getByRole('switch', { name: new RegExp(foodLoss.urgentPay) }).click();
    await confirmDialog(page);
    await verifyBySms(page);
    await row.getByText(state('decided'), { exact: true }).waitFor();
  });
  assert.equal(await balanceOf(), before + loss.claim_fen);
});
