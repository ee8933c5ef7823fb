import assert from 'node:assert/strict';
import { type Locator, type Page, test } from '@playwright/test';
import { checkCharacter } from '../../contract/credit-code';
import { area } from '../../contract/locales/zh-CN/area';
import { conflict } from '../../contract/locales/zh-CN/conflict';
import { form } from '../../contract/locales/zh-CN/form';
import { list } from '../../contract/locales/zh-CN/list';
import { team } from '../../contract/locales/zh-CN/team';
import { wizard } from '../../contract/locales/zh-CN/wizard';
import { TEAM_FIELDS } from '../../contract/team.fields';
import { enter, saidOn, until } from '../support/browser';
import { setUpConsole } from '../support/journey';

/** Tests stations: creating, searching, filtering, concurrent editing, and the map (DOMAIN §3.3). */

const NAME = '成都武侯红牌楼站';
/** Coordinates of a point inside 武侯区 of 成都. */
const CENTRE = '104.034210,30.621930';
const LICENCE = '91510107MA6CTEQT1';

const server = setUpConsole({}, async () => {
  tel = await server.telOf('operations');
});
/** Phone number of head-office operations. This account may perform the actions of these tests. */
let tel: string;

const zh = (field: keyof typeof TEAM_FIELDS) => TEAM_FIELDS[field]['zh-CN'];
const field = (page: Page, name: keyof typeof TEAM_FIELDS) =>
  page.getByRole('textbox', { name: new RegExp(`^${zh(name)}(\\s*\\*)?$`) });
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
/** Finds the rows of stations. Ignores the skeleton rows of a loading list. */
const stationsOf = (page: Page) => page.locator('main tbody tr:has(code)');
/** Reads only the codes and names of the stations, because their figures change with every order. */
const namesIn = (rows: Locator) =>
  rows.evaluateAll((nodes) =>
    nodes.map((node) => [
      node.querySelector('code')?.textContent,
      node.querySelector('span[title] > span')?.textContent,
    ]),
  );
const atStep = (page: Page, step: number) =>
  page.getByRole('heading', { name: new RegExp(`^${wizard.stepOf.split('{n}')[0]}${step} `) }).waitFor();
const onward = (page: Page) => page.getByRole('button', { name: wizard.next }).click();

test('a station is created in six steps, is highlighted in the list and can start business', async () => {
  await server.visit(async (page, visitor) => {
    await enter(visitor, tel);
    await page.goto('/teamList/index');
    await page.getByRole('button', { name: team.create }).click();
    await atStep(page, 1);
    // The form is empty: the first error is shown and focused, and nothing is sent.
    await onward(page);
    await page
      .getByText(`请输入${zh('name')}`)
      .first()
      .waitFor();
    await field(page, 'name').fill(NAME);
    await chooseRegion(page, ['四川省', '成都市', '武侯区']);
    await page.getByText(wizard.codeFree).waitFor();
    await field(page, 'address').fill('佳灵路 5 号红牌楼广场');
    await field(page, 'center').fill(CENTRE);
    await onward(page);

    await atStep(page, 2);
    await drawArea(page);
    await onward(page);
    await atStep(page, 3);
    await onward(page);
    await atStep(page, 4);
    await onward(page);

    await atStep(page, 5);
    await field(page, 'contactName').fill('周远航');
    await field(page, 'contactTel').fill('13900000123');
    await field(page, 'licenceNo').fill(`${LICENCE}${checkCharacter(LICENCE)}`);
    await page.getByText(wizard.licenceOk).waitFor();
    const picture = { name: 'licence.png', mimeType: 'image/png', buffer: await page.screenshot() };
    await page.locator(`input[type="file"][aria-label="${zh('licenceFile')}"]`).setInputFiles(picture);
    await page.getByRole('link', { name: /licence\.png/ }).waitFor();
    await field(page, 'legalName').fill('周远航');
    await onward(page);

    await atStep(page, 6);
    assert.equal(await field(page, 'adminName').inputValue(), '周远航');
    await field(page, 'adminAccount').fill('hongpailou');
    await page.getByRole('button', { name: wizard.submit.replace('{name}', NAME) }).click();
    // The station's area overlaps a neighbour's area. The page names the neighbour and requires a confirmation.
    await page.getByRole('button', { name: form.goOn }).click();
    await page.getByRole('heading', { name: wizard.doneNew.split('{name}')[0] ?? '' }).waitFor();
    await page.getByRole('link', { name: wizard.toList }).click();
    await page.waitForURL('**/teamList/index?created=*');

    const row = rowOf(page, NAME);
    await row.waitFor();
    assert.match((await row.getAttribute('class')) ?? '', /created/, 'the new row is not marked');
    await page.reload();
    await row.getByText('筹备中').waitFor();
  });
});

