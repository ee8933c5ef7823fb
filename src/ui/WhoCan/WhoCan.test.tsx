import type { Data } from '@contract/index';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Answers, refusal, renderPage } from '../testing';
import { WhoCan } from '.';

const EXPLAIN = 'rights.Identity/explainRefusal';
const ASK = 'rights.Identity/askFor';
const REFUSED: Data<'rights.Identity/explainRefusal'> = {
  rule: 1108,
  name: 'Station list › Freeze',
  held: false,
  granters: ['Owner', 'Wang Min'],
  askedAt: null,
};
const show = (answers: Answers = {}) =>
  renderPage(<WhoCan rule={1108} />, { answers: { [EXPLAIN]: REFUSED, ...answers } });

test('the permission is requested with a reason, and the page names the notified users', async () => {
  const user = userEvent.setup();
  const page = await show();
  page.answer(ASK, {
    rule: 1108,
    name: '',
    told: [],
    askedAt: '2026-03-01T11:40:00+08:00',
    message: 'Told Owner, Wang Min',
  });
  await user.click(await screen.findByRole('button', { name: 'Ask for it' }));
  const reason = screen.getByLabelText('Reason (optional)');
  expect(reason).toHaveFocus();
  expect(reason).toHaveAttribute('maxlength', '200');
  await user.type(reason, ' night shift ');
  await user.click(screen.getByRole('button', { name: 'Send request' }));
  expect(await screen.findByText('Told Owner, Wang Min')).toHaveFocus();
  expect(page.to(ASK).map(({ body }) => body)).toEqual([{ rule: 1108, reason: 'night shift' }]);
  expect(screen.queryByRole('button')).toBeNull();
});

test('without a reason no request is sent, and a refusal is shown beside the typed text', async () => {
  const user = userEvent.setup();
  const page = await show();
  page.answer(ASK, refusal(42904, 'Limit reached, try again in 12 min'));
  await user.click(await screen.findByRole('button', { name: 'Ask for it' }));
  await user.click(screen.getByRole('button', { name: 'Send request' }));
  expect(await screen.findByText('Limit reached, try again in 12 min')).toHaveAttribute('role', 'alert');
  expect(page.to(ASK)[0]?.body).toEqual({ rule: 1108 });
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.getByRole('button', { name: 'Ask for it' })).toBeVisible();
});

test('a user who has already asked sees the time of the request, without a button', async () => {
  await show({ [EXPLAIN]: { ...REFUSED, askedAt: '2026-03-01T11:40:00+08:00' } });
  expect(await screen.findByText(/Requested, waiting for approval/)).toHaveTextContent('20 minutes ago');
  expect(screen.queryByRole('button')).toBeNull();
});

test('without a user who can grant the permission there is no button', async () => {
  await show({ [EXPLAIN]: { ...REFUSED, granters: [] } });
  expect(await screen.findByText('Station list › Freeze')).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
});
