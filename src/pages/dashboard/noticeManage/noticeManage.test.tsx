import type { Data } from '@contract/index';
import { UNATTENDED_HEADER } from '@contract/limits';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { followNotices } from '@/app/noticeStream';
import { queryClient } from '@/app/request/queryClient';
import { setToken } from '@/app/session/token';
import { type Answers, type Call, dispatch, open, personInfo, serve, state, where } from '@/testing';
import { listAnswer, type Row } from '@/ui/testing';

/* These tests run the bell and the page in the whole console, with real layouts, models and router. */

jest.mock('@/app/noticeStream', () => {
  const stream = jest.requireActual('@/app/noticeStream');
  return { ...stream, followNotices: jest.fn(stream.followNotices) };
});

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
  announcements: { unread: 0, popups: 0 },
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
    'approval.Case/getCounts': { data: { forMe: 0, byMe: 0, types: [] } },
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

  test('announces the unread count, also to screen readers', async () => {
    await start('/dashboard/noticeManage?tab=rules');
    expect(await bell()).toHaveAccessibleName('Notices, 2 unread');
    expect(await bell()).toHaveTextContent('2');
  });

  test('opens at the first type with unread notices and loads its newest', async () => {
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

  test('clearing names the number, asks for confirmation, and refreshes the count', async () => {
    const panel = await openBell({ 'dashboard.Notice/getUnread': { data: counts(12, 2) } });
    fireEvent.click(await within(panel).findByRole('button', { name: 'Clear' }));
    expect(await within(panel).findByText('Events: delete all 12?')).toBeVisible();
    expect(sent('clear')).toHaveLength(0);
    fireEvent.click(within(panel).getByRole('button', { name: 'Delete all' }));
    expect(await within(panel).findByText('Events at stations and with riders appear here.')).toBeVisible();
    expect(sent('clear')[0]?.input).toEqual({ type: 'event' });
    expect(state().user).toMatchObject({ totalCount: 0, unreadCount: 0 });
    expect(await bell()).toHaveAccessibleName('Notices, none unread');
  });

  test('while the number of notices is not known, they cannot be deleted, and the number can be loaded again', async () => {
    let isBroken = true;
    const panel = await openBell({
      'dashboard.Notice/getUnread': () =>
        isBroken ? { code: 50001, msg: 'System busy', data: null } : { data: counts(12, 2) },
    });
    fireEvent.click(await within(panel).findByRole('button', { name: 'Clear' }));
    expect(await within(panel).findByText(/^The data could not be loaded/)).toBeVisible();
    expect(within(panel).queryByRole('button', { name: 'Delete all' })).toBeNull();
    isBroken = false;
    fireEvent.click(within(panel).getByRole('button', { name: 'Retry' }));
    expect(await within(panel).findByText('Events: delete all 12?')).toBeVisible();
    expect(within(panel).getByRole('button', { name: 'Delete all' })).toBeVisible();
  });

  test('all of a type are marked read at once', async () => {
    const panel = await openBell();
    fireEvent.click(await within(panel).findByRole('button', { name: 'Mark all read' }));
    await waitFor(() => expect(state().user.unreadCount).toBe(0));
    expect(sent('readAll')[0]?.input).toEqual({ type: 'event' });
  });

  test('each type has its own empty state, and a failed list can be retried', async () => {
    const panel = await openBell({
      'dashboard.Notice/getList': ({ type }: Record<string, unknown>) =>
        type === 'message' ? list([]) : { code: 50001, msg: 'System busy', data: null },
    });
    expect(await within(panel).findByText('The notices did not load')).toBeVisible();
    expect(within(panel).getByRole('button', { name: 'Retry' })).toBeVisible();
    fireEvent.click(within(panel).getByRole('tab', { name: 'Messages' }));
    expect(await within(panel).findByText('Messages to you appear here, such as a new identity.')).toBeVisible();
  });

  test('after missed events, an open panel reloads its notices; a failure leaves them unchanged and shows no message', async () => {
    jest.mocked(followNotices).mockClear();
    let answer: ReturnType<typeof list> | { code: number; msg: string; data: null } = list([row(1)]);
    const panel = await openBell({ 'dashboard.Notice/getList': () => answer });
    expect(await within(panel).findByText('Notice 1')).toBeVisible();
    await waitFor(() => expect(followNotices).toHaveBeenCalled(), { timeout: 10_000 });
    const follower = jest.mocked(followNotices).mock.calls.at(-1)?.[0];
    answer = list([row(3), row(1, { read: true })]);
    act(() => follower?.reset());
    expect(await within(panel).findByText('Notice 3')).toBeVisible();
    expect(within(panel).getByText('Notice 1')).toBeVisible();
    const { headers } = sent('getList').at(-1) as Call;
    expect(headers.get(UNATTENDED_HEADER)).toBe('1');
    answer = { code: 50001, msg: 'Out of order', data: null };
    const before = sent('getList').length;
    act(() => follower?.reset());
    await waitFor(() => expect(sent('getList').length).toBeGreaterThan(before));
    await act(async () => undefined);
    expect(within(panel).getByText('Notice 3')).toBeVisible();
    expect(screen.queryByText('Out of order')).toBeNull();
  });

  test('Escape closes it and gives the focus back; “View all” leads to the page', async () => {
    const panel = await openBell();
    expect(within(panel).getByRole('link', { name: 'View all' })).toHaveAttribute('href', '/dashboard/noticeManage');
    fireEvent.keyDown(window, { key: 'Escape' });
    expect(screen.queryByRole('dialog', { name: 'Latest notices' })).toBeNull();
    expect(await bell()).toHaveFocus();
  });
});

