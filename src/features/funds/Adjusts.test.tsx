import type { Data } from '@contract/index';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { type Answers, listAnswer, type Row, renderPage } from '@/ui/testing';
import { Adjusts } from './Adjusts';

const AT = '2026-03-01T10:00:00+08:00';
const NO = 'AD2026030100000008';
const adjust = (changes: Partial<Row<'finance.TeamFund/getAdjusts'>> = {}): Row<'finance.TeamFund/getAdjusts'> => ({
  id: 8,
  version: 3,
  no: NO,
  teamId: 4,
  teamName: 'Tianfu',
  account: 'available',
  accountText: 'Available balance',
  direction: 'out',
  directionText: 'Decrease',
  amountFen: 1_234_500,
  category: 'correction',
  categoryText: 'Correction',
  relatedNo: 'O-1',
  reason: 'Counted twice',
  evidence: [{ fileId: 5, name: 'receipt.png', url: '/file/5' }],
  makerName: 'Li Lei',
  createdAt: AT,
  expireAt: '2026-03-08T10:00:00+08:00',
  state: 'pending',
  stateText: 'Pending',
  checkerName: null,
  decidedAt: null,
  note: null,
  txNo: null,
  needsOwner: true,
  actions: ['approve', 'reject'],
  ...changes,
});
const decided = adjust({
  id: 9,
  no: 'AD2026030100000009',
  direction: 'in',
  directionText: 'Increase',
  state: 'approved',
  stateText: 'Approved',
  checkerName: 'Han Mei',
  decidedAt: AT,
  note: 'Agreed',
  txNo: 'TX2026030100000001',
  needsOwner: false,
  actions: [],
});
const line = { amountFen: null, txNo: null, note: '' };
const detail: Data<'approval.Case/getDetail'> = {
  key: 'fundAdjust.8',
  type: 'fundAdjust',
  typeText: 'Station adjustment',
  id: 8,
  version: 3,
  no: NO,
  title: 'Decrease · Correction',
  object: 'Tianfu',
  makerName: 'Li Lei',
  amountFen: 1_234_500,
  createdAt: AT,
  expireAt: '2026-03-08T10:00:00+08:00',
  state: 'pending',
  stateText: 'Pending',
  decidedByName: null,
  decidedAt: null,
  note: '',
  link: '/financial/teamFunding?tab=adjusts',
  actions: ['approve', 'reject'],
  facts: [{ key: 'station', label: 'Station', value: 'Tianfu', link: '/financial/teamFunding/detail?teamId=4' }],
  changes: [],
  evidence: [{ fileId: 5, name: 'receipt.png', url: '/file/5' }],
  history: [{ ...line, key: '1', at: AT, text: 'Submitted', byName: 'Li Lei', note: 'Counted twice' }],
};
const approved = { id: 8, no: NO, state: 'approved', stateText: 'Approved', version: 4, message: 'Approved' };
const answers: Answers = {
  'finance.TeamFund/getAdjusts': listAnswer([adjust(), decided], { pending: 1, forMe: 1 }),
  'approval.Case/getDetail': detail,
  'finance.TeamFund/approveAdjust': approved,
  'finance.TeamFund/rejectAdjust': { ...approved, state: 'rejected', stateText: 'Rejected' },
  'finance.TeamFund/cancelAdjust': { ...approved, state: 'cancelled', stateText: 'Cancelled' },
};
const AT_LIST = '/financial/teamFunding?tab=adjusts';
const show = (more: Answers = {}, at = AT_LIST, teamId?: number) =>
  renderPage(<Adjusts {...(teamId !== undefined && { teamId })} />, { at, answers: { ...answers, ...more } });
const pressLast = (name: string) =>
  fireEvent.click(screen.getAllByRole('button', { name, hidden: true }).at(-1) as HTMLElement);

test('a row shows what is adjusted, the amount and the decider, and its numbers are links', async () => {
  await show();
  const waiting = await screen.findByRole('row', { name: new RegExp(NO) });
  expect(waiting).toHaveTextContent('minus −12,345.00');
  expect(within(waiting).getByText('Owner must review')).toBeInTheDocument();
  expect(within(waiting).getByRole('link', { name: 'receipt.png' })).toHaveAttribute('href', '/file/5');
  expect(within(waiting).getByRole('link', { name: 'Tianfu' })).toHaveAttribute(
    'href',
    '/financial/teamFunding/detail?teamId=4&tab=adjusts',
  );
  const done = screen.getByRole('row', { name: /AD2026030100000009/ });
  expect(done).toHaveTextContent(/Han Mei.*Agreed/);
  expect(within(done).getByRole('link', { name: 'TX2026030100000001' })).toHaveAttribute(
    'href',
    '/financial/teamFunding/detail?teamId=4&tx=TX2026030100000001',
  );
  expect(within(done).queryByRole('button', { name: /^(Approve|More) / })).toBeNull();
});

