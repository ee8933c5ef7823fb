import type { Data } from '@contract/index';
import { SWITCH_KEYS, SWITCHES } from '@contract/switches';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Answers, dialogTitled, listAnswer, type Row, refusal, renderPage } from '@/ui/testing';
import TeamOperationPage from '.';

const switches = SWITCH_KEYS.map((key) => ({
  key,
  on: SWITCHES[key].initial,
  params: key === 'autoDispatch' ? { radiusM: 3_000, maxCarry: 5 } : {},
  until: null,
  reason: null,
  version: key === 'acceptOrders' ? 3 : 0,
  changedAt: null,
  changedByName: null,
  blocked: key === 'hourToReach' ? 'Not configured: Hour-to-reach' : null,
}));
const row: Row<'team.Operation/getMatrix'> = {
  id: 4,
  code: 'CD0004',
  name: 'Tianfu',
  status: 'operating',
  statusText: 'Operating',
  ridersOnline: 2,
  ordersRunning: 3,
  switches,
};
const matrix = listAnswer([row, { ...row, id: 5, name: 'Wuhou' }], {
  busy: 1,
  badWeather: 0,
  closedByHand: 0,
  withoutRider: 0,
});
const one: Data<'team.Operation/getOne'> = {
  ...row,
  capacity: { ordersPerRider: 1.5, averageWaitMin: null, ordersToday: 12, ordersUnassigned: 1 },
  hints: ['No rider is online'],
  asOf: '2026-03-01T12:00:00+08:00',
};
const done = { id: 4, state: 'off', stateText: 'Off', version: 4, message: 'Accept orders is off at Tianfu' };
const answers: Answers = {
  'team.Operation/getMatrix': matrix,
  'team.Operation/getOne': one,
  'team.Operation/getLogs': listAnswer([], {}),
};
const show = (at: string) => renderPage(<TeamOperationPage />, { at, answers });

test('switching orders off needs a reason, sends the version of the switch, and shows the result', async () => {
  const user = userEvent.setup();
  const shown = await show('/teamList/teamOperation?id=4');
  shown.answer('team.Operation/setSwitch', done);
  await user.click(await screen.findByRole('switch', { name: 'Accept orders · Tianfu' }));
  const dialog = await dialogTitled('Accept orders · Tianfu');
  const submit = within(dialog).getByRole('button', { name: 'Switch Accept orders off' });
  await user.click(submit);
  expect(await within(dialog).findByText('Please input Reason')).toBeInTheDocument();
  await user.type(within(dialog).getByLabelText(/Reason/), 'Flood');
  await user.click(submit);
  expect(await screen.findByText('Accept orders is off at Tianfu')).toBeInTheDocument();
  expect(shown.to('team.Operation/setSwitch')[0]?.body).toEqual({
    teamId: 4,
    version: 3,
    key: 'acceptOrders',
    on: false,
    until: null,
    reason: 'Flood',
  });
});

test('busy mode needs its parameters and an end; switching it off needs neither', async () => {
  const user = userEvent.setup();
  await show('/teamList/teamOperation?id=4');
  await user.click(await screen.findByRole('switch', { name: 'Busy mode · Tianfu' }));
  const dialog = await dialogTitled('Busy mode · Tianfu');
  expect(within(dialog).getByLabelText(/Extra time/)).toBeInTheDocument();
  await user.click(within(dialog).getByRole('button', { name: 'Switch Busy mode on' }));
  expect(await within(dialog).findByText('Please select Ends')).toBeInTheDocument();
  await user.click(within(dialog).getByRole('switch'));
  await waitFor(() => expect(within(dialog).queryByLabelText(/Extra time/)).not.toBeInTheDocument());
  expect(within(dialog).queryByLabelText(/Ends/)).not.toBeInTheDocument();
});

