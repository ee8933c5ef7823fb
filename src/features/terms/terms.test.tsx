import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Answers, dialogTitled, type Row, refusal, renderPage } from '@/ui/testing';
import { TermChanges } from '.';
import { termsInput } from './values';

const TERMS = {
  settlementMode: 'balance',
  feePlanId: 7,
  platformRateBp: 250,
  platformFixedFen: null,
  riderShareBp: 7_000,
  settleCycle: 'T1',
  depositFen: 0,
  depositWarnFen: 0,
  creditLimitFen: 0,
};
const waiting: Row<'team.Terms/getPending'> = {
  id: 9,
  version: 2,
  no: 'TT20260301000000000009',
  state: 'pending',
  stateText: 'Pending',
  makerName: 'Li Lei',
  createdAt: '2026-03-01T10:00:00+08:00',
  reason: 'As agreed with the station',
  effectiveAt: null,
  changes: [{ field: 'riderShareBp', label: 'Rider share', before: '70.00%', after: '65.00%' }],
  actions: ['approve', 'reject'],
};
const EFFECT = { month: '2026-02', orders: 120, changed: 80, stationFen: 12_300, riderFen: -12_300, platformFen: 0 };
const answers: Answers = {
  'team.Terms/getPending': { list: [waiting] },
  'team.Terms/preview': { changes: waiting.changes, effect: EFFECT },
  'common.Option/getOptions': { feePlans: [{ value: 7, label: 'Standard' }] },
};
const open = (actions: readonly string[] = ['terms'], more: Answers = {}) =>
  renderPage(<TermChanges team={{ id: 4, name: 'Tianfu', actions }} terms={TERMS} />, {
    at: '/teamList/index?open=4&tab=fees',
    answers: { ...answers, ...more },
  });

test('a pending change shows its values, its maker and its reason, and can be approved here', async () => {
  const user = userEvent.setup();
  const shown = await open([]);
  const pending = within(await screen.findByRole('region', { name: 'Changes pending review' }));
  expect(pending.getByText('70.00% → 65.00%')).toBeInTheDocument();
  expect(pending.getByText('As agreed with the station')).toBeInTheDocument();
  expect(pending.getByText(/Submitted by Li Lei/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Change terms' })).not.toBeInTheDocument();
  shown.answer('team.Terms/approve', { id: 9, state: 'approved', stateText: 'Approved', version: 3 });
  await user.click(pending.getByRole('button', { name: /Approve/ }));
  const dialog = within(await dialogTitled(/Approve/));
  await user.click(dialog.getByRole('button', { name: 'Approve' }));
  await waitFor(() => expect(shown.to('team.Terms/approve')[0]?.body).toEqual({ id: 9, version: 2 }));
});

test('the form shows the effect of the input and proposes only changed values', async () => {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  const shown = await open();
  await user.click(await screen.findByRole('button', { name: 'Change terms' }));
  const dialog = within(await dialogTitled('Change terms of Tianfu'));
  expect(dialog.getByText('Change a term to see its effect on last month’s orders.')).toBeInTheDocument();
  expect(shown.to('team.Terms/preview')).toHaveLength(0);
  const share = dialog.getByLabelText(/Rider share/);
  await user.clear(share);
  await user.type(share, '65');
  await user.clear(dialog.getByLabelText(/^Platform rate/));
  expect(await dialog.findByText('2026-02: 120 delivered orders, 80 would change')).toBeInTheDocument();
  await user.type(dialog.getByLabelText(/^Reason/), 'As agreed with the station');
  shown.answer('team.Terms/propose', { id: 10, state: 'pending', stateText: 'Pending', version: 1 });
  await user.click(dialog.getByRole('button', { name: 'Submit change' }));
  await waitFor(() => expect(shown.to('team.Terms/propose')).toHaveLength(1));
  expect(shown.to('team.Terms/propose')[0]?.body).toEqual({
    teamId: 4,
    values: { riderShareBp: 6_500, platformRateBp: null },
    effectiveAt: null,
    reason: 'As agreed with the station',
  });
});

test('without its permission the credit limit is read-only and says which permission is missing', async () => {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  await renderPage(
    <TermChanges
      team={{ id: 4, name: 'Tianfu', actions: ['terms'] }}
      terms={{ ...TERMS, settlementMode: 'deposit' }}
    />,
    { at: '/teamList/index?open=4&tab=fees', answers, platform: { can: (rule: number) => rule !== 3310 } },
  );
  await user.click(await screen.findByRole('button', { name: 'Change terms' }));
  const dialog = within(await dialogTitled('Change terms of Tianfu'));
  const limit = await dialog.findByLabelText(/Credit limit/);
  expect(limit).toBeDisabled();
  expect(limit).toHaveAccessibleDescription(/Set credit limit/);
});

test('users who may not see amounts read that the effect is hidden', async () => {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  await open(['terms'], { 'team.Terms/preview': { changes: waiting.changes, effect: null } });
  await user.click(await screen.findByRole('button', { name: 'Change terms' }));
  const dialog = within(await dialogTitled('Change terms of Tianfu'));
  const share = dialog.getByLabelText(/Rider share/);
  await user.clear(share);
  await user.type(share, '60');
  expect(
    await dialog.findByText('The effect is hidden because you have no permission to view amounts.'),
  ).toBeInTheDocument();
});

test('an unfinished amount is left out, an empty own rate becomes none, and an empty reserve becomes 0', () => {
  const typed = { platformRateBp: null, platformFixedFen: '1.', depositFen: null, feePlanId: '8', settleCycle: 'T7' };
  expect(termsInput(typed, 'none')).toEqual({ platformRateBp: 'none', depositFen: 0, feePlanId: 8, settleCycle: 'T7' });
});

test('pending changes that could not be loaded are reported, and the Retry button shows them', async () => {
  const user = userEvent.setup();
  const shown = await open(['terms'], { 'team.Terms/getPending': refusal(50001, 'System busy') });
  expect(await screen.findByText('System busy')).toBeInTheDocument();
  shown.answer('team.Terms/getPending', { list: [waiting] });
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('region', { name: 'Changes pending review' })).toBeInTheDocument();
  expect(screen.queryByText('System busy')).not.toBeInTheDocument();
});

test('an effect that fails without a message shows a network error', async () => {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  await open(['terms'], { 'team.Terms/preview': refusal(0, '') });
  await user.click(await screen.findByRole('button', { name: 'Change terms' }));
  const dialog = within(await dialogTitled('Change terms of Tianfu'));
  const share = dialog.getByLabelText(/Rider share/);
  await user.clear(share);
  await user.type(share, '60');
  expect(await dialog.findByText('Network error, check the connection and try again')).toBeInTheDocument();
});
