import type { Data } from '@contract/index';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { setLocale } from '@/app/i18n/i18n';
import { type Answers, dialogTitled, listAnswer, type Row, renderPage } from '@/ui/testing';
import FoodLossPage from '.';

const AT = '2026-03-01T10:00:00+08:00';
const row: Row<'foodLoss.Report/getList'> = {
  id: 5,
  version: 3,
  no: 'FL20260301000000000005',
  state: 'deciding',
  stateText: 'Deciding',
  dueAt: AT,
  orderNo: 'OD000005',
  teamId: 4,
  teamName: 'Tianfu',
  reason: 'spilled',
  reasonText: 'Spilled',
  lossFen: 2_500,
  claimFen: 2_000,
  compFen: null,
  paidFen: 0,
  parties: 'Rider 70.00% · Merchant 30.00%',
  party: 'rider',
  partyText: 'Rider',
  payTo: null,
  payToText: '',
  payWay: null,
  payWayText: '',
  reporterType: 'user',
  reporterTypeText: 'User',
  reporterName: 'A user',
  riderName: 'Lin Fang',
  merchantName: '',
  handlerName: 'Wu Yu',
  riderFen: null,
  merchantFen: null,
  teamFen: null,
  insurerFen: null,
  platformFen: null,
  insurerOwedFen: 0,
  createdAt: AT,
  closedAt: null,
  actions: ['decide', 'askEvidence', 'reject', 'assign', 'remind'],
};
const list = listAnswer([row], {
  submitted: 0,
  deciding: 1,
  appealing: 0,
  overdueCount: 1,
  failed: 0,
  compFen: 0,
  fromDay: '2026-02-01',
  toDay: '2026-03-01',
});
const detail: Data<'foodLoss.Report/getDetail'> = {
  ...row,
  userName: 'A user',
  userTel: '199****0001',
  description: 'All of it was spilled',
  items: [{ name: 'Noodles', quantity: 1, lossFen: 2_500 }],
  wantedRemedyText: 'Wallet',
  order: null,
  maxCompFen: 2_000,
  asked: [],
  evidence: [],
  decisions: [
    {
      ...{ revision: 1, compFen: 1_500, payToText: 'User', payWayText: 'Balance', urgent: false },
      ...{ opinion: 'The rider dropped the bag', punishText: 'None', byName: 'Wu Yu', at: AT },
      shares: [
        {
          ...{ party: 'rider', partyText: 'Rider', name: 'Lin Fang', shareBp: 7_000 },
          ...{ decidedFen: 1_050, borneFen: 600, owedFen: 200 },
        },
      ],
    },
  ],
  appeals: [],
  entries: [],
  past: [],
  failText: 'The order is still running',
  history: [{ key: '1', at: AT, text: 'Submitted', byName: 'A', note: '', amountFen: null, txNo: null }],
};
const suggestion: Data<'foodLoss.Report/getSuggestion'> = {
  liabilities: [{ party: 'rider', partyText: 'Rider', shareBp: 10_000 }],
  compFen: 2_000,
  maxCompFen: 2_000,
  payTo: 'user',
  why: ['The food was damaged in the rider’s custody.'],
};
const done = { id: 5, no: row.no, state: 'decided', stateText: 'Decided', version: 4, message: 'Done' };
const answers: Answers = {
  'foodLoss.Report/getList': list,
  'foodLoss.Report/getDetail': detail,
  'foodLoss.Report/getSuggestion': suggestion,
  'foodLoss.Report/decide': done,
  'foodLoss.Report/reject': done,
  'common.Option/getOptions': { teams: [], staff: [{ value: 8, label: 'Wu Yu' }] },
};
const at = '/foodLossManagement/index';

test('the list shows the liable parties, and its cards link to overdue cases', async () => {
  const page = await renderPage(<FoodLossPage />, { at, answers });
  const line = (await screen.findByText(row.no)).closest('tr') as HTMLElement;
  expect(within(line).getByText('Rider 70.00% · Merchant 30.00%')).toBeVisible();
  await userEvent.click(screen.getAllByRole('button', { name: /Overdue/ })[0] as HTMLElement);
  await waitFor(() => expect(window.location.search).toContain('overdue=true'));
  expect(page.to('foodLoss.Report/getList').length).toBeGreaterThan(1);
});

test("the drawer shows why a payment failed, and each party's share and cost", async () => {
  await renderPage(<FoodLossPage />, { at: `${at}?open=5`, answers });
  expect(await screen.findByText('Payment not possible: The order is still running')).toBeVisible();
  expect(await screen.findByText('The food was damaged in the rider’s custody.')).toBeVisible();
  await userEvent.click(screen.getByRole('tab', { name: 'Decision and payment' }));
  const share = (await screen.findByText('Rider · Lin Fang')).closest('tr') as HTMLElement;
  expect(within(share).getByText('70.00%')).toBeVisible();
});