test('a blocked switch shows the reason and does nothing', async () => {
  const user = userEvent.setup();
  await show('/teamList/teamOperation?id=4');
  const blocked = await screen.findByRole('switch', { name: 'Hour-to-reach · Tianfu' });
  expect(blocked).toHaveAccessibleDescription('Not configured: Hour-to-reach');
  await user.click(blocked);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('a notice to the riders is sent once, and then the field is empty', async () => {
  const user = userEvent.setup();
  const shown = await show('/teamList/teamOperation?id=4');
  shown.answer('team.Operation/sendRiderNotice', { id: 9, receivers: 2 });
  const field = await screen.findByLabelText(/^Notice/);
  await user.type(field, 'Slow down, ice');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findByText('Sent to 2 riders')).toBeInTheDocument();
  expect(field).toHaveValue('');
  expect(shown.to('team.Operation/sendRiderNotice')[0]?.body).toEqual({ teamId: 4, content: 'Slow down, ice' });
});

test('one switch is set for all selected stations, and refusals are listed', async () => {
  const user = userEvent.setup();
  const shown = await show('/teamList/teamOperation');
  shown.answer('team.Operation/bulkSwitch', {
    success: 1,
    failed: [{ id: 5, no: 'Wuhou', code: 42201, msg: 'Not allowed in state Frozen' }],
  });
  await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }));
  await user.click(screen.getByRole('button', { name: 'Set a switch in bulk' }));
  const dialog = await dialogTitled(/Set a switch in bulk/);
  await user.click(within(dialog).getByRole('combobox'));
  await user.type(screen.getByRole('combobox', { name: 'Type to find' }), 'pickup{Enter}');
  await user.click(within(dialog).getByRole('button', { name: 'Set a switch in bulk' }));
  expect(await screen.findByText('Not allowed in state Frozen')).toBeInTheDocument();
  expect(shown.to('team.Operation/bulkSwitch')[0]?.body).toEqual({
    ids: [4, 5],
    key: 'selfPickup',
    on: true,
    until: null,
  });
});

async function bulkDialog(user: ReturnType<typeof userEvent.setup>, switchName: string) {
  await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }));
  await user.click(screen.getByRole('button', { name: 'Set a switch in bulk' }));
  const dialog = await dialogTitled(/Set a switch in bulk/);
  await user.click(within(dialog).getByRole('combobox'));
  await user.type(screen.getByRole('combobox', { name: 'Type to find' }), `${switchName}{Enter}`);
  return within(dialog);
}

test('a parameter that every selected station has is optional in a bulk change, and is sent only when it is filled in', async () => {
  const user = userEvent.setup();
  const shown = await show('/teamList/teamOperation');
  shown.answer('team.Operation/bulkSwitch', { success: 2, failed: [] });
  const dialog = await bulkDialog(user, 'automatic');
  const radius = dialog.getByRole('textbox', { name: /Dispatch radius/ });
  expect(radius).not.toBeRequired();
  expect(radius).toHaveAccessibleDescription('Optional; each station keeps its own value.');
  await user.type(dialog.getByRole('textbox', { name: /Orders carried/ }), '7');
  await user.click(dialog.getByRole('button', { name: 'Set a switch in bulk' }));
  await waitFor(() => expect(shown.to('team.Operation/bulkSwitch')).toHaveLength(1));
  expect(shown.to('team.Operation/bulkSwitch')[0]?.body).toEqual({
    ids: [4, 5],
    key: 'autoDispatch',
    on: true,
    params: { maxCarry: 7 },
    until: null,
  });
});

test('a parameter that one of the selected stations lacks is required in a bulk change', async () => {
  const user = userEvent.setup();
  const shown = await show('/teamList/teamOperation');
  const own = row.switches.map((one) => (one.key === 'grabOrder' ? { ...one, params: { grabDelaySec: 5 } } : one));
  shown.answer('team.Operation/getMatrix', listAnswer([row, { ...row, id: 5, switches: own }], matrix.summary));
  const dialog = await bulkDialog(user, 'order pool');
  const delay = dialog.getByRole('textbox', { name: /Delay/ });
  expect(delay).toHaveAccessibleDescription('Some of the stations have no value yet.');
  await user.click(dialog.getByRole('button', { name: 'Set a switch in bulk' }));
  expect(await dialog.findByText(/^Please input Delay/)).toBeInTheDocument();
  expect(shown.to('team.Operation/bulkSwitch')).toEqual([]);
});

test('a station outside the scope is listed without a name', async () => {
  await renderPage(<TeamOperationPage />, {
    at: '/teamList/teamOperation?id=77',
    answers: { ...answers, 'team.Operation/getOne': refusal(40302, 'Outside your data scope') },
  });
  expect(await screen.findByText('Outside your data scope')).toBeInTheDocument();
});
