import type { Data } from '@contract/index';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Answers, dialogTitled, refusal, renderPage, type SentCall } from '../testing';
import { ExportButton } from '.';

type Offer = Data<'export.Task/prepare'>;
const column = (key: string, more: Partial<Offer['columns'][number]> = {}) => ({
  key,
  title: key.toUpperCase(),
  masked: false,
  chosen: true,
  ...more,
});
const offer = (more: Partial<Offer> = {}): Offer => ({
  count: 1_234,
  countCapped: false,
  filterText: [{ label: 'State', value: 'Operating' }],
  columns: [column('name'), column('tel', { masked: true }), column('address', { chosen: false })],
  mayUnmask: false,
  most: { csv: 5_000_000, xlsx: 200_000 },
  ...more,
});
const created = { code: 110, msg: 'Accepted', data: { taskId: 77, no: 'EX2026030100000001' }, requestId: 'r' };
const show = (answers: Answers, more: { selected?: ReadonlySet<number>; can?: (rule: number) => boolean } = {}) =>
  renderPage(
    <ExportButton
      list="rights.Staff/getList"
      filter={{ status: 'active' }}
      {...(more.selected && { selected: more.selected })}
    />,
    {
      at: '/list',
      answers: { 'export.Task/prepare': offer(), 'export.Task/create': created, ...answers },
      ...(more.can && { platform: { can: more.can } }),
    },
  );
const open = async () => {
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: /export/i }));
  const dialog = await dialogTitled('Export: Staff');
  return { user, dialog };
};

test('the dialog shows the number of rows and the filter, and creates the task with the default columns', async () => {
  const shown = await show({});
  const { user, dialog } = await open();
  expect(await within(dialog).findByText(/1,234 rows will be exported/)).toBeInTheDocument();
  expect(within(dialog).getByText('State: Operating')).toBeInTheDocument();
  expect(within(dialog).getByRole('checkbox', { name: 'NAME' })).toBeChecked();
  expect(within(dialog).getByRole('checkbox', { name: 'ADDRESS' })).not.toBeChecked();
  await user.click(within(dialog).getByRole('button', { name: 'Export 1,234 rows' }));
  await waitFor(() => expect(shown.to('export.Task/create')).toHaveLength(1));
  const [call] = shown.to('export.Task/create');
  expect(call?.body).toEqual({
    module: 'rights.staff',
    filter: { status: 'active' },
    columns: ['name', 'tel'],
    format: 'csv',
    unmasked: false,
  });
  expect(call?.headers.get('Idempotency-Key')).toMatch(/./);
});

test('the message about the new task links to the export list', async () => {
  const shown = await show({});
  const { user, dialog } = await open();
  await user.click(await within(dialog).findByRole('button', { name: 'Export 1,234 rows' }));
  expect(await screen.findByText(/EX2026030100000001 created. See Export list/)).toBeInTheDocument();
  await user.click(screen.getByRole('link', { name: 'View' }));
  expect(shown.history.location).toMatchObject({ pathname: '/exportTask/exportList', search: '?open=77' });
});

test('columns can be chosen one by one, all or none; without a column there is no export', async () => {
  const shown = await show({});
  const { user, dialog } = await open();
  await user.click(await within(dialog).findByRole('button', { name: 'Clear' }));
  expect(within(dialog).getByText('Choose at least one column')).toBeInTheDocument();
  expect(within(dialog).getByRole('button', { name: 'Export 1,234 rows' })).toBeDisabled();
  await user.click(within(dialog).getByRole('checkbox', { name: 'ADDRESS' }));
  await user.click(within(dialog).getByRole('checkbox', { name: 'NAME' }));
  await user.click(within(dialog).getByRole('radio', { name: 'Excel (XLSX)' }));
  await user.click(within(dialog).getByRole('button', { name: 'Export 1,234 rows' }));
  await waitFor(() => expect(shown.to('export.Task/create')).toHaveLength(1));
  expect(shown.to('export.Task/create')[0]?.body).toMatchObject({ columns: ['name', 'address'], format: 'xlsx' });
  expect(shown.to('common.Preference/save')[0]?.body).toEqual({
    key: 'export.rights.staff',
    value: ['name', 'address'],
  });
});

