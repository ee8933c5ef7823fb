import type { Data } from '@contract/index';
import { RULE } from '@contract/rule-ids';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Editor } from '@tiptap/core';
import { extensionsOf } from '@/features/richText/extensions';
import { dialogTitled, listAnswer, type Row, renderPage } from '@/ui/testing';
import InformationPage from '.';
import { fromForm, toForm } from './articleForm';

const AT = '/information/index';
const TIME = '2026-03-01T11:50:00+08:00';
const user = userEvent.setup();
const EMPTY = { 'zh-CN': '', 'zh-TW': '', 'en-US': '', 'pt-BR': '' };

const row: Row<'information.Article/getList'> = {
  ...{ id: 9, version: 2, title: 'Ride safely', code: null, categoryId: 3, categoryName: 'News' },
  ...({ kind: 'article', kindText: 'Article', audience: ['riderApp'], audienceText: 'Rider app' } as const),
  ...{ teamIds: [], teamNames: [], languages: 'English', tags: '', pinned: false, changed: false, views: 1_200 },
  ...({ state: 'published', stateText: 'Published', publishAt: TIME, offlineAt: null, authorName: 'Lin' } as const),
  ...{ sort: 0, liveNo: 2, updatedAt: TIME, coverUrl: null },
  actions: ['edit', 'move', 'preview', 'withdraw', 'pin', 'copy'],
};
const SUMMARY = { published: 1, scheduled: 0, expiring: 0, runningBanners: 2, views7d: 300 };
const detail: Data<'information.Article/getDetail'> = {
  ...row,
  form: {
    ...({ kind: 'article', code: null, categoryId: 3, audience: ['riderApp'] } as const),
    ...{ title: { ...EMPTY, 'en-US': 'Ride safely', 'zh-CN': '安全' }, summary: EMPTY },
    content: { ...EMPTY, 'zh-CN': '<p>正文</p>' },
    ...{ coverId: null, linkUrl: null, teamIds: [], tags: ['a', 'b'], sort: 0, offlineAt: null, allowComment: false },
  },
  previewUrl: 'https://console.example.com/api/content/preview/9?e=1&s=x&locale=en-US',
  publicUrl: 'https://console.example.com/api/content/page/9?locale=en-US',
  versions: [
    { no: 2, at: TIME, byName: 'Lin', title: 'Ride safely', isLive: true },
    { no: 1, at: TIME, byName: 'Lin', title: 'Ride safe', isLive: false },
  ],
};
const DONE = { id: 9, no: 'Ride safely', state: 'published', stateText: 'Published', version: 3, message: 'Saved' };
const writing: Data<'information.Article/getWriting'> = {
  languages: ['zh-CN', 'en-US'],
  defaultLanguage: 'zh-CN',
  sensitiveWords: ['gamble'],
};
const show = (query = '', answers: object = {}, can: (rule: number) => boolean = () => true) =>
  renderPage(<InformationPage />, {
    at: `${AT}${query}`,
    platform: { can },
    answers: {
      'information.Article/getList': listAnswer([row], SUMMARY),
      'information.Article/getDetail': detail,
      'information.Article/getWriting': writing,
      'common.Option/getOptions': { articleCategories: [{ value: 3, label: 'News' }], teams: [] },
      ...answers,
    },
  } as never);

test('the first tab lists articles, the last one agreements and help', async () => {
  const page = await show();
  expect(await screen.findByText('Ride safely')).toBeInTheDocument();
  expect(page.to('information.Article/getList')[0]?.query).toMatchObject({ kind: 'article' });
  await user.click(screen.getByRole('tab', { name: 'Agreements and help' }));
  await waitFor(() =>
    expect(page.to('information.Article/getList').at(-1)?.query).toMatchObject({ kind: 'agreement,help' }),
  );
});

test('an article is pinned at once', async () => {
  const page = await show('?open=9', { 'information.Article/pin': DONE });
  const drawer = await screen.findByRole('dialog');
  await within(drawer).findByRole('heading', { name: 'Ride safely' });
  await user.click(within(drawer).getByRole('button', { name: 'Pin' }));
  await waitFor(() => expect(page.to('information.Article/pin')[0]?.body).toMatchObject({ id: 9, pinned: true }));
});

test('a category is edited by its id, and saving sends this id', async () => {
  const category = {
    ...{ id: 250, version: 4, name: 'Last', iconUrl: null },
    form: {
      ...{ name: { ...EMPTY, 'zh-CN': '最后', 'en-US': 'Last' }, code: 'last' },
      ...{ parentId: null, iconId: null, sort: 1, visible: true },
    },
  };
  const page = await show('?part=categories&form=edit-250', {
    'information.Category/getList': listAnswer([], {}),
    'information.Category/getForm': { category, parents: [{ value: 7, label: 'Top' }] },
    'information.Category/save': { ...DONE, id: 250 },
  });
  const dialog = await screen.findByRole('dialog');
  expect(await within(dialog).findByLabelText(/^Code/)).toHaveValue('last');
  expect(page.to('information.Category/getForm')[0]?.query).toEqual({ id: '250' });
  await user.click(within(dialog).getByRole('button', { name: 'Save category' }));
  await waitFor(() =>
    expect(page.to('information.Category/save')[0]?.body).toMatchObject({ id: 250, version: 4, code: 'last' }),
  );
});

