import assert from 'node:assert/strict';
import { type Locator, type Page, test } from '@playwright/test';
import { siteIncident } from '../../contract/locales/en-US/siteIncident';
import { siteInspection } from '../../contract/locales/zh-CN/siteInspection';
import { incidentCase } from '../../contract/siteIncident.states';
import { inspectionCase } from '../../contract/siteInspection.states';
import { MINUTE_MS } from '../../contract/units';
import { greyPng } from '../../server/core/files/png';
import { wallClock } from '../../server/core/money/days';
import { confirmDialog, dialogOf, enter, saidOn, until, type Visitor } from '../support/browser';
import { setUpConsole } from '../support/journey';

/**
 * Tests site safety (DOMAIN §3.8): an inspection and an incident, each from its start to its end. The inspection is answered on a phone
 * without a network (docs/decisions/0063). src/features/inspection/queue.test.ts cuts the network at each call.
 */

const PHONE = { width: 390, height: 844 };
/** Number of unqualified items. Each has its own photo. */
const BAD = 2;
const PLACE = { latitude: 30.66, longitude: 104.06 };
const ZONE = 'Asia/Shanghai';
/** Returns the time `minutes` ago on the platform's clock (default: now), in the format that a user types. */
const typedMoment = (minutes = 0): string => wallClock(new Date(Date.now() - minutes * MINUTE_MS), ZONE);
const today = (): string => typedMoment().slice(0, 10);
const picture = (at: number) => ({
  ...{ name: `photo-${at}.png`, mimeType: 'image/png' },
  // Each picture has different content, because equal content would be stored as one file.
  buffer: greyPng(64, (x, y) => (x * (at + 2) + y) % 256),
});

const server = setUpConsole({ still: true });

/** Finds a field of the form. Fields for days and times have a calendar, so their role is combobox. */
const field = (page: Page, label: string, role: 'textbox' | 'combobox' = 'textbox') =>
  dialogOf(page).getByRole(role, { name: new RegExp(`^${label}(\\s*\\*)?$`) });

/** Chooses an option of a field. Default: the first option. */
async function pick(page: Page, label: string, option?: string): Promise<void> {
  await field(page, label, 'combobox').click();
  const options = page.getByRole('option', option === undefined ? {} : { name: new RegExp(option) });
  await options.first().click();
}
const press = (page: Page, name: string) =>
  page
    .getByRole('button', { name: new RegExp(`^${name}( |$)`) })
    .first()
    .click();
const recordPage = (kind: 'inspection' | 'incident', id: number) =>
  `/safetyModule/siteSafety/detail?kind=${kind}&id=${id}`;

const officerOf = () =>
  server.query((db) =>
    db.selectFrom('account').select(['id', 'name']).where('account', '=', 'service').executeTakeFirstOrThrow(),
  );

