import assert from 'node:assert/strict';
import { type Page, test } from '@playwright/test';
import { FIRST_FORM } from '../../contract/franchiseForm';
import { emptyBlock } from '../../contract/franchisePage.content';
import { IDENTITY, STAFF, TEAM, VIEWS } from '../../contract/limits';
import { article } from '../../contract/locales/zh-CN/article';
import { common } from '../../contract/locales/zh-CN/common';
import { palette } from '../../contract/locales/zh-CN/palette';
import { LOCALES, type Text } from '../../contract/text';
import { HOSTILE } from '../../server/modules/information/testing-hostile';
import { enter, shot, until } from '../support/browser';
import { SCRIPTS } from '../support/hostile';
import { setUpConsole } from '../support/journey';
import { controlNetwork } from '../support/networkConditions';
import { BUILT_PAGES, isRecordPage, openView, PAGE_VIEWS, pushTo } from '../support/pageCatalogue';
import { openTab, unselectedTabs, waitUntilLoaded } from '../support/pageTabs';
import { makeIdentity, ownerOf } from '../support/people';
import { putEverywhere } from '../support/put-everywhere';
import { shareOfToday } from '../support/seed';

/** Tests injection payloads in texts that callers can store, on the pages that show these texts. */

/** Number of concurrent calls. */
const LANES = 8;
/** Cuts a text to the maximum length of its field. Pads it with `·` to two characters, the minimum length of a name. */
const cut = (text: string, { max }: { readonly max: number }) => text.slice(0, max).trim().padEnd(2, '·');

