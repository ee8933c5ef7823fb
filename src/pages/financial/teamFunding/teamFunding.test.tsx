import type { Data } from '@contract/index';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Answers, dialogTitled, listAnswer, type Row, renderPage } from '@/ui/testing';
import TeamFundingPage from '.';
import FundDetailPage from './detail';

const AS_OF = '2026-03-01T04:00:00+08:00';
const row: Row<'finance.TeamFund/getList'> = {
  id: 4,
  version: 3,
  code: 'CD0004',
  name: 'Tianfu',
  mode: 'deposit',
  availableFen: 120_000,
  pendingFen: 5_000,
  frozenFen: 700,
  heldFen: 200,
  depositFen: -50,
  owedFen: 0,
  creditLimitFen: 10_000,
  depositWarnFen: 1_000,
  incomeTotalFen: 900_000,
  withdrawnTotalFen: 0,
  feesTotalFen: 300,
  lastSettledAt: AS_OF,
  lastWithdrawnAt: null,
  dueFen: 0,
  state: 'normal',
  stateText: 'Normal',
  stateReason: null,
  actions: ['detail', 'adjust', 'hold', 'freeze'],
};
const sums = {
  availableFen: 120_000,
  pendingFen: 5_000,
  frozenFen: 700,
  depositFen: -50,
  owedFen: 0,
  negative: 1,
  belowWarning: 1,
  holdsExpired: 1,
};
const movement: Row<'finance.TeamFund/getFlow'> = {
  key: '9.1',
  at: '2026-03-01T11:00:00+08:00',
  day: '2026-03-01',
  txNo: 'TX2026030100000001',
  type: 'REVERSAL',
  typeText: 'Reversal',
  relatedNo: 'O-1',
  account: 'available',
  accountText: 'Available',
  inFen: 1_000,
  outFen: null,
  balanceAfterFen: 120_000,
  remark: 'Booked twice',
  operatorName: 'Li Na',
  reversesNo: 'TX2026022800000009',
  reversedByNo: null,
};
const totals = {
  rows: 2,
  inFen: 3_000,
  outFen: 0,
  openingFen: 117_000,
  closingFen: 120_000,
  isBalanced: true,
};
const flow: Data<'finance.TeamFund/getFlow'> = {
  list: [movement],
  nextCursor: '1.2.3.4',
  totals,
  from: '2026-02-01',
  to: '2026-03-01',
  asOf: AS_OF,
};
const answers: Answers = {
  'finance.TeamFund/getList': listAnswer([row], sums),
  'finance.TeamFund/getDetail': {
    ...row,
    trend: [{ day: '2026-03-01', availableFen: 120_000 }],
    holds: [
      {
        id: 6,
        amountFen: 5_000,
        leftFen: 4_000,
        reason: 'Complaints',
        byName: 'Lin',
        createdAt: '2026-02-01T11:00:00+08:00',
        expireDay: '2026-02-28',
        isExpired: true,
        txNo: 'TX2026020100000001',
      },
    ],
    asOf: AS_OF,
  },
  'finance.TeamFund/getFlow': flow,
  'finance.TeamFund/getAdjusts': listAnswer([], { pending: 0, forMe: 0 }),
  'finance.TeamFund/getPending': listAnswer([], { pendingFen: 0, heldFen: 0, waitingFen: 0, undoneFen: 0 }),
};

