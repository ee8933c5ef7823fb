import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { type Page, test } from '@playwright/test';
import { sql } from 'kysely';
import { common } from '../../contract/locales/zh-CN/common';
import { miniCode } from '../../contract/locales/zh-CN/miniCode';
import { codeForm } from '../../contract/miniCode.forms';
import {
  CODE_ACTION_TEXT,
  CODE_PLATFORMS,
  CODE_TASK_STATE,
  type CodeAction,
  MINI_VERSION_STATE,
  type MiniVersionState,
} from '../../contract/miniCode.states';
import { accessibilityFaults, enter, shot, spaced, until } from '../support/browser';
import { setUpConsole } from '../support/journey';
import { ownerOf } from '../support/people';

/** Tests versions of a mini program from upload to release and rollback (DOMAIN §3.10), at the simulated Alipay. */

const server = setUpConsole({ seed: 'none' }, async () => {
  tel = await server.telOf(server.owner.account);
  await configure();
});
let tel: string;

const rsa = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });

/** Configures and enables the mini program by API calls, because this journey tests only its versions. */
async function configure(): Promise<void> {
  const owner = await ownerOf(server);
  const of = { group: 'alipayMini' } as const;
  const { values, version } = await owner.done('config.AlipayMini/get', of);
  const own = {
    ...{ appId: '2021000000000001', pid: '2088000000000001', templateId: '2021000000000009' },
    ...{ appPrivateKey: rsa().privateKey, alipayPublicKey: rsa().publicKey },
  };
  await owner.done('config.AlipayMini/save', { ...of, values: { ...values, ...own }, version });
  const { platform, version: saved } = await owner.done('config.AlipayMini/get', of);
  await owner.done('config.AlipayMini/test', { ...of, version: saved });
  await owner.done('config.AlipayMini/enable', { ...of, version: platform?.stateVersion ?? 0 });
}

const CODE = `${CODE_PLATFORMS.ali.path}?tab=code`;
const HOUR_MS = 3_600_000;
const DESCRIPTION = '本次更新优化了下单流程与骑手位置显示。';
const label = (action: CodeAction) => CODE_ACTION_TEXT[action]['zh-CN'];
const stateText = (state: MiniVersionState) => MINI_VERSION_STATE[state].text['zh-CN'];
const fieldLabel = (action: CodeAction, name: string) => codeForm('ali', action)[name]?.label['zh-CN'] ?? name;
const runs = (action: CodeAction, v: string) => miniCode.taskRuns.replace('{action}', label(action)).replace('{v}', v);

interface SimulatedVersion {
  appVersion: string;
  builtMs: number;
  audit: { endsMs: number } | null;
}

/** Changes a version at the simulated platform. @returns whether the platform has the version */
const atPlatform = (appVersion: string, change: (version: SimulatedVersion) => void) =>
  server.query(async (db) => {
    const minis = db.selectFrom('simulated_value').where('platform', '=', 'alipay').where('kind', '=', 'mini');
    const mini = await minis.select(['key', 'content']).executeTakeFirst();
    const content = mini?.content as { versions: SimulatedVersion[] } | undefined;
    const version = content?.versions.find((one) => one.appVersion === appVersion);
    if (!mini || !content || !version) return false;
    change(version);
    await db
      .updateTable('simulated_value')
      .set({ content: JSON.stringify(content), updated_at: sql<Date>`now()` })
      .where('platform', '=', 'alipay')
      .where('kind', '=', 'mini')
      .where('key', '=', mini.key)
      .execute();
    return true;
  });

/**
 * Waits until the platform has the version, and sets the end of its build.
 *
 * @param builtMs time at which the build finishes, in milliseconds since 1970
 */
async function buildUntil(appVersion: string, builtMs: number): Promise<void> {
  await until(`${appVersion} is at the platform`, () =>
    atPlatform(appVersion, (version) => Object.assign(version, { builtMs })),
  );
}

const endAudit = (appVersion: string) =>
  atPlatform(appVersion, ({ audit }) => {
    assert.ok(audit, `${appVersion} is not in audit`);
    audit.endsMs = 0;
  });

