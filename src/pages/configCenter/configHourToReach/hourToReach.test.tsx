import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Answers, dialogTitled, listAnswer, type Row, refusal, renderPage } from '@/ui/testing';
import { Events } from './Events';
import { Reports } from './Reports';
import { Shops } from './Shops';
import { Stores } from './Stores';

const user = userEvent.setup();
const AT = '2026-03-01T11:50:00+08:00';
const DONE = { id: 1, state: 'ok', stateText: 'Authorised', version: 2, message: 'Done' };

const shop: Row<'config.HourToReach/getShops'> = {
  ...{ id: 1, version: 1, shopId: '7340012801', name: 'Sample Flowers', state: 'ok', stateText: 'Authorised' },
  ...{ expireAt: AT, storeCount: 3, boundCount: 2, syncedAt: AT, lastError: null },
  actions: ['refreshToken', 'syncStores'],
};
const SUMMARY = { appType: 'self', simulated: false, authoriseUrl: null, mayAuthorise: true } as const;
const store: Row<'config.HourToReach/getStores'> = {
  ...{
    id: 5,
    version: 4,
    shopStoreId: '88001',
    name: 'Flower Street',
    shopId: '7340012801',
    shopName: 'Sample Flowers',
  },
  ...{ teamId: null, teamName: null, isBound: false, isOpen: true, address: '', syncedAt: AT },
  actions: ['bindStore', 'testEnquiry'],
};
const report: Row<'config.HourToReach/getReports'> = {
  ...{ id: 9, version: 3, orderNo: '6900000000000000001', status: 'delivered', statusText: 'Delivered' },
  ...{ state: 'dead', stateText: 'Given up', shopId: '7340012801', teamId: 3, teamName: 'West Gate', happenedAt: AT },
  ...{ tries: 6, lastError: '触发限流', nextAt: null, sentAt: null, actions: ['replayReport'] },
};
const at = (tab: string) => `/configCenter/configHourToReach?tab=${tab}`;
const rowMenu = async (name: string, action: string) => {
  const direct = screen.queryByRole('button', { name: `${action} ${name}` });
  await user.click(direct ?? (await screen.findByRole('button', { name: new RegExp(`${action}.*${name}`) })));
};

test('authorising a shop asks only for its number', async () => {
  const page = await renderPage(<Shops />, {
    at: at('shops'),
    answers: { 'config.HourToReach/getShops': listAnswer([shop], SUMMARY), 'config.HourToReach/authorize': DONE },
  });
  await screen.findByText('Sample Flowers');
  await user.click(await screen.findByRole('button', { name: 'Authorise shop' }));
  const dialog = await dialogTitled(/Authorise shop/);
  await user.type(within(dialog).getByLabelText(/^Shop ID/), '7340012802');
  await user.click(within(dialog).getByRole('button', { name: 'Authorise shop' }));
  await waitFor(() => expect(page.to('config.HourToReach/authorize')).toHaveLength(1));
  expect(page.to('config.HourToReach/authorize')[0]?.body).toEqual({ grant: '7340012802' });
});

test('users who may not authorise shops are offered no action', async () => {
  await renderPage(<Shops />, {
    at: at('shops'),
    answers: { 'config.HourToReach/getShops': listAnswer([shop], { ...SUMMARY, mayAuthorise: false }) },
  });
  await screen.findByText('Sample Flowers');
  expect(screen.queryByRole('button', { name: 'Authorise shop' })).not.toBeInTheDocument();
});

