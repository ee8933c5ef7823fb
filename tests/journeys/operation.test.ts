import assert from 'node:assert/strict';
import { type Page, test } from '@playwright/test';
import { list } from '../../contract/locales/zh-CN/list';
import { operation } from '../../contract/locales/zh-CN/operation';
import { SWITCHES } from '../../contract/switches';
import { enter, saidOn, until } from '../support/browser';
import { setUpConsole } from '../support/journey';

/** Tests the switches of operating stations (DOMAIN §3.3), one station at a time and in bulk. Also tests a notice to a station's riders. */

const HOUR_MS = 3_600_000;
const SHANGHAI_HOURS = 8;
const STATION = '成都青羊南站';
const busy = SWITCHES.busyMode.text['zh-CN'];
const accept = SWITCHES.acceptOrders.text['zh-CN'];

const server = setUpConsole({}, async () => {
  tel = await server.telOf('operations');
});
let tel: string;

const switchOf = (page: Page, name: string, station = STATION) =>
  page.getByRole('switch', { name: `${name} · ${station}` });
const isOn = async (page: Page, name: string) => (await switchOf(page, name).getAttribute('aria-checked')) === 'true';
/** Finds a dialog's confirm button. */
const confirm = (page: Page) => page.getByRole('dialog').locator('.ant-btn-primary, .ant-btn-dangerous');

test('a switch in the matrix is set with its parameters, and the station’s history shows the change', async () => {
  await server.visit(async (page, visitor) => {
    await enter(visitor, tel);
    await page.goto('/teamList/teamOperation');
    await switchOf(page, busy).waitFor();
    assert.equal(await isOn(page, busy), false);
    await switchOf(page, busy).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: operation.addMin }).fill('20');
    // The time is two hours from now in the platform's time zone.
    const until2h = new Date(Date.now() + (SHANGHAI_HOURS + 2) * HOUR_MS).toISOString().slice(0, 16);
    await dialog.getByRole('combobox', { name: operation.until }).fill(until2h.replace('T', ' '));
    await confirm(page).click();
    await until(`${busy} is on`, () => isOn(page, busy));
    await page.reload();
    await switchOf(page, busy).waitFor();
    assert.equal(await isOn(page, busy), true);

    await page.getByRole('link', { name: STATION }).click();
    await page.getByRole('heading', { name: STATION, level: 1 }).waitFor();
    await page
      .getByRole('listitem')
      .filter({ hasText: `${busy} ` })
      .filter({ hasText: '→' })
      .first()
      .waitFor();
  });
});

test('stopping orders requires a reason, and a missing reason shows an error at the field', async () => {
  await server.visit(async (page, visitor) => {
    await enter(visitor, tel);
    await page.goto('/teamList/teamOperation');
    await switchOf(page, accept).click();
    const dialog = page.getByRole('dialog');
    await confirm(page).click();
    await dialog.getByText('请输入原因').waitFor();
    await dialog.getByRole('textbox', { name: operation.reason }).fill('临时停电');
    await confirm(page).click();
    await until(`${accept} is off`, async () => !(await isOn(page, accept)));
    await page.getByRole('button', { name: new RegExp(operation.closedByHand) }).click();
    await page.waitForURL(/key=acceptOrders/);
    await until(
      'one station is left',
      async () => (await page.locator('main tbody tr:has([role="switch"])').count()) === 1,
    );
  });
});

test('a bulk action sets one switch for all selected stations', async () => {
  await server.visit(async (page, visitor) => {
    await enter(visitor, tel);
    await page.goto('/teamList/teamOperation?status=operating');
    const rows = page.locator('main tbody tr:has([role="switch"])');
    await switchOf(page, busy).waitFor();
    const count = await rows.count();
    await page.getByRole('checkbox', { name: list.selectAll }).check();
    await page.getByRole('button', { name: operation.bulk }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: operation.switch }).click();
    await page.getByRole('option', { name: SWITCHES.grabOrder.text['zh-CN'] }).click();
    await dialog.getByRole('textbox', { name: operation.grabDelay }).fill('15');
    await confirm(page).click();
    await saidOn(page, list.bulkDone.replace('{n}', String(count)));
    await page.goto('/teamList/teamOperation?status=operating&key=grabOrder&on=true');
    await until('all of them are on', async () => (await rows.count()) === count);
  });
});

test('a notice is sent to the riders of one station', async () => {
  await server.visit(async (page, visitor) => {
    await enter(visitor, tel);
    await page.goto('/teamList/teamOperation');
    await page.getByRole('link', { name: STATION }).click();
    await page.getByRole('textbox', { name: operation.noticeContent }).fill('今晚有雨，请减速慢行。');
    await page.getByRole('button', { name: /^发送/ }).click();
    await page
      .getByText(/^已发送给|没有/)
      .first()
      .waitFor();
  });
});
