import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from '@playwright/test';
import { exportTask } from '../../contract/locales/zh-CN/exportTask';
import { enter } from '../support/browser';
import { setUpConsole } from '../support/journey';

/** Tests an export of a list (DOMAIN §3.14): it is requested, created and downloaded, and the file is complete. */

const server = setUpConsole({}, async () => {
  tel = await server.telOf('operations');
});
let tel: string;

test('the button of the list exports stations, and the downloaded file contains all of them', async () => {
  await server.visit(async (page, visitor) => {
    await enter(visitor, tel);
    await page.goto('/teamList/index');
    const total = Number(/\d+/.exec((await page.getByText(/^共 \d+ 条$/).textContent()) ?? '')?.[0]);
    assert.ok(total > 5);
    await page.getByRole('button', { name: exportTask.export }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(exportTask.count.replace('{n}', String(total))).waitFor();
    await dialog.getByRole('button', { name: exportTask.submit.replace('{n}', String(total)) }).click();
    await page.getByRole('link', { name: exportTask.seeList }).click();
    await page.waitForURL(/\/exportTask\/exportList\?open=\d+$/);

    // When the file is ready, the drawer of the new task shows the receipt.
    const drawer = page.getByRole('dialog');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      drawer.getByRole('button', { name: exportTask.download }).click(),
    ]);
    assert.match(download.suggestedFilename(), /^站点列表_EX\d{16}_\w+_\d{8}-\d{6}\.csv$/);
    const bytes = readFileSync(await download.path());
    const lines = bytes
      .toString()
      .replace(/^\ufeff/, '')
      .trimEnd()
      .split('\r\n');
    assert.equal(lines.length, total + 1);
    assert.ok(!/,1\d{10},/.test(bytes.toString()), 'a phone left unmasked');
    await drawer.getByRole('tab', { name: exportTask.tabReceipt }).click();
    await drawer.getByText(createHash('sha256').update(bytes).digest('hex')).waitFor();
  });
});