test('the approval dialog shows maker, amount and consequence, and the call sends the version that was seen', async () => {
  const page = await show();
  fireEvent.click(await screen.findByRole('button', { name: `Approve ${NO}` }));
  const question =
    'Submitted by Li Lei: Decrease · Available balance · Correction · Tianfu · Counted twice · ¥12,345.00. It is posted at once.';
  expect(await screen.findByText(question)).toBeInTheDocument();
  expect(page.to('finance.TeamFund/approveAdjust')).toHaveLength(0);
  pressLast('Approve');
  await waitFor(() => expect(page.to('finance.TeamFund/approveAdjust')[0]?.body).toEqual({ id: 8, version: 3 }));
});

test('a rejection needs its reason', async () => {
  const page = await show();
  const row = await screen.findByRole('row', { name: new RegExp(NO) });
  fireEvent.click(within(row).getByRole('button', { name: /^More / }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Reject' }));
  fireEvent.change(await screen.findByLabelText(/^Reason/), { target: { value: 'no' } });
  pressLast('Reject');
  expect(await screen.findByText('Reason must be 5–200 characters')).toBeInTheDocument();
  expect(page.to('finance.TeamFund/rejectAdjust')).toHaveLength(0);
  fireEvent.change(screen.getByLabelText(/^Reason/), { target: { value: ' Not as agreed ' } });
  pressLast('Reject');
  await waitFor(() =>
    expect(page.to('finance.TeamFund/rejectAdjust')[0]?.body).toEqual({ id: 8, version: 3, reason: 'Not as agreed' }),
  );
});

test('the maker can only cancel', async () => {
  const own = listAnswer([adjust({ actions: ['cancel'] })], { pending: 1, forMe: 0 });
  const page = await show({ 'finance.TeamFund/getAdjusts': own });
  const row = await screen.findByRole('row', { name: new RegExp(NO) });
  expect(within(row).queryByRole('button', { name: /^Approve / })).toBeNull();
  fireEvent.click(within(row).getByRole('button', { name: /^More / }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Cancel' }));
  pressLast('Cancel');
  await waitFor(() => expect(page.to('finance.TeamFund/cancelAdjust')[0]?.body).toEqual({ id: 8 }));
});

test('the address opens the drawer with facts, evidence, history and the same actions', async () => {
  const page = await show({}, `${AT_LIST}&open=8`);
  const drawer = within(await screen.findByRole('dialog'));
  expect(await drawer.findByRole('heading', { level: 2 })).toHaveTextContent(`Station adjustment · ${NO}`);
  expect(drawer.getByRole('heading', { level: 3, name: 'History' })).toBeVisible();
  expect(drawer.getByText('Submitted', { selector: 'strong' })).toBeVisible();
  expect(drawer.getByText('Counted twice')).toBeVisible();
  expect(drawer.getByRole('link', { name: 'receipt.png' })).toHaveAttribute('href', '/file/5');
  const history = [...detail.history, { ...line, key: '2', at: AT, text: 'Approved', byName: 'Han Mei' }];
  page.answer('approval.Case/getDetail', { ...detail, state: 'approved', stateText: 'Approved', actions: [], history });
  fireEvent.click(drawer.getByRole('button', { name: 'Approve' }));
  await screen.findByText(/It is posted at once/);
  pressLast('Approve');
  await waitFor(() => expect(page.to('finance.TeamFund/approveAdjust')[0]?.body).toEqual({ id: 8, version: 3 }));
  expect(await drawer.findByText('Approved', { selector: 'strong' })).toBeVisible();
  await waitFor(() => expect(drawer.queryByRole('button', { name: 'Approve' })).toBeNull());
});

test('at a station the list is limited to that station and hides the station column', async () => {
  const page = await show({}, '/financial/teamFunding/detail?teamId=4&tab=adjusts', 4);
  await screen.findByRole('row', { name: new RegExp(NO) });
  expect(page.to('finance.TeamFund/getAdjusts')[0]?.query).toMatchObject({ teamId: '4' });
  expect(screen.queryByRole('columnheader', { name: 'Station' })).toBeNull();
});