describe('the list', () => {
  test('every amount opens the movements of all its parts', async () => {
    await renderPage(<TeamFundingPage />, { at: '/financial/teamFunding', answers });
    const name = await screen.findByRole('link', { name: 'Tianfu' });
    expect(name).toHaveAttribute('href', '/financial/teamFunding/detail?teamId=4');
    const links = within(screen.getByRole('table')).getAllByRole('link');
    const to = Object.fromEntries(links.map((link) => [link.textContent, link.getAttribute('href')]));
    expect(to['1,200.00']).toBe('/financial/teamFunding/detail?teamId=4&account=available');
    expect(to['7.00']).toBe('/financial/teamFunding/detail?teamId=4&account=frozen,held');
    expect(to['9,000.00']).toMatch(/account=pending&type=ORDER_SETTLE&daysFrom=\d{4}-\d\d-\d\d&daysTo=/);
  });

  test('users who may not see movements see amounts without links', async () => {
    await renderPage(<TeamFundingPage />, {
      at: '/financial/teamFunding',
      answers: { ...answers, 'finance.TeamFund/getList': listAnswer([{ ...row, actions: [] }], sums) },
      platform: { can: (rule) => rule === 33 },
    });
    expect(await screen.findByText('Tianfu')).toBeInTheDocument();
    expect(within(screen.getByRole('table')).queryAllByRole('link')).toEqual([]);
  });

  test('totals of all stations link to the books for users who may see them, but not with a filter', async () => {
    const sumLink = () => screen.queryByRole('link', { name: /^Available/ });
    const show = (at: string, can: (rule: number) => boolean) =>
      renderPage(<TeamFundingPage />, { at, answers, platform: { can } });
    await show('/financial/teamFunding', () => true);
    await screen.findByText('Tianfu');
    expect(sumLink()).toHaveAttribute('href', '/financial/information?part=movements&code=TEAM_AVAILABLE');
    cleanup();
    await show('/financial/teamFunding?negative=true', () => true);
    await screen.findByText('Tianfu');
    expect(sumLink()).toBeNull();
    cleanup();
    await show('/financial/teamFunding', (rule) => rule !== 31);
    await screen.findByText('Tianfu');
    expect(sumLink()).toBeNull();
  });

  test('the amount filter is typed in yuan and requested in fen', async () => {
    const user = userEvent.setup();
    const shown = await renderPage(<TeamFundingPage />, { at: '/financial/teamFunding', answers });
    await screen.findByText('Tianfu');
    await user.click(screen.getByRole('button', { name: /More filters/ }));
    await user.type(screen.getByRole('textbox', { name: 'Available balance at least' }), '12.5{Enter}');
    await waitFor(() =>
      expect(shown.to('finance.TeamFund/getList').at(-1)?.query).toMatchObject({ availableFenMin: '1250' }),
    );
  });

  test('an adjustment of ¥1,000 or more needs evidence', async () => {
    const user = userEvent.setup();
    const shown = await renderPage(<TeamFundingPage />, { at: '/financial/teamFunding', answers });
    await user.click(await screen.findByRole('button', { name: 'Adjust Tianfu' }));
    const dialog = within(await dialogTitled('Adjust · Tianfu'));
    await user.click(dialog.getByRole('radio', { name: 'Increase' }));
    await user.type(dialog.getByLabelText(/^Amount/), '1000');
    await user.type(dialog.getByLabelText(/^Reason/), 'Counted twice');
    await user.click(dialog.getByRole('button', { name: 'Submit ¥1,000.00' }));
    expect(await dialog.findByText('Please upload evidence')).toBeInTheDocument();
    expect(shown.to('finance.TeamFund/submitAdjust')).toEqual([]);
  });

  test('a hold is limited to the available balance and sends the version that was seen', async () => {
    const user = userEvent.setup();
    const shown = await renderPage(<TeamFundingPage />, { at: '/financial/teamFunding', answers });
    shown.answer('finance.TeamFund/hold', { id: 4, state: 'normal', stateText: 'Normal', version: 4, message: 'Held' });
    await user.click(await screen.findByRole('button', { name: 'More Tianfu' }));
    await user.click(screen.getByRole('menuitem', { name: 'Hold a part' }));
    const dialog = within(await dialogTitled('Hold a part · Tianfu'));
    const field = dialog.getByLabelText(/^Amount/);
    await user.type(field, '1200.01');
    await user.type(dialog.getByLabelText(/^Reason/), 'Under review');
    await user.click(dialog.getByRole('button', { name: 'Hold a part: ¥1,200.01' }));
    expect(shown.to('finance.TeamFund/hold')).toEqual([]);
    await user.clear(field);
    await user.type(field, '1200');
    await user.click(dialog.getByRole('button', { name: 'Hold a part: ¥1,200.00' }));
    await waitFor(() =>
      expect(shown.to('finance.TeamFund/hold')[0]?.body).toEqual({
        teamId: 4,
        version: 3,
        amountFen: 120_000,
        expireDays: 30,
        reason: 'Under review',
      }),
    );
  });
});

