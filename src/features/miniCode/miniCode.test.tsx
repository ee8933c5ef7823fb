import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Answers, dialogTitled, listAnswer, refusal, renderPage } from '@/ui/testing';
import { MiniCode } from '.';
import type { Summary, Task, VersionRow } from './calls';

const user = userEvent.setup();
const AT = '2026-03-01T11:50:00+08:00';
const row = (id: number, appVersion: string, more: Partial<VersionRow> = {}): VersionRow => ({
  id,
  version: 1,
  appVersion,
  state: 'dev',
  stateText: 'In development',
  description: 'Faster ordering',
  source: 'template',
  sourceText: 'Template',
  channelState: 'dev',
  channelStateText: 'In development',
  opinion: null,
  screenshots: [],
  uploadedByName: 'Lin Fang',
  uploadedAt: AT,
  submittedAt: null,
  releasedAt: null,
  lastResult: null,
  lastResultState: null,
  lastResultStateText: '',
  lastTaskId: null,
  grayPercent: null,
  autoOnline: false,
  log: null,
  rollbackTo: null,
  actions: [],
  ...more,
});
const summary = (more: Partial<Summary> = {}): Summary => ({
  online: '1.0.0',
  audit: null,
  newest: '1.1.0',
  qr: null,
  task: null,
  syncedAt: AT,
  actions: ['upload', 'sync'],
  notConfigured: null,
  limits: null,
  ...more,
});
const task = (more: Partial<Task> = {}): Task => ({
  taskId: 7,
  no: 'MC20260301000000000007',
  action: 'submitAudit',
  actionText: 'Submit for review',
  appVersion: '1.1.0',
  state: 'succeeded',
  stateText: 'Succeeded',
  byName: 'Lin Fang',
  createdAt: AT,
  endedAt: '2026-03-01T11:50:42+08:00',
  message: null,
  nextAskAt: null,
  opinion: null,
  qr: null,
  log: null,
  versionState: 'auditing',
  ...more,
});
const ROWS = [
  row(2, '1.1.0', { actions: ['submitAudit', 'deleteDev'] }),
  row(1, '1.0.0', { state: 'online', stateText: 'Online', rollbackTo: '0.9.0', actions: ['rollback', 'offline'] }),
];
const list = (rows = ROWS, more: Partial<Summary> = {}) => listAnswer(rows, summary(more));
const show = (answers: Answers = {}) =>
  renderPage(<MiniCode platform="ali" />, {
    at: '/configCenter/configureAlipayMiniProgram?tab=code',
    answers: { 'config.AlipayMini/getVersions': list(), ...answers },
  });
const OPERATE = 'config.AlipayMini/operateCode';
const rowButton = (name: string, version: string) => screen.findByRole('button', { name: `${name} ${version}` });

afterEach(() => {
  jest.useRealTimers();
});

test('the summary shows the versions online and in audit, and the QR code for testers', async () => {
  await show({
    'config.AlipayMini/getVersions': list(ROWS, {
      audit: { appVersion: '1.1.0', state: 'rejected', stateText: 'Rejected' },
      qr: { appVersion: '1.1.0', image: 'data:image/png;base64,iVBORw0KGgo=' },
    }),
  });
  expect(await screen.findByText('Live version')).toBeInTheDocument();
  expect(screen.getByText('Rejected')).toBeInTheDocument();
  expect(screen.getByRole('img', { name: 'Test version 1.1.0' })).toHaveAttribute(
    'src',
    expect.stringMatching(/^data:/),
  );
});

test('without a configured platform the tab shows what is missing, links to the parameters and offers no action', async () => {
  await show({
    'config.AlipayMini/getVersions': listAnswer(
      [],
      summary({ actions: [], notConfigured: 'Not configured: App ID', online: null }),
    ),
  });
  expect(await screen.findByText('Not configured: App ID')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Open parameters' })).toHaveAttribute(
    'href',
    '/configCenter/configureAlipayMiniProgram',
  );
  expect(screen.queryByRole('button', { name: 'Upload version' })).not.toBeInTheDocument();
});

