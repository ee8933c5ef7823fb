import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { queryClient } from '@/app/request/queryClient';
import { setToken } from '@/app/session/token';
import { type Answers, type Call, dispatch, open, personInfo, serve, state, where } from '@/testing';
import { listAnswer, type Row } from '@/ui/testing';

/* Bell and page in the whole console: real layouts, models and router. */

const PERSON = personInfo({
  permission: [1, 2, 5, 10, 11, 502],
  unread: { notification: 0, message: 0, event: 2 },
});
const AT = '2026-03-01T09:30:00+08:00';
type NoticeRow = Row<'dashboard.Notice/getList'>;
const row = (id: number, more: Partial<NoticeRow> = {}): NoticeRow => ({
  id,
  type: 'event',
  typeText: 'Event',
  source: 'team',
  sourceText: 'Stations',
  title: `Notice ${id}`,
  content: `Content ${id}`,
  link: `/nowhere?open=${id}`,
  count: 1,
  read: false,
  at: AT,
  actions: ['open', 'read', 'remove'],
  ...more,
});
const list = (rows: NoticeRow[]) => ({ data: listAnswer(rows, {}) });
const pair = (total: number, unread: number) => ({ total, unread });
const counts = (total: number, unread: number) => ({
  total,
  unread,
  types: { notification: pair(0, 0), message: pair(0, 0), event: pair(total, unread) },
});
const done = (total: number, unread: number) => ({
  data: { success: 1, failed: [], counts: counts(total, unread) },
});
const RULE: Row<'dashboard.Notice/getRules'> = {
  event: 'loginRisk',
  enabled: true,
  threshold: null,
  channels: ['inSite'],
  identityIds: [11],
  accountIds: [],
  teamAdmins: false,
  mergeMin: 10,
  quiet: null,
  eventText: 'Sign-in risk',
  help: 'An account signed in on a new device.',
  ofTeam: false,
  receiverText: 'Owner identity',
  version: 0,
  updatedAt: null,
  updatedByName: '',
};

let calls: Call[];
async function start(path: string, answers: Answers = {}) {
  queryClient.clear();
  localStorage.clear();
  setToken('token-1', false);
  calls = serve({
    'site.Site/getSiteInfo': { data: PERSON },
    'common.Preference/getAll': { data: { values: {} } },
    'site.Monitor/pageView': { data: {} },
    'dashboard.Notice/getUnread': { data: counts(2, 2) },
    'dashboard.Notice/getList': list([row(1), row(2, { count: 3, read: true, actions: ['open', 'remove'] })]),
    'dashboard.Notice/stream': { code: 42901, msg: '', data: null },
    'dashboard.Notice/read': done(2, 1),
    'dashboard.Notice/readAll': done(2, 0),
    'dashboard.Notice/remove': done(1, 1),
    'dashboard.Notice/clear': done(0, 0),
    'dashboard.Notice/getRules': { data: { list: [RULE], smsSimulated: true, smsQuota: null } },
    'common.Option/getOptions': {
      data: { identities: [{ value: 11, label: 'Owner identity' }], colleagues: [{ value: 21, label: 'Wang' }] },
    },
    ...answers,
  });
  const [pathname = '', search = ''] = path.split('?');
  await open(pathname, search === '' ? '' : `?${search}`);
}
const sent = (address: string) => calls.filter((call) => call.address === `dashboard.Notice/${address}`);
const bell = () => screen.findByRole('button', { name: /^Notices, / });
const heading = () => screen.findByRole('heading', { level: 1, name: 'Notice management' });

