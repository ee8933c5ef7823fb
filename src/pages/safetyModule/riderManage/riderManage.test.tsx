import type { Data } from '@contract/index';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { setLocale } from '@/app/i18n/i18n';
import { type Answers, dialogTitled, listAnswer, type Row, renderPage } from '@/ui/testing';
import RidersPage from '.';

const row: Row<'safety.Rider/getList'> = {
  id: 5,
  version: 3,
  riderNo: 'R000005',
  name: 'Lin Fang',
  tel: '199****0040',
  teamId: 4,
  teamName: 'Tianfu',
  riderType: 'part',
  riderTypeText: 'Part-time',
  status: 'active',
  statusText: 'Active',
  mayWork: 'no',
  mayWorkText: 'No',
  mayNotText: 'Health certificate: Expired on 2026-02-01',
  healthState: 'expired',
  healthStateText: 'Expired',
  healthValidTo: '2026-02-01',
  insured: 'covered',
  insuredText: 'Covered',
  onlineMin: 75,
  orders: 210,
  safetyScore: 92,
  ratingX100: 487,
  realNameState: 'passed',
  realNameStateText: 'Approved',
  faceState: 'passed',
  faceStateText: 'Passed',
  trainScore: 90,
  violations: 1,
  age: 30,
  vehicleType: 'ebike',
  vehicleTypeText: 'E-bike',
  plateNo: null,
  depositFen: 20_000,
  joinedAt: '2025-03-01T10:00:00+08:00',
  statusReason: null,
  certNo: 'JK0000052025',
  certIssuedAt: '2025-02-01',
  photoFileId: null,
  photoUrl: null,
  actions: ['savePhoto', 'suspend', 'transfer', 'offboard', 'recordViolation', 'assignTraining', 'remind'],
};
const working: typeof row = {
  ...row,
  ...{ id: 6, riderNo: 'R000006', name: 'Wu Yu', mayWork: 'yes', mayWorkText: 'Yes', mayNotText: '' },
};
const list = listAnswer([row, working], {
  all: 2,
  working: 2,
  online: 1,
  toReview: 0,
  expiring: 0,
  expired: 1,
  insured: 1,
  uninsured: 1,
  suspended: 0,
  fatigue: 0,
});
const certificate: Data<'safety.Rider/getDetail'>['certificates'][number] = {
  id: 9,
  version: 1,
  no: 'HC20260301000000000009',
  state: 'reviewing',
  stateText: 'Pending review',
  tone: 'attention',
  certNo: null,
  hospital: null,
  holder: null,
  issuedAt: null,
  validTo: null,
  makerName: 'Maker',
  createdAt: '2026-03-01T10:00:00+08:00',
  checkerName: null,
  decidedAt: null,
  note: null,
  files: [{ fileId: 7, name: 'card.png', url: '/files/7' }],
  actions: ['approve', 'reject'],
  read: { certNo: 'JK-1', hospital: '', holder: 'Lin Fang', issuedAt: '2026-02-20', validTo: '2027-02-20' },
};
const detail: Data<'safety.Rider/getDetail'> = {
  ...row,
  gender: 'male',
  idCard: '999***********1234',
  identityReview: { id: 77, no: 'RN20260301000000000077', name: 'Lin Hua', idCard: '888***********5678' },
  birth: '1996-02-01',
  leftAt: null,
  faceAt: null,
  heartbeatAt: null,
  provinceText: 'Sichuan',
  gate: {
    verdict: 'no',
    checks: [
      { key: 'state', label: 'Rider state', result: 'passed', resultText: 'Passed', why: 'Active: may take orders' },
      { key: 'certificate', label: 'Health', result: 'failed', resultText: 'Failed', why: 'Expired on 2026-02-01' },
      { key: 'insurance', label: 'Insurance', result: 'warned', resultText: 'Warning', why: 'Waiting for the insurer' },
    ],
  },
  certificates: [certificate],
  policies: [
    {
      ...{ id: 31, no: 'IP20260301000000000031', stateText: 'In force', tone: 'good', premiumFen: 300 },
      ...{ coverFrom: '2026-03-01T10:00:00+08:00', coverTo: '2026-03-02T01:30:00+08:00', payerText: 'Station' },
      ...{ productName: 'Daily cover', kindText: 'Daily cover' },
    },
  ],
  work: {
    continuousMin: 65,
    restUntil: null,
    days: [
      { day: '2026-03-01', onlineMin: 250, maxContinuousMin: 245, prompts: ['Rest: no dispatch'], confirmedAt: null },
    ],
  },
  trainings: [],
  recentViolations: [],
  money: {
    availableFen: 12_000,
    frozenFen: 0,
    depositFen: 20_000,
    owedFen: 0,
    depositDueOn: null,
    runningOrders: 2,
  },
  steps: [{ key: '1', at: '2026-03-01T10:00:00+08:00', text: 'Suspended', byName: '', note: 'Certificate expired' }],
};
const answers: Answers = {
  'safety.Rider/getList': list,
  'safety.Rider/getDetail': detail,
  'common.Option/getOptions': { teams: [{ value: 8, label: 'Jinjiang' }] },
};
const at = '/safetyModule/riderManage';
const done = { id: 5, no: row.riderNo, state: 'active', stateText: 'Active', version: 4, message: 'Done' };

