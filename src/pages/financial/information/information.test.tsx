import { BALANCE_KEYS, FLOW_KEYS } from '@contract/finance.figures';
import type { Data } from '@contract/index';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PALETTE } from '@/ui/Chart/palette';
import { type Answers, dialogTitled, listAnswer, refusal, renderPage } from '@/ui/testing';
import InformationPage from '.';
import { PAYABLES } from './figures';

type Summary = Data<'finance.Information/getSummary'>;
/** Creates a record with an amount for each key. */
const amounts = <K extends string>(keys: readonly K[], amountOf: (at: number) => number) =>
  Object.fromEntries(keys.map((key, at) => [key, amountOf(at)])) as Record<K, number>;
const flows = amounts(FLOW_KEYS, (at) => (at + 1) * 100);
const balances = amounts(BALANCE_KEYS, (at) => (at + 1) * 1_000);
const summary: Summary = {
  flows,
  balances,
  channels: [{ id: 3, mchNo: '1999990001', name: 'Main', balanceFen: 5_000 }],
  differenceFen: 0,
  daily: [{ day: '2026-03-01', inFen: 100, outFen: 50 }],
  fromDay: '2026-01-31',
  toDay: '2026-03-01',
  today: '2026-03-01',
  asOf: '2026-03-01T12:00:00+08:00',
};
const trialBalance: Data<'finance.Information/getTrialBalance'> = {
  day: '2026-03-01',
  time: null,
  rows: [
    { code: 'CHANNEL', text: 'Channel funds', side: 'A', openingFen: 10, debitFen: 20, creditFen: 5, closingFen: 25 },
  ],
  debitFen: 20,
  creditFen: 20,
  assetsFen: 25,
  liabilitiesFen: 25,
  asOf: summary.asOf,
};
const answers: Answers = {
  'finance.Information/getSummary': summary,
  'finance.Information/getByTeam': listAnswer(
    [{ id: 4, name: 'Harbour', teamIds: [4], day: null, orders: 2, flows, closingFen: 900 }],
    { orders: 2, flows, closingFen: 900, fromDay: '2026-01-31', toDay: '2026-03-01' },
  ),
  'finance.Information/getTrialBalance': trialBalance,
  'finance.Information/getDays': listAnswer(
    [
      {
        id: 20260228,
        day: '2026-02-28',
        postings: 8,
        debitFen: 10,
        creditFen: 10,
        openItems: 0,
        statements: { balanced: 2, all: 3 },
        state: 'open',
        stateText: 'Open',
        byName: '',
        closedAt: null,
        reopening: null,
        actions: ['closeDay'],
      },
      {
        id: 20260227,
        day: '2026-02-27',
        postings: 8,
        debitFen: 10,
        creditFen: 10,
        openItems: 0,
        statements: { balanced: 2, all: 3 },
        state: 'closed',
        stateText: 'Closed',
        byName: 'System',
        closedAt: summary.asOf,
        reopening: {
          times: 2,
          at: summary.asOf,
          byName: 'Lin',
          reason: 'a bill came late',
          untilDay: '2026-02-27',
        },
        actions: [],
      },
    ],
    { fromDay: '2026-01-31', toDay: '2026-03-01', closedUntil: '2026-02-27' },
  ),
};
const at = '/financial/information';
const escrowList = listAnswer(
  [
    {
      id: 8,
      teamId: 4,
      orderNo: 'O-77',
      teamName: 'Harbour',
      cancelledAt: summary.asOf,
      paidFen: 3_000,
      refundFen: 1_000,
      leftFen: 2_000,
      actions: ['refund', 'settle'],
    },
  ],
  { leftFen: 2_000 },
);

test('each figure has an explanation and links to its movements with the same days and stations', async () => {
  await renderPage(<InformationPage />, { at: `${at}?dayFrom=2026-02-01&dayTo=2026-02-10&teamIds=4`, answers });
  const card = within(await screen.findByRole('article', { name: 'Commission' }));
  expect(
    card.getByRole('button', { name: /Credits of the commission account.*2026-01-31 to 2026-03-01.*Asia\/Shanghai/ }),
  ).toBeInTheDocument();
  expect(card.getByRole('link')).toHaveAttribute(
    'href',
    '/financial/information?part=movements&dayFrom=2026-02-01&dayTo=2026-02-10&teamIds=4&figure=commission',
  );
  expect(screen.getByText('Balanced')).toBeInTheDocument();
  const channel = within(screen.getByRole('article', { name: 'Main 1999990001' }));
  expect(channel.getByRole('link').getAttribute('href')).toContain('code=CHANNEL&merchantNumberIds=3');
});