test('the shares of a suggestion and of a decision are shown in the language of the user', async () => {
  await renderPage(<FoodLossPage />, { at: `${at}?open=5`, answers });
  await screen.findByText(/Rider 100\.00%/);
  await act(() => setLocale('pt-BR'));
  expect(screen.getByText(/Rider 100,00%/)).toBeVisible();
  await userEvent.click(screen.getByRole('tab', { name: 'Decisão e pagamento' }));
  const share = (await screen.findByText('Rider · Lin Fang')).closest('tr') as HTMLElement;
  expect(within(share).getByText('70,00%')).toBeVisible();
});

test('a decision sends shares in basis points, only for parties with a share', async () => {
  const page = await renderPage(<FoodLossPage />, { at: `${at}?open=5`, answers });
  await userEvent.click((await screen.findAllByRole('button', { name: 'Decide' }))[0] as HTMLElement);
  const dialog = within(await dialogTitled(/^Decide/));
  // The order has no merchant, so the form must not have a field for the merchant's share.
  expect(dialog.queryByLabelText('Merchant', { selector: 'input[inputmode]' })).toBeNull();
  await userEvent.type(dialog.getByRole('textbox', { name: /^Rider/ }), '70');
  await userEvent.type(dialog.getByRole('textbox', { name: /^Platform/ }), '30');
  await userEvent.type(dialog.getByRole('textbox', { name: /Decision note/ }), 'The rider dropped the bag');
  await userEvent.click(dialog.getByRole('button', { name: 'Decide' }));
  await waitFor(() => expect(page.to('foodLoss.Report/decide')).toHaveLength(1));
  expect(page.to('foodLoss.Report/decide')[0]?.body).toMatchObject({
    ...{ id: 5, version: 3, compFen: 2_000, payTo: 'user', payWay: 'balance', couponTemplateId: null },
    ...{ opinion: 'The rider dropped the bag', punish: 'none', urgentPay: false },
    liabilities: [
      { party: 'rider', shareBp: 7_000 },
      { party: 'platform', shareBp: 3_000 },
    ],
  });
});

const figures: Data<'foodLoss.Report/getFigures'> = {
  ...{ fromDay: '2026-03-01', toDay: '2026-03-02', cases: 4, per1000X100: 120, paidFen: 3_000 },
  byParty: [{ party: 'rider', text: 'Rider', borneFen: 3_000 }],
  byReason: [
    { reason: 'spilled', text: 'Spilled', cases: 3 },
    { reason: 'late', text: 'Late', cases: 1 },
  ],
  ...{ riders: [], merchants: [], asOf: AT },
};

test('the figures show the share of each reason this month', async () => {
  await renderPage(<FoodLossPage />, { at, answers: { ...answers, 'foodLoss.Report/getFigures': figures } });
  await userEvent.click(await screen.findByRole('tab', { name: 'Statistics' }));
  const line = (await screen.findByRole('rowheader', { name: 'Spilled' })).closest('tr') as HTMLElement;
  expect(within(line).getByText(/75/)).toBeVisible();
  expect(screen.getByRole('table', { name: 'By liable party' })).toBeVisible();
});

test.each([
  ['no party is liable yet', { ...figures, byParty: [] }, 'Not decided yet.'],
  ['there are no food losses', { ...figures, cases: 0 }, 'No food losses in this period.'],
])('if %s, the figures say so instead of showing an empty table', async (_state, shown, text) => {
  await renderPage(<FoodLossPage />, { at, answers: { ...answers, 'foodLoss.Report/getFigures': shown } });
  await userEvent.click(await screen.findByRole('tab', { name: 'Statistics' }));
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.queryByRole('table', { name: 'By liable party' })).toBeNull();
  expect(screen.queryByRole('table', { name: 'Riders liable most often' })).toBeNull();
});

test('users who may report open the form by its button', async () => {
  await renderPage(<FoodLossPage />, { at, answers });
  await screen.findByText(row.no);
  await userEvent.click(screen.getByRole('button', { name: /Report food loss/ }));
  expect(await screen.findByText(/held until the case is closed/)).toBeVisible();
});

test('users who may not report see no button', async () => {
  await renderPage(<FoodLossPage />, { at, answers, platform: { can: (rule: number) => rule !== 6001 } });
  await screen.findByText(row.no);
  expect(screen.queryByRole('button', { name: /Report food loss/ })).toBeNull();
});