test('another user gets their own event stream and never sees notices of the previous user', async () => {
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
  test('the address contains the filters', async () => {
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

  test('opening a notice marks it read without a confirmation and follows the link', async () => {
    await start('/dashboard/noticeManage');
    fireEvent.click(await screen.findByRole('button', { name: 'Open Notice 1' }));
    await waitFor(() => expect(where()).toBe('/nowhere?open=1'));
    expect(sent('read')[0]?.input).toEqual({ ids: [1] });
    expect(state().user.unreadCount).toBe(1);
  });

  test('several are marked read at once; missing ones are reported', async () => {
    await start('/dashboard/noticeManage', {
      'dashboard.Notice/read': {
        data: {
          success: 0,
          failed: [{ id: 1, no: '1', code: 40401, msg: 'Not found or deleted' }],
          counts: counts(1, 0),
        },
      },
    });
    await screen.findByRole('button', { name: 'More Notice 1' });
    fireEvent.click(screen.getByRole('checkbox', { name: /select all/i }));
    const bar = await screen.findByRole('region', { name: /bulk|selected|selection/i });
    fireEvent.click(within(bar).getByRole('button', { name: 'Mark read (1 of 2)' }));
    await waitFor(() => expect(sent('read')[0]?.input).toEqual({ ids: [1] }));
    expect(await screen.findByText(/Not found or deleted/)).toBeInTheDocument();
  });

  test('deleting asks for confirmation', async () => {
    await start('/dashboard/noticeManage');
    fireEvent.click(await screen.findByRole('button', { name: 'More Notice 1' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    expect(
      await screen.findByText('Deletes “Notice 1”. It can be undone within 10 minutes under “My last actions”.'),
    ).toBeInTheDocument();
    expect(sent('remove')).toHaveLength(0);
    fireEvent.click(screen.getByRole('button', { name: 'Delete', hidden: true }));
    await waitFor(() => expect(sent('remove')[0]?.input).toEqual({ ids: [1] }));
  });

  test('a type is cleared after a confirmation that names the number; both counts are refreshed', async () => {
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

  test('numbers that could not be loaded are not shown as nothing to clear, and can be loaded again', async () => {
    const busy = { code: 50001, msg: 'System busy', data: null };
    await start('/dashboard/noticeManage', { 'dashboard.Notice/getUnread': busy });
    const button = await screen.findByRole('button', { name: 'Clear by type' });
    await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'false'));
    expect(button).not.toHaveAttribute('title');
    fireEvent.click(button);
    expect(await screen.findByRole('group', { name: 'The data could not be loaded' })).toBeInTheDocument();
    const before = sent('getUnread').length;
    fireEvent.click(screen.getByRole('menuitem', { name: 'Retry' }));
    await waitFor(() => expect(sent('getUnread').length).toBeGreaterThan(before));
  });

  test('without notices there is nothing to clear', async () => {
    await start('/dashboard/noticeManage', { 'dashboard.Notice/getUnread': { data: counts(0, 0) } });
    const button = await screen.findByRole('button', { name: 'Clear by type' });
    await waitFor(() => expect(button).toHaveAttribute('title', 'There is nothing to clear'));
    expect(button).toHaveAttribute('aria-disabled', 'true');
  });
});

describe('notice rules', () => {
  test('users who may not edit notice rules see no tab', async () => {
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

  test('the address contains the drawer; saving sends the whole rule with its version', async () => {
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

  test('a balance threshold is shown as an amount, typed in yuan and sent in fen', async () => {
    await start('/dashboard/noticeManage?tab=rules', {
      'dashboard.Notice/getRules': {
        data: {
          list: [
            { ...RULE, event: 'certExpiring', eventText: 'Certificates expiring', threshold: 30 },
            { ...RULE, event: 'balanceBelow', eventText: 'Merchant number balance is low', threshold: 1_000_000 },
          ],
          smsSimulated: true,
          smsQuota: null,
        },
      },
      'dashboard.Notice/saveRule': { data: { id: 5, state: 'on', stateText: 'On', version: 1, message: 'Saved' } },
    });
    expect(await screen.findByRole('row', { name: /Certificates expiring/ })).toHaveTextContent('30 days ahead');
    expect(screen.getByRole('row', { name: /balance is low/ })).toHaveTextContent('Below ¥10,000.00');
    fireEvent.click(screen.getByRole('button', { name: 'Edit “Merchant number balance is low”' }));
    const drawer = await screen.findByRole('dialog');
    const field = within(drawer).getByLabelText(/Balance below/);
    expect(field).toHaveValue('10000.00');
    const save = within(drawer).getByRole('button', { name: 'Save rule' });
    fireEvent.change(field, { target: { value: '10000000.01' } });
    fireEvent.click(save);
    expect(await within(drawer).findByText(/Balance below must be between/)).toBeVisible();
    fireEvent.change(field, { target: { value: '2500.5' } });
    fireEvent.click(save);
    await waitFor(() => expect(sent('saveRule')).toHaveLength(1));
    expect(sent('saveRule')[0]?.input).toMatchObject({ event: 'balanceBelow', threshold: 250_050 });
  });

  test('an error from the server is shown at its field', async () => {
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

  test('quiet hours are required only with text messages, and both ends together', async () => {
    await openRule({
      'dashboard.Notice/getRules': {
        data: {
          list: [{ ...RULE, channels: ['sms'], quiet: { from: '22:00', to: '07:00' } }],
          smsSimulated: false,
          smsQuota: 12_000,
        },
      },
    });
    const drawer = screen.getByRole('dialog');
    expect(within(drawer).getByText('SMS left: 12,000')).toBeVisible();
    fireEvent.change(within(drawer).getByLabelText(/Quiet hours until/), { target: { value: '' } });
    await act(async () => {
      fireEvent.click(within(drawer).getByRole('button', { name: 'Save rule' }));
    });
    expect(sent('saveRule')).toHaveLength(0);
    expect(within(drawer).getByText(/Please input Quiet hours until/)).toBeVisible();
  });
});

describe('approvals', () => {
  type Document = Row<'approval.Case/getList'>;
  const proposal = (more: Partial<Document> = {}): Document => ({
    key: 'proposal.7',
    type: 'proposal',
    typeText: 'Proposed change',
    id: 7,
    version: 1,
    no: '',
    title: 'Change of an identity',
    object: 'Cashier',
    makerName: 'Li Lei',
    amountFen: null,
    createdAt: AT,
    expireAt: '2026-03-08T09:30:00+08:00',
    state: 'pending',
    stateText: 'Waiting',
    decidedByName: null,
    decidedAt: null,
    note: '',
    link: '/dashboard/noticeManage?tab=approvals',
    actions: ['approve', 'reject'],
    ...more,
  });
  const adjust = (more: Partial<Document> = {}) =>
    proposal({
      key: 'fundAdjust.8',
      type: 'fundAdjust',
      typeText: 'Station adjustment',
      id: 8,
      version: 3,
      no: 'AD2026030100000008',
      title: 'Increase · Correction',
      object: 'Harbour',
      amountFen: 12_345,
      ...more,
    });
  const countsOf = (forMe: number, byMe: number) => ({
    forMe: forMe * 2,
    byMe: byMe * 2,
    types: ['proposal', 'fundAdjust'].map((type) => ({ type, typeText: type, forMe, byMe })),
  });
  const box = (rows: Document[], summary = countsOf(1, 0)) => ({ data: listAnswer(rows, summary) });
  const done = {
    data: { id: 7, state: 'approved', stateText: 'Approved', version: 2, message: 'Approved and in force' },
  };
  const detail = (row: Document, more: Partial<Data<'approval.Case/getDetail'>> = {}) => ({
    data: {
      ...row,
      facts: [],
      changes: [],
      evidence: [],
      history: [
        { key: '1', at: AT, text: 'Submit', byName: 'Li Lei', note: 'Counted twice', amountFen: null, txNo: null },
      ],
      ...more,
    },
  });
  const page = (answers: Parameters<typeof start>[1], query = '') =>
    start(`/dashboard/noticeManage?tab=approvals${query}`, {
      'approval.Case/getList': box([proposal(), adjust()]),
      ...answers,
    });
  const asked = (address: string) => calls.filter((call) => call.address === address);
  const lastAsked = () => asked('approval.Case/getList').at(-1)?.input;

  test('one list shows documents of every kind; each is decided by the call of its kind, after a confirmation', async () => {
    await page({ 'approval.Proposal/approve': done, 'finance.TeamFund/approveAdjust': done });
    const row = await screen.findByRole('row', { name: /Cashier/ });
    fireEvent.click(within(row).getByRole('button', { name: /^Approve / }));
    expect(
      await screen.findByText('Submitted by Li Lei: Change of an identity · Cashier. It takes effect at once.'),
    ).toBeInTheDocument();
    expect(asked('approval.Proposal/approve')).toHaveLength(0);
    fireEvent.click(screen.getByRole('button', { name: 'Approve', hidden: true }));
    await waitFor(() => expect(asked('approval.Proposal/approve')[0]?.input).toEqual({ id: 7, version: 1 }));
    expect(asked('approval.Proposal/approve')[0]?.headers.get('idempotency-key')).toBeTruthy();

    const money = await screen.findByRole('row', { name: /Harbour/ });
    expect(money).toHaveTextContent('123.45');
    fireEvent.click(within(money).getByRole('button', { name: 'Approve AD2026030100000008' }));
    expect(
      await screen.findByText('Submitted by Li Lei: Increase · Correction · Harbour · ¥123.45. It is posted at once.'),
    ).toBeInTheDocument();
    fireEvent.click(screen.getByRole('button', { name: 'Approve', hidden: true }));
    await waitFor(() => expect(asked('finance.TeamFund/approveAdjust')[0]?.input).toEqual({ id: 8, version: 3 }));
  });

  test('selected documents are decided by the bulk call of their kind; kinds without one report that for each document', async () => {
    const entry = adjust({
      key: 'fundAudit.9',
      type: 'fundAudit',
      typeText: 'Rider fund audit',
      id: 9,
      no: 'FA2026030100000009',
      object: 'Wang',
      amountFen: 500,
      actions: ['approve', 'return', 'reject'],
    });
    await page({
      'approval.Case/getList': box([entry, adjust()]),
      'fundAudit.Rider/bulk': { data: { success: 1, failed: [] } },
    });
    await screen.findByRole('row', { name: /Wang/ });
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
    fireEvent.click(
      within(screen.getByRole('region', { name: 'Bulk actions' })).getByRole('button', { name: 'Approve' }),
    );
    expect(await screen.findByText(/^2 documents\. ¥128\.45 in all\./)).toBeInTheDocument();
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Approve' }));
    await waitFor(() => expect(asked('fundAudit.Rider/bulk')[0]?.input).toEqual({ action: 'approve', ids: [9] }));
    const why = await screen.findByText('Documents of this kind are handled one by one');
    expect(why.closest('tr')).toHaveTextContent('AD2026030100000008');
    expect(asked('finance.TeamFund/approveAdjust')).toHaveLength(0);
  });

  test('a step with its own form is left to the page of its kind', async () => {
    const returned = adjust({
      type: 'fundAudit',
      object: 'Wang',
      state: 'returned',
      actions: ['resubmit', 'withdraw'],
    });
    await page({ 'approval.Case/getList': box([returned]) });
    const row = await screen.findByRole('row', { name: /Wang/ });
    fireEvent.click(within(row).getByRole('button', { name: /^More / }));
    const item = await screen.findByRole('menuitem', { name: 'Withdraw' });
    expect(item.closest('[role="menu"]')?.querySelectorAll('[role="menuitem"]')).toHaveLength(1);
  });

  test("a rejection needs a reason of its kind's length and sends it in its kind's field", async () => {
    await page({ 'approval.Proposal/reject': done, 'finance.TeamFund/rejectAdjust': done });
    const reject = async (name: RegExp, reason: string) => {
      const row = await screen.findByRole('row', { name });
      fireEvent.click(within(row).getByRole('button', { name: /^More / }));
      fireEvent.click(await screen.findByRole('menuitem', { name: 'Reject' }));
      fireEvent.change(await screen.findByLabelText(/^Reason/), { target: { value: reason } });
      fireEvent.click(screen.getByRole('button', { name: 'Reject', hidden: true }));
    };
    await reject(/Cashier/, 'no');
    await waitFor(() => expect(asked('approval.Proposal/reject')[0]?.input).toEqual({ id: 7, version: 1, note: 'no' }));
    await waitFor(() => expect(screen.queryByLabelText(/^Reason/)).toBeNull());
    await reject(/Harbour/, 'no');
    expect(await screen.findByText('Reason must be 5–200 characters')).toBeInTheDocument();
    expect(asked('finance.TeamFund/rejectAdjust')).toHaveLength(0);
    fireEvent.change(screen.getByLabelText(/^Reason/), { target: { value: ' Counted twice ' } });
    fireEvent.click(screen.getByRole('button', { name: 'Reject', hidden: true }));
    await waitFor(() =>
      expect(asked('finance.TeamFund/rejectAdjust')[0]?.input).toEqual({ id: 8, version: 3, reason: 'Counted twice' }),
    );
  });

  test("the user's own documents can only be withdrawn, by the call of each kind", async () => {
    await page({
      'approval.Case/getList': box([proposal({ actions: ['withdraw'] }), adjust({ actions: ['cancel'] })]),
      'approval.Proposal/withdraw': { data: { id: 7, state: 'withdrawn', stateText: 'Withdrawn', version: 2 } },
      'finance.TeamFund/cancelAdjust': { data: { id: 8, state: 'cancelled', stateText: 'Cancelled', version: 4 } },
    });
    const row = await screen.findByRole('row', { name: /Cashier/ });
    expect(within(row).queryByRole('button', { name: /^Approve / })).toBeNull();
    fireEvent.click(within(row).getByRole('button', { name: /^More / }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Withdraw' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Withdraw', hidden: true }));
    await waitFor(() => expect(asked('approval.Proposal/withdraw')[0]?.input).toEqual({ id: 7, version: 1 }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Withdraw', hidden: true })).toBeNull());
    const money = await screen.findByRole('row', { name: /Harbour/ });
    fireEvent.click(within(money).getByRole('button', { name: /^More / }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Cancel' }));
    const sendings = screen.getAllByRole('button', { name: 'Cancel', hidden: true });
    fireEvent.click(sendings.at(-1) as HTMLElement);
    // The step `cancelAdjust` sends no version.
    await waitFor(() => expect(asked('finance.TeamFund/cancelAdjust')[0]?.input).toEqual({ id: 8 }));
  });

  test('tab and cards show the waiting counts; a card filters the list, and the address contains box, kinds and page', async () => {
    await page({ 'approval.Case/getCounts': { data: countsOf(3, 2) } }, '&box=byMe&types=fundAdjust&page=1');
    expect(await screen.findByRole('tab', { name: 'Approvals (6)' })).toBeVisible();
    await waitFor(() => expect(lastAsked()).toMatchObject({ box: 'byMe', types: 'fundAdjust' }));
    fireEvent.click(await screen.findByRole('button', { name: /^Proposed change/ }));
    await waitFor(() => expect(lastAsked()).toMatchObject({ box: 'byMe', types: 'proposal' }));
    expect(where()).toContain('types=proposal');
    fireEvent.click(screen.getByRole('button', { name: /^Waiting for me/ }));
    await waitFor(() => expect(lastAsked()).toMatchObject({ box: 'forMe', types: 'proposal' }));
  });

  test('the current box is selected even if the address has none; a station filters list and cards', async () => {
    await page({}, '&teamIds=4');
    const forMe = await screen.findByRole('button', { name: /^Waiting for me/ });
    expect(forMe).toHaveAttribute('aria-pressed', 'true');
    expect(screen.getByRole('button', { name: /^Submitted by me/ })).toHaveAttribute('aria-pressed', 'false');
    expect(lastAsked()).toMatchObject({ teamIds: '4' });
    fireEvent.click(screen.getByRole('button', { name: /^Submitted by me/ }));
    await waitFor(() => expect(lastAsked()).toMatchObject({ box: 'byMe', teamIds: '4' }));
    expect(screen.getByRole('button', { name: /^Submitted by me/ })).toHaveAttribute('aria-pressed', 'true');
    expect(screen.getByRole('button', { name: /^Waiting for me/ })).toHaveAttribute('aria-pressed', 'false');
  });

  test('the address opens the drawer with changes, facts, evidence, history, and the same actions', async () => {
    await page(
      {
        'approval.Case/getDetail': detail(proposal(), {
          changes: [{ field: 'ruleIds', label: 'Permissions', before: '', after: 'Pay withdrawals' }],
          facts: [{ key: 'station', label: 'Station', value: 'Harbour', link: '/somewhere' }],
          evidence: [{ fileId: 5, name: 'receipt.png', url: '/file/5' }],
        }),
        'approval.Proposal/approve': done,
      },
      '&open=7',
    );
    const drawer = await screen.findByRole('dialog');
    expect(await within(drawer).findByRole('row', { name: /Permissions/ })).toHaveTextContent(
      'Permissions(none)Pay withdrawals',
    );
    expect(within(drawer).getByRole('link', { name: 'Harbour' })).toHaveAttribute('href', '/somewhere');
    expect(within(drawer).getByRole('link', { name: 'receipt.png' })).toHaveAttribute('href', '/file/5');
    expect(within(drawer).getByText('Counted twice')).toBeVisible();
    expect(asked('approval.Case/getDetail')[0]?.input).toMatchObject({ id: '7' });
    fireEvent.click(within(drawer).getByRole('button', { name: 'Approve' }));
    await screen.findByText(/It takes effect at once/);
    fireEvent.click(screen.getAllByRole('button', { name: 'Approve', hidden: true }).at(-1) as HTMLElement);
    await waitFor(() => expect(asked('approval.Proposal/approve')[0]?.input).toEqual({ id: 7, version: 1 }));
    await waitFor(() => expect(asked('approval.Case/getDetail').length).toBeGreaterThan(1));
    expect(where()).toBe('/dashboard/noticeManage?tab=approvals&open=7');
  });

  test('a document that the user may not open shows a message', async () => {
    await page({ 'approval.Case/getDetail': { code: 40302, msg: 'Outside of your stations', data: null } }, '&open=8');
    expect(await within(await screen.findByRole('dialog')).findByText(/Outside of your stations/)).toBeInTheDocument();
  });

  test('a failed list can be retried', async () => {
    await page({ 'approval.Case/getList': { code: 50001, msg: 'System busy', data: null } });
    expect(await screen.findByRole('button', { name: 'Retry' })).toBeVisible();
  });

  test('without documents the page explains what would appear here', async () => {
    await page({ 'approval.Case/getList': box([], countsOf(0, 0)) });
    expect(
      await screen.findByText(
        'Nothing waits for your approval. Adjustments, rider fund entries and changes of permissions appear here.',
      ),
    ).toBeVisible();
    expect(screen.getByRole('tab', { name: 'Approvals' })).toBeVisible();
  });
});
