import { REVEAL } from '@contract/limits';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { queryClient } from '@/app/request/queryClient';
import { dialogTitled, refusal, renderPage } from '../testing';
import { Unmask } from '.';

const ADDRESS = 'common.Sensitive/unmask';
const FULL = '13812345678';
const phone = <Unmask objectType="staff" id={7} field="tel" value="138****5678" name="Lan" rule={8205} />;
const user = userEvent.setup({ advanceTimers: (ms) => jest.advanceTimersByTime(ms) });

beforeEach(() => jest.useFakeTimers({ advanceTimers: true }));
afterEach(() => jest.useRealTimers());

async function reveal(reason: string) {
  await user.click(await screen.findByRole('button', { name: 'Show in full Lan' }));
  const dialog = within(await dialogTitled('Show in full · Lan'));
  if (reason) await user.type(dialog.getByLabelText(/^Reason/), reason);
  await user.click(dialog.getByRole('button', { name: 'Show in full' }));
  return dialog;
}

test('a reason is required; the revealed value is hidden again automatically and is in no cache', async () => {
  const page = await renderPage(phone);
  page.answer(ADDRESS, { value: FULL });
  await reveal('  Shift of tonight ');
  expect(await screen.findByText(FULL)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Hide again Lan' })).toHaveFocus();
  expect(page.to(ADDRESS).map(({ body }) => body)).toEqual([
    { objectType: 'staff', id: 7, field: 'tel', reason: 'Shift of tonight' },
  ]);
  const kept = [...queryClient.getQueryCache().getAll(), ...queryClient.getMutationCache().getAll()];
  expect(JSON.stringify(kept.map(({ state }) => state))).not.toContain(FULL);
  act(() => {
    jest.advanceTimersByTime(REVEAL.shownSeconds * 1000);
  });
  await waitFor(() => expect(screen.queryByText(FULL)).toBeNull());
  expect(screen.getByText(/138\*{4}5678/)).toBeInTheDocument();
});

test('the value can be hidden at once, and revealing it again needs another reason', async () => {
  const page = await renderPage(phone);
  page.answer(ADDRESS, { value: FULL });
  await reveal('Shift of tonight');
  await user.click(await screen.findByRole('button', { name: 'Hide again Lan' }));
  expect(screen.queryByText(FULL)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show in full Lan' }));
  expect(within(await dialogTitled('Show in full · Lan')).getByLabelText(/^Reason/)).toHaveValue('');
});

test('a missing or too short reason prevents the call', async () => {
  const page = await renderPage(phone);
  const dialog = await reveal('');
  expect(await dialog.findByText(/Please input reason/i)).toBeInTheDocument();
  await user.type(dialog.getByLabelText(/^Reason/), 'four');
  await user.click(dialog.getByRole('button', { name: 'Show in full' }));
  expect(await dialog.findByText(/5.200/)).toBeInTheDocument();
  expect(page.to(ADDRESS)).toEqual([]);
});

test('a refusal names the missing permission; over the limit it shows when to try again', async () => {
  const page = await renderPage(phone);
  page.answer(ADDRESS, refusal(42904, 'Limit reached, try again in 42 min'));
  const dialog = await reveal('Shift of tonight');
  expect(await dialog.findByText('Limit reached, try again in 42 min')).toBeVisible();
  page.answer(ADDRESS, refusal(40301, 'No permission: Phone numbers', { missing: [] }));
  await user.click(dialog.getByRole('button', { name: 'Show in full' }));
  expect(await dialog.findByText('No permission: Phone numbers')).toBeVisible();
  expect(screen.queryByText(FULL)).toBeNull();
});

test('without the permission for the page or the kind of data, the value remains masked', async () => {
  await renderPage(phone, { platform: { can: () => false } });
  expect(await screen.findByText(/138\*{4}5678/)).toBeInTheDocument();
  expect(screen.queryByRole('button')).toBeNull();
});

test('phones without access for the identity have no button', async () => {
  await renderPage(phone, { platform: { reveals: () => false } });
  expect(await screen.findByText(/138\*{4}5678/)).toBeInTheDocument();
  expect(screen.queryByRole('button')).toBeNull();
});
