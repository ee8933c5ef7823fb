import assert from 'node:assert/strict';
import { type Page, test } from '@playwright/test';
import { sql } from 'kysely';
import { keys } from '../../contract/locales/zh-CN/keys';
import { list } from '../../contract/locales/zh-CN/list';
import { menu } from '../../contract/locales/zh-CN/menu';
import { palette } from '../../contract/locales/zh-CN/palette';
import { report } from '../../contract/locales/zh-CN/report';
import { shell } from '../../contract/locales/zh-CN/shell';
import { view } from '../../contract/locales/zh-CN/view';
import { accessibilityFaults, enter, saidOn, shot, until } from '../support/browser';
import { setUpConsole } from '../support/journey';

/** Tests the palette, a view shared with everyone, and a bulk action on all matching records. */

/** A console with more stations than the smallest page size, so that the list has several pages. */
const server = setUpConsole({}, () =>
  server.query((db) =>
    sql`
      insert into team
      select (jsonb_populate_record(team, jsonb_build_object(
        'id', team.id + n, 'code', left(team.code, 8) || n, 'name', left(team.name, 24) || n))).*
      from team, generate_series(10, 19) as n
      where team.status = 'operating'`.execute(db),
  ),
);

/** Milliseconds after which a key sequence that had no effect is pressed again. */
const PAIR_MS = 3_000;

const said = (text: string, values: Readonly<Record<string, string | number>>) =>
  text.replace(/\{(\w+)\}/g, (_gap, name: string) => String(values[name] ?? ''));
const asOwner = async (visitor: Parameters<typeof enter>[0]) => enter(visitor, await server.telOf('owner'));
const field = (page: Page) => page.getByRole('combobox', { name: palette.placeholder });
/** Matches the button of the saved views, which contains the name of the current view. */
const viewNamed = (name: string) => new RegExp(`^${view.title}\\s*${name}$`);
const rows = (page: Page) => page.locator('main tbody tr:has(code)');

test('by keyboard a user opens a page, then a station, and returns to the previous page', async () => {
  await server.visit(async (page, visitor) => {
    await asOwner(visitor);
    await page.goto('/teamList/index');
    const code = (await rows(page).first().locator('code').textContent()) ?? '';
    await page.keyboard.press('Control+k');
    await field(page).waitFor();
    await page.keyboard.type(menu.identity);
    await page.getByRole('option', { name: menu.identity, selected: true }).first().waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/rightsManagement/identity');

    await page.keyboard.press('Control+k');
    await page.keyboard.type(code);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/teamList\/index\?open=/);
    await page.getByRole('dialog').getByText(code).first().waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('group', { name: palette.recent }).getByRole('option').first().waitFor();
    assert.deepEqual(await accessibilityFaults(page), []);
    // The first Escape closes the palette. The next Escape closes the record's drawer.
    await page.keyboard.press('Escape');
    await field(page).waitFor({ state: 'detached' });
    assert.match(page.url(), /open=/);
    await page.keyboard.press('Escape');
    await page.waitForURL((url) => !url.search.includes('open'));
    // The second key must follow within 1.5 seconds, so a slow machine may need several attempts.
    await until('the workbench', async () => {
      await page.keyboard.press('g');
      await page.keyboard.press('h');
      const there = page.waitForURL('**/dashboard/index', { timeout: PAIR_MS });
      return there.then(
        () => true,
        () => false,
      );
    });

    // The printed page contains only the list of shortcuts.
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog').filter({ hasText: keys.title });
    await sheet.waitFor();
    await page.emulateMedia({ media: 'print' });
    await page.locator('main').first().waitFor({ state: 'hidden' });
    assert.ok(await sheet.getByText(palette.title).isVisible());
    assert.equal(await sheet.getByRole('checkbox').isVisible(), false);
    await shot(page, 'keys-printed');
    await page.emulateMedia({ media: null });
  });
});

test('the palette offers the actions of the user menu: theme, problem report and sign-out', async () => {
  await server.visit(async (page, visitor) => {
    await asOwner(visitor);
    await page.goto('/teamList/index');
    await rows(page).first().waitFor();
    const run = async (words: string) => {
      await page.keyboard.press('Control+k');
      await field(page).waitFor();
      await page.keyboard.type(words);
      await page.getByRole('option', { name: words, selected: true }).first().waitFor();
      await page.keyboard.press('Enter');
      await field(page).waitFor({ state: 'detached' });
    };
    await run(shell.dark);
    await page.locator('html[data-theme="dark"]').waitFor();
    await run(shell.light);
    await page.locator('html[data-theme="light"]').waitFor();
    await run(report.open);
    const dialog = page.getByRole('dialog', { name: report.title });
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await run(shell.logout);
    await page.waitForURL('**/user/login?**');
  });
});

