import type { Data } from '@contract/index';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { setToken } from '@/app/session/token';
import { type Answers, dispatch, open, personInfo, serve } from '@/testing';

type Popup = Data<'announcement.Inbox/getPopups'>['list'][number];
const TIME = '2026-03-01T11:50:00+08:00';
const popup = (id: number, title: string, isBlocking: boolean): Popup => ({
  ...({ id, title, level: 'urgent', levelText: 'Urgent', popup: 'untilConfirmed', isBlocking } as const),
  ...{ excerpt: title, content: `<p>${title}</p>`, publishAt: TIME, pinned: false, isRead: true, isConfirmed: false },
  ...{ confirmText: null, quiz: [], attachments: [], isRevision: false },
});
const waitingFor = (popups: number) => ({ unread: popups, popups });
const NONE = { total: 0, unread: 0 };
const counts = (popups: number): Data<'announcement.Inbox/confirm'>['counts'] => ({
  ...{ total: 0, unread: 0, announcements: waitingFor(popups) },
  types: { notification: NONE, message: NONE, event: NONE },
});
const user = userEvent.setup();

async function show(popups: number, answers: Answers) {
  setToken('a token', false);
  const info = personInfo({ permission: [1, 2], announcements: waitingFor(popups) });
  const calls = serve({ 'site.Site/getSiteInfo': { data: info }, ...answers });
  await open('/');
  return calls;
}
const tell = (popups: number) =>
  dispatch({ type: 'user/changeNotifyCount', payload: { announcements: waitingFor(popups) } });

test('the console stays covered while its pop-ups cannot be loaded, and a retry opens them', async () => {
  let isDown = true;
  const cover = () => screen.getByRole('dialog', { name: 'Announcement' });
  await show(1, {
    'announcement.Inbox/getPopups': () =>
      isDown ? { code: 50000, msg: 'down' } : { data: { list: [popup(9, 'Storm', true)] } },
  });
  expect(await screen.findByText('The announcement cannot be shown now.')).toBeInTheDocument();
  await user.keyboard('{Escape}');
  expect(within(cover()).getByRole('button', { name: 'Sign out' })).toBeInTheDocument();
  await user.click(within(cover()).getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('The announcement cannot be shown now.')).toBeInTheDocument();
  isDown = false;
  await user.click(within(cover()).getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('dialog', { name: 'Storm' })).toBeInTheDocument();
  expect(screen.queryByText('The announcement cannot be shown now.')).toBeNull();
});

test('an urgent announcement that arrives during another one follows it, and confirming the last one shows new ones', async () => {
  let list = [popup(11, 'Menu change', false)];
  await show(1, {
    'announcement.Inbox/getPopups': () => ({ data: { list } }),
    'announcement.Inbox/confirm': ({ id }) => {
      list = list.filter((one) => one.id !== id);
      return { data: { id, readAt: TIME, confirmedAt: TIME, counts: counts(1) } };
    },
  });
  expect(await screen.findByRole('dialog', { name: 'Menu change' })).toBeInTheDocument();
  list = [popup(12, 'Flood', true), ...list];
  await tell(2);
  expect(await screen.findByText('1 of 2')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Read later' }));
  expect(await screen.findByRole('dialog', { name: 'Flood' })).toBeInTheDocument();
  // The count does not change, because one announcement is confirmed and another arrives.
  const arrived = popup(13, 'Blackout', true);
  list = [arrived, ...list];
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByRole('dialog', { name: 'Blackout' })).toBeInTheDocument();
});

test('an announcement that is no longer in the list closes, and an empty list unblocks the console', async () => {
  let list = [popup(21, 'Hail', true), popup(22, 'Fog', true)];
  await show(2, { 'announcement.Inbox/getPopups': () => ({ data: { list } }) });
  expect(await screen.findByRole('dialog', { name: 'Hail' })).toBeInTheDocument();
  list = list.slice(1);
  await tell(1);
  expect(await screen.findByRole('dialog', { name: 'Fog' })).toBeInTheDocument();
  list = [];
  await tell(0);
  await act(async () => undefined);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a read that is refused for an urgent announcement opens it, and is repeated after the confirmation', async () => {
  let isOpen = true;
  const list = () => (isOpen ? [popup(31, 'Gale', true)] : []);
  const answered: boolean[] = [];
  await show(0, {
    'dashboard.Index/getTodo': () => {
      answered.push(!isOpen);
      return isOpen ? { code: 40313, msg: 'Confirm first' } : { data: { list: [], asOf: TIME } as never };
    },
    'announcement.Inbox/getPopups': () => ({ data: { list: list() } }),
    'announcement.Inbox/confirm': ({ id }) => {
      isOpen = false;
      return { data: { id, readAt: TIME, confirmedAt: TIME, counts: counts(0) } };
    },
  });
  expect(await screen.findByRole('dialog', { name: 'Gale' })).toBeInTheDocument();
  expect(answered).not.toContain(true);
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(answered).toContain(true));
});