describe('the bell', () => {
  const openBell = async (answers = {}) => {
    await start('/dashboard/noticeManage?tab=rules', answers);
    fireEvent.click(await bell());
    return screen.findByRole('dialog', { name: 'Latest notices' });
  };

  test('tells how many are unread, also to who does not see it', async () => {
    await start('/dashboard/noticeManage?tab=rules');
    expect(await bell()).toHaveAccessibleName('Notices, 2 unread');
    expect(await bell()).toHaveTextContent('2');
  });

  test('opens at the type that has something unread, and reads its newest', async () => {
    const panel = await openBell();
    expect(await within(panel).findByRole('tab', { selected: true })).toHaveTextContent('Events 2');
    expect(await within(panel).findByText('Notice 1')).toBeVisible();
    expect(within(panel).getByText('3 times')).toBeVisible();
    expect(sent('getList').at(-1)?.input).toMatchObject({ type: 'event' });
  });

  test('opening a notice marks it read, closes the panel and follows the link', async () => {
    const panel = await openBell();
    fireEvent.click(await within(panel).findByText('Notice 1'));
    await waitFor(() => expect(where()).toBe('/nowhere?open=1'));
    expect(sent('read').at(-1)?.input).toEqual({ ids: [1] });
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Latest notices' })).toBeNull());
    expect(await bell()).toHaveAccessibleName('Notices, 1 unread');
  });

  test('clearing names the number, asks, and then counts again', async () => {
    const panel = await openBell({ 'dashboard.Notice/getUnread': { data: counts(12, 2) } });
    fireEvent.click(await within(panel).findByRole('button', { name: 'Clear' }));
    expect(await within(panel).findByText('Events: delete all 12?')).toBeVisible();
    expect(sent('clear')).toHaveLength(0);
    fireEvent.click(within(panel).getByRole('button', { name: 'Delete all' }));
    expect(await within(panel).findByText('What happens at stations and with riders stands here.')).toBeVisible();
    expect(sent('clear')[0]?.input).toEqual({ type: 'event' });
    expect(state().user).toMatchObject({ totalCount: 0, unreadCount: 0 });
    expect(await bell()).toHaveAccessibleName('Notices, none unread');
  });

  test('all of a type are marked read at once', async () => {
    const panel = await openBell();
    fireEvent.click(await within(panel).findByRole('button', { name: 'Mark all read' }));
    await waitFor(() => expect(state().user.unreadCount).toBe(0));
    expect(sent('readAll')[0]?.input).toEqual({ type: 'event' });
  });

  test('each type has its own empty sentence, and a list that fails can be tried again', async () => {
    const panel = await openBell({
      'dashboard.Notice/getList': ({ type }: Record<string, unknown>) =>
        type === 'message' ? list([]) : { code: 50001, msg: 'System busy', data: null },
    });
    expect(await within(panel).findByText('The notices did not load')).toBeVisible();
    expect(within(panel).getByRole('button', { name: 'Try again' })).toBeVisible();
    fireEvent.click(within(panel).getByRole('tab', { name: 'Messages' }));
    expect(await within(panel).findByText('What concerns you stands here, such as a new identity.')).toBeVisible();
  });

  test('Escape closes it and gives the focus back; “View all” leads to the page', async () => {
    const panel = await openBell();
    expect(within(panel).getByRole('link', { name: 'View all' })).toHaveAttribute('href', '/dashboard/noticeManage');
    fireEvent.keyDown(window, { key: 'Escape' });
    expect(screen.queryByRole('dialog', { name: 'Latest notices' })).toBeNull();
    expect(await bell()).toHaveFocus();
  });
});

test('another person gets a line of his own: what the former one is told never comes to his screen', async () => {
  let user = PERSON;
  await start('/dashboard/noticeManage?tab=rules', { 'site.Site/getSiteInfo': () => ({ data: user }) });
  await bell();
  await waitFor(() => expect(sent('stream')).toHaveLength(1));
  expect(sent('stream')[0]?.headers.get('authorization')).toBe('token-1');
  user = { ...PERSON, id: 2 };
  setToken('token-2', false);
  await dispatch({ type: 'user/fetchCurrent' });
  await waitFor(() => expect(sent('stream').at(-1)?.headers.get('authorization')).toBe('token-2'));
});