test('filters, sorting and page are kept in the address and survive reload and Back', async () => {
  await server.visit(async (page, visitor) => {
    await enter(visitor, tel);
    await page.goto('/teamList/index');
    const rows = stationsOf(page);
    await rows.first().waitFor();
    const all = await rows.count();
    await page.getByRole('textbox', { name: team.keyword }).fill('重庆');
    await page.keyboard.press('Enter');
    await page.waitForURL(/keyword=/);
    await page.getByRole('combobox', { name: team.status }).click();
    await page.getByRole('option', { name: '营业中' }).click();
    await page.keyboard.press('Escape');
    await page.waitForURL(/status=operating/);
    await page.getByRole('columnheader', { name: team.ordersToday }).getByRole('button').click();
    await page.waitForURL(/sort=/);
    await rowOf(page, '重庆').first().waitFor();
    await until('one station is left', async () => (await rows.count()) === 1);
    const address = page.url();
    const left = await namesIn(rows);
    assert.match(left[0]?.[1] ?? '', /重庆/);

    await page.reload();
    await rowOf(page, '重庆').first().waitFor();
    assert.equal(page.url(), address);
    assert.deepEqual(await namesIn(rows), left);
    assert.equal(await page.getByRole('textbox', { name: team.keyword }).inputValue(), '重庆');

    // The list keeps its state when the user visits another page and returns.
    await page.getByRole('link', { name: '站点运营' }).click();
    await page.waitForURL('**/teamList/teamOperation');
    await page.goBack();
    await page.waitForURL(address);
    await rowOf(page, '重庆').first().waitFor();
    assert.deepEqual(await namesIn(rows), left);

    await page.getByRole('button', { name: '重置' }).click();
    await page.waitForURL((url) => !url.search.includes('keyword'));
    await until('all stations are back', async () => (await rows.count()) === all);
  });
});

test('when two users edit one station, the second one to save sees the differences and decides', async () => {
  await server.visit(async (first, visitor) => {
    await enter(visitor, tel);
    await server.visit(async (second, other) => {
      await enter(other, tel);
      for (const page of [first, second]) {
        await page.goto('/teamList/index?keyword=CD1020');
        await rowOf(page, 'CD1020')
          .getByRole('link', { name: team.edit })
          .or(rowOf(page, 'CD1020').getByRole('button', { name: team.edit }))
          .first()
          .click();
        await atStep(page, 1);
      }
      await field(first, 'addressDetail').fill('东门 1 层');
      await first.getByRole('button', { name: wizard.saveEdit.split('“')[0] ?? '' }).click();
      await first.getByRole('heading', { name: wizard.doneEdit.split('“')[0] ?? '' }).waitFor();

      await field(second, 'addressDetail').fill('西门 2 层');
      await second.getByRole('button', { name: wizard.saveEdit.split('“')[0] ?? '' }).click();
      await second.getByText(form.conflict).waitFor();
      const notice = second.getByRole('table').filter({ hasText: form.theirs });
      await notice.getByText('东门 1 层').waitFor();
      await notice.getByText('西门 2 层').waitFor();
      const settle = second.getByRole('button', { name: conflict.save });
      assert.ok(await settle.isDisabled(), 'both changed it, so one has to be chosen');
      await second.getByRole('radio', { name: new RegExp(`${form.mine}$`) }).check();
      await settle.click();
      await second.getByRole('heading', { name: wizard.doneEdit.split('“')[0] ?? '' }).waitFor();
      await second.getByRole('link', { name: wizard.openStation }).click();
      await second.getByRole('dialog').getByText('西门 2 层').waitFor();
    });
  });
});