test('settling early names the due amount', async () => {
  const user = userEvent.setup();
  const due = { ...row, dueFen: 34_500, actions: ['settleNow'] };
  await renderPage(<TeamFundingPage />, {
    at: '/financial/teamFunding',
    answers: { ...answers, 'finance.TeamFund/getList': listAnswer([due], sums) },
  });
  await user.click(await screen.findByRole('button', { name: 'Settle now Tianfu' }));
  const dialog = within(await dialogTitled('Settle now · Tianfu'));
  expect(dialog.getByText('Moves ¥345.00 of Tianfu, pending and due, to the available balance.')).toBeInTheDocument();
});

describe('the detail', () => {
  test('without a station it returns to the list and explains what to do', async () => {
    const shown = await renderPage(<FundDetailPage />, { at: '/financial/teamFunding/detail', answers });
    expect(await screen.findByText('Choose a station')).toBeInTheDocument();
    expect(shown.history.location.pathname).toBe('/financial/teamFunding');
  });

  test('shows the checked equation opening + in − out = closing, and loads more movements by cursor', async () => {
    const user = userEvent.setup();
    const shown = await renderPage(<FundDetailPage />, {
      at: '/financial/teamFunding/detail?teamId=4&account=available',
      answers: {
        ...answers,
        'finance.TeamFund/getFlow': ({ query }) =>
          query.cursor ? { ...flow, list: [{ ...movement, txNo: 'TX-OLD' }], nextCursor: null, totals: null } : flow,
      },
    });
    expect(await screen.findByText('Checked: opening + in − out = closing')).toBeInTheDocument();
    expect(shown.to('finance.TeamFund/getFlow')[0]?.query).toEqual({ teamId: '4', account: 'available' });
    await user.click(screen.getByRole('button', { name: 'Load more' }));
    expect(await screen.findByRole('button', { name: 'TX-OLD' })).toBeInTheDocument();
    expect(screen.getByText('2 of 2 shown')).toBeInTheDocument();
  });

  test('holds show who holds how much, why and until when, and which are expired', async () => {
    await renderPage(<FundDetailPage />, { at: '/financial/teamFunding/detail?teamId=4', answers });
    const table = within(await screen.findByRole('table', { name: 'Holds' }));
    expect(table.getByText('40.00')).toBeInTheDocument();
    expect(table.getByText('Complaints')).toBeInTheDocument();
    expect(table.getByText('Expired')).toBeInTheDocument();
  });

  test('the flow can be sorted by time through its header and the address', async () => {
    const user = userEvent.setup();
    const given = { ...answers, 'finance.TeamFund/getFlow': flow };
    const shown = await renderPage(<FundDetailPage />, {
      at: '/financial/teamFunding/detail?teamId=4',
      answers: given,
    });
    const head = within(await screen.findByRole('columnheader', { name: /^Time/ }));
    await user.click(head.getByRole('button'));
    await user.click(head.getByRole('button'));
    expect(shown.to('finance.TeamFund/getFlow').at(-1)?.query).toEqual({
      teamId: '4',
      sortField: 'at',
      sortOrder: 'asc',
    });
    const { search } = shown.history.location;
    cleanup();
    const again = await renderPage(<FundDetailPage />, {
      at: `/financial/teamFunding/detail${search}`,
      answers: given,
    });
    expect(await screen.findByRole('columnheader', { name: /^Time/ })).toHaveAttribute('aria-sort', 'ascending');
    expect(again.to('finance.TeamFund/getFlow')[0]?.query).toMatchObject({ sortField: 'at', sortOrder: 'asc' });
  });

  test('balances as of a time are in the address and link to the flow until then', async () => {
    const shown = await renderPage(<FundDetailPage />, {
      at: '/financial/teamFunding/detail?teamId=4&asOf=2026-02-20T10:30&daysFrom=2026-01-22&daysTo=2026-02-20',
      answers: {
        ...answers,
        'finance.TeamFund/getBalances': {
          availableFen: 4_200,
          pendingFen: 0,
          frozenFen: 0,
          heldFen: 0,
          depositFen: 0,
          owedFen: 0,
          day: '2026-02-20',
          time: '10:30',
          asOf: AS_OF,
        },
      },
    });
    const card = within(await screen.findByRole('region', { name: 'Available balance' }));
    expect(await card.findByRole('link')).toHaveAttribute(
      'href',
      '/financial/teamFunding/detail?teamId=4&account=available&daysFrom=2026-01-22&daysTo=2026-02-20&asOf=2026-02-20T10:30',
    );
    const asked = { teamId: '4', day: '2026-02-20', time: '10:30' };
    expect(shown.to('finance.TeamFund/getBalances')[0]?.query).toEqual(asked);
    expect(shown.to('finance.TeamFund/getFlow')[0]?.query).toMatchObject({ to: '2026-02-20', time: '10:30' });
    await userEvent.setup().click(screen.getByRole('button', { name: 'Back to now' }));
    expect(shown.history.location.search).not.toContain('asOf');
  });

  test('shows a message if the totals do not lead from opening to closing', async () => {
    await renderPage(<FundDetailPage />, {
      at: '/financial/teamFunding/detail?teamId=4',
      answers: { ...answers, 'finance.TeamFund/getFlow': { ...flow, totals: { ...totals, isBalanced: false } } },
    });
    expect(await screen.findByText(/does not equal closing/)).toBeInTheDocument();
  });

  test('a movement opens its transaction with its postings and a link to the reversed one', async () => {
    const user = userEvent.setup();
    const shown = await renderPage(<FundDetailPage />, {
      at: '/financial/teamFunding/detail?teamId=4',
      answers: {
        ...answers,
        'finance.TeamFund/getTransaction': ({ query }) => ({
          id: 1,
          txNo: query.txNo ?? '',
          type: 'REVERSAL',
          typeText: 'Reversal',
          relatedNo: 'O-1',
          at: movement.at,
          day: '2026-03-01',
          remark: null,
          operatorName: 'Li Na',
          postings: [
            {
              account: 'ADJUSTMENT',
              accountText: 'Adjustments',
              owner: 'platform',
              debitFen: 1_000,
              creditFen: null,
              balanceAfterFen: null,
            },
            {
              account: 'TEAM_AVAILABLE',
              accountText: 'Station, available',
              owner: 'station',
              debitFen: null,
              creditFen: 1_000,
              balanceAfterFen: 120_000,
            },
          ],
          sumFen: 1_000,
          billNo: null,
          postedAt: movement.at,
          reversesNo: query.txNo === movement.txNo ? movement.reversesNo : null,
          reversedByNo: null,
          voucher: {
            tradeNo: 'BANK-0100',
            merchantNo: '1900000001',
            merchantName: 'Main number',
            evidence: [{ fileId: 8, name: 'receipt.pdf', url: '/files/8' }],
          },
          settlement: null,
        }),
      },
    });
    await user.click(await screen.findByRole('button', { name: movement.txNo }));
    const drawer = await screen.findByRole('dialog');
    expect(await within(drawer).findByText('Adjustments (platform)')).toBeInTheDocument();
    expect(within(drawer).getByText('1900000001 Main number')).toBeInTheDocument();
    expect(within(drawer).getByRole('link', { name: 'receipt.pdf' })).toHaveAttribute('href', '/files/8');
    await user.click(within(drawer).getByRole('button', { name: `Reverses ${movement.reversesNo}` }));
    await waitFor(() => expect(shown.history.location.search).toContain(`tx=${movement.reversesNo}`));
    expect(await within(drawer).findByText(`Transaction ${movement.reversesNo}`)).toBeInTheDocument();
  });

  test('its tabs are in the address, each with its own filters', async () => {
    const user = userEvent.setup();
    const shown = await renderPage(<FundDetailPage />, {
      at: '/financial/teamFunding/detail?teamId=4&account=available',
      answers,
    });
    await user.click(await screen.findByRole('tab', { name: 'Pending settlement' }));
    expect(shown.history.location.search).toBe('?teamId=4&tab=pending');
    expect(await screen.findByText('No orders are waiting for settlement.')).toBeInTheDocument();
    expect(shown.to('finance.TeamFund/getPending')[0]?.query).toMatchObject({ teamId: '4' });
    await user.click(screen.getByRole('tab', { name: 'Reserve' }));
    await waitFor(() =>
      expect(shown.to('finance.TeamFund/getFlow').at(-1)?.query).toEqual({ teamId: '4', account: 'deposit' }),
    );
  });
});
