import type { Data } from '@contract/index';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Answers, dialogTitled, listAnswer, type Row, renderPage } from '@/ui/testing';
import ApplicationsPage from '.';

const AT = '/franchisee/applicationList';
const row: Row<'franchise.Apply/getList'> = {
  id: 5,
  version: 3,
  no: 'FR20260301000000000005',
  name: 'Lin Fang',
  state: 'following',
  stateText: 'Following up',
  tel: '199****0040',
  region: 'Chengdu Jinjiang',
  budget: '¥300,000–500,000',
  score: 72,
  followerId: 4,
  followerName: 'Wu Yu',
  nextAt: '2026-02-27T10:00:00+08:00',
  lastFollowAt: '2026-02-20T10:00:00+08:00',
  source: 'page',
  sourceText: 'Application page',
  channel: 'expo',
  createdAt: '2026-02-18T10:00:00+08:00',
  rejectReason: null,
  formVersion: 1,
  isOverdue: true,
  duplicates: 1,
  askable: [],
  codes: ['510000', '510100', '510104'],
  franchiseeId: null,
  actions: ['follow', 'assign', 'handIn', 'close'],
};
const fresh: typeof row = {
  ...row,
  ...{ id: 6, name: 'Zhao Min', state: 'submitted', stateText: 'New', followerId: null, followerName: null },
  ...{ nextAt: null, isOverdue: false, duplicates: 0, actions: ['claim', 'assign'] },
};
const opened: typeof row = {
  ...row,
  ...{ id: 7, name: 'Qian Hao', state: 'opened', stateText: 'Opened', isOverdue: false, duplicates: 0 },
  ...{ franchiseeId: 44, actions: ['openStation'] },
};
const list = listAnswer([row, fresh, opened], {
  ...{ submitted: 1, following: 1, overdue: 1, reviewing: 0, approved: 0, signedMonth: 0 },
});
const detail: Data<'franchise.Apply/getDetail'> = {
  ...row,
  makerName: '',
  supplementUntil: null,
  answers: [
    { key: 'name', kind: 'text', label: 'Name', value: 'Lin Fang', isSensitive: false, files: [], point: null },
    {
      key: 'idCard',
      kind: 'idCard',
      label: 'ID card number',
      value: '999***********1234',
      isSensitive: true,
      files: [],
      point: null,
    },
  ],
  missing: [],
  doubles: [
    { id: 9, no: 'FR-9', name: 'Lin F', stateText: 'Rejected', createdAt: '2026-01-01T10:00:00+08:00', by: 'Phone' },
  ],
  neighbours: [{ id: 3, no: 'FC-3', name: 'Company 3', territory: 'Chengdu', codes: ['510100'], isExclusive: true }],
  follows: [],
  contract: null,
  steps: [{ key: '1', at: '2026-02-18T10:00:00+08:00', text: 'Submitted', byName: '', note: '' }],
};
const answers: Answers = { 'franchise.Apply/getList': list, 'franchise.Apply/getDetail': detail };
const show = (search = '', more: Answers = {}) =>
  renderPage(<ApplicationsPage />, { at: `${AT}${search}`, answers: { ...answers, ...more } });
const DONE = { id: 5, state: 'following', stateText: 'Following up', version: 4, message: 'Done' };

test('the list marks duplicates and overdue follow-ups', async () => {
  await show();
  const lin = (await screen.findByText('Lin Fang')).closest('tr') as HTMLElement;
  expect(within(lin).getByText('Duplicates: 1')).toBeInTheDocument();
  expect(within(lin).getByText('Follow-up overdue')).toBeInTheDocument();
});

test('a follow-up is sent with its kind and content', async () => {
  const page = await show('?open=5', { 'franchise.Apply/follow': DONE });
  await userEvent.click(await screen.findByRole('button', { name: 'Follow up' }));
  const dialog = await dialogTitled(/^Follow up/);
  await userEvent.type(within(dialog).getByLabelText(/Follow-up note/), 'Wants to visit the city');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Follow up' }));
  await waitFor(() => expect(page.to('franchise.Apply/follow')).toHaveLength(1));
  expect(page.to('franchise.Apply/follow')[0]?.body).toMatchObject({
    id: 5,
    way: 'call',
    content: 'Wants to visit the city',
    nextAt: null,
  });
});

test('the drawer shows answers, masked answers with a reveal button, duplicates and neighbours', async () => {
  await show('?open=5');
  expect(await screen.findByText('999***********1234')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'FR-9' })).toHaveAttribute('href', `${AT}?open=9`);
  expect(screen.getByText('Company 3')).toBeInTheDocument();
  expect(screen.getByText(/red ones are exclusive/)).toBeInTheDocument();
});

test('picture answers are thumbnails that open in full, other files are links, and a missing picture shows a message', async () => {
  const file = (fileId: number, name: string, isPicture: boolean) => ({
    fileId,
    name,
    url: `/api/files/${fileId}`,
    isPicture,
  });
  const given = {
    ...{ key: 'shop', kind: 'file', label: 'Shop', value: 'shop.png', isSensitive: false, point: null },
    files: [file(1, 'shop.png', true), file(2, 'plan.pdf', false)],
  } as const;
  await show('?open=5', { 'franchise.Apply/getDetail': { ...detail, answers: [...detail.answers, given] as never } });
  const picture = await screen.findByRole('img', { name: 'shop.png' });
  const link = screen.getByRole('link', { name: 'shop.png' });
  expect(link).toContainElement(picture);
  expect(link).toHaveAttribute('href', '/api/files/1');
  expect(link).toHaveAttribute('target', '_blank');
  expect(screen.getByRole('link', { name: 'plan.pdf' })).toHaveTextContent('plan.pdf');
  fireEvent.error(picture);
  expect(screen.getByTitle('shop.png')).toHaveTextContent('Picture is not available');
  expect(screen.queryByRole('link', { name: 'shop.png' })).toBeNull();
});

test('material of the applicant is a follow-up with its note, its answers and what they replaced', async () => {
  const changes = [
    { label: 'Plan', before: 'One shop' },
    { label: 'Licence', before: '' },
  ];
  const supplied = { key: '1', wayText: 'From applicant', content: 'As you asked', nextAt: null, byName: 'Lin Fang' };
  const follows = [{ ...supplied, at: '2026-02-20T10:00:00+08:00', files: [], changes }];
  await show('?open=5', { 'franchise.Apply/getDetail': { ...detail, follows } });
  await userEvent.click(await screen.findByRole('tab', { name: 'Follow-ups' }));
  const row = screen.getByText('From applicant').closest('tr');
  expect(row).toHaveTextContent('As you asked');
  expect(row).toHaveTextContent('Corrected: Plan (before: One shop)');
  expect(row).toHaveTextContent('Supplied: Licence');
});

test('the address opens the form to record a lead', async () => {
  await show('?form=new');
  const dialog = await dialogTitled('Record lead');
  expect(within(dialog).getByLabelText(/^Phone/)).toBeInTheDocument();
  expect(within(dialog).getByLabelText(/^Budget/)).toBeInTheDocument();
});

test('without the rule to follow up, leads cannot be recorded', async () => {
  await renderPage(<ApplicationsPage />, { at: `${AT}?form=new`, answers, platform: { can: (rule) => rule !== 4102 } });
  expect(await screen.findByText('Lin Fang')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Record lead' })).toBeNull();
  expect(screen.queryByRole('dialog')).toBeNull();
});
