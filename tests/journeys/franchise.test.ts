import assert from 'node:assert/strict';
import { type Locator, type Page, test } from '@playwright/test';
import { renderSVG } from 'uqr';
import { checkCharacter } from '../../contract/credit-code';
import { franchiseCase } from '../../contract/franchiseApply.states';
import { applyPage } from '../../contract/locales/zh-CN/applyPage';
import { form } from '../../contract/locales/zh-CN/form';
import { franchiseApply } from '../../contract/locales/zh-CN/franchiseApply';
import { franchisee } from '../../contract/locales/zh-CN/franchisee';
import { franchisePage } from '../../contract/locales/zh-CN/franchisePage';
import { list } from '../../contract/locales/zh-CN/list';
import { wizard } from '../../contract/locales/zh-CN/wizard';
import { words } from '../../contract/locales/zh-CN/words';
import { TEAM_FIELDS } from '../../contract/team.fields';
import { teamLifecycle } from '../../contract/team.states';
import { LOCALES } from '../../contract/text';
import { accessibilityFaults, act, confirmDialog, dialogOf, enter, until, verifyBySms } from '../support/browser';
import { AUTOMATION_CODE } from '../support/console';
import { setUpConsole } from '../support/journey';
import { callerByPhone, ownerOf } from '../support/people';
import { reflowFaults } from '../support/reflow';

/** Tests a franchise from the channel's QR code to the open station (DOMAIN §3.6), with all users who take part. */

const server = setUpConsole({ still: true });

const CHANNEL = { code: 'chengdu-expo', name: '成都餐饮展' };
const APPLICANT = { name: '罗启明', tel: '19911110123', region: ['四川省', '成都市', '金牛区'] };
const COMPANY = '成都启明餐饮管理有限公司';
const STATION = { name: '成都金牛启明站', admin: '19911110124' };
/** Coordinates of a point inside 金牛区. */
const CENTRE = '104.052236,30.691359';
const PHONE = { width: 390, height: 844 };
/** The uploaded PDF file. */
const PDF = { name: 'contract.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') };
const LICENCE = '91510106MA6CTEQT1';
const creditCode = `${LICENCE}${checkCharacter(LICENCE)}`;

const step = (key: Parameters<typeof franchiseCase.transition>[0]) => franchiseCase.transition(key).text['zh-CN'];
const stateText = (state: keyof typeof franchiseCase.states) => franchiseCase.states[state].text['zh-CN'];
const rowOf = (page: Page, text: string) => page.locator('main tbody tr').filter({ hasText: text });
/** Finds a form field by its label. Required fields have a star after the label. */
const box = (place: Page | Locator, label: string, role: 'textbox' | 'combobox' = 'textbox') =>
  place.getByRole(role, { name: new RegExp(`^${label.replace(/[()（）]/g, '\\$&')}(\\s*\\*)?$`) });
/** Uploads the file, and waits until it is stored. */
async function attach(place: Locator, label: string): Promise<void> {
  await place.locator(`input[type="file"][aria-label="${label}"]`).setInputFiles(PDF);
  await place.getByRole('link', { name: new RegExp(PDF.name) }).waitFor();
}
/** Reads the figures of a channel: visits, applications, followed up, signed. */
const funnelOf = async (page: Page) => {
  const cells = await rowOf(page, CHANNEL.code).locator('td, th').allInnerTexts();
  return [3, 4, 6, 7].map((index) => cells[index]);
};

/** Creates the channel on its page. @returns the channel's URL, which is also the content of its QR code */
async function makeChannel(page: Page): Promise<string> {
  await page.goto('/franchisee/pageConfiguration?tab=channels');
  await page.getByRole('button', { name: franchisePage.newChannel }).click();
  await box(dialogOf(page), franchisePage.channelName).fill(CHANNEL.name);
  await box(dialogOf(page), franchisePage.code).fill(CHANNEL.code);
  await dialogOf(page).getByRole('button', { name: franchisePage.newChannel }).click();
  const title = franchisePage.qrOf.replace('{name}', CHANNEL.name);
  const dialog = page.getByRole('dialog', { name: title });
  const code = dialog.getByRole('img', { name: title });
  await code.waitFor();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await dialog.getByRole('button', { name: new RegExp(`^${list.copy.split('{')[0]}`) }).click();
  const link = await page.evaluate<string>('navigator.clipboard.readText()');
  const drawn = Buffer.from((await code.getAttribute('src'))?.split(',')[1] ?? '', 'base64').toString();
  assert.equal(drawn, renderSVG(link, { ecc: 'M', border: 2 }), 'the QR code holds another address');
  await page.keyboard.press('Escape');
  return link;
}

