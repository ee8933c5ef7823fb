import type { Data } from '@contract/index';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { dropTicket } from '@/app/calls/tickets';
import { hasUnsaved } from '@/app/session/unsaved';
import { type Answers, dialogTitled, refusal, renderPage, undoable } from '../testing';
import { RowActions } from './RowActions';
import { type Action, bulkActionsOf, post } from './types';
import { useActions } from './useActions';

interface Row {
  readonly id: number;
  readonly version: number;
  readonly name: string;
  readonly statusText: string;
  readonly actions: readonly string[];
}
const station: Row = {
  id: 4,
  version: 7,
  name: 'Tianfu',
  statusText: 'Operating',
  actions: ['pause', 'start', 'close'],
};
const actions: readonly Action<Row>[] = [
  {
    key: 'pause',
    label: 'team.copy',
    confirm: { text: (names) => `${names} will take no new orders.` },
    fields: () => [{ kind: 'text', name: 'reason', label: 'team.reason', required: true, min: 2, max: 50 }],
    call: post('team.Team/pause', (row: Row, values) => ({
      id: row.id,
      version: row.version,
      reason: String(values.reason),
    })),
  },
  {
    key: 'start',
    label: 'team.edit',
    call: post('team.Team/submit', (row: Row, _values, { confirmed }) => ({
      id: row.id,
      version: row.version,
      values: {},
      confirmOverlap: confirmed,
    })),
  },
  {
    key: 'close',
    label: 'form.off',
    danger: true,
    confirm: { text: (names) => `${names} will be closed.`, typeName: true },
    call: post('team.Team/close', (row: Row) => ({ id: row.id, version: row.version, reason: 'Moved away' })),
  },
];
const nameOf = (row: Row) => row.name;
function Page({ offered = actions }: { readonly offered?: readonly Action<Row>[] }) {
  const runner = useActions<Row>(nameOf);
  return (
    <>
      <RowActions row={station} name={station.name} actions={offered} start={runner.start} />
      {runner.element}
    </>
  );
}
const done = { id: 4, state: 'paused', stateText: 'Paused', version: 8, message: 'Station Tianfu is paused' };
const show = (answers: Answers) => renderPage(<Page />, { answers });
const openPause = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.click(await screen.findByRole('button', { name: 'Copy as new Tianfu' }));
  return dialogTitled('Copy as new · Tianfu');
};

beforeEach(() => dropTicket());

test('a reload asks first when a dialog has unsaved values', async () => {
  const user = userEvent.setup();
  await show({});
  const dialog = within(await openPause(user));
  expect(hasUnsaved()).toBe(false);
  await user.type(dialog.getByRole('textbox'), 'Rain');
  expect(hasUnsaved()).toBe(true);
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(hasUnsaved()).toBe(false));
});

