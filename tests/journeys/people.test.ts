import assert from 'node:assert/strict';
import { type Locator, type Page, test } from '@playwright/test';
import { foodLossCase, LOSS_EVIDENCE_TEXT, LOSS_PARTY_TEXT } from '../../contract/foodLoss.states';
import { common } from '../../contract/locales/en-US/common';
import { rider } from '../../contract/locales/en-US/rider';
import { user } from '../../contract/locales/en-US/user';
import { foodLoss } from '../../contract/locales/zh-CN/foodLoss';
import { noticeTemplate } from '../../contract/locales/zh-CN/noticeTemplate';
import { serviceNotice } from '../../contract/locales/zh-CN/serviceNotice';
import { certificateCase } from '../../contract/riderCertificate.states';
import {
  DELIVERY_STATES,
  EVERYONE_TEXT,
  NOTICE_PERSON_TEXT,
  noticeTaskLifecycle,
} from '../../contract/serviceNotice.states';
import { BLACK_REASON_TEXT, userLifecycle } from '../../contract/user.states';
import { act, confirmDialog, dialogOf, enter, until, verifyBySms } from '../support/browser';
import { setUpConsole } from '../support/journey';

/** Tests daily work on people's records, notices and food losses (DOMAIN §3.4, §3.9). */

const server = setUpConsole({ still: true });

/** Maximum number of presses of Tab or an arrow key to reach a control. */
const MOST_TABS = 150;
const isFocused = (target: Locator): Promise<boolean> =>
  target.evaluateAll((found) => found.some((one) => one === document.activeElement));

/** Presses Tab until one of the targets has the focus. @throws AssertionError if Tab reaches none of them */
async function tabTo(target: Locator): Promise<void> {
  await target.first().waitFor();
  for (let pressed = 0; !(await isFocused(target)); pressed += 1) {
    assert.ok(pressed < MOST_TABS, `Tab does not reach ${String(target)}`);
    await target.page().keyboard.press('Tab');
  }
}

/** Presses Tab until the target has the focus, then presses Enter. */
async function enterAt(target: Locator): Promise<void> {
  await tabTo(target);
  await target.page().keyboard.press('Enter');
}

/** Opens an action of the row by keyboard, from its button or from the row's menu. */
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

