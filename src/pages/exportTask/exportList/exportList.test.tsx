import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Answers, listAnswer, type Row, refusal, renderPage } from '@/ui/testing';
import ExportListPage from '.';

const at = '/exportTask/exportList';
type Task = Row<'export.Task/getList'>;
const task = (id: number, more: Partial<Task> = {}): Task => ({
  id,
  version: 1,
  no: `EX202603010000000${id}`,
  module: 'team.list',
  moduleText: 'Station list',
  filterText: [{ label: 'State', value: 'Operating' }],
  columnTexts: ['Station name', 'Station code'],
  format: 'csv',
  rowsTotal: 1_200,
  rowsDone: 1_200,
  percent: 100,
  size: 2_400_000,
  state: 'done',
  stateText: 'Done',
  reason: null,
  unmasked: false,
  requesterId: 7,
  requesterName: 'Lin Fang',
  createdAt: '2026-03-01T11:00:00+08:00',
  finishedAt: '2026-03-01T11:00:05+08:00',
  expireAt: '2026-03-08T11:00:05+08:00',
  downloads: 2,
  actions: ['download', 'view', 'rerun', 'remove'],
  ...more,
});
const list = (...rows: Task[]) =>
  listAnswer(rows, { running: 1, doneToday: 3, failed: 1, bytes: 5_242_880, seesAll: true });
const receipt = {
  fileName: 'Station-list_EX1_lin_20260301-110005.csv',
  sha256: 'ab'.repeat(32),
  maskedColumns: ['Contact phone'],
  upTo: '2026-03-01T11:00:00+08:00',
  startedAt: '2026-03-01T11:00:01+08:00',
  attempts: 1,
  account: 'lin',
};
const show = (answers: Answers, to = at) =>
  renderPage(<ExportListPage />, { at: to, answers: { 'export.Task/getProgress': { list: [] }, ...answers } });

let clicked: { href: string; name: string }[];
beforeEach(() => {
  clicked = [];
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    if (this.isConnected) return;
    clicked.push({ href: this.getAttribute('href') ?? '', name: this.download });
  });
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

test('a task shows its content, its size and its expiry', async () => {
  await show({ 'export.Task/getList': list(task(1)) });
  const row = await screen.findByRole('row', { name: /EX2026030100000001/ });
  for (const text of ['Station list', 'State: Operating', 'CSV', '1,200', '2.3 MB', 'Lin Fang', 'Done']) {
    expect(within(row).getByText(text)).toBeInTheDocument();
  }
  expect(screen.getByText('5.0')).toBeInTheDocument();
});

test('the progress of running tasks is polled, and the list is reloaded when one ends', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  const running = task(1, {
    state: 'running',
    stateText: 'Running',
    percent: 10,
    rowsDone: 120,
    actions: ['view', 'cancel'],
  });
  const shown = await show({
    'export.Task/getList': list(running),
    'export.Task/getProgress': { list: [{ id: 1, state: 'running', percent: 40, rowsDone: 480, rowsTotal: 1_200 }] },
  });
  expect(await screen.findByText('40% · 480 / 1,200')).toBeInTheDocument();
  expect(screen.getByRole('progressbar', { name: 'Progress of EX2026030100000001' })).toHaveAttribute('value', '40');
  shown.answer('export.Task/getProgress', { list: [] });
  shown.answer('export.Task/getList', list(task(1)));
  await act(async () => {
    await jest.advanceTimersByTimeAsync(3_100);
  });
  expect(await screen.findByText('Done')).toBeInTheDocument();
  const asked = shown.to('export.Task/getProgress').length;
  await act(async () => {
    await jest.advanceTimersByTimeAsync(10_000);
  });
  expect(shown.to('export.Task/getProgress')).toHaveLength(asked);
});

test('a download requests a link and opens it', async () => {
  const user = userEvent.setup();
  await show({
    'export.Task/getList': list(task(1)),
    'export.Task/download': { url: '/api/exports?ids=1&s=x', expireIn: 300 },
  });
  await user.click(await screen.findByRole('button', { name: 'Download EX2026030100000001' }));
  await waitFor(() => expect(clicked).toEqual([{ href: '/api/exports?ids=1&s=x', name: '' }]));
});

