import { FIRST_PAGE } from '@contract/franchisePage.content';
import type { Data } from '@contract/index';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Answers, dialogTitled, refusal, renderPage } from '@/ui/testing';
import PageConfiguration from '.';
import { addField, moved, setField } from './content';

const AT = '/franchisee/pageConfiguration';
const draft: Data<'franchise.Page/getDraft'> = {
  version: 2,
  revision: 0,
  state: 'published',
  content: { blocks: FIRST_PAGE.blocks, fields: FIRST_PAGE.fields, settings: FIRST_PAGE.settings } as never,
  publishedKeys: [{ key: 'budget', kind: 'select' }],
  locales: ['zh-CN', 'en-US'],
  images: [],
  url: 'https://console.example/apply',
  isPublished: true,
  words: { 'en-US': { choose: 'Please select', province: 'Province' }, 'zh-CN': {} },
};
const stats: Data<'franchise.Page/getStats'> = {
  list: [
    {
      ...{ code: 'expo', name: 'Expo', isActive: true, url: 'https://console.example/apply/expo' },
      ...{ createdAt: '2026-02-01T10:00:00+08:00', visits: 200, submits: 30, following: 20, signed: 3 },
    },
  ],
  direct: { visits: 10, submits: 0, following: 0, signed: 0 },
  days: [{ day: '2026-03-01', visits: 8, submits: 1 }],
  asOf: '2026-03-01T10:00:00+08:00',
};
const versions: Data<'franchise.Page/getVersions'> = {
  list: [
    {
      ...{ version: 2, revision: 1, state: 'published', stateText: 'Published', fields: 9, answers: 12 },
      ...{ updatedAt: '2026-02-01T10:00:00+08:00', updatedByName: 'Wu Yu' },
      ...{ publishedAt: '2026-02-01T10:00:00+08:00', archivedAt: null },
    },
  ],
  asOf: '2026-03-01T10:00:00+08:00',
};
const answers: Answers = {
  'franchise.Page/getDraft': draft,
  'franchise.Page/getStats': stats,
  'franchise.Page/getVersions': versions,
  'franchise.Page/getQr': { url: 'https://console.example/apply/expo', qr: 'data:image/svg+xml;base64,' },
  'franchise.Public/getRegions': { list: [{ code: '510000', name: 'Sichuan' }] },
  'common.Option/getOptions': { colleagues: [] },
};
const show = (search = '', more: Parameters<typeof renderPage>[1] = {}) =>
  renderPage(<PageConfiguration />, { at: `${AT}${search}`, answers, ...more });
beforeEach(() => localStorage.clear());

const fields = () => screen.findByRole('list', { name: 'Form fields' });
const previewRoot = () => {
  const host = [...document.querySelectorAll('div')].find((element) => element.shadowRoot !== null);
  return (host?.shadowRoot?.firstChild ?? document.body) as HTMLElement;
};
const previewed = () => within(previewRoot());

test('fields can be moved by keyboard, the new position is announced, and the preview follows', async () => {
  await show();
  const list = await fields();
  const names = () =>
    within(list)
      .getAllByRole('listitem')
      .map((item) => item.textContent);
  expect(names()[3]).toMatch(/^Budget/);
  fireEvent.keyDown(screen.getByRole('button', { name: 'Move Budget' }), { key: 'ArrowUp' });
  expect(names()[2]).toMatch(/^Budget/);
  expect(screen.getByText('Budget is now 3 of 7')).toBeInTheDocument();
  expect(previewed().getByRole('heading', { name: 'Become a franchisee' })).toBeInTheDocument();
});

test('a block moves by the arrow keys on its handle, in the list and in the preview, but not beyond the ends', async () => {
  await show();
  const names = () =>
    within(screen.getByRole('list', { name: 'Blocks' }))
      .getAllByRole('listitem')
      .map((item) => item.textContent);
  await fields();
  const [first, second, third] = names();
  const sections = () => [...previewRoot().querySelectorAll('section.block')].map(({ id }) => id);
  expect(sections()).toEqual(['b-banner', 'b-form']);
  const handle = screen.getByRole('button', { name: 'Move Become a franchisee' });
  fireEvent.keyDown(handle, { key: 'ArrowUp' });
  expect(names()).toEqual([first, second, third]);
  fireEvent.keyDown(handle, { key: 'ArrowDown' });
  expect(names()).toEqual([second, first, third]);
  expect(screen.getByText('Become a franchisee is now 2 of 3')).toBeInTheDocument();
  expect(sections()).toEqual(['b-form', 'b-banner']);
});

