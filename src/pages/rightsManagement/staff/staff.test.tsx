import type { Data } from '@contract/index';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Answers, dialogTitled, listAnswer, type Row, refusal, renderPage } from '@/ui/testing';
import StaffPage from '.';

const row: Row<'rights.Staff/getList'> = {
  id: 5,
  version: 3,
  no: 'S2603010001',
  name: 'Lin Fang',
  avatarUrl: null,
  account: 'linfang',
  tel: '138****0001',
  departmentId: 2,
  departmentName: 'Finance / Payments',
  post: 'Clerk',
  identityIds: [11],
  identityNames: ['Auditor'],
  dataScopeText: 'All data',
  status: 'active',
  statusText: 'Active',
  need2v: false,
  lastLoginAt: null,
  createdAt: '2026-01-01T00:00:00+08:00',
  expireAt: null,
  handedOverToName: null,
  actions: ['edit', 'setIdentity', 'resetPassword', 'disable', 'handOver', 'remove', 'records'],
};
const list = listAnswer([row, { ...row, id: 6, name: 'Chief', actions: ['records'] }], {
  active: 2,
  disabled: 0,
  neverSignedIn: 1,
  seatsUsed: 12,
  seats: 200,
});
const detail: Data<'rights.Staff/getDetail'> = {
  ...row,
  email: null,
  identities: [{ id: 11, name: 'Auditor' }],
  extraTeams: [{ id: 4, name: 'Tianfu' }],
  remark: null,
  lastLoginIp: null,
  disabledAt: null,
  handedOverAt: null,
  removableFrom: null,
  openWork: { stationDrafts: 2 },
  createdByName: 'Owner',
  updatedAt: '2026-02-01T00:00:00+08:00',
  updatedByName: 'Owner',
};
const answers: Answers = {
  'rights.Staff/getList': list,
  'rights.Staff/getDetail': detail,
  'rights.Staff/getDepartments': {
    canEdit: true,
    list: [
      { id: 1, parentId: null, name: 'Finance', depth: 0, staffCount: 0, version: 1 },
      { id: 2, parentId: 1, name: 'Payments', depth: 1, staffCount: 1, version: 4 },
    ],
  },
  'common.Option/getOptions': {
    identities: [
      { value: 11, label: 'Auditor' },
      { value: 12, label: 'Operations' },
    ],
    departments: [{ value: 2, label: 'Finance / Payments' }],
    teams: [{ value: 4, label: 'Tianfu' }],
    staff: [{ value: 6, label: 'Chief' }],
  },
};
const at = '/rightsManagement/staff';

test('a row offers the actions that the server allows, and links to the records of its account', async () => {
  const user = userEvent.setup();
  const page = await renderPage(<StaffPage />, { at, answers });
  expect(await screen.findByText('S2603010001', { selector: 'tr:first-child code' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Edit Chief' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Operation records Chief' }));
  expect(page.history.location).toMatchObject({
    pathname: '/rightsManagement/staff/employeeOperationRecords',
    search: '?accountId=6',
  });
});

test('an edit keeps the filters in the address, sends version and masked phone back, and closes', async () => {
  const user = userEvent.setup();
  const page = await renderPage(<StaffPage />, { at: `${at}?keyword=lin`, answers });
  page.answer('rights.Staff/save', {
    id: 5,
    state: 'active',
    stateText: 'Active',
    version: 4,
    message: 'Lin was saved',
  });
  await user.click(await screen.findByRole('button', { name: 'Edit Lin Fang' }));
  expect(page.history.location.search).toBe('?keyword=lin&form=5');
  const post = await screen.findByLabelText('Post');
  await user.clear(post);
  await user.type(post, 'Lead');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Lin was saved')).toBeInTheDocument();
  expect(page.to('rights.Staff/save')[0]?.body).toEqual({
    id: 5,
    version: 3,
    name: 'Lin Fang',
    account: 'linfang',
    tel: '138****0001',
    email: null,
    departmentId: 2,
    post: 'Lead',
    identityIds: [11],
    extraTeamIds: [4],
    expireAt: null,
    remark: null,
    sendInvite: false,
  });
  await waitFor(() => expect(page.history.location.search).toBe('?keyword=lin'));
});

test('a new person needs name, account, phone and an identity before the form is sent', async () => {
  const user = userEvent.setup();
  const page = await renderPage(<StaffPage />, { at: `${at}?form=new`, answers });
  const drawer = await screen.findByRole('dialog');
  await user.click(await within(drawer).findByRole('button', { name: 'Add staff member' }));
  expect(await screen.findByText('Please input Name')).toBeInTheDocument();
  expect(screen.getByText('Please select Identities')).toBeInTheDocument();
  expect(page.to('rights.Staff/save')).toHaveLength(0);
});

