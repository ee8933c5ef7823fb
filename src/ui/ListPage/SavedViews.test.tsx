import type { Data } from '@contract/index';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Answers, dialogTitled, type Row as RowOf, refusal, renderPage, teamList, teamRow } from '../testing';
import { ListPage } from '.';
import { keepDefault, keptDefault } from './openings';
import type { Column, FilterOf } from './types';

type Row = Data<'team.Team/getList'>['list'][number];

const columns: readonly Column<Row>[] = [
  { key: 'name', title: 'team.name', opens: true, render: (row) => row.name },
  { key: 'code', title: 'team.code', sort: true, render: (row) => row.code },
  { key: 'region', title: 'team.region', render: (row) => row.regionText },
];
const filters: readonly FilterOf<'team.Team/getList'>[] = [
  {
    kind: 'many',
    key: 'status',
    label: 'team.status',
    options: [
      { value: 'paused', text: 'Paused' },
      { value: 'draft', text: 'Draft' },
    ],
  },
];
const list = (
  <ListPage<'team.Team/getList'>
    address="team.Team/getList"
    name="test"
    title="team.title"
    columns={columns}
    filters={filters}
    rowName={(item) => item.name}
    views={[{ key: 'map', label: 'team.map', render: () => null }]}
    empty={{ text: 'team.empty' }}
  />
);
type View = RowOf<'common.View/getAll'>;
const view = (id: number, name: string, query: string, more: Partial<View> = {}): View => ({
  id,
  version: 3,
  list: 'test',
  name,
  query,
  scope: 'own',
  identityId: null,
  identityName: null,
  mayEdit: true,
  ...more,
});
type Views = Data<'common.View/getAll'>;
const VIEWS = [
  view(5, 'Resting', 'status=paused&sort=-code&columns=name,code'),
  view(6, 'Of everyone', 'status=draft,flying&gone=1', { scope: 'everyone', mayEdit: false }),
  view(7, 'Another list', 'status=draft', { list: 'other' }),
];
const known = (more: Partial<Views> = {}): Views => ({
  list: VIEWS,
  defaults: [],
  identityDefaults: [],
  share: { identities: [{ id: 40, name: 'Agents' }], everyone: false },
  ...more,
});
const rows = teamList([teamRow({ id: 1, name: 'Station 1', code: 'ST1' })]);
async function show(at = '/list', views: Answers['common.View/getAll'] = known()) {
  const shown = await renderPage(list, { at, answers: { 'team.Team/getList': rows, 'common.View/getAll': views } });
  await screen.findByText('Station 1');
  return shown;
}
const openMenu = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.click(await screen.findByRole('button', { name: /^View:/ }));
  return screen.findByRole('menu', { name: 'View:' });
};
const saved = { id: 9, state: 'saved', stateText: 'Saved', version: 1, message: 'Saved' };

beforeEach(() => localStorage.clear());

test('picking a view writes its filters, sorting and columns to the address', async () => {
  const user = userEvent.setup();
  const shown = await show();
  const menu = await openMenu(user);
  expect(within(menu).queryByText('Another list')).not.toBeInTheDocument();
  await user.click(within(menu).getByRole('menuitemcheckbox', { name: 'Resting' }));
  await waitFor(() =>
    expect(shown.history.location.search).toBe('?status=paused&sort=-code&columns=name%2Ccode&saved=5'),
  );
  expect(shown.to('team.Team/getList').at(-1)?.query).toEqual({
    page: '1',
    limit: '20',
    status: 'paused',
    sortField: 'code',
    sortOrder: 'desc',
  });
  await waitFor(() => expect(screen.queryByText('Chengdu')).not.toBeInTheDocument());
  expect(screen.getByRole('button', { name: 'View: Resting' })).toBeInTheDocument();
});

test('a link to a view shows the same list to users without that view; unknown parts are dropped', async () => {
  await show('/list?status=paused,flying&columns=name,code,wings&saved=99');
  expect(screen.queryByText('Chengdu')).not.toBeInTheDocument();
  expect(await screen.findByRole('button', { name: 'View: Unsaved view' })).toBeInTheDocument();
});

test('switching to the map does not mark a view as changed', async () => {
  const user = userEvent.setup();
  await show('/list');
  await user.click(screen.getByRole('button', { name: 'Map' }));
  expect(await screen.findByRole('button', { name: 'View: All records' })).toBeInTheDocument();

  const menu = await openMenu(user);
  await user.click(within(menu).getByText('Resting'));
  await user.click(screen.getByRole('button', { name: 'Map' }));
  expect(await screen.findByRole('button', { name: 'View: Resting' })).toBeInTheDocument();
});