/** Plans an inspection as the owner. The demo's customer-service account may inspect. @returns the inspection's id and item count */
async function plan(inspectorName: string) {
  await server.visit(async (page, visitor) => {
    await enter(visitor, await server.telOf(server.owner.account));
    await page.goto('/safetyModule/siteSafety/index?form=plan');
    await pick(page, siteInspection.planStations);
    await pick(page, siteInspection.checklistName);
    await field(page, siteInspection.plannedOn, 'combobox').fill(today());
    await pick(page, siteInspection.inspectorName, inspectorName);
    await dialogOf(page).getByRole('button', { name: siteInspection.plan, exact: true }).click();
    await saidOn(page, siteInspection.planned.replace('{n}', '1'));
  });
  return server.query(async (db) => {
    const { id, state, items } = await db
      .selectFrom('safety_inspection')
      .innerJoin('safety_checklist', 'safety_checklist.id', 'safety_inspection.checklist_id')
      .select(['safety_inspection.id', 'safety_inspection.state', 'safety_checklist.items'])
      .orderBy('safety_inspection.id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    assert.equal(state, 'planned');
    return { id, items: items.length };
  });
}

/** Reads the data that the server has stored for an inspection. */
const stored = (id: number, officerId: number) =>
  server.query(async (db) => ({
    state: (await db.selectFrom('safety_inspection').select('state').where('id', '=', id).executeTakeFirstOrThrow())
      .state,
    items: await db.selectFrom('safety_item').selectAll().where('inspection_id', '=', id).execute(),
    answers: await db.selectFrom('safety_answer').selectAll().where('inspection_id', '=', id).execute(),
    photos: await db
      .selectFrom('stored_file')
      .select('id')
      .where('scene', '=', 'safetyPhoto')
      .where('created_by', '=', officerId)
      .execute(),
    submissions: await db
      .selectFrom('case_step')
      .select('id')
      .where('case_type', '=', inspectionCase.key)
      .where('case_id', '=', id)
      .where('step', '=', 'complete')
      .execute(),
  }));

const choose = (item: Locator, result: string) => item.getByText(result, { exact: true }).click();

async function answerBad(item: Locator, at: number): Promise<void> {
  await choose(item, siteInspection.result_bad);
  await item.locator('input[type="file"]').setInputFiles(picture(at));
  await item.getByRole('img').waitFor();
  await item.getByRole('button', { name: new RegExp(siteInspection.save) }).click();
  await item.getByText(siteInspection.waiting, { exact: true }).waitFor();
}

async function sign(page: Page): Promise<void> {
  for (const side of [siteInspection.signInspector, siteInspection.signStation]) {
    await page.getByRole('textbox', { name: side, exact: true }).fill('周安全');
    const way = page.getByRole('group', { name: siteInspection.signWay.replace('{side}', side) });
    await way.getByText(siteInspection.signTyped, { exact: true }).click();
  }
  await page.getByRole('button', { name: new RegExp(siteInspection.submit) }).click();
  await page.getByText(siteInspection.submitQueued).waitFor();
}

/** Answers and submits an inspection without a network. The phone sends the answers when the network is back. */
async function inspect(
  page: Page,
  visitor: Visitor,
  of: { readonly id: number; readonly officerId: number; readonly count: number },
) {
  const { id, officerId, count } = of;
  const cards = page.locator('main li').filter({ has: page.locator('fieldset') });
  await cards.first().waitFor();
  assert.equal(await cards.count(), count);
  const before = await stored(id, officerId);

  visitor.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  await visitor.context.setOffline(true);
  for (let at = 0; at < count; at += 1) {
    if (at < BAD) await answerBad(cards.nth(at), at);
    else await choose(cards.nth(at), siteInspection.result_ok);
  }
  await page.getByText(siteInspection.allAnswered).waitFor();
  assert.ok(await page.evaluate(`document.documentElement.scrollWidth <= ${PHONE.width}`), 'the page is too wide');
  await sign(page);
  const waiting = siteInspection.queueWaiting.replace('{n}', String(count + 1));
  await page.getByText(waiting).waitFor();
  assert.deepEqual(await stored(id, officerId), before, 'something arrived without a network');

  // The server receives the first call of each path, but the phone does not receive the response.
  const lost = new Set(['saveItem', 'submit']);
  await page.route(/safety\.Site\/(saveItem|submit)$/, async (route) => {
    const [address = ''] = route.request().url().split('/').slice(-1);
    if (!lost.delete(address.replace('safety.Site/', ''))) return route.continue();
    await route.fetch();
    return route.abort();
  });
  await visitor.context.setOffline(false);
  const sendNow = page.getByRole('button', { name: new RegExp(siteInspection.sendNow) });
  await until('the inspection is submitted', async () => {
    // The phone would retry after 15 seconds. The user presses the button instead.
    if (await sendNow.isVisible()) await sendNow.click({ timeout: 2_000 }).catch(() => undefined);
    return (await stored(id, officerId)).state === 'rectifying' && !(await cards.first().isVisible());
  });
  assert.equal(lost.size, 0, 'no answer of the server got lost');
  const after = await stored(id, officerId);
  assert.deepEqual(
    [after.items.length, after.answers.length - before.answers.length, after.photos.length - before.photos.length],
    [count, count, BAD],
  );
  assert.equal(after.submissions.length - before.submissions.length, 1);
  const bad = after.items.filter(({ result }) => result === 'bad');
  assert.deepEqual(
    bad.map(({ photos }) => [photos.length, photos[0]?.place]),
    Array(BAD).fill([1, { lng: PLACE.longitude, lat: PLACE.latitude }]),
  );
}

/** Records the rectification of each unqualified item. The owner does this, not the inspector. */
async function rectify(id: number): Promise<void> {
  await server.visit(async (page, visitor) => {
    await enter(visitor, await server.telOf(server.owner.account));
    await page.goto(recordPage('inspection', id));
    const open = page.locator('main li').getByRole('button', { name: new RegExp(`^${siteInspection.fix} `) });
    await open.first().waitFor();
    for (let left = BAD; left > 0; left -= 1) {
      assert.equal(await open.count(), left);
      await open.first().click();
      await field(page, siteInspection.fixText).fill('已更换并清洁。');
      await dialogOf(page)
        .locator('input[type="file"]')
        .setInputFiles(picture(BAD + left));
      await dialogOf(page).getByRole('link', { name: /photo/ }).waitFor();
      await confirmDialog(page);
      await until('the item is rectified', async () => (await open.count()) === left - 1);
    }
  });
}

/** Marks the rectified items as passed in the recheck. */
async function recheck(page: Page, id: number): Promise<void> {
  await page.goto(recordPage('inspection', id));
  await press(page, inspectionCase.transition('recheck').text['zh-CN']);
  const passed = dialogOf(page).getByText(siteInspection.recheck_passed, { exact: true });
  await passed.first().waitFor();
  for (let at = 0; at < BAD; at += 1) await passed.nth(at).click();
  await confirmDialog(page);
  // Wait until the dialog is closed, because it contains the same state text as the page.
  await dialogOf(page).waitFor({ state: 'hidden' });
}

test('an inspection that was answered without a network arrives once, also if answers of the server get lost, and is rechecked', async () => {
  const officer = await officerOf();
  const { id, items: count } = await plan(officer.name);
  await server.visit(async (page, visitor) => {
    await visitor.context.grantPermissions(['geolocation']);
    await visitor.context.setGeolocation(PLACE);
    await enter(visitor, await server.telOf('service'));
    await page.setViewportSize(PHONE);
    await page.goto(recordPage('inspection', id));
    await press(page, inspectionCase.transition('start').text['zh-CN']);
    await confirmDialog(page);
    await inspect(page, visitor, { id, officerId: officer.id, count });
    await rectify(id);
    await recheck(page, id);
  });
  await until('the inspection is passed', async () => (await stored(id, officer.id)).state === 'passed');
});

test('an incident is reported, asked why five times and closed once its measure is done', async () => {
  const step = (key: Parameters<typeof incidentCase.transition>[0]) => incidentCase.transition(key).text['en-US'];
  const incident = () =>
    server.query((db) =>
      db.selectFrom('safety_incident').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow(),
    );
  await server.visit({ locale: 'en-US' }, async (page, visitor) => {
    await enter(visitor, await server.telOf(server.owner.account));
    await page.goto('/safetyModule/siteSafety/index?form=report');
    await pick(page, siteIncident.teamId);
    await pick(page, siteIncident.kind, siteIncident.kind_fall);
    await field(page, siteIncident.happenedAt, 'combobox').fill(typedMoment(10));
    await field(page, siteIncident.description).fill('A rider slipped on the wet tiles of the entrance.');
    await dialogOf(page).getByRole('button', { name: siteIncident.report, exact: true }).click();
    await dialogOf(page).waitFor({ state: 'hidden' });
    const { id, state } = await incident();
    assert.equal(state, 'reported');

    await page.goto(recordPage('incident', id));
    const isNow = async (wanted: keyof typeof incidentCase.states) => {
      await confirmDialog(page);
      await page.getByText(incidentCase.states[wanted].text['en-US'], { exact: true }).first().waitFor();
    };
    await press(page, step('investigate'));
    await isNow('investigating');
    await press(page, step('analyse'));
    const { why1, why2, why3, why4, why5 } = siteIncident;
    for (const why of [why1, why2, why3, why4, why5]) await field(page, why).fill(`Because of: ${why}`);
    await pick(page, siteIncident.liability, siteIncident.liability_station);
    await isNow('handling');
    await press(page, siteIncident.editMeasures);
    await dialogOf(page).getByRole('button', { name: siteIncident.addMeasure }).click();
    for (const [label, value] of [
      [siteIncident.measure, 'Lay a mat'],
      [siteIncident.measureOwner, 'Chen'],
    ] as const)
      await field(page, `1 · ${label}`).fill(value);
    for (const label of [siteIncident.dueOn, siteIncident.doneOn])
      await field(page, `1 · ${label}`, 'combobox').fill(today());
    await confirmDialog(page);
    await page.getByRole('table', { name: siteIncident.measures }).getByText('Lay a mat').waitFor();
    await press(page, step('close'));
    await isNow('closed');
  });
  const { state, causes, measures } = await incident();
  assert.deepEqual([state, causes?.whys.length, measures.map(({ doneOn }) => doneOn)], ['closed', 5, [today()]]);
});