const proof = (of: Partial<Data<'foodLoss.Report/getDetail'>['evidence'][number]>) => ({
  ...{ id: 1, party: 'user' as const, partyText: 'User', kind: 'photo' as const, kindText: 'Photo' },
  ...{ file: null, player: null, sha256: 'ab'.repeat(32), capturedAt: null, place: null, isCaptureStated: false },
  ...{ note: '', byName: 'A user', at: AT },
  ...of,
});
const stored = (fileId: number, name: string) => ({ fileId, name, url: `/api/files/${fileId}` });

test('the evidence of each party is shown as pictures and players, with time, place and fingerprint', async () => {
  const evidence = [
    proof({ file: stored(1, 'bag.jpg'), player: 'picture', capturedAt: AT, place: { lng: 104.06, lat: 30.66 } }),
    proof({ id: 2, kind: 'video', kindText: 'Video', file: stored(2, 'door.mp4'), player: 'video' }),
    proof({
      ...{ id: 3, party: 'rider', partyText: 'Rider', kind: 'voice', kindText: 'Voice message' },
      ...{ file: stored(3, 'call.m4a'), player: 'audio', capturedAt: AT, isCaptureStated: true },
    }),
    proof({ id: 4, party: 'rider', partyText: 'Rider', kind: 'chat', kindText: 'Chat', file: stored(4, 'chat.pdf') }),
  ];
  const full = { ...detail, evidence };
  await renderPage(<FoodLossPage />, {
    at: `${at}?open=5`,
    answers: { ...answers, 'foodLoss.Report/getDetail': full },
  });
  await userEvent.click(await screen.findByRole('tab', { name: 'Evidence' }));
  const ofUser = within(await screen.findByRole('list', { name: 'User' }));
  const ofRider = within(screen.getByRole('list', { name: 'Rider' }));
  expect(ofUser.getByRole('img', { name: 'bag.jpg' })).toHaveAttribute('src', '/api/files/1');
  expect(ofUser.getByText(/At 104.06, 30.66/)).toBeVisible();
  const video = ofUser.getByLabelText('door.mp4');
  expect([video.tagName, video.hasAttribute('controls')]).toEqual(['VIDEO', true]);
  const voice = ofRider.getByLabelText('call.m4a');
  expect([voice.tagName, voice.hasAttribute('controls')]).toEqual(['AUDIO', true]);
  expect(ofRider.getByText(/stated by the app/)).toBeVisible();
  expect(ofRider.getByRole('link', { name: 'chat.pdf' })).toBeVisible();
  expect(ofRider.getAllByText('abababababab')).toHaveLength(2);
  fireEvent.error(voice);
  expect(ofRider.getByRole('link', { name: 'Download call.m4a' })).toBeVisible();
});

test('the type of the evidence decides which files the form takes, and only those are sent', async () => {
  const upload = { url: '/api/files/9', width: null, height: null, bytes: 5 };
  const page = await renderPage(<FoodLossPage />, {
    at,
    answers: {
      ...answers,
      'foodLoss.Report/getList': { ...list, list: [{ ...row, actions: ['addEvidence'] }] },
      'foodLoss.Report/addEvidence': done,
      'foodLoss.Report/uploadVideo': { ...upload, fileId: 8, name: 'door.mp4' },
      'common.File/upload': { ...upload, fileId: 9, name: 'call.m4a' },
    },
  });
  await userEvent.click((await screen.findAllByRole('button', { name: /^Add evidence/ }))[0] as HTMLElement);
  const dialog = within(await dialogTitled(/^Add evidence/));
  const choose = (name: string) => userEvent.click(dialog.getByRole('radio', { name }));
  const put = (name: string, type: string) =>
    userEvent.upload(dialog.getByLabelText('Evidence', { selector: 'input' }), new File(['x'], name, { type }));
  await choose('Rider');
  await choose('Video');
  expect(dialog.getByText(/MP4 \/ MOV \/ WebM, at most 100 MB/)).toBeVisible();
  await put('door.mp4', 'video/mp4');
  expect(await dialog.findByRole('link', { name: 'Open door.mp4' })).toBeVisible();
  await choose('Voice message');
  expect(dialog.queryByRole('link', { name: 'Open door.mp4' })).toBeNull();
  await put('call.m4a', 'audio/x-m4a');
  expect(await dialog.findByRole('link', { name: 'Open call.m4a' })).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Add evidence' }));
  await waitFor(() => expect(page.to('foodLoss.Report/addEvidence')).toHaveLength(1));
  expect(page.to('foodLoss.Report/addEvidence')[0]?.body).toMatchObject({ party: 'rider', kind: 'voice', files: [9] });
});