const rowOf = (page: Page, version: string) => page.getByRole('row').filter({ hasText: version });
const reaches = (page: Page, version: string, state: MiniVersionState) =>
  rowOf(page, version).getByText(stateText(state), { exact: true }).first().waitFor();

/** Waits until the dialog shows that the code task has succeeded, and closes the dialog. */
async function closeResult(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByText(CODE_TASK_STATE.succeeded.text['zh-CN'], { exact: true }).waitFor();
  await dialog
    .getByRole('button', { name: spaced(common.close) })
    .last()
    .click();
  await dialog.waitFor({ state: 'hidden' });
}

/** Opens an action of a version, fills in its form, and submits it. */
async function act(page: Page, action: CodeAction, version: string, fill: Readonly<Record<string, string>> = {}) {
  const row = rowOf(page, version);
  await row
    .getByRole('button', { name: `${label(action)} ${version}`, exact: true })
    .or(row.getByRole('button', { name: /更多/ }))
    .first()
    .click();
  const item = page.getByRole('menuitem', { name: label(action), exact: true });
  const dialog = page.getByRole('dialog', { name: `${label(action)} · ${version}` });
  await item.or(dialog).first().waitFor();
  if (await item.isVisible()) await item.click();
  for (const [name, value] of Object.entries(fill)) await dialog.getByLabel(fieldLabel(action, name)).fill(value);
  await dialog.getByRole('button', { name: spaced(label(action)) }).click();
}

async function upload(page: Page, version: string): Promise<void> {
  await page.getByRole('button', { name: miniCode.upload, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: label('upload') });
  await dialog.getByLabel(fieldLabel('upload', 'appVersion')).fill(version);
  await dialog.getByLabel(fieldLabel('upload', 'versionDesc')).fill(DESCRIPTION);
  await dialog.getByRole('button', { name: label('upload'), exact: true }).click();
  await dialog.getByText(miniCode.running).waitFor();
}

/** Submits a version to the platform's review, approves it there, and releases it. */
async function release(page: Page, version: string): Promise<void> {
  await reaches(page, version, 'dev');
  await act(page, 'submitAudit', version, { versionDesc: DESCRIPTION, servicePhone: '400-123-456' });
  await closeResult(page);
  await reaches(page, version, 'auditing');
  await endAudit(version);
  await page.getByRole('button', { name: miniCode.sync, exact: true }).click();
  await closeResult(page);
  await reaches(page, version, 'passed');
  await act(page, 'release', version, { confirmVersion: version });
  await closeResult(page);
  await reaches(page, version, 'online');
}

test('an upload continues after its window is closed, and another window shows its result', async () => {
  await server.visit(async (page, visitor) => {
    await enter(visitor, tel);
    await page.goto(CODE);
    await upload(page, '1.0.0');
    await buildUntil('1.0.0', Date.now() + HOUR_MS);
  });
  await server.visit(async (page, visitor) => {
    await enter(visitor, tel);
    await page.goto(CODE);
    await page.getByText(runs('upload', '1.0.0')).waitFor();
    assert.equal(await page.getByRole('button', { name: miniCode.upload, exact: true }).count(), 0);
    await page.getByRole('button', { name: miniCode.show }).click();
    await page.getByRole('dialog').getByText(CODE_TASK_STATE.running.text['zh-CN'], { exact: true }).waitFor();
    await buildUntil('1.0.0', 0);
    await closeResult(page);
    await release(page, '1.0.0');
  });
});

test('a second version replaces the first, and a rollback restores the first', async () => {
  await server.visit(async (page, visitor) => {
    await enter(visitor, tel);
    await page.goto(CODE);
    await upload(page, '1.1.0');
    await buildUntil('1.1.0', 0);
    await closeResult(page);
    await release(page, '1.1.0');
    await reaches(page, '1.0.0', 'history');
    await act(page, 'rollback', '1.1.0');
    await closeResult(page);
    await reaches(page, '1.0.0', 'online');
    await reaches(page, '1.1.0', 'offline');
    assert.deepEqual(await accessibilityFaults(page), []);
    await shot(page, 'mini-program-rolled-back');
  });
});
