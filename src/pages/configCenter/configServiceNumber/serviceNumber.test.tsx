import type { Data } from '@contract/index';
import { SERVICE_NUMBER } from '@contract/serviceNumber.settings';
import { SERVICE_REPLY } from '@contract/serviceReply.settings';
import type { SettingGroup } from '@contract/settings';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { platformAnswer, settingAnswer } from '@/features/settings/testing';
import { dialogTitled, refusal, renderPage } from '@/ui/testing';
import ServiceNumberPage from '.';

const AT = '/configCenter/configServiceNumber';
const TIME = '2026-03-01T11:50:00+08:00';
const user = userEvent.setup();

const setting = (group: SettingGroup) =>
  settingAnswer(group, {
    platform:
      group.platform &&
      platformAnswer({
        ...{ state: 'incomplete', stateText: 'Incomplete', missing: ['AppID'] },
        ...{ environment: 'simulator', environmentText: 'Simulator' },
        callbacks: [{ label: 'Server address', url: 'https://console.example.com/api/callback.ServiceNumber/event' }],
      }),
    simulated: true,
  });
const entry = { name: 'Order', type: 'view', url: 'https://m.example.cn/', key: '', appId: '', page: '' } as const;
const stored: Data<'config.ServiceNumber/getMenu'> = {
  menu: [{ ...entry, children: [] }],
  version: 3,
  publishedAt: TIME,
  publishedByName: 'Lin',
  mayEdit: true,
};
const DONE = { id: 9, state: 'saved', stateText: 'In force', version: 4, message: 'Menu published' };
const show = (tab = '', answers: object = {}, mayEdit = true) =>
  renderPage(<ServiceNumberPage />, {
    at: `${AT}${tab}`,
    answers: {
      'config.ServiceNumber/get': setting(SERVICE_NUMBER.groups.serviceNumber),
      'config.ServiceNumber/getReply': setting(SERVICE_REPLY.groups.serviceReply),
      'config.ServiceNumber/getMenu': { ...stored, mayEdit },
      ...answers,
    },
  } as never);
const MENU = '?tab=serviceMenu';