test('shops that could not be loaded are reported once, and Retry offers to authorise a shop', async () => {
  let isBroken = true;
  await renderPage(<Shops />, {
    at: at('shops'),
    answers: {
      'config.HourToReach/getShops': () => (isBroken ? refusal(50001, 'System busy') : listAnswer([], SUMMARY)),
    },
  });
  expect(await screen.findByText('System busy')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Authorise shop' })).not.toBeInTheDocument();
  isBroken = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect((await screen.findAllByRole('button', { name: 'Authorise shop' })).length).toBeGreaterThan(0);
});

test('a sync of stores shows their number', async () => {
  await renderPage(<Shops />, {
    at: at('shops'),
    answers: {
      'config.HourToReach/getShops': listAnswer([shop], SUMMARY),
      'config.HourToReach/syncStores': { ...DONE, message: '3 stores synced' },
    },
  });
  await screen.findByText('Sample Flowers');
  await rowMenu('Sample Flowers', 'Sync stores');
  expect(await screen.findByText('3 stores synced')).toBeInTheDocument();
});

test('stores without a station are counted above the list, because their enquiries are refused', async () => {
  const answers: Answers = {
    'config.HourToReach/getStores': listAnswer([store], { unbound: 1, mayEdit: true }),
    'config.HourToReach/testEnquiry': {
      ok: false,
      checks: [{ name: 'Bound station', ok: false, detail: 'No station is bound' }],
    },
  };
  await renderPage(<Stores />, { at: at('stores'), answers });
  expect(await screen.findByText(/1 store is not bound to a station/)).toBeInTheDocument();
  await rowMenu('Flower Street', 'Test enquiry');
  const dialog = await dialogTitled(/Test enquiry/);
  await user.click(within(dialog).getByRole('button', { name: 'Test enquiry' }));
  expect(await screen.findByText(/No station is bound/)).toBeInTheDocument();
});

test('the result of a test disappears once the store is bound to another station', async () => {
  await renderPage(<Stores />, {
    at: at('stores'),
    answers: {
      'config.HourToReach/getStores': listAnswer([{ ...store, teamId: 3, actions: ['unbindStore', 'testEnquiry'] }], {
        unbound: 0,
        mayEdit: true,
      }),
      'config.HourToReach/testEnquiry': { ok: true, checks: [{ name: 'Answer', ok: true, detail: '¥9.50' }] },
      'config.HourToReach/bindStore': DONE,
    },
  });
  await screen.findByText('Flower Street');
  await rowMenu('Flower Street', 'Test enquiry');
  await user.click(within(await dialogTitled(/Test enquiry/)).getByRole('button', { name: 'Test enquiry' }));
  expect(await screen.findByText(/¥9.50/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: /More.*Flower Street/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Unbind station' }));
  await user.click(within(await dialogTitled(/Unbind station/)).getByRole('button', { name: 'Unbind station' }));
  await waitFor(() => expect(screen.queryByText(/¥9.50/)).not.toBeInTheDocument());
});

test('a failed report can be sent again from its row', async () => {
  const page = await renderPage(<Reports />, {
    at: at('reports'),
    answers: {
      'config.HourToReach/getReports': listAnswer([report], { failed: 0, dead: 1 }),
      'config.HourToReach/replayReport': DONE,
    },
  });
  await screen.findByText('6900000000000000001');
  await rowMenu('6900000000000000001', 'Send again');
  await waitFor(() => expect(page.to('config.HourToReach/replayReport')).toHaveLength(1));
  expect(page.to('config.HourToReach/replayReport')[0]?.body).toEqual({ id: 9 });
});

test('failed reports can be sent again together', async () => {
  const other = { ...report, id: 10, orderNo: '6900000000000000002' };
  const page = await renderPage(<Reports />, {
    at: at('reports'),
    answers: {
      'config.HourToReach/getReports': listAnswer([report, other], { failed: 0, dead: 2 }),
      'config.HourToReach/bulkReplayReports': { success: 2, failed: [] },
    },
  });
  await screen.findByText('6900000000000000001');
  await user.click(await screen.findByRole('checkbox', { name: /all/i }));
  await user.click(await screen.findByRole('button', { name: 'Send again' }));
  await waitFor(() => expect(page.to('config.HourToReach/bulkReplayReports')).toHaveLength(1));
  expect(page.to('config.HourToReach/bulkReplayReports')[0]?.body).toEqual({ ids: [9, 10] });
});

test('a failed message shows the reason and can be handled again from its row', async () => {
  const event: Row<'config.HourToReach/getEvents'> = {
    ...{ id: 4, version: 6, eventId: 'message:M9', state: 'failed', stateText: 'Given up', receivedAt: AT, tries: 6 },
    ...{ lastError: '询价已过期', nextAt: null, handledAt: null, actions: ['repeatEvent'] },
  };
  const page = await renderPage(<Events />, {
    at: at('events'),
    answers: {
      'config.HourToReach/getEvents': listAnswer([event], { failed: 1 }),
      'config.HourToReach/repeatEvent': DONE,
    },
  });
  expect(await screen.findByText('询价已过期')).toBeInTheDocument();
  await rowMenu('message:M9', 'Handle again');
  await waitFor(() => expect(page.to('config.HourToReach/repeatEvent')).toHaveLength(1));
  expect(page.to('config.HourToReach/repeatEvent')[0]?.body).toEqual({ id: 4 });
});