test('the confirmation to disable names person and consequence, and the call sends version and reason', async () => {
  const user = userEvent.setup();
  const page = await renderPage(<StaffPage />, { at: `${at}?open=5`, answers });
  page.answer('rights.Staff/disable', {
    id: 5,
    state: 'disabled',
    stateText: 'Disabled',
    version: 4,
    message: 'Done with Lin',
  });
  const drawer = await screen.findByRole('dialog');
  await user.click(await within(drawer).findByRole('button', { name: 'More Lin Fang' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Disable' }));
  const dialog = await dialogTitled('Disable · Lin Fang');
  expect(within(dialog).getByText(/signed out everywhere at once/)).toBeInTheDocument();
  await user.type(within(dialog).getByLabelText('Reason'), 'left');
  await user.click(within(dialog).getByRole('button', { name: 'Disable' }));
  expect(await screen.findByText('Done with Lin')).toBeInTheDocument();
  expect(page.to('rights.Staff/disable')[0]?.body).toEqual({ id: 5, version: 3, reason: 'left' });
});

test('the drawer of a deleted person closes, and the filters stay', async () => {
  const user = userEvent.setup();
  const page = await renderPage(<StaffPage />, { at: `${at}?keyword=lin&open=5`, answers });
  page.answer('rights.Staff/remove', { id: 5, state: 'deleted', stateText: 'Deleted', version: 4, message: 'Gone' });
  const drawer = await screen.findByRole('dialog');
  await user.click(await within(drawer).findByRole('button', { name: 'More Lin Fang' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  const dialog = await dialogTitled('Delete · Lin Fang');
  await user.type(within(dialog).getByRole('textbox'), 'Lin Fang');
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(page.history.location.search).toBe('?keyword=lin'));
});

test('a department cannot be placed below itself, and a refused removal shows the reason', async () => {
  const user = userEvent.setup();
  const page = await renderPage(<StaffPage />, { at, answers });
  page.answer('rights.Staff/saveDepartment', refusal(42202, 'In use, cannot delete'));
  await user.click(await screen.findByRole('button', { name: 'Departments' }));
  await user.click(await screen.findByRole('button', { name: 'Edit department Finance' }));
  const dialog = await dialogTitled(/Finance/);
  await user.click(within(dialog).getByRole('combobox'));
  expect((await screen.findAllByRole('option')).map((option) => option.textContent)).toEqual(['None (top level)']);
  await user.keyboard('{Escape}');
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await user.click(screen.getByRole('button', { name: 'Delete department Payments' }));
  const asking = await dialogTitled('Delete · Payments');
  await user.click(within(asking).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('In use, cannot delete')).toBeInTheDocument();
  expect(page.to('rights.Staff/saveDepartment')[0]?.body).toMatchObject({ id: 2, version: 4, remove: true });
});

test('an import validates the file at once, lists every error by row, and imports only valid files', async () => {
  const user = userEvent.setup();
  const page = await renderPage(<StaffPage />, { at, answers });
  page.answer('rights.Staff/import', {
    rows: 2,
    saved: 0,
    errors: [
      { row: 3, column: 'Phone', message: 'Phone is not valid' },
      { row: null, column: null, message: 'The column is missing' },
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Import' }));
  const dialog = await dialogTitled('Import staff');
  const choose = (name: string) => {
    const file = new File(['a,b'], name, { type: 'text/csv' });
    Object.defineProperty(file, 'arrayBuffer', { value: async () => new TextEncoder().encode('a,b').buffer });
    fireEvent.change(within(dialog).getByLabelText('Choose file'), { target: { files: [file] } });
  };
  choose('people.csv');
  expect(await within(dialog).findByRole('row', { name: '3 Phone Phone is not valid' })).toBeInTheDocument();
  expect(within(dialog).getByRole('row', { name: /Whole file/ })).toBeInTheDocument();
  expect(page.to('rights.Staff/import')[0]?.body).toEqual({ content: btoa('a,b'), dryRun: true, sendInvite: true });
  page.answer('rights.Staff/import', { rows: 2, saved: 0, errors: [] });
  choose('better.csv');
  const go = await within(dialog).findByRole('button', { name: 'Import 2 people' });
  page.answer('rights.Staff/import', { rows: 2, saved: 2, errors: [] });
  await user.click(go);
  expect(await screen.findByText('2 people were imported')).toBeInTheDocument();
  expect(page.to('rights.Staff/import').at(-1)?.body).toMatchObject({ dryRun: false });
});

test('the result of a file is not shown after the user has chosen another file', async () => {
  const user = userEvent.setup();
  const page = await renderPage(<StaffPage />, { at, answers });
  const replies: ((rows: number) => void)[] = [];
  page.answer(
    'rights.Staff/import',
    () => new Promise((resolve) => replies.push((rows) => resolve({ rows, saved: 0, errors: [] }))),
  );
  await user.click(await screen.findByRole('button', { name: 'Import' }));
  const dialog = await dialogTitled('Import staff');
  for (const name of ['first.csv', 'second.csv']) {
    const file = new File(['a,b'], name, { type: 'text/csv' });
    Object.defineProperty(file, 'arrayBuffer', { value: async () => new TextEncoder().encode(name).buffer });
    fireEvent.change(within(dialog).getByLabelText('Choose file'), { target: { files: [file] } });
    await waitFor(() => expect(within(dialog).getByRole('status')).toHaveTextContent(name));
  }
  await waitFor(() => expect(replies).toHaveLength(2));
  await act(async () => replies[1]?.(2));
  expect(await within(dialog).findByRole('button', { name: 'Import 2 people' })).toBeInTheDocument();
  await act(async () => replies[0]?.(9));
  expect(within(dialog).getByRole('button', { name: 'Import 2 people' })).toBeInTheDocument();
});

test('users who may not add people are offered neither form nor import', async () => {
  await renderPage(<StaffPage />, { at, answers, platform: { can: (rule) => rule !== 8201 } });
  expect(await screen.findByText('Lin Fang')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Add staff member' })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Import' })).not.toBeInTheDocument();
});

test.each(['new', 'import', '5'])('a user without its rule does not see the form "%s" of the URL', async (form) => {
  const platform = { can: (rule: number) => rule !== 8201 && rule !== 8202 };
  await renderPage(<StaffPage />, { at: `${at}?form=${form}`, answers, platform });
  expect((await screen.findAllByRole('row')).length).toBeGreaterThan(1);
  // A form would appear later than the rows, because its code is loaded separately. Wait one second for it.
  await expect(screen.findByRole('dialog', {}, { timeout: 1_000 })).rejects.toThrow('Unable to find');
});
