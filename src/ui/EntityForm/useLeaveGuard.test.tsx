import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { keepTyped, showOverlay } from '@/app/commands/overlay';
import { PromptHost } from '../calls/PromptHost';
import { dialogTitled, renderPage } from '../testing';
import { createStore } from './store';
import { useLeaveGuard } from './useLeaveGuard';

/** Closes the console's leave dialog with "Stay". Otherwise the dialog would remain open for the next test. */
async function stay(): Promise<void> {
  fireEvent.click(screen.getByRole('button', { name: 'Stay' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}

test('the palette opens over a form with changes, and closes, without a question', async () => {
  const store = createStore({ name: '' });
  function Form() {
    useLeaveGuard(store, true);
    return <PromptHost />;
  }
  const { history } = await renderPage(<Form />, { at: '/form?id=5' });
  act(() => store.set({ name: 'typed' }));
  act(() => showOverlay('palette'));
  act(() => keepTyped(''));
  expect(history.location.search).toBe('?id=5&palette=');
  act(() => showOverlay(null));
  await waitFor(() => expect(history.location.search).toBe('?id=5'));
  expect(screen.queryByRole('dialog')).toBeNull();
  act(() => history.push('/form'));
  await dialogTitled('Leave this page?');
  await stay();
});

test('moving between steps of one form asks nothing, but leaving the form afterwards does', async () => {
  const store = createStore({ name: '' });
  function Form() {
    useLeaveGuard(store, true, (next) => next.get('id') === '5');
    return <PromptHost />;
  }
  const { history } = await renderPage(<Form />, { at: '/wizard?id=5&step=1' });
  act(() => store.set({ name: 'typed' }));
  act(() => history.push('/wizard?id=5&step=2'));
  act(() => history.push('/wizard?id=5&step=3'));
  expect(history.location.search).toBe('?id=5&step=3');
  act(() => history.back());
  await waitFor(() => expect(history.location.search).toBe('?id=5&step=2'));
  expect(screen.queryByRole('dialog')).toBeNull();
  act(() => history.push('/wizard?step=1'));
  await dialogTitled('Leave this page?');
  expect(history.location.search).toBe('?id=5&step=2');
});