test('the parameters show the server address, and its check shows the result', async () => {
  await show('', { 'config.ServiceNumber/verifyServer': refusal(42333, 'Test failed: no answer') });
  expect(await screen.findByText(/callback\.ServiceNumber\/event/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Verify server address' }));
  expect(await screen.findByText('Test failed: no answer')).toBeInTheDocument();
});

test('a menu is edited and published as a whole after a confirmation', async () => {
  const page = await show(MENU, { 'config.ServiceNumber/publishMenu': DONE });
  await user.click(await screen.findByRole('button', { name: 'Add sub-entry' }));
  const [, below] = screen.getAllByRole('textbox', { name: 'Name' });
  await user.type(below as HTMLElement, 'Mine');
  await user.type(screen.getByRole('textbox', { name: 'Address' }), 'https://m.example.cn/me');
  await user.click(screen.getByRole('button', { name: 'Publish menu' }));
  await dialogTitled('Publish menu');
  expect(page.to('config.ServiceNumber/publishMenu')).toHaveLength(0);
  await user.click(screen.getAllByRole('button', { name: 'Publish menu' }).at(-1) as HTMLElement);
  await waitFor(() => expect(page.to('config.ServiceNumber/publishMenu')).toHaveLength(1));
  expect(page.to('config.ServiceNumber/publishMenu')[0]?.body).toEqual({
    version: 3,
    menu: [{ ...entry, children: [{ ...entry, name: 'Mine', url: 'https://m.example.cn/me' }] }],
  });
});

const publishMenu = async () => {
  await user.click(await screen.findByRole('button', { name: 'Publish menu' }));
  await dialogTitled('Publish menu');
  await user.click(screen.getAllByRole('button', { name: 'Publish menu' }).at(-1) as HTMLElement);
};

test('a menu that another user published meanwhile is compared, and the own entries stay', async () => {
  const theirs = { ...stored, version: 4, menu: [{ ...entry, name: 'Shop', children: [] }] };
  const page = await show(MENU, {
    'config.ServiceNumber/publishMenu': ({ body }: { body: { version: number } }) =>
      body.version === 4 ? DONE : refusal(40901, 'Changed', { current: null, changedBy: 'Wu Yu', changedAt: null }),
  });
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 's');
  page.answer('config.ServiceNumber/getMenu', theirs as never);
  await publishMenu();
  expect(await screen.findByText(/By Wu Yu/)).toBeInTheDocument();
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Orders');
  expect(within(screen.getByRole('row', { name: /^Menu/ })).getByText(/Shop/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Use all mine' }));
  await user.click(screen.getByRole('button', { name: 'Save these values' }));
  await dialogTitled('Publish menu');
  await user.click(screen.getAllByRole('button', { name: 'Publish menu' }).at(-1) as HTMLElement);
  await waitFor(() => expect(page.to('config.ServiceNumber/publishMenu')).toHaveLength(2));
  expect(page.to('config.ServiceNumber/publishMenu')[1]?.body).toMatchObject({
    version: 4,
    menu: [{ name: 'Orders' }],
  });
});

test('leaving a changed menu asks first, and its draft is offered at the next visit', async () => {
  const page = await show(MENU);
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 's');
  await user.click(screen.getByRole('tab', { name: 'Replies' }));
  const dialog = await dialogTitled('Leave this page?');
  await user.click(within(dialog).getByRole('button', { name: 'Leave without saving' }));
  await waitFor(() => expect(page.history.location.search).toBe('?tab=serviceReply'));
  await user.click(screen.getByRole('tab', { name: 'Menu' }));
  await user.click(await screen.findByRole('button', { name: 'Continue' }));
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Orders');
});

test('an error in an entry is shown at the entry', async () => {
  const errors = [{ field: 'menu.0.url', rule: 'url', message: 'Enter an address' }];
  await show(MENU, { 'config.ServiceNumber/publishMenu': refusal(40001, 'Invalid parameters', { errors }) });
  await publishMenu();
  expect(await screen.findByText('Enter an address')).toBeInTheDocument();
  expect(screen.getByRole('textbox', { name: 'Address' })).toBeInvalid();
});

test('a name that is too long for the platform is marked at once', async () => {
  await show(MENU);
  const name = await screen.findByRole('textbox', { name: 'Name' });
  await user.clear(name);
  await user.type(name, '五个汉字长');
  expect(screen.getByText('At most 4 Chinese characters or 8 letters')).toBeInTheDocument();
});

test('there are at most three entries, and five below each', async () => {
  const children = Array.from({ length: 5 }, () => ({ ...entry }));
  const menu = Array.from({ length: 3 }, () => ({ ...entry, children }));
  await show(MENU, { 'config.ServiceNumber/getMenu': { ...stored, menu } });
  expect(await screen.findByRole('button', { name: 'Add entry' })).toBeDisabled();
  for (const button of screen.getAllByRole('button', { name: 'Add sub-entry' })) expect(button).toBeDisabled();
});

test('users who may not edit only see the menu', async () => {
  await show(MENU, {}, false);
  expect(await screen.findByRole('textbox', { name: 'Name' })).toBeDisabled();
  expect(screen.queryByRole('button', { name: 'Publish menu' })).not.toBeInTheDocument();
});

test('replies are saved under their version', async () => {
  const page = await show('?tab=serviceReply', { 'config.ServiceNumber/saveReply': DONE });
  await user.type(await screen.findByLabelText(/Reply to a new follower/), 'Welcome');
  await user.click(screen.getByRole('button', { name: 'Save settings' }));
  await waitFor(() => expect(page.to('config.ServiceNumber/saveReply')).toHaveLength(1));
  expect(page.to('config.ServiceNumber/saveReply')[0]?.body).toMatchObject({
    group: 'serviceReply',
    values: { follow: 'Welcome', keywords: [] },
    version: 3,
  });
});