/** Submits the application on the applicant's phone with the SMS code. @returns the application number */
async function applyBy(page: Page, link: string): Promise<string> {
  await page.setViewportSize(PHONE);
  await page.goto(link);
  assert.ok(await page.evaluate(`document.documentElement.scrollWidth <= ${PHONE.width}`), 'the page is too wide');
  await box(page, '姓名').fill(APPLICANT.name);
  await box(page, '手机号').fill(APPLICANT.tel);
  for (const [at, level] of [applyPage.province, applyPage.city, applyPage.district].entries())
    await page.getByRole('combobox', { name: level }).selectOption({ label: APPLICANT.region[at] ?? '' });
  await box(page, '投资预算', 'combobox').selectOption('from50');
  await page.getByRole('radio', { name: '没有', exact: true }).check();
  // The form sends the captcha's id, so the captcha must have loaded.
  await page.locator('img[src^="data:image"]').waitFor();
  await box(page, applyPage.captcha).fill(AUTOMATION_CODE.slice(0, 4));
  await page.getByRole('button', { name: applyPage.sendCode }).click();
  await page.getByText(applyPage.codeSent.split('{')[0] ?? '').waitFor();
  await box(page, applyPage.code).fill(await codeFor(APPLICANT.tel));
  await page.getByRole('checkbox', { name: new RegExp(applyPage.agree) }).check();
  await page.getByRole('button', { name: '提交申请' }).click();
  const done = page.getByText(new RegExp(applyPage.number.replace('{no}', 'FR\\d+')));
  return /FR\d+/.exec(await done.innerText())?.[0] ?? '';
}

/** Performs a step of the application. The dialog of the step needs at most a reason. */
async function takeStep(row: Locator, key: Parameters<typeof step>[0], reason?: string): Promise<void> {
  await act(row, step(key));
  if (reason) await dialogOf(row.page()).getByRole('textbox').fill(reason);
  await confirmDialog(row.page());
}

