import assert from 'node:assert/strict';
import { type Page, test } from '@playwright/test';
import { type Kysely, sql } from 'kysely';
import { proposalCase } from '../../contract/approval.states';
import { SETTLEMENT_STATES } from '../../contract/finance';
import { identityLifecycle } from '../../contract/identity.states';
import { account } from '../../contract/locales/zh-CN/account';
import { bill } from '../../contract/locales/zh-CN/bill';
import { common } from '../../contract/locales/zh-CN/common';
import { form } from '../../contract/locales/zh-CN/form';
import { identity } from '../../contract/locales/zh-CN/identity';
import { list } from '../../contract/locales/zh-CN/list';
import { login } from '../../contract/locales/zh-CN/login';
import { menu } from '../../contract/locales/zh-CN/menu';
import { notice } from '../../contract/locales/zh-CN/notice';
import { staff } from '../../contract/locales/zh-CN/staff';
import { ruleById } from '../../contract/permissions';
import { staffLifecycle } from '../../contract/staff.states';
import type { Database } from '../../server/core/database/schema';
import { FOUR_EYES_TEXT } from '../../server/core/http/four-eyes';
import { fromBase32, stepAt, totpCode } from '../../server/modules/factor/rules';
import { findOffences } from '../../server/modules/ledger';
import {
  act,
  confirmDialog,
  dialogOf,
  enter,
  fillPasswordForm,
  pressAfterEnd,
  pressTowards,
  saidOn,
  signInByForm,
  spaced,
  until,
  verifyBySms,
} from '../support/browser';
import { AUTOMATION_CODE } from '../support/console';
import { setUpConsole } from '../support/journey';
import { type Caller, callerByPhone, hire, makeIdentity, ownerOf } from '../support/people';

/** Tests permissions as the user sees them: granted, revoked, proposed, and confirmed by second verification (DOMAIN §3.2, §3.11). */

const APPROVE = proposalCase.steps.approve.text['zh-CN'];

const server = setUpConsole({}, async () => {
  owner = await ownerOf(server);
  // This identity has permissions over money. We create it while no other account may approve identities. Later, a new identity
  // would wait for an approval.
  const identity = await makeIdentity(owner, '财务复核', [2, 5, 32, 3206]);
  for (const person of [
    { account: 'zhaolei', name: '赵磊', tel: '19911110006' },
    { account: 'sunli', name: '孙丽', tel: '19911110007' },
  ])
    cashiers.push(await hire(owner, person, [identity]));
});
let owner: Caller;
/** Two users who may undo settlements. */
const cashiers: { readonly tel: string }[] = [];