test('a new field is named and required in the preview, and saved with the draft', async () => {
  const page = await show();
  page.answer('franchise.Page/saveDraft', { version: 3, revision: 1, state: 'draft', message: 'Draft saved' });
  await fields();
  await userEvent.click(screen.getByRole('combobox', { name: 'Add field' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Email' }));
  const label = screen.getByLabelText('Label');
  await userEvent.clear(label);
  await userEvent.type(label, 'Work email');
  await userEvent.click(screen.getByRole('switch', { name: 'Required' }));
  expect(previewed().getByLabelText(/Work email/)).toHaveAttribute('type', 'email');
  await userEvent.click(screen.getByRole('button', { name: 'Save draft' }));
  await waitFor(() => expect(page.to('franchise.Page/saveDraft')).toHaveLength(1));
  const body = page.to('franchise.Page/saveDraft')[0]?.body as { revision: number; fields: { key: string }[] };
  expect([body.revision, body.fields.at(-1)]).toMatchObject([0, { key: 'email1', required: true }]);
});

test('a condition on an upload only offers whether it is answered', async () => {
  await show();
  await fields();
  await userEvent.click(screen.getByRole('combobox', { name: 'Add field' }));
  await userEvent.click(await screen.findByRole('option', { name: 'File' }));
  await userEvent.click(within(await fields()).getByRole('button', { name: /^Business plan/ }));
  const offered = async (source: RegExp) => {
    await userEvent.click(screen.getByRole('combobox', { name: 'Shown only if' }));
    await userEvent.click(await screen.findByRole('option', { name: source }));
    await userEvent.click(screen.getByRole('combobox', { name: 'Condition' }));
    const names = screen.getAllByRole('option').map((option) => option.textContent);
    await userEvent.keyboard('{Escape}');
    return names;
  };
  expect(await offered(/^Budget/)).toEqual(['is answered', 'is', 'is one of']);
  expect(await offered(/^File/)).toEqual(['is answered']);
});

test('faults that prevent publication are shown at their place before anything is sent', async () => {
  const page = await show();
  await userEvent.click(within(await fields()).getByRole('button', { name: /^Business plan/ }));
  await userEvent.clear(screen.getByLabelText('Label'));
  await userEvent.click(screen.getByRole('button', { name: 'Publish' }));
  expect(screen.getAllByText('Needed in every language').length).toBeGreaterThan(0);
  expect(page.to('franchise.Page/publish')).toEqual([]);
});

/** Delays the response of an upload until the test calls `finish`. */
function slowUpload(page: Awaited<ReturnType<typeof show>>) {
  let finish = () => {};
  page.answer(
    'common.File/upload',
    () =>
      new Promise((resolve) => {
        finish = () => resolve({ fileId: 9, url: '/files/9', name: 'a.png', bytes: 3, width: null, height: null });
      }),
  );
  page.answer('franchise.Page/getPicture', { src: '/pictures/9' });
  page.answer('franchise.Page/saveDraft', { version: 3, revision: 1, state: 'draft', message: 'Draft saved' });
  return () => act(async () => finish());
}
const png = () => new File(['png'], 'a.png', { type: 'image/png' });
const savedDraft = async (page: Awaited<ReturnType<typeof show>>) => {
  await userEvent.click(screen.getByRole('button', { name: 'Save draft' }));
  await waitFor(() => expect(page.to('franchise.Page/saveDraft')).toHaveLength(1));
  return page.to('franchise.Page/saveDraft')[0]?.body as unknown as typeof FIRST_PAGE;
};

test('text typed during the upload of a picture is kept', async () => {
  const page = await show();
  const finish = slowUpload(page);
  const title = await screen.findByLabelText('Page title');
  await userEvent.upload(screen.getByLabelText('Image', { selector: 'input' }), png());
  await userEvent.type(title, '!');
  await finish();
  expect(await screen.findByRole('list', { name: 'Image' })).toBeVisible();
  expect(title).toHaveValue('Franchise application!');
  expect((await savedDraft(page)).settings).toMatchObject({
    shareImage: 9,
    title: { 'en-US': 'Franchise application!' },
  });
});

test('a picture belongs to the block that it was chosen for, even if the user opens another block meanwhile', async () => {
  const page = await show();
  const finish = slowUpload(page);
  const blocks = within(await screen.findByRole('list', { name: 'Blocks' }));
  await userEvent.click(blocks.getByRole('button', { name: /^Become a franchisee/ }));
  await userEvent.upload(screen.getByLabelText('Image', { selector: 'input' }), png());
  await userEvent.click(blocks.getByRole('button', { name: /^Form/ }));
  await userEvent.type(screen.getByLabelText('Title'), '!');
  await finish();
  const [banner, form] = (await savedDraft(page)).blocks;
  expect([banner?.image, form?.image]).toEqual([9, null]);
  expect(form?.title['en-US']).toMatch(/!$/);
});

test('a page is not published while a picture is still being uploaded', async () => {
  const page = await show();
  const finish = slowUpload(page);
  await userEvent.type(await screen.findByLabelText('Page title'), '!');
  await userEvent.upload(screen.getByLabelText('Image', { selector: 'input' }), png());
  await userEvent.click(screen.getByRole('button', { name: 'Publish' }));
  await userEvent.click(within(await dialogTitled('Publish')).getByRole('button', { name: 'Publish' }));
  expect(await screen.findByText(/^The upload is not finished/)).toHaveRole('alert');
  expect([page.to('franchise.Page/saveDraft'), page.to('franchise.Page/publish')]).toEqual([[], []]);
  await finish();
});

test('a limit of an amount can be typed with decimals, and is stored in fen', async () => {
  const page = await show();
  page.answer('franchise.Page/saveDraft', { version: 3, revision: 1, state: 'draft', message: 'Draft saved' });
  await fields();
  await userEvent.click(screen.getByRole('combobox', { name: 'Add field' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Amount (yuan)' }));
  await userEvent.type(screen.getByLabelText('Minimum'), '0.05');
  await userEvent.type(screen.getByLabelText('Maximum'), '12.5x');
  expect(screen.getByLabelText('Minimum')).toHaveValue('0.05');
  expect(screen.getByLabelText('Maximum')).toHaveValue('12.5');
  expect((await savedDraft(page)).fields.at(-1)).toMatchObject({ min: 5, max: 1250 });
});

test('a draft that another person changed is not overwritten', async () => {
  const page = await show();
  page.answer(
    'franchise.Page/saveDraft',
    refusal(40901, 'Changed', { current: {}, changedBy: 'Wu Yu', changedAt: null }),
  );
  const title = await screen.findByLabelText('Page title');
  await userEvent.type(title, '!');
  await userEvent.click(screen.getByRole('button', { name: 'Save draft' }));
  expect(await screen.findByText(/Wu Yu has changed the draft/)).toBeInTheDocument();
});

const keptDrafts = () =>
  Object.keys(localStorage).filter((name) => name.startsWith('multistation-draft:7:franchisePage'));

test('unsaved changes are kept in the browser, offered when the page opens again, and removed by saving', async () => {
  await show();
  await userEvent.type(await screen.findByLabelText('Page title'), '!');
  await waitFor(() => expect(keptDrafts()).toHaveLength(1));
  cleanup();
  const page = await show();
  expect(await screen.findByLabelText('Page title')).toHaveValue('Franchise application');
  await userEvent.click(await screen.findByRole('button', { name: 'Continue' }));
  expect(screen.getByLabelText('Page title')).toHaveValue('Franchise application!');
  page.answer('franchise.Page/saveDraft', { version: 3, revision: 1, state: 'draft', message: 'Draft saved' });
  await userEvent.click(screen.getByRole('button', { name: 'Save draft' }));
  await waitFor(() => expect(keptDrafts()).toEqual([]));
  expect(page.to('franchise.Page/saveDraft')).toHaveLength(1);
});

test('of a part that another person changed too, the user chooses one side; other parts are merged', async () => {
  await show();
  await userEvent.type(await screen.findByLabelText('Page title'), '!');
  fireEvent.keyDown(screen.getByRole('button', { name: 'Move Budget' }), { key: 'ArrowUp' });
  await waitFor(() => expect(localStorage.getItem(keptDrafts()[0] ?? '')).toContain('"fields"'));
  cleanup();
  const title = { ...FIRST_PAGE.settings.title, 'en-US': 'Join us' };
  const theirs = { ...draft.content, settings: { ...FIRST_PAGE.settings, title } };
  await show('', {
    answers: { ...answers, 'franchise.Page/getDraft': { ...draft, version: 3, revision: 2, content: theirs as never } },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Continue' }));
  expect(await screen.findByRole('radio', { name: 'Form fields: Mine' })).toBeChecked();
  await userEvent.click(screen.getByRole('radio', { name: 'Page settings: Theirs' }));
  await userEvent.click(screen.getByRole('button', { name: 'Apply and keep editing' }));
  expect(screen.getByLabelText('Page title')).toHaveValue('Join us');
  expect(within(await fields()).getAllByRole('listitem')[2]?.textContent).toMatch(/^Budget/);
});

test('published keys, and name and phone, cannot be changed', async () => {
  await show();
  const list = await fields();
  await userEvent.click(within(list).getByRole('button', { name: /^Budget/ }));
  expect(screen.getByLabelText('Key')).toBeDisabled();
  await userEvent.click(within(list).getByRole('button', { name: /^Phone/ }));
  expect(screen.queryByRole('button', { name: 'Remove field' })).toBeNull();
});

test('without the rule to edit, everything is readable and nothing can be changed', async () => {
  await show('', { platform: { can: (rule) => rule !== 4302 } });
  expect(await screen.findByText('You can only view this')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Publish' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Move Budget' })).toBeNull();
});

test('versions show their number of applications, and the published one can be taken offline with a reason', async () => {
  const page = await show('?tab=versions');
  expect(await screen.findByRole('rowheader', { name: 'Version 2' })).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: /^More/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Take offline' }));
  const dialog = await dialogTitled(/Take offline/);
  page.answer('franchise.Page/archive', { version: 2, revision: 1, state: 'archived', message: 'Offline' });
  await userEvent.type(within(dialog).getByLabelText(/^Reason/), 'Season is over');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Take offline' }));
  await waitFor(() =>
    expect(page.to('franchise.Page/archive')[0]?.body).toEqual({ version: 2, reason: 'Season is over' }),
  );
});

test('channel codes show their funnel, and the address opens the QR code', async () => {
  await show('?tab=channels&open=expo');
  expect(await screen.findByRole('img', { name: 'QR code of Expo' })).toBeInTheDocument();
  expect(screen.getByText('15%')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: /Download QR code/ })).toHaveAttribute('download', 'expo.svg');
});

test('a new channel code appears in the table, and its QR code opens', async () => {
  const made = {
    code: 'fair',
    url: 'https://console.example/apply/fair',
    qr: 'data:image/svg+xml;base64,',
    message: 'Done',
  };
  const page = await show('?tab=channels&form=new', { answers: { ...answers, 'franchise.Page/makeQr': made } });
  const dialog = await dialogTitled('New channel code');
  await userEvent.type(within(dialog).getByLabelText(/^Channel(\s*\*)?$/), 'Fair');
  await userEvent.type(within(dialog).getByLabelText(/^Channel code/), 'fair');
  const fair = { ...stats.list[0], code: 'fair', name: 'Fair' } as (typeof stats.list)[number];
  page.answer('franchise.Page/getStats', { ...stats, list: [...stats.list, fair] });
  await userEvent.click(within(dialog).getByRole('button', { name: 'New channel code' }));
  expect(await screen.findByRole('img', { name: 'QR code of Fair' })).toBeInTheDocument();
  expect(screen.getByRole('rowheader', { name: 'Fair' })).toBeInTheDocument();
});

test('moving keeps every entry, and conditions follow a renamed key', () => {
  expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
  const content = addField(FIRST_PAGE, 'text', ['text1']);
  expect(content.fields.at(-1)?.key).toBe('text2');
  const at = content.fields.length - 1;
  const conditional = setField(content, 0, { visibleWhen: { key: 'text2', op: 'notEmpty', value: [] } });
  expect(setField(conditional, at, { key: 'other' }).fields[0]?.visibleWhen?.key).toBe('other');
});

test('provinces that could not be loaded are reported below the preview, and Retry fills its region select', async () => {
  const page = await show('', {
    answers: { ...answers, 'franchise.Public/getRegions': refusal(50001, 'Try later') },
  });
  expect(await screen.findByText('Try later')).toBeInTheDocument();
  page.answer('franchise.Public/getRegions', { list: [{ code: '510000', name: 'Sichuan' }] });
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await previewed().findByRole('option', { name: 'Sichuan' })).toBeInTheDocument();
  expect(screen.queryByText('Try later')).toBeNull();
});

test('cities that could not be loaded without a message are a network error at the region of the preview', async () => {
  const page = await show();
  await fields();
  await waitFor(() => previewed().getByRole('option', { name: 'Sichuan' }));
  const province = previewed().getByRole('combobox', { name: 'Province' });
  page.answer('franchise.Public/getRegions', refusal(0, ''));
  await userEvent.selectOptions(province, '510000');
  expect(await previewed().findByText('Network error, check the connection and try again')).toBeInTheDocument();
});