test('changes to a view are marked, and can be saved or reset', async () => {
  const user = userEvent.setup();
  const shown = await show('/list?status=paused&sort=code&columns=name%2Ccode&saved=5');
  shown.answer('common.View/save', saved);
  expect(await screen.findByRole('button', { name: 'View: Resting Changed' })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  await user.click(screen.getByRole('checkbox', { name: 'Region' }));
  await waitFor(() => expect(shown.history.location.search).toContain('columns=name%2Ccode%2Cregion'));
  // A change of the columns of a saved view must not change the user's own choice of columns.
  expect(shown.to('common.Preference/save')).toHaveLength(0);
  await user.keyboard('{Escape}');
  await user.click(within(await openMenu(user)).getByRole('menuitem', { name: 'Save changes' }));
  await waitFor(() =>
    expect(shown.to('common.View/save')[0]?.body).toEqual({
      id: 5,
      version: 3,
      list: 'test',
      name: 'Resting',
      query: 'status=paused&sort=code&columns=name%2Ccode%2Cregion',
      scope: 'own',
    }),
  );
  await user.click(within(await openMenu(user)).getByRole('menuitem', { name: 'Discard changes' }));
  await waitFor(() => expect(shown.history.location.search).toContain('sort=-code'));
});

test('a view of another user can be picked but not changed; a copy can be saved and shared within the user’s rights', async () => {
  const user = userEvent.setup();
  const shown = await show('/list?status=draft&saved=6');
  shown.answer('common.View/save', saved);
  const menu = await openMenu(user);
  for (const name of ['Rename and share', 'Delete view', 'Save changes']) {
    expect(within(menu).queryByRole('menuitem', { name })).not.toBeInTheDocument();
  }
  await user.click(within(menu).getByRole('menuitem', { name: 'Save as new view' }));
  const dialog = await dialogTitled(/^Save as new view/);
  await user.type(within(dialog).getByLabelText(/Name of the view/), 'Sketches');
  await user.click(within(dialog).getByRole('combobox', { name: /Who can use it/ }));
  expect(screen.queryByRole('option', { name: 'Everyone' })).not.toBeInTheDocument();
  await user.click(await screen.findByRole('option', { name: 'Identity “Agents”' }));
  await user.click(within(dialog).getByRole('button', { name: 'Save as new view' }));
  await waitFor(() =>
    expect(shown.to('common.View/save')[0]?.body).toEqual({
      version: 0,
      list: 'test',
      name: 'Sketches',
      query: 'status=draft&columns=name%2Ccode%2Cregion',
      scope: 'identity',
      identityId: 40,
    }),
  );
  await waitFor(() => expect(shown.history.location.search).toContain('saved=9'));
});

test('a list opens at once with the default known to this browser, without a first request for the plain list', async () => {
  keepDefault(7, 'test', 'status=paused&saved=5');
  const shown = await show('/list', known({ defaults: [{ list: 'test', viewId: 5, own: true }] }));
  expect(shown.to('team.Team/getList')).toHaveLength(1);
  expect(shown.to('team.Team/getList')[0]?.query.status).toBe('paused');
  await waitFor(() => expect(shown.history.location.search).toContain('saved=5'));
  // The server's default is cached for the next opening of the list.
  await waitFor(() => expect(keptDefault(7, 'test')).toBe('status=paused&sort=-code&columns=name%2Ccode&saved=5'));
});

const opening = known({ defaults: [{ list: 'test', viewId: 5, own: true }] });

test('a default that the browser does not know is applied when the answer arrives', async () => {
  const shown = await show('/list', opening);
  await waitFor(() => expect(shown.history.location.search).toContain('saved=5'));
});

test('if the server refuses to remove the default, the view stays the default and the reason is shown', async () => {
  const user = userEvent.setup();
  const page = await show('/list', known({ defaults: [{ list: 'test', viewId: 5, own: true }] }));
  page.answer('common.View/setDefault', refusal(40301, 'You may not change defaults'));
  await user.click(within(await openMenu(user)).getByRole('menuitemcheckbox', { name: 'Make this my default view' }));
  expect(await screen.findByText('You may not change defaults')).toBeInTheDocument();
  const item = within(await openMenu(user)).getByRole('menuitemcheckbox', { name: 'Make this my default view' });
  expect(item).toHaveAttribute('aria-checked', 'true');
});

test('parameters in the address have priority over the default', async () => {
  keepDefault(7, 'test', 'status=paused&saved=5');
  const shown = await show('/list?status=draft', opening);
  await screen.findByRole('button', { name: /^View:/ });
  expect(shown.history.location.search).toBe('?status=draft');
});

test('after a user chooses all records, the default view is not applied again, also after Back', async () => {
  const user = userEvent.setup();
  const shown = await show('/list', known({ defaults: [{ list: 'test', viewId: 5, own: true }] }));
  await waitFor(() => expect(shown.history.location.search).toContain('saved=5'));
  await user.click(within(await openMenu(user)).getByRole('menuitemcheckbox', { name: 'All records' }));
  await waitFor(() => expect(shown.history.location.search).toBe(''));
  await user.click(within(await openMenu(user)).getByRole('menuitemcheckbox', { name: 'Of everyone' }));
  await waitFor(() => expect(shown.history.location.search).toBe('?status=draft&saved=6'));
  act(() => shown.history.back());
  await waitFor(() => expect(shown.history.location.search).toBe(''));
});