test('columns that were picked for one table are not stored as a choice for another table', async () => {
  const shown = await renderPage(<ExportButton list="team.Team/getList" filter={{}} />, {
    at: '/list',
    answers: { 'export.Task/prepare': offer(), 'export.Task/create': created },
  });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: /export/i }));
  const dialog = within(await dialogTitled(/^Export: /));
  await user.click(await dialog.findByRole('checkbox', { name: 'NAME' }));
  await user.click(dialog.getByRole('radio', { name: 'Service areas' }));
  await user.click(await dialog.findByRole('button', { name: 'Export 1,234 rows' }));
  await waitFor(() => expect(shown.to('export.Task/create')).toHaveLength(1));
  expect(shown.to('export.Task/create')[0]?.body).toMatchObject({ module: 'team.area', columns: ['name', 'tel'] });
  expect(shown.to('common.Preference/save')).toEqual([]);
});

test('more rows than Excel holds are exported as CSV, and the dialog explains why', async () => {
  await show({ 'export.Task/prepare': offer({ count: 300_000 }) });
  const { dialog } = await open();
  expect(await within(dialog).findByText(/at most 200,000 rows/)).toBeInTheDocument();
  expect(within(dialog).queryByRole('radio', { name: 'Excel (XLSX)' })).not.toBeInTheDocument();
});

test('the selected rows can be exported alone', async () => {
  const shown = await show(
    { 'export.Task/prepare': (call: SentCall) => offer({ count: call.query.ids === '5,9' ? 2 : 1_234 }) },
    { selected: new Set([5, 9]) },
  );
  const { user, dialog } = await open();
  await user.click(await within(dialog).findByRole('button', { name: 'Export 2 rows' }));
  await waitFor(() => expect(shown.to('export.Task/create')).toHaveLength(1));
  expect(shown.to('export.Task/create')[0]?.body).toMatchObject({ ids: [5, 9] });
});

test('unmasked data is offered only to users who may see it', async () => {
  await show({ 'export.Task/prepare': offer({ mayUnmask: true }) });
  const { user, dialog } = await open();
  await user.click(await within(dialog).findByRole('checkbox', { name: /masked data in full/ }));
  expect(within(dialog).getByText(/second verification/)).toBeInTheDocument();
  await user.click(within(dialog).getByRole('checkbox', { name: /TEL/ }));
  expect(within(dialog).queryByRole('checkbox', { name: /masked data in full/ })).not.toBeInTheDocument();
});

test('a refusal is shown in the open dialog; an equal request links to the running task', async () => {
  const shown = await show({ 'export.Task/create': refusal(42372, 'At most 3 running') });
  const { user, dialog } = await open();
  await user.click(await within(dialog).findByRole('button', { name: 'Export 1,234 rows' }));
  expect(await within(dialog).findByText(/At most 3 running/)).toBeInTheDocument();
  shown.answer('export.Task/create', refusal(42374, 'Same task just created', { taskId: 5, no: 'EX1' }));
  await user.click(await within(dialog).findByRole('button', { name: 'Export 1,234 rows' }));
  expect(await screen.findByText(/Same task just created/)).toBeInTheDocument();
  // Messages of earlier tests may still be visible, so the test checks the last one.
  const links = screen.getAllByRole('link', { name: 'View' });
  expect(links.at(-1)).toHaveAttribute('href', '/exportTask/exportList?open=5');
});

test('without rows to export, the button of the dialog does nothing', async () => {
  await show({ 'export.Task/prepare': offer({ count: 0, filterText: [] }) });
  const { dialog } = await open();
  expect(await within(dialog).findByText(/Nothing matches the filter/)).toBeInTheDocument();
  expect(within(dialog).getByRole('button', { name: 'Export 0 rows' })).toBeDisabled();
});

test('without the permission for the table or the export list there is no button', async () => {
  await show({}, { can: (rule) => rule !== 8204 });
  expect(screen.queryByRole('button', { name: /export/i })).not.toBeInTheDocument();
});