test('the list shows who may take orders, and why others may not', async () => {
  await renderPage(<RidersPage />, { at, answers });
  const line = (await screen.findByText('R000005')).closest('tr') as HTMLElement;
  expect(within(line).getByText(/Expired on 2026-02-01/)).toBeVisible();
  expect(within(line).getByText('4.87')).toBeVisible();
});

test('the drawer explains every check, and the tab Insurance lists the policies', async () => {
  await renderPage(<RidersPage />, { at: `${at}?open=5`, answers });
  const table = await screen.findByRole('table', { name: 'Can take orders now' });
  for (const text of ['Failed', 'Waiting for the insurer', 'Expired on 2026-02-01']) within(table).getByText(text);
  expect(screen.getByText('999***********1234')).toBeVisible();
  fireEvent.click(screen.getByRole('tab', { name: 'Insurance' }));
  expect(await screen.findByRole('link', { name: 'IP20260301000000000031' })).toBeVisible();
});

test('ratings and days are written in the format of the language', async () => {
  await renderPage(<RidersPage />, { at: `${at}?open=5`, answers });
  await screen.findByRole('table', { name: 'Can take orders now' });
  await act(() => setLocale('pt-BR'));
  expect(screen.queryByText('4.87')).toBeNull();
  expect(screen.getAllByText('4,87')).toHaveLength(3);
  expect(screen.getByText('01/02/1996')).toHaveAttribute('datetime', '1996-02-01');
});

