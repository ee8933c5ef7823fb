import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import CommandHost from '@/layouts/palette';
import { useSingleKeys } from '@/layouts/palette/useSingleKeys';
import { type Answers, dialogTitled, renderPage, teamDetail, teamList, teamRow } from '@/ui/testing';
import TeamListPage from '.';

const row = teamRow({
  version: 7,
  actions: ['operation', 'edit', 'pause', 'freeze', 'close', 'setFeePlan', 'announce', 'copy'],
});
const detail = teamDetail({
  ...row,
  weekHours: [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({
    weekday,
    ranges: weekday === 0 ? [] : [{ from: '08:00', to: '22:00' }],
  })),
  feeRule: { source: 'own', text: 'The own rate of 2.50% replaces the plan' },
  platformRateBp: 250,
  riders: [{ id: 1, riderNo: 'R1', name: 'Wang', tel: '139****1111', statusText: 'Working', online: true }],
  statusHistory: [
    {
      id: 1,
      at: '2025-01-02T00:00:00+08:00',
      fromText: 'Preparing',
      toText: 'Operating',
      reason: null,
      byName: 'Owner',
    },
  ],
});
const answers: Answers = {
  'team.Team/getList': teamList([row]),
  'team.Team/getDetail': detail,
  'team.Terms/getPending': { list: [] },
};

test('the address opens a tab of a station; the tabs show hours, fees with reasons, riders and history', async () => {
  const user = userEvent.setup();
  const shown = await renderPage(<TeamListPage />, { at: '/teamList/index?open=4&tab=hours', answers });
  expect(await screen.findAllByText('08:00–22:00')).toHaveLength(6);
  await user.click(screen.getByRole('tab', { name: 'Fee rules' }));
  expect(await screen.findByText('The own rate of 2.50% replaces the plan')).toBeInTheDocument();
  expect(shown.history.location.search).toBe('?open=4&tab=fees');
  await user.click(screen.getByRole('tab', { name: 'Riders (1)' }));
  expect(await screen.findByText('Wang')).toBeInTheDocument();
  await user.click(screen.getByRole('tab', { name: 'State history' }));
  expect(await screen.findByText(/Preparing → Operating/)).toBeInTheDocument();
});

test('a masked phone is revealed for a reason', async () => {
  const user = userEvent.setup();
  const shown = await renderPage(<TeamListPage />, { at: '/teamList/index?open=4', answers });
  shown.answer('common.Sensitive/unmask', { value: '13800000000' });
  await user.click(await screen.findByRole('button', { name: 'Show in full Tianfu' }));
  const dialog = within(await dialogTitled('Show in full · Tianfu'));
  await user.type(dialog.getByLabelText(/^Reason/), 'Call the station');
  await user.click(dialog.getByRole('button', { name: 'Show in full' }));
  expect(await screen.findByText('13800000000')).toBeInTheDocument();
  expect(shown.to('common.Sensitive/unmask')[0]?.body).toEqual({
    objectType: 'team',
    id: 4,
    field: 'contactTel',
    reason: 'Call the station',
  });
});

test('selected stations are passed to a new announcement', async () => {
  const user = userEvent.setup();
  const other = teamRow({ id: 9, name: 'Jinjiang', actions: ['announce'] });
  const shown = await renderPage(<TeamListPage />, {
    at: '/teamList/index',
    answers: { ...answers, 'team.Team/getList': teamList([row, other]) },
  });
  for (const name of ['Tianfu', 'Jinjiang'])
    await user.click(await screen.findByRole('checkbox', { name: new RegExp(name) }));
  await user.click(screen.getByRole('button', { name: 'Send announcement' }));
  const { pathname, search } = shown.history.location;
  expect(pathname + search).toBe(`/announcementCenter/announcementCenter?form=new&teams=${row.id},9`);
});

test('users who may not create stations see no button', async () => {
  await renderPage(<TeamListPage />, { at: '/teamList/index', answers, platform: { can: () => false } });
  expect(await screen.findByText('Tianfu')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Add station' })).not.toBeInTheDocument();
});

test('users who may not see amounts get no amount columns', async () => {
  await renderPage(<TeamListPage />, {
    at: '/teamList/index',
    answers,
    platform: { reveals: (field) => field !== 'amount' },
  });
  expect(await screen.findByText('Tianfu')).toBeInTheDocument();
  expect(screen.queryByRole('columnheader', { name: /GMV/ })).not.toBeInTheDocument();
  expect(screen.getByRole('columnheader', { name: /Orders today/ })).toBeInTheDocument();
});

/** Handles shortcuts in the same way as the console's layout. */
function Keys() {
  useSingleKeys(false);
  return null;
}

test('a hotkey runs an action while the drawer is open, and a pause sends reason and end', async () => {
  const user = userEvent.setup();
  const shown = await renderPage(
    <>
      <Keys />
      <CommandHost menu={[]} />
      <TeamListPage />
    </>,
    { at: '/teamList/index?open=4', answers },
  );
  shown.answer('team.Team/pause', {
    id: 4,
    state: 'paused',
    stateText: 'Paused',
    version: 8,
    message: 'Tianfu is paused',
  });
  await screen.findByText('Tianfu Avenue 1');
  await user.keyboard('p');
  await dialogTitled('Pause station · Tianfu');
  await user.type(await screen.findByLabelText(/^Reason/), 'Flood');
  const buttons = screen.getAllByRole('button', { name: 'Pause station' });
  await user.click(buttons[buttons.length - 1] ?? document.body);
  expect(await screen.findByText('Tianfu is paused')).toBeInTheDocument();
  expect(shown.to('team.Team/pause')[0]?.body).toEqual({ id: 4, version: 7, reason: 'Flood', resumeAt: null });
  // The open drawer must load the station again.
  await waitFor(() => expect(shown.to('team.Team/getDetail').length).toBeGreaterThan(1));
});