const ruleText = (id: number) => ruleById(id)?.text['zh-CN'] ?? '';
const tick = (page: Page, rule: number) => page.getByRole('checkbox', { name: ruleText(rule), exact: true }).last();
const menuOf = async (page: Page) => {
  const hrefs = await page
    .locator('header nav a, aside nav a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  return [...new Set(hrefs)].sort();
};

/** Requests new recovery codes and confirms the dialog. The earlier codes then become invalid. */
async function makeCodes(page: Page): Promise<void> {
  await page.getByRole('button', { name: account.recoveryMake }).click();
  const dialog = page.getByRole('dialog').filter({ hasText: account.recoveryMakeText.split('{')[0] ?? '' });
  await dialog.locator('.ant-modal-footer button').last().click();
}

/** Tests whether all accounts that a settlement credited still have the money, so that the settlement can be reversed. */
const isCovered = (txNo: string) => async (db: Kysely<Database>) => {
  const { rows } = await sql`
    select account.id from ledger_txn txn
      join ledger_posting posting on posting.txn_id = txn.id and posting.dc = 'C'
      join ledger_account account on account.id = posting.account_id
    where txn.tx_no = ${txNo}
    group by account.id
    having account.balance_fen - sum(posting.amount_fen) < account.floor_fen`.execute(db);
  return rows.length === 0;
};

test.describe('rights', () => {
  test('a new user signs in by the link in the message, sees only granted pages, and loses each one when revoked', async () => {
    const RULES = [2, 5, 13];
    const PAGES = ['/dashboard/index', '/dashboard/noticeManage', '/teamList/teamOperation'];
    const person = { account: 'zhouyuan', name: '周媛', tel: '19911110001' };
    const password = 'Morning-Ferry-31';
    await server.visit(async (page) => {
      await signInByForm(page, server.owner.account, server.owner.password);
      await page.waitForURL('**/dashboard/index');

      // Create the identity. The window must be wide, because a narrow header hides the menu group.
      await page.setViewportSize({ width: 1920, height: 900 });
      await page.getByRole('link', { name: menu.rightsManagement }).first().click();
      await page.getByRole('button', { name: identity.create }).first().click();
      await page.getByRole('textbox', { name: identity.name }).fill('运营观察');
      for (const rule of RULES) await tick(page, rule).check();
      await page.getByRole('button', { name: identity.submitNew }).click();
      await verifyBySms(page);
      const identityRow = page.getByRole('row').filter({ hasText: '运营观察' });
      await identityRow.waitFor();

      // Create the account.
      await page.getByRole('link', { name: menu.staff }).click();
      await page.getByRole('button', { name: staff.add }).first().click();
      const drawer = page.getByRole('dialog');
      const field = (name: 'name' | 'account' | 'tel') =>
        drawer.getByRole('textbox', { name: new RegExp(`^${staff[name]}`) });
      await field('name').fill(person.name);
      await field('account').fill(person.account);
      await field('tel').fill(person.tel);
      await drawer.getByRole('combobox', { name: new RegExp(staff.identityIds) }).click();
      await page.getByRole('option', { name: '运营观察' }).click();
      await page.keyboard.press('Escape');
      await drawer.getByRole('button', { name: staff.add }).click();
      const row = page.getByRole('row').filter({ hasText: person.account });
      await row.waitFor();
      const invitation = new RegExp(`${person.account}.*/user/login`);
      await until('the invitation is sent', async () => invitation.test(await server.messageTo(person.tel)));

      // Send the one-time sign-in link.
      await act(row, staff.resetPassword);
      await confirmDialog(page);
      await dialogOf(page).waitFor({ state: 'hidden' });
      let link = '';
      await until('the link is sent', async () => {
        link = /(http\S+ticket=\S+)/.exec(await server.messageTo(person.tel))?.[1] ?? '';
        return link !== '';
      });

      await server.visit(async (his) => {
        await his.goto(link);
        await his.getByLabel(login.newPassword, { exact: true }).fill(password);
        await his.getByLabel(login.confirmPassword).fill(password);
        await his.getByRole('button', { name: login.resetSubmit }).click();
        await his.waitForURL('**/user/login');
        await fillPasswordForm(his, person.account, password);
        await his.getByRole('button', { name: login.submit, exact: true }).click();
        // The first sign-in of a new account always requires an SMS code.
        await his.getByText(login.phoneNeeded).waitFor();
        await his.getByRole('button', { name: login.sendCode }).click();
        await his.getByText(login.codeSent.split('{')[0] ?? '').waitFor();
        await his.getByLabel(login.smsCode, { exact: true }).fill(AUTOMATION_CODE);
        await his.getByRole('button', { name: login.submit, exact: true }).click();
        await his.waitForURL('**/dashboard/index');
        await his.getByRole('heading', { name: menu.dashboardIndex, level: 1 }).waitFor();
        assert.deepEqual(await menuOf(his), PAGES);
        await his.goto(link);
        await his.getByText('链接无效').waitFor();

        await his.goto('/teamList/teamOperation');
        const first = his.locator('main tbody tr').first();
        await first.getByRole('switch').first().waitFor();
        // Using a switch needs another permission than seeing the switch.
        assert.equal(await his.locator('main [role="switch"]:not([aria-disabled="true"])').count(), 0);

        // Revoke one page. The server refuses the next click, and the page explains why.
        await page.getByRole('link', { name: menu.identity }).click();
        await act(identityRow, identity.editAction);
        await tick(page, 13).uncheck();
        await page.getByRole('button', { name: identity.submit }).click();
        await identityRow.waitFor();
        const refused = his.getByRole('heading', { name: common.forbidden });
        await pressTowards(refused.waitFor(), his.getByRole('button', { name: list.refresh }).first());
        await his.getByText(ruleText(13)).last().waitFor();
        await until('the page has left the menu', async () => !(await menuOf(his)).includes('/teamList/teamOperation'));

        // Disable the identity. The user then has no pages.
        await his.getByRole('link', { name: menu.dashboard }).first().click();
        await his.getByRole('heading', { name: menu.dashboardIndex, level: 1 }).waitFor();
        await act(identityRow, identityLifecycle.transition('disable').text['zh-CN']);
        await confirmDialog(page);
        await identityRow.getByText(identityLifecycle.stateText('off', 'zh-CN')).waitFor();
        const forbidden = his.getByRole('heading', { name: common.forbidden });
        await pressTowards(forbidden.waitFor(), his.getByRole('link', { name: menu.noticeManage }));
        await until('the menu is empty', async () => (await menuOf(his)).length === 0);

        // Disable the account. The next click leads to the sign-in.
        await act(identityRow, identityLifecycle.transition('enable').text['zh-CN']);
        await confirmDialog(page);
        await identityRow.getByText(identityLifecycle.stateText('on', 'zh-CN')).waitFor();
        await his.goto('/dashboard/noticeManage');
        await his.getByRole('heading', { name: menu.noticeManage, level: 1 }).waitFor();
        await page.getByRole('link', { name: menu.staff }).click();
        // The list first shows the state before the first sign-in, until it has loaded again.
        await row.getByText(staffLifecycle.stateText('active', 'zh-CN')).waitFor();
        await act(row, staffLifecycle.transition('disable').text['zh-CN']);
        await confirmDialog(page);
        await row.getByText(staffLifecycle.stateText('disabled', 'zh-CN')).waitFor();
        await pressAfterEnd(his, his.getByRole('button', { name: list.refresh }).first());
        await fillPasswordForm(his, person.account, password);
        await his.getByRole('button', { name: login.submit, exact: true }).click();
        await his.getByText('账号已停用').waitFor();
      });
    });
  });

  /** Computes the TOTP code of a secret. The server accepts each code once, so `ahead` selects the code of a later time step. */
  const appCode = (secret: string, ahead = 0) => totpCode(fromBase32(secret), stepAt(new Date()) + ahead);

  /** Binds an authenticator app in the open dialog. @returns its secret, and the code that was used */
  async function bindApp(page: Page): Promise<{ readonly secret: string; readonly used: string }> {
    const dialog = page.getByRole('dialog').filter({ hasText: account.totpSecret });
    const secret = /[A-Z2-7]{32}/.exec((await dialog.textContent()) ?? '')?.[0] ?? '';
    assert.ok(secret, 'no secret is shown');
    const field = dialog.getByRole('textbox', { name: new RegExp(account.totpCode) });
    await field.waitFor();
    // The code changes every half minute, so we compute it only when the field is ready.
    const used = appCode(secret);
    await field.fill(used);
    await dialog.getByRole('button', { name: account.totpConfirm }).click();
    return { secret, used };
  }

  const SECURITY = '/dashboard/accountInfo?tab=security';

  test('after losing the authenticator app, a user verifies once with a recovery code and binds another app', async () => {
    const scope = await makeIdentity(owner, '信息专员', [2, 3]);
    const { tel } = await hire(owner, { account: 'linqiao', name: '林桥', tel: '19911110002' }, [scope]);
    let codes: string[] = [];
    await server.visit(async (page, visitor) => {
      await enter(visitor, tel);
      await page.goto(SECURITY);
      await page.getByRole('button', { name: account.bindTotp }).click();
      await verifyBySms(page);
      const { secret, used } = await bindApp(page);
      const kept = page.getByRole('list', { name: account.recovery }).getByRole('listitem');
      await kept.first().waitFor();
      codes = await kept.allTextContents();
      assert.equal(codes.length, 10);
      await page.getByRole('button', { name: account.recoveryKept }).click();

      // The server accepts a code of the app only once.
      await page.reload();
      await makeCodes(page);
      const dialog = page.getByRole('dialog').filter({ hasText: form.secondWhy });
      await dialog.getByText(form.second_totp, { exact: true }).click();
      await dialog.locator('#second-code').fill(used);
      await dialog.getByRole('button', { name: form.secondConfirm }).click();
      await dialog.locator('#second-problem').getByText(/\S/).waitFor();
      await dialog.locator('#second-code').fill(appCode(secret, 1));
      await dialog.getByRole('button', { name: form.secondConfirm }).click();
      await kept.first().waitFor();
      codes = await kept.allTextContents();
      await page.getByRole('button', { name: account.recoveryKept }).click();

      // The user has lost the app and uses a recovery code.
      await page.reload();
      await page.getByRole('button', { name: account.bindTotp }).click();
      await dialog.getByText(form.second_recovery, { exact: true }).click();
      await dialog.locator('#second-code').fill(codes[0] ?? '');
      await dialog.getByRole('button', { name: form.secondConfirm }).click();
      await saidOn(page, form.secondRecoveryUsed);
      await bindApp(page);
      await page.getByText(account.recoveryLeft.replace('{n}', '9')).waitFor();

      // A recovery code works only once.
      await page.reload();
      await makeCodes(page);
      await dialog.getByText(form.second_recovery, { exact: true }).click();
      await dialog.locator('#second-code').fill(codes[0] ?? '');
      await dialog.getByRole('button', { name: form.secondConfirm }).click();
      await dialog.locator('#second-problem').getByText(/\S/).waitFor();
      await dialog.locator('#second-code').fill(codes[1] ?? '');
      await dialog.getByRole('button', { name: form.secondConfirm }).click();
      await saidOn(page, form.secondRecoveryUsed);
    });
  });

  test('added permissions over money need a second person as approver, and an outdated proposal is refused', async () => {
    const held = [2, 5, 81, 8102, 31, 32];
    const chiefs = await makeIdentity(owner, '财务主管', held);
    const maker = await hire(owner, { account: 'chenyu', name: '陈宇', tel: '19911110003' }, [chiefs]);
    const checker = await hire(owner, { account: 'linyi', name: '林一', tel: '19911110004' }, [chiefs]);
    const target = await makeIdentity(owner, '财务助理', [2]);
    const rulesOf = async () => (await owner.done('rights.Identity/getDetail', { id: target })).ruleIds;

    await server.visit(async (page, visitor) => {
      await enter(visitor, maker.tel);
      await page.setViewportSize({ width: 1920, height: 900 });
      await server.visit(async (other, guest) => {
        await enter(guest, checker.tel);
        /** Proposes a permission without a reload, because a reload would end the second verification, which lasts ten minutes. */
        const propose = async (rule: number) => {
          await page.getByRole('link', { name: menu.rightsManagement }).first().click();
          await act(page.getByRole('row').filter({ hasText: '财务助理' }), identity.editAction);
          await tick(page, rule).check();
          await page.getByRole('button', { name: identity.submit }).click();
        };
        const proposed = (at: Page) => saidOn(at, FOUR_EYES_TEXT.proposed['zh-CN']);
        const approvals = '/dashboard/noticeManage?tab=approvals';
        const rowIn = (at: Page) => at.getByRole('row').filter({ hasText: '财务助理' }).first();

        await page.goto('/dashboard/index');
        await propose(31);
        await verifyBySms(page);
        await proposed(page);
        assert.ok(!(await rulesOf()).includes(31), 'it is in force already');
        await page.getByRole('link', { name: menu.dashboard }).first().click();
        await page.getByRole('link', { name: menu.noticeManage }).click();
        await page.getByRole('tab', { name: notice.tabApprovals }).click();
        await page.getByRole('button', { name: new RegExp(`^${notice.boxByMe}`) }).click();
        await rowIn(page).waitFor();
        assert.equal(
          await rowIn(page)
            .getByRole('button', { name: new RegExp(`^${APPROVE} `) })
            .count(),
          0,
        );
        await rowIn(page)
          .getByRole('button', { name: new RegExp(`^${common.more} |^${proposalCase.steps.withdraw.text['zh-CN']} `) })
          .waitFor();
        const his = await callerByPhone(server, maker.tel);
        const [proposal] = (await his.done('approval.Case/getList', { box: 'byMe', types: ['proposal'] })).list;
        assert.ok(proposal);
        const refused = await his.call('approval.Proposal/approve', { id: proposal.id, version: proposal.version });
        assert.equal(refused.code, 40305);

        await other.goto(approvals);
        await act(rowIn(other), APPROVE);
        await confirmDialog(other);
        await verifyBySms(other);
        await other.getByText(notice.approvalsEmpty).waitFor();
        assert.ok((await rulesOf()).includes(31), 'it is not in force');
        await page.getByRole('button', { name: list.refresh }).first().click();
        await page.getByText(proposalCase.stateText('approved', 'zh-CN')).first().waitFor();

        // Change the identity between proposal and approval. The proposal is then outdated.
        await propose(32);
        await until('it is proposed', async () => {
          const { summary } = await his.done('approval.Case/getList', { box: 'byMe', types: ['proposal'] });
          return summary.types.find(({ type }) => type === 'proposal')?.byMe === 1;
        });
        const now = await owner.done('rights.Identity/getDetail', { id: target });
        await makeIdentity(owner, '财务助理', now.ruleIds, {
          id: target,
          version: now.version,
          description: '协助对账',
        });
        await other.getByRole('button', { name: list.refresh }).first().click();
        await act(rowIn(other), APPROVE);
        await confirmDialog(other);
        await dialogOf(other).getByText(FOUR_EYES_TEXT.stale['zh-CN']).waitFor();
        assert.ok(!(await rulesOf()).includes(32));
      });
    });
  });

  test('two people undo a settlement: it stays in force until the second one approves, then the order is open and held', async () => {
    const [maker, checker] = cashiers;
    assert.ok(maker && checker);
    // Find a payment with a settled order whose settlement can be undone. Some receivers have already withdrawn the money.
    const { list: payments } = await owner.done('finance.Bill/getList', { type: 'ORDER_PAY', limit: 50 });
    let paid: (typeof payments)[number] | undefined;
    for (const payment of payments) {
      const { settlement } = await owner.done('finance.Bill/getDetail', { id: payment.id });
      if (!settlement?.txNo || !settlement.actions.includes('reverseSettlement')) continue;
      if (await server.query(isCovered(settlement.txNo))) paid = payment;
      if (paid) break;
    }
    assert.ok(paid?.orderNo, 'no settled order was found');
    const { id, orderNo } = paid;
    const settlement = async () => (await owner.done('finance.Bill/getDetail', { id })).settlement;
    const before = await settlement();
    const settlementOn = (at: Page) => at.getByRole('region', { name: bill.settlementOf.replace('{no}', orderNo) });

    await server.visit(async (page, visitor) => {
      await enter(visitor, maker.tel);
      await page.goto(`/financial/bill?open=${id}`);
      await page.getByRole('tab', { name: bill.tabOrder }).click();
      await settlementOn(page).getByRole('button', { name: bill.reverseSettlement }).click();
      await dialogOf(page).getByRole('textbox').fill('送达时间登记有误');
      await confirmDialog(page);
      await verifyBySms(page);
      await saidOn(page, FOUR_EYES_TEXT.proposed['zh-CN']);
      assert.deepEqual(await settlement(), before, 'it is undone already');

      await server.visit(async (other, guest) => {
        await enter(guest, checker.tel);
        await other.goto('/dashboard/noticeManage?tab=approvals');
        await act(other.getByRole('row').filter({ hasText: orderNo }), APPROVE);
        await confirmDialog(other);
        await verifyBySms(other);
        await other.getByText(notice.approvalsEmpty).waitFor();
      });
      await page.reload();
      await page.getByRole('tab', { name: bill.tabOrder }).click();
      await settlementOn(page).getByText(SETTLEMENT_STATES.undone.text['zh-CN']).waitFor();
      await settlementOn(page).getByText('送达时间登记有误').waitFor();
      assert.deepEqual(await server.query(findOffences), []);
    });
  });

  test('a user creates a passkey, passes second verification with it instead of a code, and removes it', async () => {
    const scope = await makeIdentity(owner, '安全专员', [2, 3]);
    const { tel } = await hire(owner, { account: 'gaoyang', name: '高阳', tel: '19911110005' }, [scope]);
    // A passkey needs a host name, so we replace the IP address.
    const baseURL = server.baseURL.replace('127.0.0.1', 'localhost');
    await server.visit({ baseURL }, async (page, visitor) => {
      await enter(visitor, tel);
      const devices = await visitor.context.newCDPSession(page);
      await devices.send('WebAuthn.enable');
      await devices.send('WebAuthn.addVirtualAuthenticator', {
        options: {
          protocol: 'ctap2',
          transport: 'internal',
          hasResidentKey: true,
          hasUserVerification: true,
          isUserVerified: true,
          automaticPresenceSimulation: true,
        },
      });
      await page.goto(SECURITY);
      await page.getByRole('button', { name: account.bindPasskey }).click();
      await page.getByLabel(account.factorName).fill('办公室电脑');
      await page.getByRole('button', { name: account.passkeyMake }).click();
      await verifyBySms(page);
      const kept = page.getByRole('list', { name: account.recovery }).getByRole('listitem');
      await kept.first().waitFor();
      const before = await kept.allTextContents();
      await page.getByRole('button', { name: account.recoveryKept }).click();
      const row = page.getByRole('listitem').filter({ hasText: '办公室电脑' });
      await row.getByText(account.neverUsed).waitFor();

      // The reload ends the SMS verification. The page then asks for the passkey.
      await page.reload();
      await makeCodes(page);
      const dialog = page.getByRole('dialog').filter({ hasText: form.secondWhy });
      await dialog.getByText(form.second_passkey, { exact: true }).click();
      await dialog.getByRole('button', { name: form.passkeyContinue }).click();
      await kept.first().waitFor();
      assert.notDeepEqual(await kept.allTextContents(), before);
      await page.getByRole('button', { name: account.recoveryKept }).click();
      await row.getByText(account.lastUsed).waitFor();

      await act(row, account.unbind);
      await confirmDialog(page);
      await row.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: spaced(account.bindPasskey) }).waitFor();
    });
  });
});