test('a certificate is approved with the values that were read from its picture', async () => {
  const page = await renderPage(<RidersPage />, {
    at: `${at}?open=5&tab=certificates`,
    answers: { ...answers, 'safety.Rider/approveCertificate': { ...done, id: 9 } },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Approve certificate' }));
  const dialog = await dialogTitled(/^Approve certificate/);
  expect(within(dialog).getByLabelText(/Certificate no/)).toHaveValue('JK-1');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Approve certificate' }));
  await waitFor(() => expect(page.to('safety.Rider/approveCertificate')).toHaveLength(1));
  expect(page.to('safety.Rider/approveCertificate')[0]?.body).toMatchObject({
    id: 9,
    version: 1,
    holder: 'Lin Fang',
    certNo: 'JK-1',
    issuedAt: '2026-02-20',
    validTo: '2027-02-20',
  });
});

test.each([
  ['of another holder starts with that reason', 'Lin Hua', 'Differs from the rider’s name'],
  ['of the rider starts without a reason', 'Lin Fang', ''],
  ['whose picture names no holder starts without a reason', '', ''],
])('the rejection of a certificate %s', async (_case, holder, reason) => {
  await renderPage(<RidersPage />, {
    at: `${at}?open=5&tab=certificates`,
    answers: {
      ...answers,
      'safety.Rider/getDetail': {
        ...detail,
        certificates: [{ ...certificate, read: { ...certificate.read, holder } }],
      },
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: `More ${certificate.no}` }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Reject certificate' }));
  const dialog = await dialogTitled(/^Reject certificate/);
  expect(within(dialog).getByLabelText(/Reason/)).toHaveValue(reason);
});

test('a transfer needs the new station and a reason', async () => {
  const user = userEvent.setup();
  const page = await renderPage(<RidersPage />, {
    at: `${at}?open=5`,
    answers: { ...answers, 'safety.Rider/transfer': done },
  });
  await user.click(await screen.findByRole('button', { name: 'Transfer' }));
  const dialog = await dialogTitled(/^Transfer/);
  expect(within(dialog).getByText(/no running orders/)).toBeInTheDocument();
  await user.click(within(dialog).getByRole('button', { name: 'Transfer' }));
  expect(await within(dialog).findByText(/Please select Destination station/i)).toBeInTheDocument();
  expect(page.to('safety.Rider/transfer')).toHaveLength(0);
});

test('work, money and history have tabs', async () => {
  await renderPage(<RidersPage />, { at: `${at}?open=5&tab=work`, answers });
  expect(await screen.findByText('Rest: no dispatch')).toBeVisible();
  expect(screen.getByText('4 h 10 min')).toBeVisible();
  fireEvent.click(screen.getByRole('tab', { name: 'Funds' }));
  expect(await screen.findByText('Running orders')).toBeVisible();
  fireEvent.click(screen.getByRole('tab', { name: 'History' }));
  const history = await screen.findByRole('table', { name: 'History' });
  expect(within(history).getByText('Certificate expired')).toBeVisible();
});

test('a training shows until when it is valid, and that it has expired', async () => {
  const training = {
    ...{ key: '1', courseText: 'Food safety', assignedAt: '2025-01-01T10:00:00+08:00', byName: 'Li Na', score: 90 },
    ...{ finishedAt: '2025-01-02T10:00:00+08:00', expireAt: '2026-01-02T10:00:00+08:00' },
    ...{ isPassed: true, isExpired: true },
  };
  const other = { ...training, key: '2', courseText: 'Traffic', expireAt: null, isExpired: false };
  await renderPage(<RidersPage />, {
    at: `${at}?open=5&tab=training`,
    answers: { ...answers, 'safety.Rider/getDetail': { ...detail, trainings: [training, other] } },
  });
  const ended = (await screen.findByText('Food safety')).closest('tr') as HTMLElement;
  expect(within(ended).getByText(/2026-01-02/)).toBeVisible();
  expect(within(ended).getByText('Expired')).toBeVisible();
  const endless = screen.getByText('Traffic').closest('tr') as HTMLElement;
  expect(within(endless).queryByText('Expired')).toBeNull();
});

test('the tab Orders lists the newest orders of the station', async () => {
  const order = {
    ...({ orderNo: 'HO000123', teamId: 4, typeText: 'Food', status: 'delivered', statusText: 'Delivered' } as const),
    ...{ paidFen: 3_000, refundFen: 500, at: '2026-03-01T10:00:00+08:00' },
  };
  await renderPage(<RidersPage />, {
    at: `${at}?open=5&tab=orders`,
    answers: { ...answers, 'safety.Rider/getOrders': { list: [order] } },
  });
  const table = await screen.findByRole('table', { name: 'Orders' });
  for (const text of ['HO000123', 'Delivered', '¥30.00', '¥5.00']) expect(within(table).getByText(text)).toBeVisible();
});

test('the filter of safety scores accepts only integers', async () => {
  const user = userEvent.setup();
  const page = await renderPage(<RidersPage />, { at: `${at}?safetyScoreMin=60`, answers });
  await screen.findByText('R000005');
  expect(page.to('safety.Rider/getList')[0]?.query).toMatchObject({ safetyScoreMin: '60' });
  await user.click(screen.getByRole('button', { name: 'More filters' }));
  const most = screen.getByRole('textbox', { name: 'Safety score at most' });
  await user.type(most, '8.5{Enter}');
  expect(most).toBeInvalid();
  await user.clear(most);
  await user.type(most, '85{Enter}');
  await waitFor(() => expect(page.to('safety.Rider/getList').at(-1)?.query).toMatchObject({ safetyScoreMax: '85' }));
});
