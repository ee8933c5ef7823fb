import type { Data } from '@contract/index';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { keepTicket } from '@/app/calls/tickets';
import { type Answers, dialogTitled, listAnswer, type Row, refusal, renderPage, type TestPage } from '@/ui/testing';
import IdentityPage from '.';

const PAGE = '/rightsManagement/identity';
const row: Row<'rights.Identity/getList'> = {
  id: 12,
  version: 3,
  name: 'Night desk',
  type: 'hq',
  typeText: 'Head office',
  description: 'Looks after stations at night',
  ruleCount: 4,
  dataScope: { kind: 'all', ids: [] },
  scopeText: 'All data',
  staffCount: 2,
  builtin: false,
  need2v: false,
  status: 'on',
  statusText: 'Enabled',
  updatedAt: '2026-03-01T11:00:00+08:00',
  locked: null,
  actions: ['edit', 'copy', 'compare', 'explain', 'staff', 'disable'],
};
const rows: (typeof row)[] = [
  row,
  { ...row, id: 13, name: 'Auditor', builtin: true, locked: 'builtin', actions: ['copy', 'compare', 'explain'] },
];
const detail: Data<'rights.Identity/getDetail'> = {
  ...row,
  ruleIds: [10, 11, 1107],
  fieldRules: [],
  loginHours: null,
  ipAllowList: [],
  scopeItems: [],
  scopeHidden: 0,
  warnings: [],
  createdAt: '2026-01-01T00:00:00+08:00',
  createdByName: 'Owner',
  updatedByName: 'Owner',
};
interface Place {
  readonly id: number;
  readonly parentId: number | null;
  readonly kind: 'menu' | 'page' | 'button';
  readonly name: string;
}
type Tree<T> = Place & T & { children: Tree<T>[] };
/** Builds a permission tree of two modules. @param about returns additional data for each permission id */
function treeOf<T>(about: (id: number) => T): Tree<T>[] {
  const leaf = (id: number, parentId: number | null, kind: Place['kind'], name: string, children: Tree<T>[] = []) => ({
    ...about(id),
    id,
    parentId,
    kind,
    name,
    children,
  });
  return [
    leaf(10, null, 'menu', 'Stations', [
      leaf(11, 10, 'page', 'Station list', [
        leaf(1107, 11, 'button', 'Pause and resume'),
        leaf(1108, 11, 'button', 'Freeze and unfreeze'),
      ]),
    ]),
    leaf(30, null, 'menu', 'Finance', [
      leaf(36, 30, 'page', 'Withdrawal applications', [
        leaf(3601, 36, 'button', 'Review withdrawals'),
        leaf(3602, 36, 'button', 'Pay'),
      ]),
    ]),
  ];
}
const rules: Data<'rights.Identity/getRuleTree'> = {
  tree: treeOf((id) => ({ grantable: id !== 1108 })),
  fields: [
    { key: 'phone', name: 'Phone numbers', grantable: true },
    { key: 'idCard', name: 'ID card numbers', grantable: false },
  ],
  maySetScope: true,
  callerIp: '10.0.0.7',
};
const preview: Data<'rights.Identity/preview'> = {
  gained: [{ id: 3601, name: 'Withdrawal applications › Review withdrawals', kind: 'button', people: 2 }],
  lost: [],
  fieldsGained: [],
  fieldsLost: [],
  scope: null,
  people: 2,
  affected: 2,
  warnings: [],
};
const saved: Data<'rights.Identity/save'> = {
  id: 12,
  no: 'Night desk',
  state: 'on',
  stateText: 'Enabled',
  version: 4,
  message: 'Identity Night desk saved',
  warnings: [],
};
const explained: Data<'rights.Identity/explain'> = {
  subject: { kind: 'person', id: 34, name: 'Li Na', isOwner: false },
  identities: [
    { id: 12, name: 'Night desk', off: null, conditions: [] },
    { id: 14, name: 'Finance desk', off: 'hours', conditions: ['Mon–Fri 09:00–18:00'] },
  ],
  tree: treeOf((id) => ({ held: [10, 11, 1107].includes(id), by: [10, 11, 1107].includes(id) ? [12] : [] })),
  scopes: [{ moduleId: 10, name: 'Stations', text: 'All data' }],
  fields: [{ key: 'phone', name: 'Phone numbers', held: false, by: [] }],
};
const answers: Answers = {
  'rights.Identity/getList': listAnswer(rows, {}),
  'rights.Identity/getDetail': detail,
  'rights.Identity/getRuleTree': rules,
  'rights.Identity/preview': preview,
  'rights.Identity/save': saved,
  'rights.Identity/explain': explained,
  'rights.Identity/findPeople': {
    list: [{ id: 34, name: 'Li Na', account: 'lina', statusText: 'Active', identityNames: ['Night desk'] }],
    total: 1,
  },
  'rights.Identity/compare': {
    a: row,
    b: { ...row, id: 14, name: 'Finance desk' },
    tree: treeOf((id) => ({ a: [11, 1107].includes(id), b: [11, 36].includes(id) })),
    facts: [
      { key: 'type', a: 'Head office', b: 'Head office' },
      { key: 'hours', a: 'At any time', b: 'Mon–Fri 09:00–18:00' },
    ],
  },
  'common.Option/getOptions': {
    allIdentities: [
      { value: 12, label: 'Night desk' },
      { value: 14, label: 'Finance desk' },
    ],
  },
};