async function inLanes(count: number, work: (at: number) => Promise<void>): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < count) {
      const at = next;
      next += 1;
      await work(at);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

const server = setUpConsole({ still: true }, async () => {
  await server.query((db) => putEverywhere(db, SCRIPTS));
});

/** Script: reports the dialogs that a payload opens when it runs as code. */
const TRAP = `
  window.ran = [];
  for (const name of ['alert', 'confirm', 'prompt', 'print', 'msgbox']) {
    window[name] = (...all) => { window.ran.push(name + ' ' + all.join()); reportRun(name + ' at ' + location.pathname); };
  }`;
/** Script: finds elements and attributes that no page of the console contains. Only a payload can have created them. */
const STRANGERS = `[...document.querySelectorAll('*')].filter((node) =>
  node.matches('script:not([src]), iframe, object, embed, base, marquee, xmp, listing, noscript, template, form[action], svg script, svg animate, svg set, svg foreignObject, math, details[open][ontoggle], [srcdoc], [formaction], [src^="javascript:" i], [href^="javascript:" i], [href^="data:" i], [href*="xss.test"], [src*="xss.test"], img[src="x"]') ||
  node.getAttributeNames().some((name) => name.startsWith('on')),
).map((node) => node.outerHTML.slice(0, 200))`;

/** Payloads that a page contained as text, title or label. */
const seen = new Set<string>();

/** Visits pages as the owner. @returns one line for each payload that ran, sent a request, or created elements */
async function faultsOf(visitPages: (page: Page, judge: (name: string) => Promise<void>) => Promise<void>) {
  const faults: string[] = [];
  await server.visit(async (page, visitor) => {
    const { context } = visitor;
    await context.exposeBinding('reportRun', (_source, what: string) => faults.push(`ran: ${what}`));
    await context.addInitScript(TRAP);
    page.on('request', (request) => {
      if (/xss\.test|\/x(:x)?$/.test(request.url())) faults.push(`asked for ${request.url()}`);
    });
    await controlNetwork(page);
    await enter(visitor, await server.telOf('owner'));
    await page.goto('/nowhere');
    await page.getByRole('heading', { name: common.notFound }).waitFor();
    await visitPages(page, async (name) => {
      await waitUntilLoaded(page);
      const [strangers, texts] = await Promise.all([
        page.evaluate<string[]>(STRANGERS),
        page.evaluate<string>(
          `document.body.textContent + [...document.querySelectorAll('[title], [aria-label]')].map((node) => node.title + node.ariaLabel).join()`,
        ),
      ]);
      for (const one of strangers) faults.push(`${name}: ${one}`);
      for (const text of SCRIPTS) if (texts.includes(text.trim())) seen.add(text);
      await shot(page, `hostile-${name.replaceAll(/\W+/g, '-')}`);
    });
  });
  return faults;
}

const SHOWN = 'they are shown as text: nothing runs, nothing is reported, no element is created';

test(`payloads in every drawer and dialog: ${SHOWN}`, async () => {
  const faults = await faultsOf(async (page, judge) => {
    // The test "on every page and tab" covers the other pages, after the forms have stored payloads.
    const opened = PAGE_VIEWS.filter(({ open, path }) => open || /[?&](?!tab|part)/.test(path));
    for (const place of shareOfToday(opened, 0)) {
      await openView(page, place, 'inside');
      await judge(place.name);
      const tabs = page.getByRole('dialog').last().getByRole('tab');
      for (let at = 1; at < (await tabs.count()); at += 1) {
        await tabs.nth(at).click();
        await judge(`${place.name}, tab ${at + 1}`);
      }
    }
  });
  assert.deepEqual(faults, []);
});

test(`forms store ${SCRIPTS.length} payloads unchanged where their fields allow them`, async () => {
  const owner = await ownerOf(server);
  const identity = await makeIdentity(owner, '恶意文本', [2]);
  const stored = { staff: 0, department: 0, identity: 0, view: 0, draft: 0 };
  const refused: string[] = [];
  const note = (what: keyof typeof stored, { code, msg }: { code: number; msg: string }) => {
    if (code === 100 || code === 110) stored[what] += 1;
    else refused.push(`${what} ${code} ${msg}`);
  };
  await inLanes(SCRIPTS.length, async (at) => {
    const text = SCRIPTS[at] ?? '';
    note(
      'staff',
      await owner.call('rights.Staff/save', {
        name: cut(text, STAFF.name),
        account: `hostile${at}`,
        tel: `1980000${String(at).padStart(4, '0')}`,
        email: null,
        departmentId: null,
        post: cut(text, STAFF.post),
        identityIds: [identity],
        extraTeamIds: [],
        expireAt: null,
        remark: cut(text, STAFF.remark),
        version: 0,
        sendInvite: false,
      }),
    );
    note(
      'draft',
      await owner.call('team.Team/saveDraft', {
        step: 1,
        values: {
          name: cut(text, TEAM.name),
          address: cut(text, TEAM.address),
          contactName: cut(text, TEAM.contactName),
        },
      }),
    );
    note(
      'department',
      await owner.call('rights.Staff/saveDepartment', {
        name: cut(text, STAFF.department),
        parentId: null,
        version: 0,
        remove: false,
      }),
    );
    note(
      'identity',
      await owner.call('rights.Identity/save', {
        name: `${at} ${text}`.slice(0, IDENTITY.name.max).trim(),
        type: 'hq',
        description: cut(text, IDENTITY.description),
        ruleIds: [2],
        dataScope: { kind: 'all', ids: [] },
        fieldRules: [],
        loginHours: null,
        ipAllowList: [],
        need2v: false,
      }),
    );
    note(
      'view',
      await owner.call('common.View/save', {
        version: 0,
        list: ['teams', 'staff', 'bills'][at % 3] ?? 'teams',
        name: cut(text, { max: VIEWS.name }),
        query: '',
        scope: 'own',
      }),
    );
  });
  // The server refuses duplicate and invalid names, so some payloads may be missing.
  for (const [what, count] of Object.entries(stored)) {
    assert.ok(
      count >= SCRIPTS.length * 0.75,
      `${what}: ${count} of ${SCRIPTS.length}; ${[...new Set(refused)].slice(0, 20).join('; ')}`,
    );
  }
});

test(`payloads on every page and tab, a hundred rows at a time, and in the palette: ${SHOWN}`, async () => {
  const faults = await faultsOf(async (page, judge) => {
    for (const { path } of BUILT_PAGES.filter((one) => !isRecordPage(one.path))) {
      const { ready } = PAGE_VIEWS.find((place) => place.path === path && !place.open) ?? { ready: 'main h1' };
      // The usual marker of a row may be missing, because payloads replace its texts. So we wait for any row.
      const shown = ready.replace(/tbody .*/, 'tbody tr');
      await openView(page, { name: path, path: `${path}?limit=100`, ready: shown }, 'inside');
      await judge(path);
      for (const key of await unselectedTabs(page)) {
        await openTab(page, key);
        await judge(`${path} ${key}`);
      }
    }
    await pushTo(page, '/teamList/index');
    // Wait for the page, because shortcuts work only when it is visible.
    await page.locator('main tbody tr').first().waitFor();
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: palette.placeholder });
    for (const words of ['<img', '<svg', '<script']) {
      await field.fill(words);
      await page.getByRole('option').filter({ hasText: words }).first().waitFor();
      await judge(`palette ${words}`);
    }
  });
  assert.deepEqual(faults, []);
  assert.deepEqual(
    SCRIPTS.filter((text) => !seen.has(text)),
    [],
    'these were on no page',
  );
});