test('the address contains the palette’s search: reload and links restore it, Back closes it, and a choice removes it', async () => {
  await server.visit(async (page, visitor) => {
    await asOwner(visitor);
    await page.goto('/dashboard/index');
    await page.goto('/teamList/index?status=paused');
    await rows(page).first().waitFor();
    await page.keyboard.press('Control+k');
    await field(page).waitFor();
    await page.keyboard.type(menu.identity);
    await page.waitForURL((url) => url.searchParams.get('palette') === menu.identity);
    const link = page.url();
    await page.reload();
    await page.getByRole('option', { name: menu.identity, selected: true }).first().waitFor();
    assert.equal(await field(page).inputValue(), menu.identity);
    await page.goBack();
    await field(page).waitFor({ state: 'detached' });
    assert.match(page.url(), /\/teamList\/index\?status=paused$/);

    await page.goto('/dashboard/index');
    await page.goto(link);
    await page.getByRole('option', { name: menu.identity, selected: true }).first().waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/rightsManagement/identity');
    await page.goBack();
    await rows(page).first().waitFor();
    assert.match(page.url(), /\/teamList\/index\?status=paused$/);
  });
});

test('another user finds a view that is shared with everyone, and opens the list with it', async () => {
  const name = '暂停的站点';
  await server.visit(async (page, visitor) => {
    await asOwner(visitor);
    await page.goto('/teamList/index?status=paused&sort=-code');
    await rows(page).first().waitFor();
    await page.getByRole('button', { name: new RegExp(`^${view.title}`) }).click();
    await page.getByRole('menuitem', { name: view.make }).click();
    await page.getByRole('textbox', { name: view.name }).fill(name);
    await page.getByRole('combobox', { name: view.who }).click();
    await page.getByRole('option', { name: view.everyone, exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: view.make }).click();
    await page.waitForURL(/saved=/);
    await page.getByRole('button', { name: viewNamed(name) }).waitFor();
  });
  await server.visit(async (page, visitor) => {
    await enter(visitor, await server.telOf('operations'));
    await page.goto('/teamList/index');
    await rows(page).first().waitFor();
    const all = await rows(page).count();
    await page.getByRole('button', { name: new RegExp(`^${view.title}`) }).click();
    await page.getByRole('menuitemcheckbox', { name }).click();
    await page.waitForURL(/status=paused&sort=-code.*saved=/);
    await until('only paused stations are shown', async () => (await rows(page).count()) < all);
    await page.getByRole('button', { name: viewNamed(name) }).click();
    assert.equal(await page.getByRole('menuitem', { name: view.edit }).count(), 0);
    await page.getByRole('menuitemcheckbox', { name: view.setDefault }).click();
    await saidOn(page, said(view.defaultSet, { name }));
    await page.goto('/dashboard/index');
    await page.goto('/teamList/index');
    await page.waitForURL(/status=paused.*saved=/);
    await rows(page).first().waitFor();
  });
});

test('a bulk action pauses all matching stations, not only those on the page', async () => {
  await server.visit(async (page, visitor) => {
    await asOwner(visitor);
    await page.goto('/teamList/index?status=operating&limit=10');
    await rows(page).first().waitFor();
    const text = (await page.getByText(/^共 \d+ 条$/).textContent()) ?? '';
    const total = Number(/\d+/.exec(text)?.[0]);
    assert.ok(total > 10, `only ${total} stations are open`);
    await page.getByRole('checkbox', { name: list.selectAll }).check();
    await page.getByRole('button', { name: said(list.selectMatching, { n: total }) }).click();
    await page.getByText(said(list.allSelected, { n: total })).waitFor();
    await page.getByRole('region', { name: list.selection }).getByRole('button', { name: '暂停营业' }).click();
    const dialog = page.getByRole('dialog');
    await dialog
      .getByText(said(list.allMatching, { n: total }))
      .first()
      .waitFor();
    await dialog.getByRole('textbox', { name: /原因/ }).fill('暴雨');
    await dialog.getByRole('button', { name: '暂停营业' }).click();
    await saidOn(page, said(list.bulkDone, { n: total }));
    await page.getByText(list.noMatch).waitFor();
  });
});