/** Fills in the reason, selects the kind of reason if `kind` is given, and confirms. */
async function giveReason(page: Page, text: string, kind?: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  if (kind) {
    const kinds = dialog.getByRole('combobox', { name: new RegExp(`^${user.reasonType}`) });
    // We press Enter while the dialog may still be opening. The options of the select must get and keep the focus.
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

test("by keyboard alone, another person compares and approves a rider's health certificate", async () => {
  const certificate = await server.query((db) =>
    db
      .selectFrom('rider_certificate as c')
      .innerJoin('rider', 'rider.id', 'c.rider_id')
      .select(['c.id', 'c.no', 'c.rider_id', 'rider.name'])
      .where('c.state', '=', 'reviewing')
      .orderBy('c.id')
      .limit(1)
      .executeTakeFirstOrThrow(),
  );
  await server.visit({ locale: 'en-US' }, async (page, visitor) => {
    await enter(visitor, await server.telOf(server.owner.account));
    await page.goto(`/safetyModule/riderManage?open=${certificate.rider_id}&tab=certificates`);
    const section = page.locator('section').filter({ hasText: certificate.no });
    const approve = certificateCase.transition('approve').text['en-US'];
    await enterAt(section.getByRole('button', { name: new RegExp(`^${approve}`) }));

    const dialog = dialogOf(page);
    const holder = dialog.getByRole('textbox', { name: new RegExp(`^${rider.holder}`) });
    await tabTo(holder);
    assert.equal(await holder.inputValue(), certificate.name);
    await tabTo(dialog.getByRole('textbox', { name: new RegExp(`^${rider.hospital}`) }));
    await page.keyboard.type('City Hospital');
    await enterAt(dialog.locator('.ant-modal-footer .ant-btn-primary'));
    await section.getByText(certificateCase.states.valid.text['en-US'], { exact: true }).waitFor();
  });
  const stored = await server.query((db) =>
    db
      .selectFrom('rider')
      .innerJoin('rider_certificate as c', 'c.id', 'rider.certificate_id')
      .select(['c.id', 'c.hospital', 'rider.health_state'])
      .where('rider.id', '=', certificate.rider_id)
      .executeTakeFirstOrThrow(),
  );
  assert.deepEqual(stored, { id: certificate.id, hospital: 'City Hospital', health_state: 'valid' });
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
    // The rider pays 30 %, which is recovered later. The platform pays 70 %.
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

/** Builds a voice message as a WAV file: two seconds with 8,000 samples per second and 8 bits per sample. */
function voiceMessage(): Buffer {
  const samples = Buffer.from(Array.from({ length: 16_000 }, (_, at) => 128 + Math.round(60 * Math.sin(at / 6))));
  const head = Buffer.from(`RIFF\0\0\0\0WAVEfmt ${'\0'.repeat(20)}data\0\0\0\0`, 'latin1');
  head.writeUInt32LE(head.length + samples.length - 8, 4);
  // Format block of 16 bytes: PCM, one channel, samples per second, bytes per second, bytes per sample, bits per sample.
  head.writeUInt32LE(16, 16);
  for (const [at, value] of [1, 1].entries()) head.writeUInt16LE(value, 20 + 2 * at);
  for (const [at, value] of [8_000, 8_000].entries()) head.writeUInt32LE(value, 24 + 4 * at);
  for (const [at, value] of [1, 8].entries()) head.writeUInt16LE(value, 32 + 2 * at);
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}

/** Script: records a drawing for one second as a WebM video. */
const RECORD = `(async () => {
  const canvas = document.createElement('canvas');
  const pen = canvas.getContext('2d');
  const timer = setInterval(() => { pen.fillStyle = '#' + Math.random().toString(16).slice(2, 8); pen.fillRect(0, 0, 300, 150); }, 40);
  const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/webm;codecs=vp8' });
  const parts = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  const ended = new Promise((resolve) => { recorder.onstop = resolve; });
  recorder.start();
  setTimeout(() => recorder.stop(), 1_000);
  await ended;
  clearInterval(timer);
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
  return btoa(String.fromCharCode(...bytes));
})()`;

test('a voice message and a video are added as evidence, and play and seek on a phone', async () => {
  const loss = await server.query((db) =>
    db.selectFrom('food_loss').select(['id', 'no']).where('state', '=', 'submitted').limit(1).executeTakeFirstOrThrow(),
  );
  await server.visit(async (page, visitor) => {
    await enter(visitor, await server.telOf(server.owner.account));
    await page.goto(`/foodLossManagement/index?keyword=${loss.no}`);
    const row = page.locator('main tbody tr').filter({ hasText: loss.no });
    const files = {
      voice: { name: 'call.wav', mimeType: 'audio/wav', buffer: voiceMessage() },
      video: {
        name: 'door.webm',
        mimeType: 'video/webm',
        buffer: Buffer.from(await page.evaluate<string>(RECORD), 'base64'),
      },
    };
    for (const kind of ['voice', 'video'] as const) {
      await act(row, foodLoss.addEvidence);
      const dialog = dialogOf(page);
      await dialog.getByText(LOSS_PARTY_TEXT.rider['zh-CN'], { exact: true }).click();
      await dialog.getByText(LOSS_EVIDENCE_TEXT[kind]['zh-CN'], { exact: true }).click();
      await dialog.locator('input[type="file"]').setInputFiles(files[kind]);
      await dialog.getByRole('link', { name: new RegExp(files[kind].name) }).waitFor();
      await confirmDialog(page);
      await dialog.waitFor({ state: 'hidden' });
    }

    const statuses: number[] = [];
    page.on('response', (response) => {
      if (response.request().resourceType() === 'media') statuses.push(response.status());
    });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/foodLossManagement/index?open=${loss.id}`);
    await page.getByRole('tab', { name: foodLoss.tabEvidence }).click();
    for (const { name } of Object.values(files)) {
      const player = page.getByLabel(name, { exact: true });
      await player.waitFor();
      const { x = 0, width = 0 } = (await player.boundingBox()) ?? {};
      assert.ok(x >= 0 && width > 200 && x + width <= 390, `${name} is ${width} pixels wide at ${x}`);
      const at = await player.evaluate(async (element) => {
        const media = element as HTMLMediaElement;
        media.muted = true;
        await media.play();
        media.pause();
        const seeked = new Promise((resolve) => media.addEventListener('seeked', resolve, { once: true }));
        media.currentTime = 0.5;
        await seeked;
        return media.currentTime;
      });
      assert.equal(at, 0.5, name);
    }
    assert.ok(statuses.length > 0 && statuses.every((status) => status === 206), String(statuses));
  });
});

test('a notice goes from its template to every rider, and its report names them', async () => {
  const [NAME, TITLE] = ['暴雨安全提示', '今晚暴雨安全提示'];
  const riders = await server.query((db) =>
    db
      .selectFrom('rider')
      .select(['id', 'rider_no as riderNo'])
      .where('status', 'in', ['probation', 'active', 'suspended'])
      .orderBy('id')
      .execute(),
  );
  const field = (dialog: Locator, label: string, role: 'textbox' | 'combobox' = 'textbox') =>
    dialog.getByRole(role, { name: new RegExp(`^${label}(\\s*\\*)?$`) });
  const choose = async (page: Page, label: string, option: string | RegExp) => {
    await field(dialogOf(page), label, 'combobox').click();
    await page.getByRole('option', { name: option }).click();
  };
  await server.visit(async (page, visitor) => {
    await enter(visitor, await server.telOf(server.owner.account));
    await page.goto('/userManage/serviceNotice?part=templates');
    await page.getByRole('button', { name: noticeTemplate.add }).click();
    const dialog = dialogOf(page);
    await field(dialog, noticeTemplate.code).fill('rainWarning');
    await field(dialog, noticeTemplate.name).fill(NAME);
    await dialog.getByRole('radio', { name: NOTICE_PERSON_TEXT.rider['zh-CN'] }).check();
    await field(dialog, noticeTemplate.title).fill('注意安全');
    await field(dialog, noticeTemplate.body).fill('{{time}}有暴雨，请减速慢行。');
    // Remove the quiet hours, because the journey may run at night.
    await field(dialog, noticeTemplate.quietFrom).fill('');
    await field(dialog, noticeTemplate.quietTo).fill('');
    await dialog.getByRole('button', { name: noticeTemplate.save }).click();
    await page.locator('main tbody tr').filter({ hasText: NAME }).waitFor();

    await page.goto('/userManage/serviceNotice');
    await page.getByRole('button', { name: serviceNotice.add }).click();
    await field(dialog, serviceNotice.title).fill(TITLE);
    await dialog.getByRole('radio', { name: NOTICE_PERSON_TEXT.rider['zh-CN'] }).check();
    await choose(page, serviceNotice.template, new RegExp(`^${NAME}`));
    await dialog.getByRole('textbox', { name: 'time' }).fill('今晚八点');
    await dialog.getByText('今晚八点有暴雨，请减速慢行。').waitFor();
    await choose(page, serviceNotice.audience, EVERYONE_TEXT.rider['zh-CN']);
    await dialog.getByText(serviceNotice.count.replace('{n}', String(riders.length)), { exact: true }).waitFor();
    await dialog.getByRole('button', { name: serviceNotice.submit }).click();
    await dialog.waitFor({ state: 'hidden' });

    const row = page.locator('main tbody tr').filter({ hasText: TITLE });
    await until('every message is sent', async () => {
      await page.reload();
      await row.waitFor();
      return (await row.getByText(noticeTaskLifecycle.states.finished.text['zh-CN'], { exact: true }).count()) > 0;
    });
    await act(row, serviceNotice.report);
    const first = page.locator('main tbody tr').filter({ hasText: riders[0]?.riderNo ?? '' });
    await first.getByText(DELIVERY_STATES.delivered.text['zh-CN'], { exact: true }).waitFor();
  });
  const inboxes = await server.query((db) =>
    db
      .selectFrom('user_inbox')
      .innerJoin('service_notice_task', 'service_notice_task.id', 'user_inbox.task_id')
      .where('service_notice_task.title', '=', TITLE)
      .where('user_inbox.person_type', '=', 'rider')
      .select(['user_inbox.user_id as id', 'user_inbox.body'])
      .orderBy('user_inbox.user_id')
      .execute(),
  );
  assert.deepEqual(
    inboxes,
    riders.map(({ id }) => ({ id, body: '今晚八点有暴雨，请减速慢行。' })),
  );
});
