import { APP } from '@contract/app.settings';
import type { Data } from '@contract/index';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { platformAnswer, settingAnswer } from '@/features/settings/testing';
import { dialogTitled, listAnswer, type Row, refusal, renderPage } from '@/ui/testing';
import AppSettings from '.';

const AT = '/configCenter/configureTheApp';
const TIME = '2026-03-01T11:50:00+08:00';
const user = userEvent.setup();

const setting = settingAnswer(APP.groups.userApp, {
  platform: platformAnswer({ state: 'incomplete', stateText: 'Incomplete', missing: ['App name'] }),
});
const row: Row<'config.App/getVersions'> = {
  ...{ id: 9, version: 2, versionName: '1.2.0', build: 120, channel: 'official', minSystem: '8.0' },
  ...({ app: 'userApp', appText: 'User app', platform: 'android', platformText: 'Android' } as const),
  ...({ state: 'published', stateText: 'Published', force: 'none', forceText: 'No message' } as const),
  ...{ grayPercent: 100, packageSize: 1_000, sha256: 'b'.repeat(64), notes: 'Fixes', downloads: 7 },
  ...{ publishedAt: TIME, createdAt: TIME, createdByName: 'Lin' },
  downloadUrl: 'https://console.example.com/api/app/download/9',
  actions: ['withdrawVersion', 'setForce', 'setGray'],
};
const detail: Data<'config.App/getVersion'> = {
  ...row,
  form: {
    ...({ app: 'userApp', platform: 'android', force: 'none' } as const),
    ...{ versionName: '1.2.0', build: 120, channel: 'official', minSystem: '8.0', grayPercent: 100 },
    ...{ address: 'https://cdn.example.cn/a.apk', packageName: 'cn.example.user', packageSize: 1_000 },
    ...{ sha256: 'b'.repeat(64), signSha256: 'a'.repeat(64) },
    notes: { 'zh-CN': '修复', 'zh-TW': '', 'en-US': 'Fixes', 'pt-BR': '' },
  },
};
const DONE = { id: 9, no: '1.2.0', state: 'draft', stateText: 'Draft', version: 1, message: 'Version 1.2.0 saved' };
const show = (query = '?tab=versions', answers: object = {}, can: (rule: number) => boolean = () => true) =>
  renderPage(<AppSettings />, {
    at: `${AT}${query}`,
    platform: { can },
    answers: {
      'config.App/get': setting,
      'config.App/getVersions': listAnswer([row], {}),
      'config.App/getVersion': detail,
      ...answers,
    },
  } as never);

test('each app has its parameters and shows which are missing', async () => {
  const page = await show('');
  expect(await screen.findByText('Missing: App name')).toBeInTheDocument();
  await user.click(screen.getByRole('tab', { name: 'Rider app' }));
  await waitFor(() => expect(page.to('config.App/get').at(-1)?.query).toMatchObject({ group: 'riderApp' }));
});

const PUSHED = { messageId: '1828256757', devices: 1, message: 'Simulator accepted the push. Devices: 1.' };
const pushTest = async () => user.click(await screen.findByRole('button', { name: 'Test push' }));

test('a push test shows the answer of the push provider', async () => {
  const page = await show('', { 'config.App/pushTest': PUSHED });
  await pushTest();
  expect(await screen.findByText(PUSHED.message)).toBeInTheDocument();
  expect(page.to('config.App/pushTest')[0]?.body).toEqual({ group: 'userApp', version: 3 });
  page.answer('config.App/pushTest', refusal(50201, 'Upstream answered: 1004 basic authentication failed'));
  await pushTest();
  expect(await screen.findByText('Upstream answered: 1004 basic authentication failed')).toBeInTheDocument();
});

test('a push test without a device marks the device field', async () => {
  const errors = [{ field: 'pushTestDevices', rule: 'required', message: 'Bind a test device first' }];
  await show('', { 'config.App/pushTest': refusal(40001, 'Invalid parameters', { errors }) });
  await pushTest();
  expect(await screen.findByText('Bind a test device first')).toBeInTheDocument();
  expect(screen.getByRole('textbox', { name: /^Test devices/ })).toHaveFocus();
});