async function followUp(page: Page, no: string): Promise<void> {
  await page.goto('/franchisee/applicationList?source=page');
  const row = rowOf(page, no);
  await row.getByRole('link', { name: no }).click();
  await page.getByRole('dialog').getByText(CHANNEL.code, { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await takeStep(row, 'claim');
  await row.getByText(stateText('following')).waitFor();
  await takeStep(row, 'follow', '电话沟通，已了解加盟政策和选址要求');
  await dialogOf(page).waitFor({ state: 'hidden' });
  await takeStep(row, 'handIn', '资金与经验符合要求，同意推进');
  await row.getByText(stateText('reviewing')).waitFor();
}

/** Signs the contract, then pays fee and deposit into a merchant number of the platform. */
async function signAndPay(page: Page, no: string): Promise<void> {
  const row = rowOf(page, no);
  await page.reload();
  await act(row, step('sign'));
  const dialog = dialogOf(page);
  await box(dialog, franchiseApply.contractNo).fill('JM-2026-0123');
  await box(dialog, franchiseApply.company).fill(COMPANY);
  await box(dialog, franchiseApply.creditCode).fill(creditCode);
  await box(dialog, franchiseApply.shareRateBp).fill('15');
  await box(dialog, franchiseApply.feeFen).fill('120000');
  await box(dialog, franchiseApply.depositFen).fill('50000');
  await box(dialog, franchiseApply.startsOn, 'combobox').fill('2026-01-01');
  await box(dialog, franchiseApply.endsOn, 'combobox').fill('2099-12-31');
  await attach(dialog, franchiseApply.contractFile);
  await confirmDialog(page);
  await row.getByText(stateText('signed')).waitFor();

  await act(row, step('open'));
  await box(dialog, franchiseApply.merchantNumber, 'combobox').click();
  await page.getByRole('option').first().click();
  await box(dialog, franchiseApply.tradeNo).fill('BANK-0001');
  await box(dialog, franchiseApply.account).fill('qiming');
  await confirmDialog(page);
  await verifyBySms(page);
  await row.getByText(stateText('opened')).waitFor();
}

/** Creates the station. The wizard already contains the franchisee and the region; the test fills in the other fields. */
async function makeStation(page: Page, no: string): Promise<void> {
  const field = (name: keyof typeof TEAM_FIELDS) => box(page, TEAM_FIELDS[name]['zh-CN']);
  const onward = async (at: number) => {
    await page.getByRole('button', { name: wizard.next }).click();
    await page.getByRole('heading', { name: new RegExp(`^${wizard.stepOf.split('{n}')[0]}${at} `) }).waitFor();
  };
  await act(rowOf(page, no), franchiseApply.openStation);
  await page.locator('form').getByText(COMPANY).waitFor();
  await page.locator('form').getByTitle(APPLICANT.region.join(' / ')).waitFor();
  await field('name').fill(STATION.name);
  await page.getByRole('button', { name: wizard.codePropose }).click();
  await page.getByText(wizard.codeFree).waitFor();
  await field('address').fill('一环路北三段 1 号');
  await field('center').fill(CENTRE);
  for (const at of [2, 3, 4, 5]) await onward(at);
  await field('contactName').fill('江敏');
  await field('contactTel').fill(STATION.admin);
  await field('licenceNo').fill(creditCode);
  await attach(page.locator('form'), TEAM_FIELDS.licenceFile['zh-CN']);
  await field('legalName').fill(APPLICANT.name);
  await onward(6);
  await field('adminAccount').fill('qiming_jinniu');
  await page.getByRole('button', { name: wizard.submit.replace('{name}', STATION.name) }).click();
  // The station's area overlaps a neighbour's area, so the page requires a confirmation.
  await page.getByRole('button', { name: form.goOn }).click();
  await page.getByRole('heading', { name: wizard.doneNew.split('{name}')[0] ?? '' }).waitFor();
}

test('an application by a channel’s QR code leads through approval, contract and payment to an open station', async () => {
  await server.visit(async (investment, investor) => {
    await enter(investor, await server.telOf('service'));
    const link = await makeChannel(investment);
    let no = '';
    await server.visit(async (applicant) => {
      no = await applyBy(applicant, link);
    });
    await followUp(investment, no);
    await server.visit(async (page, visitor) => {
      await enter(visitor, await server.telOf(server.owner.account));
      await page.goto('/franchisee/applicationList?state=reviewing');
      await takeStep(rowOf(page, no), 'approve', '同意加盟，按标准合同签约');
      await rowOf(page, no).waitFor({ state: 'hidden' });
    });
    await signAndPay(investment, no);
    await makeStation(investment, no);

    // A station can open only after its administrator has signed in.
    await callerByPhone(server, STATION.admin);
    await server.visit(async (page, visitor) => {
      await enter(visitor, await server.telOf('operations'));
      await page.goto('/teamList/index?status=preparing');
      await act(rowOf(page, STATION.name), teamLifecycle.transition('start').text['zh-CN']);
      await confirmDialog(page);
      await rowOf(page, STATION.name).waitFor({ state: 'hidden' });
    });

    await investment.goto('/franchisee/franchiseeList');
    await rowOf(investment, COMPANY).getByRole('link').first().click();
    const drawer = investment.getByRole('dialog');
    await drawer.getByRole('tab', { name: franchisee.tabStations }).click();
    await drawer.getByRole('row').filter({ hasText: STATION.name }).getByText('营业中').waitFor();
    await investment.goto('/franchisee/pageConfiguration?tab=channels');
    await until('the channel counts one of each', async () => (await funnelOf(investment)).join() === '1,1,1,1');
  });
});

test('a block is dragged by its handle over other rows, and the preview follows', async () => {
  await server.visit(async (page, visitor) => {
    await enter(visitor, await server.telOf(server.owner.account));
    await page.goto('/franchisee/pageConfiguration');
    const rows = page.getByRole('list', { name: franchisePage.blocks }).getByRole('listitem');
    const sections = page.locator('section.block[id^="b-"]');
    await sections.first().waitFor();
    const names = () => rows.allInnerTexts();
    const previewed = () => sections.evaluateAll((found) => found.map(({ id }) => id));
    const [first = '', second = '', ...rest] = await names();
    const [above = '', below = '', ...others] = await previewed();
    const middleOf = async (row: number) => {
      const box = await rows.nth(row).boundingBox();
      assert.ok(box, `row ${row} is not visible`);
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    };
    const [start, next] = [await middleOf(0), await middleOf(1)];
    await rows.first().locator('button').first().hover();
    await page.mouse.down();
    // The pointer leaves the handle sideways, as a real pointer does.
    await page.mouse.move(next.x, next.y, { steps: 5 });
    assert.deepEqual(await names(), [second, first, ...rest]);
    await page.mouse.move(start.x, start.y, { steps: 5 });
    assert.deepEqual(await names(), [first, second, ...rest]);
    await page.mouse.move(next.x, next.y, { steps: 5 });
    await page.mouse.up();
    await page.mouse.move(start.x, start.y, { steps: 5 });
    assert.deepEqual(await names(), [second, first, ...rest]);
    await until('the preview follows', async () => (await previewed()).join() === [below, above, ...others].join());
    await page.getByText(franchisePage.state_unsaved).waitFor();
  });
});

/** Reads the codes in the messages to a phone, newest first. Other messages may arrive at the same time. */
async function codesTo(tel: string): Promise<string[]> {
  const messages = await server.query((db) =>
    db.selectFrom('sms_outbox').select('text').where('tel', '=', tel).orderBy('id', 'desc').execute(),
  );
  return messages.flatMap(({ text }) => /(?<!\d)\d{6}(?!\d)/.exec(text)?.[0] ?? []);
}

/** Waits for a new code and reads it. @param before number of earlier codes */
async function codeFor(tel: string, before = 0): Promise<string> {
  let codes: string[] = [];
  await until('the code is sent', async () => {
    codes = await codesTo(tel);
    return codes.length > before;
  });
  return codes[0] ?? '';
}

/** Verifies the phone on the applicants' page, in any language. */
async function proveTel(page: Page, tel: string): Promise<void> {
  await page.locator('img[src^="data:image"]').waitFor();
  await page.locator('#tel').fill(tel);
  await page.locator('#captcha').fill(AUTOMATION_CODE.slice(0, 4));
  const before = (await codesTo(tel)).length;
  await page.locator('[data-send]').click();
  await page.locator('#code').fill(await codeFor(tel, before));
  await page.locator('#status button.main').click();
}

test('an applicant whose application was returned hands in material by SMS code, and staff see it', async () => {
  const tel = '19911110130';
  const note = '营业执照已换发，见附件';
  await server.visit(async (applicant) => {
    await applicant.setViewportSize(PHONE);
    await applicant.goto('/apply?lang=zh-CN');
    await fillIn(applicant, tel);
    await applicant.locator('button.main').click();
    const done = await applicant.getByText(/FR\d{20}/).innerText();
    const no = /FR\d+/.exec(done)?.[0] ?? '';
    const staff = await callerByPhone(server, await server.telOf('service'));
    const ask = async () =>
      (await staff.done('franchise.Apply/getList', { keyword: no })).list[0] ?? { id: 0, version: 0 };
    await staff.done('franchise.Apply/claim', { id: (await ask()).id });
    await staff.done('franchise.Apply/handIn', { ...(await ask()), reason: '资金符合要求，同意推进' });

    await server.visit(async (page, visitor) => {
      await enter(visitor, await server.telOf(server.owner.account));
      await page.goto('/franchisee/applicationList?state=reviewing');
      await act(rowOf(page, no), step('askMaterial'));
      await box(dialogOf(page), franchiseApply.missing, 'combobox').click();
      await page.getByRole('option', { name: words.businessPlan }).click();
      // The list of options stays open for more choices and covers the buttons of the dialog, so we close it.
      await page.keyboard.press('Escape');
      await dialogOf(page).getByRole('textbox').last().fill('内部意见：再看一次');
      await confirmDialog(page);
      await rowOf(page, no).waitFor({ state: 'hidden' });
    });

    let link = '';
    await until('the message with the link arrives', async () => {
      link = /https?:\S+\/apply-status/.exec(await server.messageTo(tel))?.[0] ?? '';
      return link !== '';
    });
    await applicant.goto(link);
    await proveTel(applicant, tel);
    await applicant.getByRole('heading', { name: new RegExp(no) }).waitFor();
    assert.equal(await applicant.getByText('内部意见').count(), 0);
    const plan = applicant.getByRole('textbox', { name: words.businessPlan });
    await plan.fill('先开两家店');
    await applicant.locator('input[type="file"]').setInputFiles(PDF);
    await applicant.locator('[data-file]').getByText(PDF.name).waitFor();
    await applicant.locator('#f-_note').fill(note);
    await applicant.locator('progress').waitFor({ state: 'detached' });
    await applicant.getByRole('button', { name: applyPage.supplySend }).click();
    await applicant.getByText(applyPage.supplied).waitFor();
    await applicant.getByText(applyPage.state_reviewing).waitFor();

    await server.visit(async (page, visitor) => {
      await enter(visitor, await server.telOf('service'));
      await page.goto('/franchisee/applicationList?state=reviewing');
      await rowOf(page, no).getByRole('link', { name: no }).click();
      const drawer = page.getByRole('dialog');
      await drawer.getByText('先开两家店').waitFor();
      await drawer.getByRole('tab', { name: franchiseApply.tabFollows }).click();
      const row = drawer.getByRole('row').filter({ hasText: franchiseApply.way_supplied });
      await row.getByText(note).waitFor();
      await row.getByRole('link', { name: new RegExp(PDF.name) }).waitFor();
    });
  });
});

/** Publishes an article for the application page in four languages. */
async function publishArticle(): Promise<void> {
  const owner = await ownerOf(server);
  const words = (text: string) => ({ 'zh-CN': text, 'zh-TW': text, 'en-US': text, 'pt-BR': text });
  const { id, version } = await owner.done('information.Article/save', {
    ...{ version: 0, kind: 'help', code: null, categoryId: null, title: words('Terms 2026'), summary: words('') },
    content: words('<h2>Fees</h2><p>See <a href="https://a.example/terms">the terms</a></p><ul><li><p>A</p></li></ul>'),
    ...{ coverId: null, linkUrl: null, audience: ['franchisePage'], teamIds: [], tags: [], sort: 0 },
    ...{ offlineAt: null, allowComment: false },
  });
  await owner.done('information.Article/publish', { id, version });
}

/** Fills in the form with the SMS code, in any language. */
async function fillIn(page: Page, tel: string): Promise<void> {
  await page.locator('#f-name').fill(APPLICANT.name);
  await page.locator('#f-tel').fill(tel);
  for (const select of await page.locator('[data-field="region"] select').all())
    await select.selectOption({ index: 1 });
  await page.locator('#f-budget').selectOption({ index: 1 });
  for (const group of await page.locator('fieldset.radio').all()) await group.getByRole('radio').last().check();
  await page.locator('#captcha').fill(AUTOMATION_CODE.slice(0, 4));
  await page.locator('[data-send]').click();
  await page.locator('#code').fill(await codeFor(tel));
  await page.locator('#agreed').check();
}

/** Returns the applications of a phone to the applicant and requests missing material, directly in the database. */
const returnFor = (tel: string, missing: string[]) =>
  server.query((db) =>
    db
      .updateTable('franchise_apply')
      .set({ state: 'supplement', missing_fields: JSON.stringify(missing), supplement_until: new Date(4e12) })
      .where('tel', '=', tel)
      .execute(),
  );

test('in four languages the public pages, their errors, success and an article pass axe and fit a phone', async () => {
  const faults: string[] = [];
  await publishArticle();
  await server.visit(async (page) => {
    await page.setViewportSize(PHONE);
    // An article page's content security policy allows no scripts, so axe could not run there. We remove the policy.
    await page.route(/\/api\/content\/page\//, async (route) => {
      const response = await route.fetch();
      const { 'content-security-policy': _policy, ...headers } = response.headers();
      await route.fulfill({ response, headers });
    });
    const judge = async (name: string) => {
      const width = await page.evaluate<number>('document.documentElement.scrollWidth');
      if (width > PHONE.width) faults.push(`${name}: ${width} px wide`);
      for (const fault of await accessibilityFaults(page)) faults.push(`${name}: ${fault}`);
    };
    const articles: string[] = [];
    for (const [at, locale] of LOCALES.entries()) {
      await page.goto(`/apply?lang=${locale}`);
      await page.locator('img[src^="data:image"]').waitFor();
      await judge(`form ${locale}`);
      await page.locator('button.main').click();
      await page.locator('[aria-invalid="true"]').first().waitFor();
      await judge(`errors ${locale}`);
      const article = (await page.locator('aside a').first().getAttribute('href')) ?? '';
      await fillIn(page, `1991111020${at}`);
      await page.locator('button.main').click();
      await page.getByText(/FR\d{20}/).waitFor();
      await judge(`success ${locale}`);
      await page.goto(`/apply-status?lang=${locale}`);
      await judge(`status ${locale}`);
      await page.locator('#status button.main').click();
      await page.locator('[aria-invalid="true"]').first().waitFor();
      await judge(`status errors ${locale}`);
      await returnFor(`1991111020${at}`, ['name', 'region', 'budget', 'experience', 'idCard', 'plan']);
      await proveTel(page, `1991111020${at}`);
      await page.locator('#applications form').waitFor();
      await judge(`material ${locale}`);
      await page.locator('#applications > button').click();
      await page.goto(article);
      await page.locator('article').waitFor();
      await judge(`article ${locale}`);
      articles.push(article);
    }
    const addresses = LOCALES.flatMap((locale) => [`/apply?lang=${locale}`, `/apply-status?lang=${locale}`]);
    for (const address of [...addresses, ...articles]) {
      await page.goto(address);
      faults.push(...(await reflowFaults(page, address)));
    }
  });
  assert.deepEqual(faults, []);
});
