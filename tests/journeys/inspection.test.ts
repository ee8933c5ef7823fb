import assert from 'node:assert/strict';
import { type Locator, type Page, test } from '@playwright/test';
import { siteInspection } from '../../contract/locales/zh-CN/siteInspection';
import { inspectionCase } from '../../contract/siteInspection.states';
import { greyPng } from '../../server/core/files/png';
import { enter, until } from '../support/browser';
import { setUpConsole } from '../support/journey';

/** An inspection on a phone without a network (docs/decisions/0063). `queue.test.ts` cuts each call of the queue. */

const PHONE = { width: 390, height: 844 };
/** Unqualified items, each with a photo of its own. */
const BAD = 2;
const PLACE = { latitude: 30.66, longitude: 104.06 };

const server = setUpConsole({ still: true });

/** Gives customer service, which also inspects in the small demo, an inspection that has begun and has no answers yet. @returns its id and number of items */
async function prepare() {
  return server.query(async (db) => {
    const officer = await db
      .selectFrom('account')
      .select(['id', 'name'])
      .where('account', '=', 'service')
      .executeTakeFirstOrThrow();
    const { id, checklist_id } = await db
      .selectFrom('safety_inspection')
      .select(['id', 'checklist_id'])
      .where('state', '=', 'inspecting')
      .orderBy('id')
      .limit(1)
      .executeTakeFirstOrThrow();
    await db.deleteFrom('safety_item').where('inspection_id', '=', id).execute();
    await db
      .updateTable('safety_inspection')
      .set({ inspector_id: officer.id, inspector_name: officer.name })
      .where('id', '=', id)
      .execute();
    const checklist = db.selectFrom('safety_checklist').select('items').where('id', '=', checklist_id);
    return { id, officerId: officer.id, items: (await checklist.executeTakeFirstOrThrow()).items.length };
  });
}

/** Reads what the server has stored of an inspection. */
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
  // Two pictures with the same content would be one file.
  const buffer = greyPng(64, (x, y) => (x * (at + 2) + y) % 256);
  await item.locator('input[type="file"]').setInputFiles({ name: `photo-${at}.png`, mimeType: 'image/png', buffer });
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

test('an inspection that was answered without a network arrives once, also if answers of the server get lost', async () => {
  const { id, officerId, items: count } = await prepare();
  const before = await stored(id, officerId);
  await server.visit(async (page, visitor) => {
    await visitor.context.grantPermissions(['geolocation']);
    await visitor.context.setGeolocation(PLACE);
    await enter(visitor, await server.telOf('service'));
    await page.setViewportSize(PHONE);
    await page.goto(`/safetyModule/siteSafety/detail?kind=inspection&id=${id}`);
    const cards = page.locator('main li').filter({ has: page.locator('fieldset') });
    await cards.first().waitFor();
    assert.equal(await cards.count(), count);

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

    // The server receives these calls, but the phone does not receive their answers.
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
      // The phone tries again after 15 seconds; the user does not wait for that.
      if (await sendNow.isVisible()) await sendNow.click({ timeout: 2_000 }).catch(() => undefined);
      return (await stored(id, officerId)).state === 'rectifying' && !(await cards.first().isVisible());
    });
    assert.equal(lost.size, 0, 'no answer of the server got lost');
  });
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
});