test('stations are paused with a reason and resumed, from a row and in bulk', async () => {
  await server.visit(async (page, visitor) => {
    await enter(visitor, tel);
    await page.goto('/teamList/index?status=operating');
    const rows = stationsOf(page);
    await rows.first().waitFor();
    const count = await rows.count();
    assert.ok(count >= 2);
    await page.getByRole('checkbox', { name: list.selectAll }).check();
    await page.getByRole('region', { name: list.selection }).getByRole('button', { name: '暂停' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: team.reason }).fill('设备检修');
    await dialog.getByRole('button', { name: /暂停/ }).click();
    await saidOn(page, list.bulkDone.replace('{n}', String(count)));
    await page.keyboard.press('Escape');
    await page.goto('/teamList/index?status=paused&keyword=CD1020');
    await rowOf(page, 'CD1020').getByText('暂停', { exact: true }).waitFor();
  });
});

test('the map shows outlines, names and the number of all stations, and sends no request to another origin', async () => {
  await server.visit(async (page, visitor) => {
    await enter(visitor, tel);
    const elsewhere: string[] = [];
    const outlines: string[] = [];
    page.on('request', (request) => {
      const { origin, pathname, protocol } = new URL(request.url());
      if (protocol.startsWith('http') && origin !== server.baseURL) elsewhere.push(request.url());
      if (/\/map-[0-9a-f]+\//.test(pathname)) outlines.push(pathname.replace(/.*\//, ''));
    });
    const answer = page.waitForResponse(/team\.Team\/getMap/);
    await page.goto('/teamList/index?view=map');
    const { data }: { data: { teams: { polygon: object[] }[] } } = await (await answer).json();
    const withArea = data.teams.filter(({ polygon }) => polygon.length >= 3).length;
    const map = page.locator('.leaflet-container');
    await map.locator('path[class*="provinceBorder"]').first().waitFor({ state: 'attached' });
    // At a low zoom level the map labels those provinces for which there is space.
    const provinces = map.locator('[class*="label"][class*="province"]');
    await until('the country is in view', async () => {
      if ((await provinces.count()) > 3) return true;
      const out = page.getByRole('button', { name: area.zoomOut });
      // The map ignores presses while it moves, so we press again.
      if (await out.isEnabled()) await out.click();
      return false;
    });
    await map.getByText(area.outlines.split('{')[0]?.trim() ?? '').waitFor();
    assert.ok(outlines.includes('country.json'));

    // At a low zoom level every station with a service area is either in a cluster or shown as a dot.
    const circles = map.getByRole('button', { name: new RegExp(`${area.cluster.split('}')[1]}$`) });
    const counts = await circles.allInnerTexts();
    const dots = await map.locator('path[class*="dot"]').count();
    assert.ok(counts.length > 1, 'stations of several cities are one circle');
    assert.equal(
      counts.reduce((sum, count) => sum + Number(count), dots),
      withArea,
    );

    // Zoom by keyboard into the first cluster until cities appear. A cluster may contain other clusters.
    const cities = map.locator('path[class*="cityBorder"]');
    assert.equal(await cities.count(), 0);
    await until('the cities of a province are there', async () => {
      if ((await cities.count()) > 0) return true;
      await circles.first().focus();
      await page.keyboard.press('Enter');
      return false;
    });
    assert.ok(outlines.length > 1);
    assert.equal(await page.evaluate('document.activeElement.classList.contains("leaflet-container")'), true);
    assert.deepEqual(elsewhere, []);
  });
});

/** Selects province, city and district by their names. */
async function chooseRegion(page: Page, names: readonly string[]): Promise<void> {
  await page.getByRole('combobox', { name: wizard.region }).click();
  for (const name of names) await page.locator('.ant-cascader-menu-item').getByText(name, { exact: true }).click();
}

/** Draws a square around the centre of the map by its corners, and applies it. */
async function drawArea(page: Page): Promise<void> {
  await page.getByRole('button', { name: area.edit }).click();
  const dialog = page.getByRole('dialog', { name: area.dialogTitle });
  await dialog.getByText(area.toolDraw, { exact: true }).click();
  const map = await dialog.locator('.leaflet-container').boundingBox();
  assert.ok(map);
  const corners = [
    [0.3, 0.3],
    [0.7, 0.3],
    [0.7, 0.7],
    [0.3, 0.7],
    [0.3, 0.3],
  ] as const;
  for (const [across, down] of corners) {
    const [x, y] = [map.x + map.width * across, map.y + map.height * down];
    await page.mouse.move(x, y, { steps: 3 });
    await page.mouse.click(x, y);
  }
  await dialog.getByText(/^4 /).first().waitFor();
  await dialog.getByRole('button', { name: area.saveArea }).click();
  await dialog.waitFor({ state: 'hidden' });
}
