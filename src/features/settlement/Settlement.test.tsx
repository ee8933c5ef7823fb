import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { dialogTitled, renderPage } from '@/ui/testing';
import { Settlement } from '.';

type Whole = Parameters<typeof Settlement>[0]['settlement'];

const standing: Whole = {
  id: 77,
  teamId: 4,
  orderNo: 'O-1',
  state: 'released',
  stateText: 'Settled and credited',
  holdReason: null,
  lossNo: null,
  settledAt: '2026-03-01T11:00:00+08:00',
  amountFen: 3_000,
  teamFen: 250,
  dueAt: '2026-03-02T00:00:00+08:00',
  creditedAt: '2026-03-02T00:05:00+08:00',
  txNo: 'TX1',
  undone: 0,
  refundNo: null,
  actions: ['reverseSettlement'],
};

test('a reversal names order and consequence, needs a reason of at least 5 characters, and waits for approval', async () => {
  const user = userEvent.setup();
  const page = await renderPage(<Settlement settlement={standing} />);
  page.answer('finance.Bill/reverseSettlement', {
    code: 110,
    msg: 'Accepted',
    data: { id: 1, state: 'proposed', stateText: 'Waits', version: 1, message: 'Submitted; waits for a second person' },
    requestId: 'r',
  });
  const region = within(await screen.findByRole('region', { name: 'Settlement of order O-1' }));
  expect(region.getByText('¥2.50')).toBeInTheDocument();
  expect(region.getByText('Credited')).toBeInTheDocument();
  await user.click(region.getByRole('button', { name: 'Reverse settlement' }));
  const dialog = within(await dialogTitled('Reverse settlement · O-1'));
  expect(
    dialog.getByText(/order O-1 \(¥30\.00\).*another person.*taken back from its available balance/),
  ).toBeInTheDocument();
  const reason = dialog.getByRole('textbox');
  const submit = dialog.getByRole('button', { name: 'Reverse settlement' });
  await user.type(reason, 'bad');
  await user.click(submit);
  expect(page.to('finance.Bill/reverseSettlement')).toHaveLength(0);
  await user.type(reason, ' rider');
  await user.click(submit);
  expect(await screen.findByText('Submitted; waits for a second person')).toBeInTheDocument();
  expect(page.to('finance.Bill/reverseSettlement')[0]?.body).toEqual({ teamId: 4, txNo: 'TX1', reason: 'bad rider' });
});

test('a reversed settlement shows why it is held and what follows, and its hold can be lifted', async () => {
  const user = userEvent.setup();
  const undone: Whole = {
    ...standing,
    state: 'undone',
    stateText: 'Settlement reversed',
    holdReason: 'wrong rider',
    settledAt: null,
    amountFen: null,
    teamFen: null,
    dueAt: null,
    creditedAt: null,
    txNo: null,
    undone: 1,
    actions: ['unholdLine'],
  };
  const page = await renderPage(<Settlement settlement={undone} />);
  page.answer('finance.TeamFund/unholdLine', {
    id: 77,
    state: 'pending',
    stateText: 'Pending',
    version: 1,
    message: 'Order O-1 was settled once more',
  });
  expect(await screen.findByText('wrong rider')).toBeInTheDocument();
  expect(screen.getByText(/the order is settled again with the fees/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'End hold' }));
  const dialog = within(await dialogTitled('End hold · O-1'));
  expect(dialog.getByText(/If it was delivered, it is settled at once/)).toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'End hold' }));
  await waitFor(() => expect(page.to('finance.TeamFund/unholdLine')[0]?.body).toEqual({ teamId: 4, orderNo: 'O-1' }));
});

test('the hold of an open food loss cannot be lifted', async () => {
  const user = userEvent.setup();
  const held: Whole = { ...standing, state: 'lineHeld', holdReason: 'FL1', lossNo: 'FL1', actions: ['unholdLine'] };
  await renderPage(<Settlement settlement={held} />);
  const button = await screen.findByRole('button', { name: 'End hold' });
  expect(button).toHaveAttribute('aria-disabled', 'true');
  expect(button).toHaveAttribute('title', 'Settled once food loss FL1 is closed');
  await user.click(button);
  expect(await screen.findByText('Settled once food loss FL1 is closed')).toBeInTheDocument();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a hold of finance passes to an open food loss', async () => {
  const user = userEvent.setup();
  const held: Whole = { ...standing, state: 'lineHeld', holdReason: 'Slow', lossNo: 'FL1', actions: ['unholdLine'] };
  await renderPage(<Settlement settlement={held} />);
  await user.click(await screen.findByRole('button', { name: 'End hold' }));
  const dialog = within(await dialogTitled('End hold · O-1'));
  expect(dialog.getByText(/Food loss FL1 of order O-1 is open/)).toBeInTheDocument();
});

test('a later refund is named, and no action is offered before the refund is reversed', async () => {
  await renderPage(<Settlement settlement={{ ...standing, refundNo: 'TX9', actions: [] }} />);
  expect(await screen.findByText(/A refund came after the settlement \(TX9\)/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Reverse settlement' })).toBeNull();
});