test('a push test requires a saved form, and readers are not offered it', async () => {
  const page = await show('', { 'config.App/pushTest': PUSHED });
  await user.type(await screen.findByLabelText(/^App name/), 'Food');
  await pushTest();
  expect(await screen.findByText(/^Save the settings first/)).toBeInTheDocument();
  expect(page.to('config.App/pushTest')).toHaveLength(0);
  cleanup();
  await show('', {}, () => false);
  await screen.findByLabelText(/^App name/);
  expect(screen.queryByRole('button', { name: 'Test push' })).toBeNull();
});

test('a published version shows the QR code of its download', async () => {
  await show('?tab=versions&open=9');
  const figure = await screen.findByRole('figure', { name: 'Download QR code' });
  expect(within(figure).getByText(row.downloadUrl)).toBeInTheDocument();
  expect(figure.querySelector('svg')).not.toBeNull();
});

async function fillForm(): Promise<HTMLElement> {
  const dialog = await screen.findByRole('dialog');
  const type = async (label: RegExp, value: string) => {
    const field = await within(dialog).findByLabelText(label);
    await user.clear(field);
    await user.type(field, value);
  };
  await type(/^Version/, '1.3.0');
  await type(/^Build/, '130');
  await type(/^Minimum system/, '8.0');
  await type(/^Package name/, 'cn.example.user');
  await type(/^Download address/, 'https://cdn.example.cn/b.apk');
  await type(/^Package size/, '2000');
  await type(/^Package SHA-256/, 'b'.repeat(64));
  await type(/^Signature SHA-256/, 'a'.repeat(64));
  return dialog;
}

test('a version is added with its package; a build that is too low is reported at its field', async () => {
  const errors = [{ field: 'build', rule: 'min', message: 'The build must exceed 130' }];
  const page = await show('?tab=versions&form=new', {
    'config.App/saveVersion': refusal(42334, 'Version must exceed 130', { errors }),
  });
  const dialog = await fillForm();
  await user.click(within(dialog).getByRole('button', { name: 'Save draft' }));
  expect(await screen.findByText('The build must exceed 130')).toBeInTheDocument();
  expect(page.to('config.App/saveVersion')[0]?.body).toMatchObject({
    version: 0,
    versionName: '1.3.0',
    build: 130,
    packageSize: 2_000,
    force: 'none',
    notes: { 'zh-CN': '', 'en-US': '' },
  });
});

test('a version for iOS asks for no package', async () => {
  await show('?tab=versions&form=new', { 'config.App/saveVersion': DONE });
  const dialog = await screen.findByRole('dialog');
  expect(await within(dialog).findByLabelText(/^Package size/)).toBeInTheDocument();
  await user.click(within(dialog).getByRole('radio', { name: 'iOS' }));
  expect(within(dialog).queryByLabelText(/^Package size/)).not.toBeInTheDocument();
});

test('the rollout share of a published version can be changed, with its version number sent', async () => {
  const page = await show('?tab=versions&open=9', { 'config.App/setGray': DONE });
  await screen.findByRole('figure', { name: 'Download QR code' });
  const drawer = screen.getByRole('dialog');
  await user.click(await within(drawer).findByRole('button', { name: /^Set rollout share/ }));
  const dialog = within(await dialogTitled(/Set rollout share/));
  const share = dialog.getByLabelText(/Rollout share/);
  await user.clear(share);
  await user.type(share, '10');
  await user.click(dialog.getByRole('button', { name: 'Set rollout share' }));
  await waitFor(() => expect(page.to('config.App/setGray')).toHaveLength(1));
  expect(page.to('config.App/setGray')[0]?.body).toMatchObject({ id: 9, version: 2, grayPercent: 10 });
});

test('users who may not add versions get no button, and the address opens no form', async () => {
  await show('?tab=versions&form=new', {}, () => false);
  expect(await screen.findByText('1.2.0')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Add version' })).not.toBeInTheDocument();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});