test('without protection dozens of the payloads run, so they are real payloads', async () => {
  await server.visit(async (page: Page, visitor) => {
    visitor.allow(/./);
    const ran = new Set<number>();
    await visitor.context.exposeBinding('reportRun', () => undefined);
    await page.goto('about:blank');
    for (const [at, text] of SCRIPTS.entries()) {
      await page
        .setContent(`<!doctype html><script>${TRAP}</script><main>${text}</main>`, { waitUntil: 'load' })
        .catch(() => undefined);
      if ((await page.evaluate<number>('window.ran?.length ?? 0').catch(() => 0)) > 0) ran.add(at);
    }
    // The other payloads need a press, another context, or an older browser.
    assert.ok(ran.size >= 40, `only ${ran.size} ran`);
  });
});

/** Script: pastes HTML into an element in the same way as a browser. */
const PASTE = `(node, html) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/html', html);
  node.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
}`;

test('documents pasted into the editor run no script, load no resource and do not widen the page', async () => {
  const faults = await faultsOf(async (page, judge) => {
    await pushTo(page, '/information/index?form=new');
    const editor = page.getByRole('dialog').getByRole('textbox', { name: new RegExp(`^${article.content} `) });
    await editor.waitFor();
    const width = await page.evaluate<number>('document.documentElement.scrollWidth');
    for (const document of HOSTILE) await editor.evaluate(PASTE, document);
    await judge('pasted documents');
    assert.equal(await page.evaluate<number>('document.documentElement.scrollWidth'), width);
  });
  assert.deepEqual(faults, []);
});

const PHONE = { width: 390, height: 844 };
/** Hostile documents. A paragraph precedes each one, because the sanitizer may remove the rest, and an empty text cannot be published. */
const DOCUMENTS = HOSTILE.map((document, at) => `<p>${at}</p>${document}`);
const inLocales = (textOf: (at: number) => string): Text =>
  Object.fromEntries(LOCALES.map((locale, at) => [locale, textOf(at)])) as Text;
const named = (text: string) => inLocales(() => text);
/** Groups of four documents, one per language. Each document is the whole text of its language. */
const GROUPS = Array.from({ length: Math.ceil(DOCUMENTS.length / LOCALES.length) }, (_, group) =>
  inLocales((at) => DOCUMENTS[(group * LOCALES.length + at) % DOCUMENTS.length] ?? ''),
);
/** Script: finds elements that a document created. Ignores the application page's own data and its `noscript` text. */
const CREATED = STRANGERS.replace(
  '.filter(',
  ".filter((node) => !node.matches('#form-data, body > noscript')).filter(",
);

/** Opens pages on a phone. @returns one line per executed script, request to another origin, created element, and page that is too wide */
async function publicFaultsOf(visitPages: (page: Page, judge: (name: string) => Promise<void>) => Promise<void>) {
  const faults: string[] = [];
  const ran = await faultsOf(async (page) => {
    await page.setViewportSize(PHONE);
    const { origin } = new URL(server.baseURL);
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (/^https?:$/.test(url.protocol) && url.origin !== origin) faults.push(`asked for ${url}`);
    });
    page.on('dialog', (dialog) => faults.push(`opened ${dialog.type()}`));
    // Remove the content security policy of these pages, so that only the sanitizer can prevent scripts.
    await page.route(/\/(apply|api\/content\/page\/\d+)(\?|$)/, async (route) => {
      const response = await route.fetch();
      const { 'content-security-policy': policy, ...headers } = response.headers();
      if (!policy) faults.push(`${route.request().url()} has no policy`);
      await route.fulfill({ response, headers });
    });
    await visitPages(page, async (name) => {
      const [width, strangers] = await page.evaluate<[number, string[]]>(
        `[document.documentElement.scrollWidth, ${CREATED}]`,
      );
      if (width > PHONE.width) faults.push(`${name} is ${width} px wide`);
      for (const one of strangers) faults.push(`${name}: ${one}`);
    });
  });
  return [...ran, ...faults];
}