test('the list shows stations and languages of each article', async () => {
  await show();
  const line = (await screen.findByText('Ride safely')).closest('tr') as HTMLElement;
  const heads = screen.getAllByRole('columnheader').map((head) => head.textContent);
  expect(heads).toEqual(expect.arrayContaining(['Stations', 'Languages']));
  expect(within(line).getByText('All stations')).toBeInTheDocument();
  expect(within(line).getByText('English')).toBeInTheDocument();
});

test('a preview is a QR code for a phone, next to a link to the public page', async () => {
  await show('?open=9&tab=preview');
  const figure = await screen.findByRole('figure', { name: 'Preview QR code' });
  expect(figure.querySelector('svg')).not.toBeNull();
  expect(within(figure).getByRole('link', { name: 'Open public page' })).toHaveAttribute('href', detail.publicUrl);
});

test('the links of the preview are in the chosen language of the article', async () => {
  const content = { ...EMPTY, 'zh-CN': '<p>正文</p>', 'en-US': '<p>Text</p>' };
  await show('?open=9&tab=preview', {
    'information.Article/getDetail': { ...detail, form: { ...detail.form, content } },
  });
  const figure = await screen.findByRole('figure', { name: 'Preview QR code' });
  const link = within(figure).getByRole('link', { name: 'Open preview' });
  expect(link).toHaveAttribute('href', detail.previewUrl);
  const english = figure.querySelector('svg')?.innerHTML;
  await user.click(within(figure).getByRole('radio', { name: '简体中文' }));
  expect(link).toHaveAttribute('href', detail.previewUrl?.replace('en-US', 'zh-CN'));
  expect(figure.querySelector('svg')?.innerHTML).not.toBe(english);
  expect(within(figure).getByRole('link', { name: 'Open public page' })).toHaveAttribute(
    'href',
    detail.publicUrl?.replace('en-US', 'zh-CN'),
  );
});

test('a version is restored into the form after a confirmation', async () => {
  const page = await show('?open=9&tab=versions', { 'information.Article/restore': DONE });
  const [, older] = await screen.findAllByRole('button', { name: 'Restore' });
  await user.click(older as HTMLElement);
  const question = await dialogTitled('Restore');
  await user.click(within(question).getByRole('button', { name: 'Restore' }));
  await waitFor(() => expect(page.to('information.Article/restore')[0]?.body).toEqual({ id: 9, version: 2, no: 1 }));
});

test('the form sends every language, and the editor marks sensitive words', async () => {
  const words = { ...detail, form: { ...detail.form, content: { ...EMPTY, 'zh-CN': '<p>no gam ble here</p>' } } };
  const page = await show('?form=edit-9', {
    'information.Article/getDetail': words,
    'information.Article/save': { ...DONE, sensitiveWords: ['gamble'] },
  });
  const dialog = await screen.findByRole('dialog');
  expect(await within(dialog).findByText('Sensitive words: gamble')).toBeInTheDocument();
  await user.click(within(dialog).getByRole('radio', { name: 'English' }));
  const title = await within(dialog).findByLabelText(/^Title/);
  await user.clear(title);
  await user.type(title, 'Ride well');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(page.to('information.Article/save')).toHaveLength(1));
  expect(page.to('information.Article/save')[0]?.body).toMatchObject({
    id: 9,
    version: 2,
    title: { 'zh-CN': '安全', 'en-US': 'Ride well' },
    content: { 'zh-CN': '<p>no gam ble here</p>' },
    tags: ['a', 'b'],
  });
}, 20_000);

test('users without the rule for publishing cannot change when a published article ends', async () => {
  await show('?form=edit-9', {}, (rule) => rule !== RULE['information.publish']);
  const dialog = await screen.findByRole('dialog');
  expect(await within(dialog).findByLabelText(/^Ends/)).toBeDisabled();
});

test('the editor drops everything that the server would not keep', () => {
  const place = document.createElement('div');
  const editor = new Editor({ element: place, extensions: extensionsOf([], 'sensitive'), injectCSS: false });
  for (const hostile of [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<img src="/api/content/images/1/x" onerror=alert(1)>',
    '<svg onload=alert(1)><a href="javascript:alert(1)">x</a></svg>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href="jav&#x09;ascript:alert(1)">x</a>',
    '<a href="http://a.example">x</a>',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    '<p style="position:fixed" class="x" onclick="alert(1)">x</p>',
    '<table onclick=alert(1)><tr><td style="width:9999px">x</td></tr></table>',
    '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>',
    '<form action="https://a.example"><input autofocus onfocus=alert(1)></form>',
  ]) {
    editor.commands.setContent(hostile);
    const html = editor.getHTML();
    expect(html).not.toMatch(/<(?!\/?(p|br|h[234]|strong|em|ul|ol|li|a|img|table|tbody|tr|th|td)\b)/);
    expect(html).not.toMatch(/\son\w+=|style=|javascript:|http:|srcdoc/);
    expect(place.querySelector('script, iframe, form, input, svg, [onerror], [onclick]')).toBeNull();
  }
  editor.destroy();
});

test('users who may not write see no buttons for it', async () => {
  await show('?form=new', {}, () => false);
  await screen.findByText('Ride safely');
  expect(screen.queryByRole('button', { name: 'New article' })).toBeNull();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('an unchanged form returns the stored values', () => {
  expect(fromForm(toForm(detail.form, 'zh-CN', false))).toEqual(detail.form);
  const values = { ...toForm(detail.form, 'zh-CN', false), tags: ' a，b, a 、c ' };
  expect(fromForm(values).tags).toEqual(['a', 'b', 'c']);
});