test('an upload checks its version before sending and shows the newest version', async () => {
  const page = await show({
    [OPERATE]: task({ action: 'upload', appVersion: '1.2.0' }),
    'config.AlipayMini/getTask': task(),
  });
  await user.click(await screen.findByRole('button', { name: 'Upload version' }));
  const dialog = await dialogTitled('Upload version');
  expect(within(dialog).getByText('The newest version is 1.1.0; a new one must exceed it.')).toBeInTheDocument();
  await user.type(within(dialog).getByLabelText(/^Version/), '1.2');
  await user.type(within(dialog).getByLabelText(/^Description/), 'New look');
  await user.click(within(dialog).getByRole('button', { name: 'Upload version' }));
  expect(await within(dialog).findByText('Use three numbers such as 1.2.0')).toBeInTheDocument();
  expect(page.to(OPERATE)).toHaveLength(0);
  await user.type(within(dialog).getByLabelText(/^Version/), '.0');
  await user.click(within(dialog).getByRole('button', { name: 'Upload version' }));
  await waitFor(() => expect(page.to(OPERATE)).toHaveLength(1));
  expect(page.to(OPERATE)[0]?.body).toEqual({
    action: 'upload',
    appVersion: '1.2.0',
    payload: { versionDesc: 'New look' },
  });
  expect(page.to(OPERATE)[0]?.headers.get('Idempotency-Key')).toMatch(/^[\w-]{8,64}$/);
});

test('an audit needs a phone or an email, and a Chinese character counts as two', async () => {
  await show();
  await user.click(await rowButton('Submit for review', '1.1.0'));
  const dialog = await dialogTitled('Submit for review · 1.1.0');
  const description = within(dialog).getByLabelText(/^Description/);
  await user.type(description, '审核说明很短');
  const send = within(dialog).getByRole('button', { name: 'Submit for review' });
  await user.click(send);
  expect(await within(dialog).findByText('Description must be 30–500 characters')).toBeInTheDocument();
  expect(within(dialog).getByText('Give a phone or an email')).toBeInTheDocument();
  await user.clear(description);
  await user.type(description, '审'.repeat(15));
  await user.type(within(dialog).getByLabelText(/^Service email/), 'help@station.example');
  await user.click(send);
  await waitFor(() => expect(within(dialog).queryByText('Give a phone or an email')).not.toBeInTheDocument());
  expect(within(dialog).queryByText('Description must be 30–500 characters')).not.toBeInTheDocument();
});

test("the server's errors are shown at their fields", async () => {
  await show({
    [OPERATE]: refusal(40001, 'Invalid parameters', {
      errors: [{ field: 'confirmVersion', rule: 'typedVersion', message: 'Type the version exactly as shown' }],
    }),
    'config.AlipayMini/getVersions': list([row(3, '1.1.0', { state: 'passed', actions: ['release'] })]),
  });
  await user.click(await rowButton('Release', '1.1.0'));
  const dialog = await dialogTitled('Release · 1.1.0');
  const typed = within(dialog).getByLabelText(/^Type the version/);
  await user.type(typed, '1.1.0');
  await user.click(within(dialog).getByRole('button', { name: 'Release' }));
  expect(await within(dialog).findByText('Type the version exactly as shown')).toBeInTheDocument();
  expect(typed).toHaveValue('1.1.0');
});

test('a release requires typing the version; a rollback names the version that is restored', async () => {
  const page = await show({
    'config.AlipayMini/getVersions': list([
      row(3, '1.1.0', { state: 'passed', actions: ['release'] }),
      ...ROWS.slice(1),
    ]),
  });
  await user.click(await rowButton('Release', '1.1.0'));
  const dialog = await dialogTitled('Release · 1.1.0');
  await user.type(within(dialog).getByLabelText(/^Type the version/), '1.1.1');
  await user.click(within(dialog).getByRole('button', { name: 'Release' }));
  expect(await within(dialog).findByText('Type the version exactly as shown')).toBeInTheDocument();
  expect(page.to(OPERATE)).toHaveLength(0);
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: /More.*1\.0\.0/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Roll back' }));
  expect(await screen.findByText('Version 0.9.0 replaces 1.0.0, which is online now.')).toBeInTheDocument();
});

/** Creates a pending response. It resolves when `give` is called. */
function late<T>() {
  let give: (value: T) => void = () => undefined;
  const answer = new Promise<T>((settle) => {
    give = settle;
  });
  return { answer, give: (value: T) => give(value) };
}

