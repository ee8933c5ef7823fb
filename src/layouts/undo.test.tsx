import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Answers, dialogTitled, type Row, renderPage } from '@/ui/testing';
import UndoPanel from './UndoPanel';

const action: Row<'common.Undo/getList'> = {
  id: 5,
  at: '2026-03-01T11:58:00+08:00',
  actionText: 'Bulk action',
  objectText: 'Station',
  objectNo: null,
  count: 3,
  left: 3,
  undoId: 5,
  until: '2026-03-01T12:08:00+08:00',
  state: 'open',
  why: '',
};
const undone = { id: 5, state: 'undone', stateText: 'Undone', version: 1 };
const show = (list: (typeof action)[], answer?: Answers['common.Undo/undo']) =>
  renderPage(<UndoPanel onClose={() => undefined} />, {
    answers: { 'common.Undo/getList': { list }, 'common.Undo/undo': answer },
  });

test('an action on several records shows their number, and how many of them can still be undone', async () => {
  const changed = { ...action, id: 6, undoId: null, count: 2, left: 0, why: 'It has been changed since' };
  await show([action, { ...action, id: 7, undoId: 7, left: 2 }, changed]);
  const [whole, part, none] = await screen.findAllByRole('listitem');
  expect(whole).toHaveTextContent('3 records');
  expect(part).toHaveTextContent('2 of 3 records can still be undone');
  expect(none).toHaveTextContent('2 recordsIt has been changed since');
  expect(within(none as HTMLElement).queryByRole('button')).not.toBeInTheDocument();
});

test('a complete undo is reported in a message', async () => {
  const user = userEvent.setup();
  const shown = await show([action], { ...undone, message: '3 taken back', success: 3, failed: [] });
  await user.click(await screen.findByRole('button', { name: 'Undo “Bulk action”' }));
  expect(await screen.findByText('3 taken back')).toBeInTheDocument();
  expect(shown.to('common.Undo/undo')[0]?.body).toEqual({ id: 5 });
});

test('records that could not be undone are listed with their reasons', async () => {
  const user = userEvent.setup();
  const failed = [{ id: 41, no: 'CD0041', code: 40901, msg: 'Mei has changed it since' }];
  await show([action], { ...undone, message: '2 taken back', success: 2, failed });
  await user.click(await screen.findByRole('button', { name: 'Undo “Bulk action”' }));
  const dialog = await dialogTitled('Result of “Undo”');
  expect(dialog).toHaveTextContent('CD0041');
  expect(dialog).toHaveTextContent('Mei has changed it since');
  await user.click(within(dialog).getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
  await waitFor(() => expect(screen.queryByText('CD0041')).not.toBeInTheDocument());
});
