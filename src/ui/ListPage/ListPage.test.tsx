import type { Data } from '@contract/index';
import { team } from '@contract/locales/pt-BR/team';
import { act, renderHook, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { showOverlay, useOverlay } from '@/app/commands/overlay';
import { setLocale } from '@/app/i18n/i18n';
import { type Action, post } from '../actions/types';
import { type Answers, dialogTitled, refusal, renderPage, teamList, teamRow } from '../testing';
import { ListPage } from '.';
import type { Column, FilterOf } from './types';

type Row = Data<'team.Team/getList'>['list'][number];

const columns: readonly Column<Row>[] = [
  { key: 'name', title: 'team.name', opens: true, render: (row) => row.name },
  { key: 'code', title: 'team.code', sort: true, render: (row) => row.code },
  { key: 'ordersToday', title: 'team.ordersToday', sort: true, align: 'end', render: (row) => row.ordersToday },
];
const filters: readonly FilterOf<'team.Team/getList'>[] = [
  { kind: 'text', key: 'keyword', label: 'team.keyword' },
  {
    kind: 'many',
    key: 'status',
    label: 'team.status',
    options: [
      { value: 'paused', text: 'Paused' },
      { value: 'draft', text: 'Draft' },
    ],
  },
  { kind: 'flag', key: 'hourToReach', label: 'team.hourToReach' },
  { kind: 'one', key: 'type', label: 'team.type', options: [{ value: 'a', text: 'A' }] },
  { kind: 'days', key: 'opened', label: 'team.openedAt' },
];
const actions: readonly Action<Row>[] = [
  { key: 'edit', label: 'team.edit', to: (row) => `/edit?id=${row.id}` },
  { key: 'copy', label: 'team.copy', call: post('team.Team/copy', (row: Row) => ({ id: row.id })) },
  {
    key: 'pause',
    label: 'team.console',
    call: post('team.Team/copy', (row: Row) => ({ id: row.id })),
    bulk: post('team.Team/bulk', (rows: readonly Row[]) => ({
      ids: rows.map((row) => row.id),
      action: 'pause',
      reason: 'Rain',
    })),
  },
  { key: 'close', label: 'form.off', danger: true, call: post('team.Team/copy', (row: Row) => ({ id: row.id })) },
];

const row = (id: number, more: Partial<Row> = {}) =>
  teamRow({
    id,
    name: `Station ${id}`,
    code: `ST${id}`,
    ordersToday: id * 10,
    actions: ['edit', 'copy', 'pause', 'close'],
    ...more,
  });
const list = (
  <ListPage<'team.Team/getList'>
    address="team.Team/getList"
    name="test"
    title="team.title"
    columns={columns}
    filters={filters}
    actions={actions}
    rowName={(item) => item.name}
    summary={(summary) => [
      { key: 'operating', label: 'team.status', value: summary.operating, filter: { status: ['paused'] } },
    ]}
    primary={<button type="button">Add</button>}
    empty={{ text: 'team.empty', action: <button type="button">First one</button> }}
    detail={({ id, close }) => (
      <div role="dialog" aria-label={`Detail ${id}`}>
        <button type="button" onClick={close}>
          Close it
        </button>
      </div>
    )}
  />
);
const show = (at: string, answer: Answers['team.Team/getList']) =>
  renderPage(list, { at, answers: { 'team.Team/getList': answer } });

test('the address decides filters, sorting and paging of the request', async () => {
  const shown = await show(
    '/list?keyword=Tianfu&status=paused,draft&sort=-ordersToday&page=2&limit=50',
    teamList([row(1)]),
  );
  await screen.findByText('Station 1');
  expect(shown.to('team.Team/getList')[0]?.query).toEqual({
    keyword: 'Tianfu',
    status: 'paused,draft',
    sortField: 'ordersToday',
    sortOrder: 'desc',
    page: '2',
    limit: '50',
  });
});

test('a filter changes the address and shows a reset button, and Back removes the filter', async () => {
  const user = userEvent.setup();
  const shown = await show('/list', teamList([row(1)]));
  await screen.findByText('Station 1');
  expect(screen.queryByRole('button', { name: 'Reset' })).not.toBeInTheDocument();
  await user.type(screen.getByRole('textbox', { name: 'Keyword' }), 'Tianfu{Enter}');
  await waitFor(() => expect(shown.history.location.search).toBe('?keyword=Tianfu'));
  expect(await screen.findByRole('button', { name: 'Reset' })).toBeInTheDocument();
  act(() => shown.history.back());
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Keyword' })).toHaveValue(''));
});

test('typing in a filter sends no request until it is committed', async () => {
  const user = userEvent.setup();
  const shown = await show('/list', teamList([row(1)]));
  await screen.findByText('Station 1');
  await user.type(screen.getByRole('textbox', { name: 'Keyword' }), 'Tian');
  expect(shown.to('team.Team/getList')).toHaveLength(1);
});

test('active filters of later rows are shown as tags, and a tag removes its filter', async () => {
  const user = userEvent.setup();
  const shown = await show('/list?openedFrom=2026-02-01', teamList([row(1)]));
  await screen.findByText(/2026-02-01/);
  await user.click(screen.getByRole('button', { name: 'Clear Opened' }));
  await waitFor(() => expect(shown.history.location.search).toBe(''));
});

test('pressing a summary card sets its filter', async () => {
  const user = userEvent.setup();
  const shown = await show('/list', teamList([row(1)]));
  await user.click(await screen.findByRole('button', { name: /State.*3/ }));
  await waitFor(() => expect(shown.history.location.search).toBe('?status=paused'));
});

test('a column sorts descending, then ascending, then not at all', async () => {
  const user = userEvent.setup();
  const shown = await show('/list', teamList([row(1)]));
  const head = await screen.findByRole('columnheader', { name: /Orders today/ });
  const press = () => user.click(within(head).getByRole('button', { name: /Orders today/ }));
  await press();
  await waitFor(() => expect(head).toHaveAttribute('aria-sort', 'descending'));
  expect(shown.history.location.search).toBe('?sort=-ordersToday');
  await press();
  await waitFor(() => expect(head).toHaveAttribute('aria-sort', 'ascending'));
  await press();
  await waitFor(() => expect(shown.history.location.search).toBe(''));
});

test('a count above the cap is shown as 10,000+', async () => {
  await show('/list', teamList([row(1)], { total: 10_000, totalCapped: true }));
  expect(await screen.findByText('10,000+ in total')).toBeInTheDocument();
});

test('the name opens the record, the address holds its id, and closing restores the list', async () => {
  const user = userEvent.setup();
  const shown = await show('/list', teamList([row(4)]));
  await user.click(await screen.findByRole('link', { name: 'Station 4' }));
  expect(await screen.findByRole('dialog', { name: 'Detail 4' })).toBeInTheDocument();
  expect(shown.history.location.search).toBe('?open=4');
  await user.click(screen.getByRole('button', { name: 'Close it' }));
  await waitFor(() => expect(shown.history.location.search).toBe(''));
});

test('a row shows two actions and a menu for the others, with the destructive one last', async () => {
  const user = userEvent.setup();
  await show('/list', teamList([row(4)]));
  expect(await screen.findByRole('button', { name: 'Edit Station 4' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Copy as new Station 4' })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'More Station 4' }));
  const items = screen.getAllByRole('menuitem').map((item) => item.textContent);
  expect(items).toEqual(['Enter station console', 'Off']);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument());
});

test('a row shows only the actions that the server allows', async () => {
  await show('/list', teamList([row(4, { actions: ['edit'] })]));
  expect(await screen.findByRole('button', { name: 'Edit Station 4' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /Copy|More Station/ })).not.toBeInTheDocument();
});

test('selected rows show one bar with their count; a bulk answer lists the failures with reasons', async () => {
  const user = userEvent.setup();
  const shown = await show('/list', teamList([row(1), row(2), row(3)]));
  shown.answer('team.Team/bulk', {
    success: 1,
    failed: [{ id: 2, no: 'ST2', code: 42201, msg: 'Not allowed in state Frozen' }],
  });
  await user.click(await screen.findByRole('checkbox', { name: 'Select Station 1' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select Station 2' }));
  const bar = screen.getByRole('region', { name: 'Bulk actions' });
  expect(bar).toHaveTextContent('2 selected');
  await user.click(within(bar).getByRole('button', { name: 'Enter station console' }));
  const dialog = await dialogTitled(/Enter station console · Station 1, Station 2/);
  await user.click(within(dialog).getByRole('button', { name: 'Enter station console' }));
  expect(await screen.findByText('Not allowed in state Frozen')).toBeInTheDocument();
  expect(screen.getByText(/1 record done/)).toBeInTheDocument();
  expect(shown.to('team.Team/bulk')[0]?.body).toEqual({ ids: [1, 2], action: 'pause', reason: 'Rain' });
  expect(screen.queryByRole('region', { name: 'Bulk actions' })).not.toBeInTheDocument();
});

test('an empty list explains the page and offers the first step; an empty result offers to clear the filter', async () => {
  const user = userEvent.setup();
  const shown = await show('/list?keyword=zzz', teamList([]));
  await user.click(await screen.findByRole('button', { name: 'Clear filters' }));
  expect(await screen.findByRole('button', { name: 'First one' })).toBeInTheDocument();
  expect(shown.history.location.search).toBe('');
});

test('a failed load keeps the filter and shows the request id, and Retry loads', async () => {
  const user = userEvent.setup();
  const shown = await show('/list?keyword=Tianfu', refusal(50001, 'System busy'));
  const alert =
    (await screen.findByText('The data could not be loaded')).closest<HTMLElement>('[role=alert]') ?? document.body;
  expect(alert).toHaveTextContent('System busy');
  expect(alert).toHaveTextContent('req-1');
  shown.answer('team.Team/getList', teamList([row(1)]));
  await user.click(within(alert).getByRole('button'));
  expect(await screen.findByText('Station 1')).toBeInTheDocument();
  expect(screen.getByRole('textbox', { name: 'Keyword' })).toHaveValue('Tianfu');
});

test('a failed reload of an empty list shows the error above the empty state', async () => {
  const user = userEvent.setup();
  const shown = await show('/list', teamList([]));
  await screen.findByRole('button', { name: 'First one' });
  shown.answer('team.Team/getList', refusal(50001, 'System busy'));
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(await screen.findByText('System busy')).toBeInTheDocument();
  shown.answer('team.Team/getList', teamList([row(1)]));
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Station 1')).toBeInTheDocument();
});

test('while the preferences could not be loaded, a column choice applies but does not replace the stored choice', async () => {
  const user = userEvent.setup();
  const shown = await renderPage(list, {
    at: '/list',
    answers: { 'team.Team/getList': teamList([row(1)]), 'common.Preference/getAll': refusal(50001, 'System busy') },
  });
  await screen.findByText('Station 1');
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Code' }));
  await waitFor(() => expect(screen.queryByText('ST1')).not.toBeInTheDocument());
  expect(shown.to('common.Preference/save')).toEqual([]);
});

test('without the permission the page shows the refusal and no actions', async () => {
  await show('/list', refusal(40301, 'No permission'));
  expect(await screen.findByText('No permission')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Add' })).not.toBeInTheDocument();
});

test('old rows remain, dimmed, while the next page loads', async () => {
  const user = userEvent.setup();
  let release: () => void = () => undefined;
  const shown = await show('/list', teamList([row(1)], { total: 40 }));
  await screen.findByText('Station 1');
  shown.answer('team.Team/getList', teamList([row(2)], { total: 40, page: 2 }));
  const fetched = globalThis.fetch;
  globalThis.fetch = async (...call) => {
    await new Promise<void>((resolve) => {
      release = resolve;
    });
    return fetched(...call);
  };
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  await waitFor(() => expect(screen.getByRole('table')).toHaveAttribute('aria-busy', 'true'));
  expect(screen.getByText('Station 1')).toBeInTheDocument();
  await act(async () => release());
  expect(await screen.findByText('Station 2')).toBeInTheDocument();
});

test('column settings hide a column at once and are stored on the server', async () => {
  const user = userEvent.setup();
  const shown = await show('/list', teamList([row(1)]));
  await screen.findByText('ST1');
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  await user.click(screen.getByRole('checkbox', { name: 'Code' }));
  await waitFor(() => expect(screen.queryByText('ST1')).not.toBeInTheDocument());
  await waitFor(() =>
    expect(shown.to('common.Preference/save')[0]?.body).toEqual({
      key: 'list.test',
      value: { order: [], hidden: ['code'], dense: false, widths: {} },
    }),
  );
});

test('the newly created row is marked', async () => {
  await show('/list?created=2', teamList([row(1), row(2)]));
  const cell = await screen.findByText('Station 2');
  expect(cell.closest('tr')).toHaveClass('created');
});

const many = teamList([row(1), row(2)], { total: 63 });
const pauseAll = async (user: ReturnType<typeof userEvent.setup>) => {
  await screen.findByText('Station 1');
  await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
  await user.click(screen.getByRole('button', { name: 'Select all 63 matching' }));
  expect(screen.getByText('All 63 matching selected')).toBeInTheDocument();
  await user.click(
    within(screen.getByRole('region', { name: 'Bulk actions' })).getByRole('button', { name: 'Enter station console' }),
  );
  return dialogTitled(/all 63 matching/);
};

test('all matching records are selected in one step, and the action sends the filter with the confirmed number', async () => {
  const user = userEvent.setup();
  const shown = await show('/list?status=paused&page=2', many);
  shown.answer('team.Team/bulk', { success: 63, failed: [] });
  const dialog = await pauseAll(user);
  await user.click(within(dialog).getByRole('button', { name: 'Enter station console' }));
  await waitFor(() =>
    expect(shown.to('team.Team/bulk')[0]?.body).toEqual({
      action: 'pause',
      reason: 'Rain',
      filter: { status: 'paused' },
      count: 63,
    }),
  );
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Bulk actions' })).not.toBeInTheDocument());
});

test('when the number of matching records changes, nothing is done until the new number is confirmed', async () => {
  const user = userEvent.setup();
  const shown = await show('/list', many);
  shown.answer('team.Team/bulk', refusal(40905, '65 records match now', { count: 65 }));
  const dialog = await pauseAll(user);
  await user.click(within(dialog).getByRole('button', { name: 'Enter station console' }));
  expect(await within(dialog).findByText(/65 records match now/)).toBeInTheDocument();
  await dialogTitled(/all 65 matching/);
  await user.click(within(dialog).getByRole('button', { name: 'Enter station console' }));
  await waitFor(() => expect(shown.to('team.Team/bulk')).toHaveLength(2));
  expect(shown.to('team.Team/bulk')[1]?.body).toMatchObject({ count: 65 });
});

test('removing one row ends the selection of all records, which is not offered for too many records', async () => {
  const user = userEvent.setup();
  const shown = await show('/list', many);
  await screen.findByText('Station 1');
  await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
  await user.click(screen.getByRole('button', { name: 'Select all 63 matching' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select Station 2' }));
  expect(screen.getByText('1 selected')).toBeInTheDocument();
  shown.answer('team.Team/getList', teamList([row(1)], { total: 10_000, totalCapped: true }));
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  await waitFor(() => expect(screen.queryByText('Station 2')).not.toBeInTheDocument());
  expect(await screen.findByText(/More than 5,?000 match/)).toBeInTheDocument();
});

test('without row actions on the page there is no action column', async () => {
  await show('/list', teamList([row(1, { actions: [] }), row(2, { actions: [] })]));
  await screen.findByText('Station 2');
  expect(screen.queryByRole('columnheader', { name: 'Actions' })).toBeNull();
});

test('a bulk action shows how many of the selected rows allow it, and runs with those', async () => {
  const user = userEvent.setup();
  const shown = await show('/list', teamList([row(1), row(2, { actions: ['edit'] }), row(3)]));
  shown.answer('team.Team/bulk', { success: 2, failed: [] });
  await user.click(await screen.findByRole('checkbox', { name: 'Select Station 1' }));
  const bar = within(screen.getByRole('region', { name: 'Bulk actions' }));
  expect(bar.getByRole('button', { name: 'Enter station console' })).toBeInTheDocument();
  await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
  await user.click(bar.getByRole('button', { name: 'Enter station console (2 of 3)' }));
  const dialog = await dialogTitled(/Enter station console · Station 1, Station 3/);
  await user.click(within(dialog).getByRole('button', { name: 'Enter station console' }));
  await waitFor(() => expect(shown.to('team.Team/bulk')[0]?.body).toMatchObject({ ids: [1, 3] }));
});

test('rows named by a day show it in the format of the language, also in the dialog for several rows', async () => {
  const user = userEvent.setup();
  await show('/list', teamList([row(1, { name: '2026-11-23' }), row(2, { name: '2026-11-24' })]));
  await screen.findByText('2026-11-24');
  await act(() => setLocale('pt-BR'));
  await user.click(await screen.findByRole('checkbox', { name: /23\/11\/2026/ }));
  await user.click(screen.getByRole('checkbox', { name: /24\/11\/2026/ }));
  await user.click(screen.getByRole('button', { name: team.console }));
  expect(await dialogTitled(/ · 23\/11\/2026, 24\/11\/2026$/)).toBeInTheDocument();
});

test('the footer of the list mentions the hotkeys', async () => {
  const user = userEvent.setup();
  await show('/list', teamList([row(1)]));
  await user.click(await screen.findByRole('button', { name: /Keyboard shortcuts/ }));
  expect(renderHook(() => useOverlay()).result.current).toBe('keys');
  act(() => showOverlay(null));
});