describe('empty states', () => {
  const still: Summary = { ...summary, flows: amounts(FLOW_KEYS, () => 0) };
  const untouched: Summary = {
    ...still,
    balances: amounts(BALANCE_KEYS, () => 0),
    channels: summary.channels.map((channel) => ({ ...channel, balanceFen: 0 })),
    daily: summary.daily.map(({ day }) => ({ day, inFen: 0, outFen: 0 })),
  };
  const show = (given: Summary, search = '', can: (rule: number) => boolean = () => true) =>
    renderPage(<InformationPage />, {
      at: `${at}${search}`,
      answers: { ...answers, 'finance.Information/getSummary': given },
      platform: { can },
    });

  test('a console without any money explains what will appear there, and links to the stations', async () => {
    await show(untouched);
    expect(await screen.findByText(/No money has moved yet/)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Go to the stations' })).toHaveAttribute('href', '/teamList/index');
    expect(screen.queryByRole('article', { name: 'Commission' })).toBeNull();
    cleanup();
    await show(untouched, '', (rule) => rule !== 11);
    expect(await screen.findByRole('button', { name: 'Refresh' })).toBeInTheDocument();
  });

  test('stations without any money link back to all stations', async () => {
    const user = userEvent.setup();
    const shown = await show(untouched, '?teamIds=4');
    await user.click(await screen.findByRole('button', { name: 'All stations' }));
    expect(shown.history.location.search).toBe('');
  });

  test('days without movements keep the balances and link to a longer range', async () => {
    const user = userEvent.setup();
    const shown = await show(still, '?dayFrom=2026-02-01&dayTo=2026-02-02');
    expect(await screen.findByText('No activity from 2026-02-01 to 2026-02-02.')).toBeInTheDocument();
    expect(screen.getByRole('article', { name: 'Payable to stations' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Last 30 days' }));
    expect(shown.history.location.search).toBe('?dayFrom=2026-01-31&dayTo=2026-03-01');
    await user.click(await screen.findByRole('button', { name: 'Last 90 days' }));
    expect(shown.history.location.search).toBe('?dayFrom=2025-12-02&dayTo=2026-03-01');
  });

  test('a range of more than 30 days without movements never suggests a shorter one', async () => {
    await show(still, '?dayFrom=2025-12-20&dayTo=2026-02-10');
    expect(await screen.findByRole('button', { name: 'Last 90 days' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Last 30 days' })).toBeNull();
    cleanup();
    await show(still, '?dayFrom=2025-12-02&dayTo=2026-03-01');
    expect(await screen.findByText('No activity from 2025-12-02 to 2026-03-01.')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Last \d+ days$/ })).toBeNull();
  });

  test('unbalanced books never show an empty state', async () => {
    await show({ ...untouched, differenceFen: 7 });
    expect(await screen.findByText('Out of balance')).toBeInTheDocument();
  });
});

test('every part of the debts has its own colour', () => {
  for (const colors of Object.values(PALETTE)) expect(colors.length).toBeGreaterThanOrEqual(PAYABLES.length);
});

test('today is marked differently from past days', async () => {
  await renderPage(<InformationPage />, { at, answers });
  expect(await screen.findByRole('rowheader', { name: /is not over; as of 12:00$/ })).toBeInTheDocument();
});

test('unbalanced books are marked with a word', async () => {
  await renderPage(<InformationPage />, {
    at,
    answers: { ...answers, 'finance.Information/getSummary': { ...summary, differenceFen: 7 } },
  });
  expect(await screen.findByText('Out of balance')).toHaveAttribute('data-tone', 'bad');
});

test('a row of the summary links to the movements of its station', async () => {
  await renderPage(<InformationPage />, { at: `${at}?part=summary&dayFrom=2026-02-01&dayTo=2026-02-10`, answers });
  const row = within(await screen.findByRole('row', { name: /Harbour/ }));
  expect(row.getAllByRole('link').map((link) => link.getAttribute('href'))).toContain(
    '/financial/information?part=movements&dayFrom=2026-02-01&dayTo=2026-02-10&teamIds=4&figure=net',
  );
});

test('the trial balance is shown as of a day, and each amount links to the movements of that day', async () => {
  const shown = await renderPage(<InformationPage />, { at: `${at}?part=trial&day=2026-02-20`, answers });
  const row = within(await screen.findByRole('row', { name: /Channel funds/ }));
  expect(shown.to('finance.Information/getTrialBalance')[0]?.query).toMatchObject({ day: '2026-02-20' });
  expect(row.getAllByRole('link')[0]).toHaveAttribute(
    'href',
    '/financial/information?part=movements&dayFrom=2026-02-20&dayTo=2026-02-20&code=CHANNEL',
  );
});

test('the trial balance puts the time into the address, and its amounts link to the movements until then', async () => {
  const shown = await renderPage(<InformationPage />, {
    at: `${at}?part=trial&day=2026-02-20&time=10:30`,
    answers: {
      ...answers,
      'finance.Information/getTrialBalance': { ...trialBalance, time: '10:30' },
    },
  });
  const row = within(await screen.findByRole('row', { name: /Channel funds/ }));
  expect(shown.to('finance.Information/getTrialBalance')[0]?.query).toMatchObject({ day: '2026-02-20', time: '10:30' });
  expect(row.getAllByRole('link')[0]?.getAttribute('href')).toMatch(/dayTo=2026-02-20&code=CHANNEL&time=10%3A30$/);
  expect(screen.getByRole('columnheader', { name: 'Opening (¥)' })).toBeInTheDocument();
});

test('another day of the trial balance drops the time, because a time belongs to its day', async () => {
  const shown = await renderPage(<InformationPage />, { at: `${at}?part=trial&day=2026-02-20&time=10:30`, answers });
  await screen.findByRole('row', { name: /Channel funds/ });
  const day = screen.getByLabelText('As of');
  fireEvent.change(day, { target: { value: '2026-02-21' } });
  fireEvent.blur(day);
  await waitFor(() => expect(shown.history.location.search).toBe('?part=trial&day=2026-02-21'));
});

test('sums of the summary link to their movements, and a row to its bills for users who may see them', async () => {
  const show = (can: (rule: number) => boolean) =>
    renderPage(<InformationPage />, {
      at: `${at}?part=summary&dayFrom=2026-02-01&dayTo=2026-02-10`,
      answers,
      platform: { can },
    });
  await show(() => true);
  const name = await screen.findByRole('link', { name: 'Harbour' });
  expect(name).toHaveAttribute('href', '/financial/bill?atFrom=2026-02-01&atTo=2026-02-10&teamIds=4');
  expect(screen.getAllByRole('link', { name: /Net to stations/ })[0]).toHaveAttribute(
    'href',
    '/financial/information?part=movements&dayFrom=2026-02-01&dayTo=2026-02-10&figure=net',
  );
  cleanup();
  await show((rule) => rule === 31);
  expect(await screen.findByRole('row', { name: /Harbour/ })).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Harbour' })).not.toBeInTheDocument();
});

test('only days that the server allows to be closed offer it', async () => {
  const user = userEvent.setup();
  const shown = await renderPage(<InformationPage />, {
    at: `${at}?part=days`,
    answers: {
      ...answers,
      'finance.Information/closeDay': {
        id: 20260228,
        state: 'closed',
        stateText: 'Closed',
        version: 1,
        message: 'done',
      },
    },
  });
  const buttons = await screen.findAllByRole('button', { name: /^Close day/ });
  expect(buttons).toHaveLength(1);
  await user.click(buttons[0] as HTMLElement);
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText(/Once 2026-02-28 is closed/)).toBeInTheDocument();
  await user.click(within(dialog).getByRole('button', { name: 'Close day' }));
  expect(await screen.findByText('done')).toBeInTheDocument();
  expect(shown.to('finance.Information/closeDay')[0]?.body).toEqual({ day: '2026-02-28' });
});

test('users without permission see a message', async () => {
  await renderPage(<InformationPage />, {
    at,
    answers: { 'finance.Information/getSummary': refusal(40301, 'No permission') },
  });
  expect(await screen.findByText(/no permission/i)).toBeInTheDocument();
});

describe('invoice and payee', () => {
  const invoice: Data<'finance.Information/getInvoice'> = {
    subjectName: 'Lantern Ltd',
    creditCode: '91350100M000100Y43',
    invoiceType: 'normal',
    address: '',
    tel: '',
    bankName: 'First Bank',
    bankAccount: '***************5678',
    receiverEmail: 'invoices@example.com',
    version: 3,
    updatedAt: summary.asOf,
    updatedByName: 'Lan',
    actions: ['saveInvoice'],
  };
  const show = (more: Partial<typeof invoice> = {}) =>
    renderPage(<InformationPage />, {
      at: `${at}?part=invoice`,
      answers: { 'finance.Information/getInvoice': { ...invoice, ...more } },
    });

  test('invalid values are marked at their fields before anything is sent', async () => {
    const user = userEvent.setup();
    const shown = await show();
    const code = await screen.findByRole('textbox', { name: /Credit code/ });
    await user.clear(code);
    await user.type(code, '91350100m000100y44');
    const account = screen.getByRole('textbox', { name: /Bank account/ });
    await user.clear(account);
    await user.type(account, '12345');
    await user.clear(screen.getByRole('textbox', { name: /Company name/ }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(screen.getByText('Credit code is not valid')).toBeInTheDocument();
    expect(screen.getByText('Bank account is not valid')).toBeInTheDocument();
    expect(screen.getByText('Please input Company name')).toBeInTheDocument();
    expect(shown.to('finance.Information/saveInvoice')).toEqual([]);
  });

  test('an unchanged bank account is sent back masked, with the version that was read', async () => {
    const user = userEvent.setup();
    const shown = await show();
    shown.answer('finance.Information/saveInvoice', {
      id: 4,
      state: 'saved',
      stateText: 'In force',
      version: 4,
      message: 'Invoice and payee data saved',
    });
    await user.type(await screen.findByRole('textbox', { name: /Registered address/ }), '1 Harbour Road');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Invoice and payee data saved')).toBeInTheDocument();
    expect(shown.to('finance.Information/saveInvoice')[0]?.body).toMatchObject({
      address: '1 Harbour Road',
      bankAccount: invoice.bankAccount,
      version: 3,
    });
  });

  test("after a conflict the other person's change is shown next to the user's own", async () => {
    const user = userEvent.setup();
    const shown = await show();
    shown.answer(
      'finance.Information/saveInvoice',
      refusal(40901, 'Changed', { current: {}, changedBy: 'Bo', changedAt: summary.asOf }),
    );
    const name = await screen.findByRole('textbox', { name: /Company name/ });
    await user.clear(name);
    await user.type(name, 'Mine Ltd');
    shown.answer('finance.Information/getInvoice', { ...invoice, subjectName: 'Theirs Ltd', version: 4 });
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect((await screen.findAllByText('Theirs Ltd')).length).toBeGreaterThan(0);
    expect(screen.getAllByText(/Bo/).length).toBeGreaterThan(0);
  });

  test('the masked bank account of the shown version is revealed for a reason', async () => {
    const user = userEvent.setup();
    const shown = await show();
    shown.answer('common.Sensitive/unmask', { value: '6222020200012345678' });
    await user.click(await screen.findByRole('button', { name: 'Show in full Bank account' }));
    const dialog = within(await dialogTitled('Show in full · Bank account'));
    await user.type(dialog.getByLabelText(/^Reason/), 'The bank asks for it');
    await user.click(dialog.getByRole('button', { name: 'Show in full' }));
    expect(await screen.findByText('6222020200012345678')).toBeInTheDocument();
    expect(shown.to('common.Sensitive/unmask')[0]?.body).toEqual({
      objectType: 'invoice',
      id: 3,
      field: 'bankAccount',
      reason: 'The bank asks for it',
    });
    expect(screen.getByRole('textbox', { name: /Bank account/ })).toHaveValue(invoice.bankAccount);
  });

  test('users who may not see bank accounts only see the masked account', async () => {
    await renderPage(<InformationPage />, {
      at: `${at}?part=invoice`,
      answers: { 'finance.Information/getInvoice': invoice },
      platform: { reveals: (field) => field !== 'bankCard' },
    });
    expect(await screen.findByText(/\*{15}5678/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Show in full/ })).toBeNull();
  });

  test('users who may only read see no button', async () => {
    await show({ actions: [] });
    expect(await screen.findByText(/You can view the invoice and payee data/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument();
  });
});

test('days show how often and why they were reopened', async () => {
  await renderPage(<InformationPage />, { at: `${at}?part=days`, answers });
  expect(await screen.findByText('2 times, last by Lin: a bill came late')).toBeInTheDocument();
});

test('the remainder of a cancelled order is refunded with its numbers and a reason', async () => {
  const user = userEvent.setup();
  const page = await renderPage(<InformationPage />, {
    at: `${at}?part=escrow`,
    answers: { ...answers, 'finance.Escrow/getList': escrowList },
  });
  page.answer('finance.Escrow/refund', {
    id: 8,
    state: 'proposed',
    stateText: 'Waits for a second person',
    version: 1,
    message: 'Submitted',
  });
  expect(await screen.findByText('20.00')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: /Refund the rest/ }));
  const dialog = await dialogTitled(/Refund the rest/);
  await user.type(within(dialog).getByRole('textbox', { name: /^Refund no\.$/ }), 'BACK1');
  await user.type(within(dialog).getByRole('textbox', { name: /Reason/ }), 'the user asked twice');
  await user.click(within(dialog).getByRole('button', { name: /Refund the rest/ }));
  await waitFor(() => expect(page.to('finance.Escrow/refund')).toHaveLength(1));
  expect(page.to('finance.Escrow/refund')[0]?.body).toEqual({
    teamId: 4,
    orderNo: 'O-77',
    refundNo: 'BACK1',
    reason: 'the user asked twice',
  });
});