describe('my notices', () => {
  test('the address keeps the filters', async () => {
    await start('/dashboard/noticeManage?type=event&read=false&atFrom=2026-02-01&atTo=2026-03-01');
    await heading();
    await waitFor(() =>
      expect(sent('getList')[0]?.input).toMatchObject({
        type: 'event',
        read: 'false',
        atFrom: '2026-02-01',
        atTo: '2026-03-01',
      }),
    );
  });

  test('open marks read without asking and follows the link', async () => {
    await start('/dashboard/noticeManage');
    fireEvent.click(await screen.findByRole('button', { name: 'Open Notice 1' }));
    await waitFor(() => expect(where()).toBe('/nowhere?open=1'));
    expect(sent('read')[0]?.input).toEqual({ ids: [1] });
    expect(state().user.unreadCount).toBe(1);
  });

  test('several are marked read at once; what is gone meanwhile is told', async () => {
    await start('/dashboard/noticeManage', {
      'dashboard.Notice/read': {
        data: {
          success: 1,
          failed: [{ id: 2, no: '2', code: 40401, msg: 'Not found or deleted' }],
          counts: counts(1, 0),
        },
      },
    });
    await screen.findByRole('button', { name: 'More Notice 1' });
    fireEvent.click(screen.getByRole('checkbox', { name: /select all/i }));
    const bar = await screen.findByRole('region', { name: /bulk|selected|selection/i });
    fireEvent.click(within(bar).getByRole('button', { name: 'Mark read' }));
    await waitFor(() => expect(sent('read')[0]?.input).toEqual({ ids: [1, 2] }));
    expect(await screen.findByText(/Not found or deleted/)).toBeInTheDocument();
  });

  test('deleting asks first', async () => {
    await start('/dashboard/noticeManage');
    fireEvent.click(await screen.findByRole('button', { name: 'More Notice 1' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    expect(
      await screen.findByText('Deletes “Notice 1”. It can be taken back within 10 minutes under “My last actions”.'),
    ).toBeInTheDocument();
    expect(sent('remove')).toHaveLength(0);
    fireEvent.click(screen.getByRole('button', { name: 'Delete', hidden: true }));
    await waitFor(() => expect(sent('remove')[0]?.input).toEqual({ ids: [1] }));
  });

  test('a type is cleared after a question that names the number; both counts follow', async () => {
    await start('/dashboard/noticeManage', { 'dashboard.Notice/getUnread': { data: counts(12, 2) } });
    const button = await screen.findByRole('button', { name: 'Clear by type' });
    await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'false'));
    fireEvent.click(button);
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Events 12' }));
    expect(await screen.findByText('Events: delete all 12?')).toBeInTheDocument();
    fireEvent.click(screen.getByRole('button', { name: 'Delete all', hidden: true }));
    await waitFor(() => expect(sent('clear')[0]?.input).toEqual({ type: 'event' }));
    await waitFor(() => expect(state().user).toMatchObject({ totalCount: 0, unreadCount: 0 }));
  });
});

describe('notice rules', () => {
  test('who may not edit them sees no tab', async () => {
    await start('/dashboard/noticeManage?tab=rules', {
      'site.Site/getSiteInfo': { data: { ...PERSON, permission: [1, 2, 5] } },
    });
    await heading();
    expect(screen.queryByRole('tab', { name: 'Notice rules' })).toBeNull();
    expect(await screen.findByText('Notice 1')).toBeVisible();
  });

  const openRule = async (answers = {}) => {
    await start('/dashboard/noticeManage?tab=rules', answers);
    fireEvent.click(await screen.findByRole('button', { name: 'Edit “Sign-in risk”' }));
    return screen.findByRole('dialog');
  };

  test('the drawer stands in the address; saving sends the whole rule with its version', async () => {
    const drawer = await openRule({
      'dashboard.Notice/saveRule': {
        data: { id: 5, state: 'on', stateText: 'On', version: 1, message: 'Rule “Sign-in risk” saved' },
      },
    });
    expect(where()).toBe('/dashboard/noticeManage?tab=rules&rule=loginRisk');
    fireEvent.change(within(drawer).getByLabelText(/Merging/), { target: { value: '20' } });
    fireEvent.click(within(drawer).getByRole('button', { name: 'Save rule' }));
    await waitFor(() => expect(sent('saveRule')).toHaveLength(1));
    expect(sent('saveRule')[0]?.input).toEqual({
      event: 'loginRisk',
      enabled: true,
      threshold: null,
      channels: ['inSite'],
      identityIds: [11],
      accountIds: [],
      teamAdmins: false,
      mergeMin: 20,
      quiet: null,
      version: 0,
    });
    expect(await screen.findByText('Rule “Sign-in risk” saved')).toBeVisible();
    await waitFor(() => expect(where()).toBe('/dashboard/noticeManage?tab=rules'));
  });

  test('what the server refuses stands at its field', async () => {
    const drawer = await openRule({
      'dashboard.Notice/saveRule': {
        code: 40001,
        msg: 'Invalid parameters',
        data: { errors: [{ field: 'identityIds', rule: 'receivers', message: 'Choose at least one receiver' }] },
      },
    });
    fireEvent.click(within(drawer).getByRole('button', { name: 'Save rule' }));
    expect(await within(drawer).findByText('Choose at least one receiver')).toBeVisible();
  });

  test('quiet hours are asked for only with text messages, and both ends together', async () => {
    await openRule({
      'dashboard.Notice/getRules': {
        data: {
          list: [{ ...RULE, channels: ['sms'], quiet: { from: '22:00', to: '07:00' } }],
          smsSimulated: false,
          smsQuota: 12,
        },
      },
    });
    const drawer = screen.getByRole('dialog');
    expect(within(drawer).getByText('Text messages left: 12')).toBeVisible();
    fireEvent.change(within(drawer).getByLabelText(/Quiet until/), { target: { value: '' } });
    await act(async () => {
      fireEvent.click(within(drawer).getByRole('button', { name: 'Save rule' }));
    });
    expect(sent('saveRule')).toHaveLength(0);
    expect(within(drawer).getByText(/Please input Quiet until/)).toBeVisible();
  });
});

describe('approvals', () => {
  type Proposal = Row<'approval.Proposal/getList'>;
  const proposal = (more: Partial<Proposal> = {}): Proposal => ({
    id: 7,
    version: 1,
    title: 'Change of an identity',
    objectNo: 'Cashier',
    makerName: 'Li Lei',
    createdAt: AT,
    expireAt: '2026-03-08T09:30:00+08:00',
    status: 'pending',
    statusText: 'Waiting',
    decidedByName: null,
    decidedAt: null,
    note: '',
    changes: [{ field: 'ruleIds', label: 'Permissions', before: '', after: 'Pay withdrawals' }],
    actions: ['approve', 'reject'],
    ...more,
  });
  const box = (rows: Proposal[]) => ({ data: listAnswer(rows, { forMe: rows.length, byMe: 0 }) });
  const page = (answers: Parameters<typeof start>[1]) => start('/dashboard/noticeManage?tab=approvals', answers);
  const asked = (address: string) => calls.filter((call) => call.address === `approval.Proposal/${address}`);

  test('what would change is told field by field, and approving names the proposer and asks first', async () => {
    await page({
      'approval.Proposal/getList': box([proposal()]),
      'approval.Proposal/approve': {
        data: { id: 7, state: 'approved', stateText: 'Approved', version: 2, message: 'Approved and in force' },
      },
    });
    const row = await screen.findByRole('row', { name: /Cashier/ });
    expect(row).toHaveTextContent('Permissions (nothing) → Pay withdrawals');
    fireEvent.click(within(row).getByRole('button', { name: /^Approve / }));
    expect(await screen.findByText(/proposed by Li Lei\? It takes effect at once/)).toBeInTheDocument();
    expect(asked('approve')).toHaveLength(0);
    fireEvent.click(screen.getByRole('button', { name: 'Approve', hidden: true }));
    await waitFor(() => expect(asked('approve')[0]?.input).toEqual({ id: 7, version: 1 }));
    expect(asked('approve')[0]?.headers.get('idempotency-key')).toBeTruthy();
  });

  test('one’s own proposal can only be taken back', async () => {
    await page({
      'approval.Proposal/getList': box([proposal({ actions: ['withdraw'] })]),
      'approval.Proposal/withdraw': { data: { id: 7, state: 'withdrawn', stateText: 'Withdrawn', version: 2 } },
    });
    const row = await screen.findByRole('row', { name: /Cashier/ });
    expect(within(row).queryByRole('button', { name: /^Approve / })).toBeNull();
    fireEvent.click(within(row).getByRole('button', { name: /^More / }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Withdraw' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Withdraw', hidden: true }));
    await waitFor(() => expect(asked('withdraw')[0]?.input).toEqual({ id: 7, version: 1 }));
  });

  test('with nothing to approve the page says what would appear here', async () => {
    await page({ 'approval.Proposal/getList': box([]) });
    expect(await screen.findByText(/Nothing waits for your approval/)).toBeVisible();
  });
});