test('a confirmation names object and consequence, checks its fields, sends the version, and shows the result', async () => {
  const user = userEvent.setup();
  const shown = await show({ 'team.Team/pause': done });
  const dialog = await openPause(user);
  expect(dialog).toHaveTextContent('Tianfu will take no new orders.');
  await user.click(within(dialog).getByRole('button', { name: 'Copy as new' }));
  expect(await within(dialog).findByText('Please input Reason')).toBeInTheDocument();
  expect(shown.to('team.Team/pause')).toHaveLength(0);
  await user.type(within(dialog).getByLabelText(/Reason/), 'Heavy rain');
  await user.click(within(dialog).getByRole('button', { name: 'Copy as new' }));
  expect(await screen.findByText('Station Tianfu is paused')).toBeInTheDocument();
  const [call] = shown.to('team.Team/pause');
  expect(call?.body).toEqual({ id: 4, version: 7, reason: 'Heavy rain' });
  expect(call?.headers.get('Idempotency-Key')).toMatch(/^[A-Za-z0-9-]{8,64}$/);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

describe('an action without a dialog', () => {
  const start: Action<Row> = {
    key: 'start',
    label: 'team.copy',
    instant: true,
    call: post('team.Team/start', (row: Row) => ({ id: row.id, version: row.version })),
  };
  const press = async (answer: NonNullable<Answers['team.Team/start']>) => {
    const user = userEvent.setup();
    await renderPage(<Page offered={[start]} />, { answers: { 'team.Team/start': answer } });
    await user.click(await screen.findByRole('button', { name: 'Copy as new Tianfu' }));
  };

  test('shows the messages of field errors', async () => {
    const errors = [{ field: 'id', rule: 'range', message: 'At most 5 are pinned' }];
    await press(refusal(40001, 'Invalid parameters', { errors }));
    expect(await screen.findByText('At most 5 are pinned')).toBeInTheDocument();
  });

  test('shows that another user has changed the row', async () => {
    await press(refusal(40901, 'Changed by Lin meanwhile', { current: station, changedBy: 'Lin', changedAt: null }));
    expect(await screen.findByText('Changed by Lin meanwhile')).toBeInTheDocument();
  });
});

test('the field errors of the server are shown at their fields, and the first gets the focus', async () => {
  const user = userEvent.setup();
  const errors = [{ field: 'reason', rule: 'length', message: 'Reason must be 2–50 characters' }];
  await show({ 'team.Team/pause': refusal(40001, 'Invalid parameters', { errors }) });
  const dialog = await openPause(user);
  const field = within(dialog).getByLabelText(/Reason/);
  await user.type(field, 'Rain');
  await user.click(within(dialog).getByRole('button', { name: 'Copy as new' }));
  expect(await within(dialog).findByText('Reason must be 2–50 characters')).toBeInTheDocument();
  expect(field).toHaveFocus();
});

test('a second verification is asked for, Enter submits its code, and the same call is repeated with its ticket', async () => {
  const user = userEvent.setup();
  const shown = await show({
    'team.Team/pause': (call) =>
      call.headers.get('X-Verify-Ticket') === 'tk-1' ? done : refusal(40303, 'Second verification required'),
    'Verify/sendMessage': { waitSec: 60, maskedTel: '138****0000' },
    'Verify/confirmSecond': (call) =>
      call.body.code === '123456'
        ? { ticket: 'tk-1', expireAt: '2099-01-01T00:00:00+08:00', mustBindFactor: false }
        : refusal(40004, 'Verification code wrong or expired'),
  });
  const dialog = await openPause(user);
  await user.type(within(dialog).getByLabelText(/Reason/), 'Rain');
  await user.click(within(dialog).getByRole('button', { name: 'Copy as new' }));
  const second = await dialogTitled('Second verification');
  await waitFor(() => expect(within(second).getByRole('button', { name: 'Send code' })).toHaveFocus());
  await user.keyboard('{Enter}');
  expect(await within(second).findByText(/138\*\*\*\*0000/)).toBeInTheDocument();
  await user.type(within(second).getByLabelText('Verification code'), '000000');
  await user.click(within(second).getByRole('button', { name: 'Verify and continue' }));
  expect(await within(second).findByText('Verification code wrong or expired')).toBeInTheDocument();
  await user.clear(within(second).getByLabelText('Verification code'));
  await user.type(within(second).getByLabelText('Verification code'), '123456');
  await user.click(within(second).getByRole('button', { name: 'Verify and continue' }));
  expect(await screen.findByText('Station Tianfu is paused')).toBeInTheDocument();
  const calls = shown.to('team.Team/pause');
  expect(calls).toHaveLength(2);
  expect(calls[1]?.headers.get('Idempotency-Key')).toBe(calls[0]?.headers.get('Idempotency-Key'));
});

test('a code that was sent before the dialog was closed is still accepted', async () => {
  const user = userEvent.setup();
  await show({
    'team.Team/pause': (call) =>
      call.headers.get('X-Verify-Ticket') === 'tk-2' ? done : refusal(40303, 'Second verification required'),
    'Verify/sendMessage': refusal(42901, 'Wait 55 s'),
    'Verify/confirmSecond': { ticket: 'tk-2', expireAt: '2099-01-01T00:00:00+08:00', mustBindFactor: false },
  });
  const dialog = await openPause(user);
  await user.type(within(dialog).getByLabelText(/Reason/), 'Rain');
  await user.click(within(dialog).getByRole('button', { name: 'Copy as new' }));
  const second = within(await dialogTitled('Second verification'));
  expect(second.getByRole('button', { name: 'Verify and continue' })).toBeDisabled();
  await user.click(second.getByRole('button', { name: 'Send code' }));
  expect(await second.findByText('Wait 55 s')).toBeInTheDocument();
  await user.type(second.getByLabelText('Verification code'), '123456');
  await user.click(second.getByRole('button', { name: 'Verify and continue' }));
  expect(await screen.findByText('Station Tianfu is paused')).toBeInTheDocument();
});

test('cancelling the second verification leaves the dialog unchanged', async () => {
  const user = userEvent.setup();
  await show({ 'team.Team/pause': refusal(40303, 'Second verification required') });
  const dialog = await openPause(user);
  await user.type(within(dialog).getByLabelText(/Reason/), 'Rain');
  await user.click(within(dialog).getByRole('button', { name: 'Copy as new' }));
  const second = await dialogTitled('Second verification');
  await user.click(within(second).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByLabelText('Verification code')).not.toBeInTheDocument());
  expect(within(dialog).getByLabelText(/Reason/)).toHaveValue('Rain');
});

test('a change by another user is shown with the user and the differences', async () => {
  const user = userEvent.setup();
  const conflict = {
    current: { statusText: 'Frozen', version: 9 },
    changedBy: 'Li Na',
    changedAt: '2026-03-01T11:58:00+08:00',
  };
  await show({ 'team.Team/pause': refusal(40901, 'Changed by someone else, reload', conflict) });
  const dialog = await openPause(user);
  await user.type(within(dialog).getByLabelText(/Reason/), 'Rain');
  await user.click(within(dialog).getByRole('button', { name: 'Copy as new' }));
  expect(await within(dialog).findByText(/By Li Na/)).toHaveTextContent('2 minutes ago');
  const line = within(dialog).getByRole('row', { name: /State/ });
  expect(line).toHaveTextContent('Operating');
  expect(line).toHaveTextContent('Frozen');
  await user.click(within(dialog).getByRole('button', { name: 'Reload' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('a conflict without present values is a refusal that says what to do', async () => {
  const user = userEvent.setup();
  await show({ 'team.Team/pause': refusal(40901, 'Reject it and propose it again') });
  const dialog = await openPause(user);
  await user.type(within(dialog).getByLabelText(/Reason/), 'Rain');
  await user.click(within(dialog).getByRole('button', { name: 'Copy as new' }));
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('Reject it and propose it again');
  expect(within(dialog).queryByRole('button', { name: 'Reload' })).toBeNull();
});

test('a confirmed warning repeats the call as confirmed, with a key that follows from the first key', async () => {
  const user = userEvent.setup();
  const shown = await show({
    'team.Team/submit': (call) =>
      call.body.confirmOverlap
        ? { ...done, message: 'Submitted' }
        : {
            code: 110,
            msg: 'Accepted',
            data: { ...done, notice: 'Overlaps station Jinjiang by 0.4 km²' },
            requestId: 'req-2',
          },
  });
  await user.click(await screen.findByRole('button', { name: 'Edit Tianfu' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Edit' }));
  const warning = await dialogTitled('Please confirm');
  expect(warning).toHaveTextContent('Overlaps station Jinjiang by 0.4 km²');
  await user.click(within(warning).getByRole('button', { name: 'Continue anyway' }));
  expect(await screen.findByText('Submitted')).toBeInTheDocument();
  const [first, again] = shown.to('team.Team/submit');
  expect(again?.headers.get('Idempotency-Key')).toBe(`${first?.headers.get('Idempotency-Key')}-confirmed`);
});

test('an irreversible action requires the typed name', async () => {
  const user = userEvent.setup();
  const shown = await show({ 'team.Team/close': { ...done, message: 'Closed' } });
  await user.click(await screen.findByRole('button', { name: 'More Tianfu' }));
  await user.click(screen.getByRole('menuitem', { name: 'Off' }));
  const dialog = await dialogTitled('Off · Tianfu');
  await user.click(within(dialog).getByRole('button', { name: 'Off' }));
  expect(await within(dialog).findByText('The name does not match. Type it exactly as shown.')).toBeInTheDocument();
  expect(shown.to('team.Team/close')).toHaveLength(0);
  await user.type(within(dialog).getByLabelText(/Type “Tianfu”/), 'Tianfu');
  await user.click(within(dialog).getByRole('button', { name: 'Off' }));
  expect(await screen.findByText('Closed')).toBeInTheDocument();
});

test('a refusal is shown in the dialog with its request id, and the input is kept', async () => {
  const user = userEvent.setup();
  await show({ 'team.Team/pause': refusal(42201, 'Not allowed in state Frozen') });
  const dialog = await openPause(user);
  await user.type(within(dialog).getByLabelText(/Reason/), 'Rain');
  await user.click(within(dialog).getByRole('button', { name: 'Copy as new' }));
  const alert = await within(dialog).findByText(/Not allowed in state Frozen/);
  expect(alert).toHaveTextContent('req-1');
  expect(within(dialog).getByLabelText(/Reason/)).toHaveValue('Rain');
});

test('an action that the record blocks is disabled, and a click shows the reason', async () => {
  const user = userEvent.setup();
  const offered = actions.map((action) => ({ ...action, blocked: () => 'A food loss is open' }));
  const page = await renderPage(<Page offered={offered} />);
  const link = await screen.findByRole('button', { name: 'Copy as new Tianfu' });
  expect(link).toHaveAttribute('aria-disabled', 'true');
  expect(link).toHaveAttribute('title', 'A food loss is open');
  await user.click(link);
  expect(await screen.findByText('A food loss is open')).toBeInTheDocument();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(page.to('team.Team/pause')).toEqual([]);
});

test('an entry of the menu "more" that the record blocks is disabled with its reason', async () => {
  const user = userEvent.setup();
  const offered = actions.map((action) => ({ ...action, blocked: () => 'A food loss is open' }));
  await renderPage(<Page offered={offered} />);
  await user.click(await screen.findByRole('button', { name: 'More Tianfu' }));
  const entry = screen.getByRole('menuitem', { name: 'Off' });
  expect(entry).toHaveAttribute('aria-disabled', 'true');
  expect(entry).toHaveAttribute('title', 'A food loss is open');
  await user.click(entry);
  expect(await screen.findByText('A food loss is open')).toBeInTheDocument();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the selection bar shows how many of the selected rows allow an action', () => {
  const bulk: Action<Row> = {
    key: 'pause',
    label: 'team.copy',
    bulk: post('team.Team/bulk', () => ({ ids: [1], action: 'pause' })),
  };
  const counted = bulkActionsOf([bulk, ...actions], [station, { ...station, id: 5, actions: [] }]);
  expect(counted.map(({ action, able }) => [action.key, able])).toEqual([['pause', [station]]]);
});

test('a bulk action leaves out the selected rows that block it', () => {
  const bulk: Action<Row> = {
    key: 'pause',
    label: 'team.copy',
    blocked: ({ id }) => (id === 5 ? 'A food loss is open' : undefined),
    bulk: post('team.Team/bulk', () => ({ ids: [1], action: 'pause' })),
  };
  expect(bulkActionsOf([bulk], [station, { ...station, id: 5 }])).toEqual([{ action: bulk, able: [station] }]);
});

test('an unsent reason is offered when the same action is opened again for the same row', async () => {
  const user = userEvent.setup();
  localStorage.clear();
  await show({});
  const dialog = await openPause(user);
  await user.type(within(dialog).getByLabelText(/Reason/), 'Rain and wind');
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  const again = await openPause(user);
  await user.click(await within(again).findByRole('button', { name: 'Continue' }));
  expect(within(again).getByLabelText(/Reason/)).toHaveValue('Rain and wind');
});

test('a call without an answer is repeated with its first key, even after its form was continued twice', async () => {
  const user = userEvent.setup();
  localStorage.clear();
  let isDown = true;
  const shown = await show({
    'team.Team/pause': () => {
      if (isDown) throw new TypeError('network');
      return done;
    },
  });
  const send = (dialog: HTMLElement) => user.click(within(dialog).getByRole('button', { name: 'Copy as new' }));
  const dialog = await openPause(user);
  await user.type(within(dialog).getByLabelText(/Reason/), 'Rain and wind');
  await send(dialog);
  await within(dialog).findByRole('alert');
  const closeAndContinue = async (closed: HTMLElement) => {
    await user.click(within(closed).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    const again = await openPause(user);
    await user.click(await within(again).findByRole('button', { name: 'Continue' }));
    await user.type(within(again).getByLabelText(/Reason/), '.');
    return again;
  };
  const last = await closeAndContinue(await closeAndContinue(dialog));
  isDown = false;
  await send(last);
  expect(await screen.findByText('Station Tianfu is paused')).toBeInTheDocument();
  const keys = shown.to('team.Team/pause').map(({ headers }) => headers.get('Idempotency-Key'));
  expect(new Set(keys).size).toBe(1);
});

test('after a continued draft is discarded, the next call has a new key', async () => {
  const user = userEvent.setup();
  localStorage.clear();
  let isDown = true;
  const shown = await show({
    'team.Team/pause': () => {
      if (isDown) throw new TypeError('network');
      return done;
    },
  });
  const dialog = within(await openPause(user));
  await user.type(dialog.getByLabelText(/Reason/), 'Rain and wind');
  await user.click(dialog.getByRole('button', { name: 'Copy as new' }));
  await dialog.findByRole('alert');
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  const again = within(await openPause(user));
  await user.click(await again.findByRole('button', { name: 'Continue' }));
  await user.click(await again.findByRole('button', { name: 'Discard' }));
  expect(again.getByLabelText(/Reason/)).toHaveValue('');
  isDown = false;
  await user.type(again.getByLabelText(/Reason/), 'Snow');
  await user.click(again.getByRole('button', { name: 'Copy as new' }));
  expect(await screen.findByText('Station Tianfu is paused')).toBeInTheDocument();
  const calls = shown.to('team.Team/pause');
  expect(calls.at(-1)?.body).toMatchObject({ reason: 'Snow' });
  expect(calls.at(-1)?.headers.get('Idempotency-Key')).not.toBe(calls[0]?.headers.get('Idempotency-Key'));
});

describe('undoing a bulk action', () => {
  const other = { ...station, id: 5, name: 'Riverside' };
  const ended: unknown[] = [];
  const pauseAll: Action<Row> = {
    key: 'pause',
    label: 'team.copy',
    confirm: { text: (names) => `${names} will take no new orders.` },
    bulk: post('team.Team/bulk', (rows: readonly Row[]) => ({
      ids: rows.map(({ id }) => id),
      action: 'pause' as const,
      reason: 'Heavy rain',
    })),
    afterBulk: (data, rows) => ended.push([data, rows.map(({ id }) => id)]),
  };
  function BulkPage() {
    const runner = useActions<Row>(nameOf);
    return (
      <>
        <button type="button" onClick={() => runner.startBulk(pauseAll, [station, other])}>
          Pause both
        </button>
        {runner.element}
      </>
    );
  }
  const run = async (answer: Data<'team.Team/bulk'>) => {
    const user = userEvent.setup();
    const undone = { id: 77, state: 'undone', stateText: 'Undone', version: 1, message: '2 taken back' };
    const shown = await renderPage(<BulkPage />, {
      answers: {
        'team.Team/bulk': undoable(answer, 77),
        'common.Undo/undo': { ...undone, success: 2, failed: [] },
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Pause both' }));
    const dialog = await dialogTitled(/Copy as new/);
    await user.click(within(dialog).getByRole('button', { name: 'Copy as new' }));
    return { user, shown };
  };

  test('the message offers Undo, which undoes all of it', async () => {
    const { user, shown } = await run({ success: 2, failed: [] });
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('2 taken back')).toBeInTheDocument();
    expect(shown.to('common.Undo/undo')[0]?.body).toEqual({ id: 77 });
    expect(ended).toEqual([[expect.objectContaining({ success: 2 }), [station.id, 5]]]);
  });

  test('completed rows can be undone although other rows were refused', async () => {
    const failed = [{ id: 5, no: 'CD0005', code: 42201, msg: 'Not while it is frozen' }];
    const { user, shown } = await run({ success: 1, failed });
    expect(await screen.findByText('Not while it is frozen')).toBeInTheDocument();
    await user.click(await screen.findByRole('button', { name: 'Undo', hidden: true }));
    await waitFor(() => expect(shown.to('common.Undo/undo')).toHaveLength(1));
  });
});

test('the second verification is above a dialog in a drawer, wherever it is rendered', async () => {
  const user = userEvent.setup();
  const { PromptHost } = await import('../calls/PromptHost');
  const { Drawer } = await import('../library/Drawer');
  // The prompt must appear above the drawer, although the frame's prompt host is rendered before the drawer.
  const page = (
    <>
      <PromptHost />
      <Drawer open>
        <Page />
      </Drawer>
    </>
  );
  await renderPage(page, {
    answers: {
      'team.Team/pause': refusal(40303, 'Verify first'),
      'Verify/getSecondMethods': { methods: ['sms'], last: 'sms', maskedTel: '138****5678' },
    },
  });
  const dialog = within(await openPause(user));
  await user.type(dialog.getByRole('textbox'), 'Rain');
  await user.click(dialog.getByRole('button', { name: 'Copy as new' }));
  const over = await dialogTitled(/verification/i);
  const levelOf = (element: HTMLElement) => Number(element.closest<HTMLElement>('.ant-modal-wrap')?.style.zIndex);
  const under = await dialogTitled('Copy as new · Tianfu');
  expect(levelOf(under)).toBeGreaterThan(1_000);
  expect(levelOf(over)).toBeGreaterThan(levelOf(under));
});