const HARMLESS = 'run no script, load no resource and are never wider than a phone';

test(`hostile documents on the pages of articles ${HARMLESS}`, async () => {
  const owner = await ownerOf(server);
  const ids: number[] = [];
  for (const [at, content] of GROUPS.entries()) {
    const { id, version } = await owner.done('information.Article/save', {
      ...{ version: 0, kind: 'help', code: null, categoryId: null, title: named(`文档 ${at}`), summary: named('') },
      ...{ content, coverId: null, linkUrl: null, audience: ['userApp'], teamIds: [], tags: [], sort: 0 },
      ...{ offlineAt: null, allowComment: false },
    });
    await owner.done('information.Article/publish', { id, version });
    ids.push(id);
  }
  const faults = await publicFaultsOf(async (page, judge) => {
    for (const id of ids) {
      for (const locale of LOCALES) {
        await page.goto(`/api/content/page/${id}?locale=${locale}`);
        await judge(`article ${id} ${locale}`);
      }
    }
  });
  assert.deepEqual(faults, []);
});

test(`hostile documents on the application page ${HARMLESS}`, async () => {
  const owner = await ownerOf(server);
  const { content, revision } = await owner.done('franchise.Page/getDraft', {});
  const intros = GROUPS.map((text, at) => ({
    ...emptyBlock(`h${at}`, 'intro'),
    items: [],
    title: named(`文档 ${at}`),
    text,
  }));
  const kept = content.blocks.filter(({ kind }) => kind === 'form' || kind === 'agreement');
  const blocks = kept.map((block) => {
    const title = named('文档');
    if (block.kind !== 'agreement') return { ...block, title };
    return { ...block, title, text: inLocales((at) => GROUPS.map((group) => group[LOCALES[at] ?? 'zh-CN']).join('')) };
  });
  const saved = await owner.done('franchise.Page/saveDraft', {
    ...{ revision, blocks: [...intros, ...blocks] },
    // Replace the stored fields and settings, because their texts may be payloads that are longer than the form allows.
    fields: [...FIRST_FORM.fields] as typeof content.fields,
    settings: { ...content.settings, title: named('文档'), successText: named('文档') },
  });
  await owner.done('franchise.Page/publish', { revision: saved.revision });
  const faults = await publicFaultsOf(async (page, judge) => {
    for (const locale of LOCALES) {
      await page.goto(`/apply?lang=${locale}`);
      await page.locator('#apply').waitFor();
      await page.evaluate('for (const part of document.querySelectorAll("details")) part.open = true');
      assert.equal(await page.locator('section.intro').count(), GROUPS.length);
      await judge(`application page ${locale}`);
    }
  });
  assert.deepEqual(faults, []);
});

test(`hostile documents in the reader of announcements ${HARMLESS}`, async () => {
  const owner = await ownerOf(server);
  const target = { regions: [], teamIds: [], identityIds: [], riderTypes: [], franchiseeIds: [], excludeIds: [] };
  const made: { id: number; title: string }[] = [];
  await inLanes(DOCUMENTS.length, async (at) => {
    const title = `公告文档 ${at}`;
    const { id, version } = await owner.done('announcement.Announcement/save', {
      ...{ version: 0, title: named(title), level: 'normal', content: named(DOCUMENTS[at] ?? ''), attachments: [] },
      ...{
        audienceType: 'staff',
        target,
        channels: [],
        popup: 'none',
        mustConfirm: false,
        confirmText: null,
        quiz: [],
      },
      ...{ publishMode: 'now', publishAt: null, expireAt: null, dynamicTarget: false },
    });
    await owner.done('announcement.Announcement/publish', { id, version, now: false });
    made.push({ id, title });
  });
  const faults = await publicFaultsOf(async (page, judge) => {
    for (const { id, title } of made) {
      await until('the receipt is written', async () => {
        return (await owner.call('announcement.Inbox/getOne', { id })).code === 100;
      });
      await pushTo(page, `/dashboard/accountInfo?announcement=${id}`);
      await page.getByRole('dialog', { name: title, exact: true }).waitFor();
      await judge(title);
    }
  });
  assert.deepEqual(faults, []);
});