test('an expired file cannot be downloaded, and the page says so', async () => {
  const user = userEvent.setup();
  await show({
    'export.Task/getList': list(task(1)),
    'export.Task/download': refusal(42373, 'File expired'),
  });
  await user.click(await screen.findByRole('button', { name: 'Download EX2026030100000001' }));
  expect(await screen.findByText('File expired')).toBeInTheDocument();
  expect(clicked).toEqual([]);
});

test('several files are downloaded as one zip of those that exist', async () => {
  const user = userEvent.setup();
  const shown = await show({
    'export.Task/getList': list(
      task(1),
      task(2, { state: 'failed', stateText: 'Failed', actions: ['view', 'retry', 'remove'] }),
      task(3),
    ),
    'export.Task/downloadZip': { url: '/api/exports?ids=1.3&z=1', expireIn: 300 },
  });
  await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }));
  const bar = await screen.findByRole('region', { name: /bulk/i });
  await user.click(within(bar).getByRole('button', { name: 'Download (2 of 3)' }));
  await waitFor(() => expect(shown.to('export.Task/downloadZip')[0]?.body).toEqual({ ids: [1, 3] }));
  await waitFor(() => expect(clicked[0]?.href).toBe('/api/exports?ids=1.3&z=1'));
});

test('the drawer shows the request and the receipt, which can be saved', async () => {
  const user = userEvent.setup();
  const saved: Blob[] = [];
  URL.createObjectURL = (blob) => {
    saved.push(blob as Blob);
    return 'blob:receipt';
  };
  URL.revokeObjectURL = () => undefined;
  await show({ 'export.Task/getList': list(task(1)), 'export.Task/getDetail': { ...task(1), receipt } });
  await user.click(await screen.findByRole('link', { name: 'EX2026030100000001' }));
  const drawer = await screen.findByRole('dialog');
  expect(await within(drawer).findByText('Operating')).toBeInTheDocument();
  await user.click(within(drawer).getByRole('tab', { name: 'Receipt' }));
  expect(await within(drawer).findByText('ab'.repeat(32))).toBeInTheDocument();
  expect(within(drawer).getByText('Contact phone')).toBeInTheDocument();
  await user.click(within(drawer).getByRole('button', { name: 'Download receipt' }));
  expect(clicked.at(-1)).toEqual({ href: 'blob:receipt', name: 'EX2026030100000001.txt' });
  expect(saved).toHaveLength(1);
});

test('a running task can be cancelled after a confirmation that names it', async () => {
  const user = userEvent.setup();
  const shown = await show({
    'export.Task/getList': list(task(1, { state: 'running', stateText: 'Running', actions: ['view', 'cancel'] })),
    'export.Task/cancel': { id: 1, state: 'cancelled', stateText: 'Cancelled', version: 2, message: 'EX cancelled' },
  });
  await user.click(await screen.findByRole('button', { name: /More EX2026030100000001/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Cancel export' }));
  expect(
    await screen.findByText(/EX2026030100000001 stops and what was written so far is deleted/),
  ).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Cancel export' }));
  await waitFor(() => expect(shown.to('export.Task/cancel')[0]?.body).toEqual({ id: 1 }));
});

test('a failed task shows its reason', async () => {
  await show({
    'export.Task/getList': list(
      task(1, { state: 'failed', stateText: 'Failed', reason: 'The requester may not export these data any more' }),
    ),
  });
  expect(await screen.findByText(/may not export these data any more/)).toBeInTheDocument();
});

test('without exports the page explains where exports come from', async () => {
  await show({ 'export.Task/getList': list() });
  expect(await screen.findByText('What you export from a list appears here.')).toBeInTheDocument();
});

test('users without permission see a message', async () => {
  await show({ 'export.Task/getList': refusal(40301, 'No permission') });
  expect(await screen.findByText(/no permission/i)).toBeInTheDocument();
});