const show = (at = PAGE, more: Answers = {}): Promise<TestPage> =>
  renderPage(<IdentityPage />, { at, answers: { ...answers, ...more } });
const box = (name: string) => screen.findByRole('checkbox', { name });

beforeEach(() => {
  localStorage.clear();
  keepTicket('ticket-1', '2026-03-01T12:09:00+08:00');
});

test('the list shows each identity and only the actions that the server allows', async () => {
  const user = userEvent.setup();
  await show();
  const table = await screen.findByRole('table', { name: 'Identities' });
  const own = await within(table).findByRole('row', { name: /Night desk/ });
  for (const text of ['Head office', 'All data', 'Custom', 'Enabled']) expect(own).toHaveTextContent(text);
  const auditor = within(table).getByRole('row', { name: /Auditor/ });
  expect(auditor).toHaveTextContent('Built-in');
  expect(within(auditor).queryByRole('button', { name: /^Edit / })).toBeNull();
  await user.click(within(own).getByRole('button', { name: 'More Night desk' }));
  const items = (await screen.findAllByRole('menuitem')).map((item) => item.textContent);
  expect(items).toEqual(['Copy', 'Compare', 'Staff list', 'Disable']);
});

test('the confirmation to disable names the identity and the number of people who lose it', async () => {
  const user = userEvent.setup();
  const page = await show();
  await user.click(await screen.findByRole('button', { name: 'More Night desk' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Disable' }));
  const dialog = await dialogTitled(/Disable/);
  expect(dialog).toHaveTextContent('People who lose its permissions at once: 2');
  page.answer('rights.Identity/disable', { ...saved, state: 'off', message: 'Identity Night desk disabled' });
  await user.click(within(dialog).getByRole('button', { name: 'Disable' }));
  await waitFor(() => expect(page.to('rights.Identity/disable')[0]?.body).toEqual({ id: 12, version: 3 }));
});

test('ticking an action ticks its page; permissions that the user lacks cannot be ticked and show why', async () => {
  const user = userEvent.setup();
  await show(`${PAGE}?new=1`);
  const pause = await box('Pause and resume');
  expect(pause).not.toBeChecked();
  await user.click(pause);
  expect(await box('Station list')).toBeChecked();
  const freeze = await box('Freeze and unfreeze');
  expect(freeze).toBeDisabled();
  expect(screen.getByText('Freeze and unfreeze')).toHaveAttribute('title', expect.stringContaining('do not hold'));
  await user.click(await box('Station list'));
  expect(await box('Pause and resume')).not.toBeChecked();
});

test('the tree counts by module, ticks a whole module and finds an action', async () => {
  const user = userEvent.setup();
  await show(`${PAGE}?new=1`);
  const finance = await screen.findByRole('group', { name: 'Finance' });
  expect(finance).toHaveTextContent('0 / 3');
  await user.click(within(finance).getByRole('checkbox', { name: 'Finance' }));
  expect(finance).toHaveTextContent('3 / 3');
  expect(await screen.findByText(/should be held by different people/)).toBeVisible();
  await user.type(screen.getByRole('textbox', { name: 'Find a page or an action' }), 'pause');
  expect(screen.queryByRole('group', { name: 'Finance' })).toBeNull();
  expect(await box('Pause and resume')).toBeInTheDocument();
});

test('an identity without a permission or without a name is not sent', async () => {
  const user = userEvent.setup();
  const page = await show(`${PAGE}?new=1`);
  await user.click(await screen.findByRole('button', { name: 'Create identity' }));
  expect(await screen.findByText('Choose at least one permission')).toBeVisible();
  expect(screen.getByText('Please input Identity name')).toBeVisible();
  expect(page.to('rights.Identity/save')).toHaveLength(0);
});

test('a new identity is sent completely, with an idempotency key and the ticket', async () => {
  const user = userEvent.setup();
  const page = await show(`${PAGE}?new=1`);
  await user.type(await screen.findByLabelText(/Identity name/), 'Day desk');
  await user.click(await box('Pause and resume'));
  await user.click(screen.getByRole('switch', { name: 'Limit the hours' }));
  await user.click(screen.getByRole('button', { name: 'Create identity' }));
  await waitFor(() => expect(page.to('rights.Identity/save')).toHaveLength(1));
  const [sent] = page.to('rights.Identity/save');
  expect(sent?.body).toMatchObject({
    name: 'Day desk',
    type: 'hq',
    ruleIds: [11, 1107],
    dataScope: { kind: 'all', ids: [] },
    fieldRules: [],
    ipAllowList: [],
    need2v: false,
  });
  expect(sent?.body.loginHours).toHaveLength(7);
  expect(sent?.body).not.toHaveProperty('id');
  expect(sent?.headers.get('idempotency-key')).toMatch(/^[\w-]{8,}$/);
  await waitFor(() => expect(page.history.location.search).toBe(''));
});

test('editing starts from stored values, shows the effects of saving, and sends the version', async () => {
  const user = userEvent.setup();
  const page = await show(`${PAGE}?edit=12`);
  expect(await box('Pause and resume')).toBeChecked();
  await user.click(await box('Review withdrawals'));
  const aside = screen.getByRole('complementary', { name: 'Changes after saving' });
  expect(await within(aside).findByText(/2 will have different permissions/)).toBeVisible();
  expect(aside).toHaveTextContent('Withdrawal applications › Review withdrawals 2 people');
  await waitFor(() =>
    expect(page.to('rights.Identity/preview').at(-1)?.body).toMatchObject({ id: 12, ruleIds: [11, 36, 1107, 3601] }),
  );
  await user.click(screen.getByRole('button', { name: 'Save identity' }));
  await waitFor(() => expect(page.to('rights.Identity/save')[0]?.body).toMatchObject({ id: 12, version: 3 }));
});

test('a refusal stays next to the form and names people who can grant the missing permissions', async () => {
  const user = userEvent.setup();
  await show(`${PAGE}?edit=12`, {
    'rights.Identity/save': refusal(40301, 'No permission: Identities › Edit', { missing: [8102] }),
    'rights.Identity/explainRefusal': {
      rule: 8102,
      name: 'Identities › Edit',
      held: false,
      granters: ['Wang Min'],
      askedAt: null,
    },
  });
  await user.type(await screen.findByLabelText(/Identity name/), '!');
  await user.click(screen.getByRole('button', { name: 'Save identity' }));
  expect(await screen.findByText('No permission: Identities › Edit')).toBeVisible();
  expect(await screen.findByText('Wang Min')).toBeVisible();
});

test('a conflicting edit by another person offers a choice', async () => {
  const user = userEvent.setup();
  await show(`${PAGE}?edit=12`, {
    'rights.Identity/save': refusal(40901, 'Changed', { current: detail, changedBy: 'Wang Min', changedAt: null }),
  });
  await user.type(await screen.findByLabelText(/Identity name/), '!');
  await user.click(screen.getByRole('button', { name: 'Save identity' }));
  expect(await screen.findByText(/Wang Min/)).toBeVisible();
  expect(await screen.findByRole('radio', { name: 'Identity name: Mine' })).toBeChecked();
  expect(screen.getByRole('button', { name: 'Save these values' })).toBeEnabled();
});

test('a built-in identity is shown but cannot be edited', async () => {
  await show(`${PAGE}?edit=13`, {
    'rights.Identity/getDetail': { ...detail, id: 13, builtin: true, locked: 'builtin' },
  });
  expect(await screen.findByText(/Built-in identities cannot be changed/)).toBeVisible();
  expect(await box('Pause and resume')).toBeDisabled();
  expect(screen.queryByRole('button', { name: 'Save identity' })).toBeNull();
});

test('the comparison shows only differences by default', async () => {
  const user = userEvent.setup();
  await show(`${PAGE}?compare=12,14`);
  const table = await screen.findByRole('table');
  const names = () =>
    within(table)
      .getAllByRole('rowheader')
      .map((head) => head.textContent);
  expect(names()).toEqual([
    'Sign-in hours',
    'Stations',
    'Station list',
    'Pause and resume',
    'Finance',
    'Withdrawal applications',
  ]);
  expect(screen.getByText('3 differences')).toBeVisible();
  await user.click(await box('Only differences'));
  expect(names()).toContain('Type');
  expect(names()).toContain('Freeze and unfreeze');
});

test('the X-ray of a person shows which identity grants what, and which has no effect now', async () => {
  const user = userEvent.setup();
  const page = await show(`${PAGE}?explain=person:`);
  // Without an id, the page shows the permissions of the signed-in user.
  expect(await screen.findByRole('heading', { name: 'Data scope by module' })).toBeVisible();
  expect(page.to('rights.Identity/explain')[0]?.query).toEqual({ accountId: '7' });
  await user.click(await screen.findByRole('button', { name: /Li Na/ }));
  // Screenshots in problem reports must not contain a person's name, so the heading is marked.
  expect(await screen.findByRole('heading', { name: 'Li Na' })).toHaveAttribute('data-personal');
  expect(page.history.location.search).toBe('?explain=person:34');
  expect(await screen.findByText('Outside its hours, does not apply now')).toBeVisible();
  expect(screen.getByText('Applies only: Mon–Fri 09:00–18:00')).toBeVisible();
  const stations = screen.getByRole('group', { name: 'Stations' });
  expect(within(stations).getAllByText('Granted by Night desk').length).toBe(2);
  expect(within(stations).queryByText(/Freeze and unfreeze/)).toBeNull();
  await user.click(await box('Only permissions held'));
  expect(within(screen.getByRole('group', { name: 'Stations' })).getByText(/Freeze and unfreeze/)).toBeVisible();
});

test('without permission the page shows the missing permission and people who can grant it', async () => {
  await show(PAGE, {
    'rights.Identity/getList': refusal(40301, 'No permission: Identities', { missing: [81] }),
    'rights.Identity/explainRefusal': {
      rule: 81,
      name: 'Identities',
      held: false,
      granters: ['Owner', 'Wang Min'],
      askedAt: null,
    },
  });
  expect(await screen.findByText('No permission: Identities')).toBeVisible();
  expect(await screen.findByText('Owner, Wang Min')).toBeVisible();
});

test.each([`${PAGE}?new=1`, `${PAGE}?edit=12`])(
  'a user without the rule of the form sees the list at %s',
  async (at) => {
    const platform = { can: (rule: number) => rule !== 8101 && rule !== 8102 };
    const page = await renderPage(<IdentityPage />, { at, answers, platform });
    expect(await screen.findByRole('table', { name: 'Identities' })).toBeVisible();
    expect(page.to('rights.Identity/getDetail')).toEqual([]);
  },
);