test('the dialog shows the elapsed time; after closing, the page still shows it, and leaving asks for confirmation', async () => {
  const waits = late<Task>();
  const page = await show({ [OPERATE]: () => waits.answer, 'config.AlipayMini/getTask': task() });
  await user.click(await screen.findByRole('button', { name: /More.*1\.1\.0/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete version' }));
  const dialog = await dialogTitled('Delete version · 1.1.0');
  await user.click(within(dialog).getByRole('button', { name: 'Delete version' }));
  expect(await within(dialog).findByText(/The task continues when you close this window/)).toBeInTheDocument();
  expect(within(dialog).getByText(/^\d+ s$/)).toBeInTheDocument();
  await user.click(within(dialog).getByRole('button', { name: 'Close window' }));
  expect(await screen.findByText('“Delete version 1.1.0” is running')).toBeInTheDocument();
  act(() => page.history.push('/dashboard/index'));
  expect(await screen.findByText(/It continues when you leave/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Stay' }));
  await act(async () => waits.give(task({ action: 'deleteDev', actionText: 'Delete version' })));
  await waitFor(() => expect(screen.queryByText('“Delete version 1.1.0” is running')).not.toBeInTheDocument());
});

test('a running task is found when the page opens, and its end is shown after the next poll', async () => {
  let state: Partial<Task> = { state: 'running', stateText: 'Running', endedAt: null };
  const page = await show({
    'config.AlipayMini/getVersions': () => list(ROWS, { task: task(state), actions: [] }),
    'config.AlipayMini/getTask': () => task(state),
  });
  expect(await screen.findByText('“Submit for review 1.1.0” is running')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Upload version' })).not.toBeInTheDocument();
  jest.useFakeTimers();
  const quick = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  await quick.click(screen.getByRole('button', { name: 'View progress' }));
  const dialog = await dialogTitled('Submit for review · 1.1.0');
  expect(within(dialog).getByText('Running')).toBeInTheDocument();
  expect(page.to('config.AlipayMini/getTask')).toHaveLength(1);
  state = {
    opinion: {
      reason: 'The screenshots are not sharp',
      screenshots: ['https://cdn.example/1.png', 'javascript:alert(1)'],
    },
    log: 'built 1.1.0',
  };
  await act(async () => {
    await jest.advanceTimersByTimeAsync(5_000);
  });
  expect(page.to('config.AlipayMini/getTask').length).toBeGreaterThanOrEqual(2);
  expect(await within(dialog).findByText('Succeeded')).toBeInTheDocument();
  expect(within(dialog).getByText('The screenshots are not sharp')).toBeInTheDocument();
  expect(
    within(dialog)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toEqual(['https://cdn.example/1.png']);
  expect(within(dialog).getByText('built 1.1.0')).toBeInTheDocument();
  expect(within(dialog).getByText('42 s')).toBeInTheDocument();
  const asked = page.to('config.AlipayMini/getTask').length;
  await act(async () => {
    await jest.advanceTimersByTimeAsync(20_000);
  });
  expect(page.to('config.AlipayMini/getTask')).toHaveLength(asked);
});

test('an accepted action continues in the dialog of its task', async () => {
  const page = await show({
    [OPERATE]: {
      code: 110,
      msg: 'Accepted',
      data: task({ state: 'queued', stateText: 'Queued', endedAt: null }),
      requestId: 'r',
    },
    'config.AlipayMini/getTask': task({ state: 'running', stateText: 'Running', endedAt: null }),
  });
  await user.click(await screen.findByRole('button', { name: 'Sync states' }));
  const dialog = await dialogTitled('Submit for review · 1.1.0');
  expect(within(dialog).getByText(/continues when you close this window/)).toBeInTheDocument();
  await waitFor(() => expect(page.to('config.AlipayMini/getTask').length).toBeGreaterThan(0));
});

test('an unknown result shows that it is queried, and when next', async () => {
  const unknown = task({
    ...{ state: 'unknown', stateText: 'Result unknown', endedAt: null, nextAskAt: '2026-03-01T12:05:00+08:00' },
    message: 'Upstream timed out',
  });
  await show({
    [OPERATE]: refusal(50202, 'Upstream timed out', unknown),
    'config.AlipayMini/getTask': unknown,
    'config.AlipayMini/getVersions': list(ROWS, { task: unknown, actions: ['sync'] }),
  });
  expect(await screen.findByText(/The result of “Submit for review 1\.1\.0” is unknown/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'View progress' }));
  const dialog = await dialogTitled('Submit for review · 1.1.0');
  expect(within(dialog).getByText(/no other action is possible until it is known/)).toBeInTheDocument();
  expect(within(dialog).getByText('Next query')).toBeInTheDocument();
});

test('the last result of a version opens its task', async () => {
  await show({
    'config.AlipayMini/getVersions': list([
      row(2, '1.1.0', { lastResult: 'Submit for review: Failed', lastResultState: 'failed', lastTaskId: 7 }),
    ]),
    'config.AlipayMini/getTask': task({
      state: 'failed',
      stateText: 'Failed',
      message: 'Upstream answered: name not allowed',
    }),
  });
  await user.click(await screen.findByRole('button', { name: 'View “Submit for review: Failed”' }));
  expect(await screen.findByText('Upstream answered: name not allowed')).toBeInTheDocument();
});
