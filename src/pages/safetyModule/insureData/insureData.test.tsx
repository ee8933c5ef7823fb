import type { Data } from '@contract/index';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Answers, dialogTitled, listAnswer, type Row, refusal, renderPage } from '@/ui/testing';
import InsureDataPage from '.';

jest.mock('@/features/areaEditor/PointPicker', () => ({ PointPicker: () => null }));

const policy: Row<'safety.Insure/getPolicies'> = {
  id: 31,
  version: 2,
  riderId: 5,
  no: 'IP20260301000000000031',
  riderName: 'Lin Fang',
  riderNo: 'R000005',
  state: 'failed',
  stateText: 'Failed',
  kind: 'daily',
  kindText: 'Daily cover',
  coverDate: '2026-03-01',
  teamId: 4,
  teamName: 'Tianfu',
  premiumFen: 300,
  payer: 'team',
  payerText: 'Station',
  coverFrom: '2026-03-01T10:00:00+08:00',
  coverTo: '2026-03-02T01:30:00+08:00',
  insurerNo: null,
  productName: 'Daily cover A',
  insurerName: 'Example Insurance',
  idCard: '999***********1234',
  tel: '199****0040',
  sumFen: 100_000,
  orders: 0,
  firstOrderNo: 'HO1',
  error: 'Risk control',
  createdAt: '2026-03-01T10:00:00+08:00',
  txNo: null,
  actions: ['retryPolicy', 'createClaim'],
};
const claim: Row<'safety.Insure/getClaims'> = {
  id: 41,
  version: 1,
  no: 'IC20260301000000000041',
  riderName: 'Lin Fang',
  riderNo: 'R000005',
  state: 'insurerReview',
  stateText: 'With the insurer',
  kind: 'thirdProperty',
  kindText: 'Third party property',
  happenedAt: '2026-03-01T11:00:00+08:00',
  place: 'Crossing',
  teamId: 4,
  teamName: 'Tianfu',
  claimedFen: 90_000,
  paidFen: null,
  createdAt: '2026-03-01T12:00:00+08:00',
  insurerCaseNo: 'CASE-1',
  handlerName: 'Officer',
  policyNo: policy.no,
  orderNo: null,
  missingText: '',
  limitFen: 50_000,
  actions: ['approveClaim', 'refuseClaim'],
};
const month: Row<'safety.Insure/getRecon'> = {
  ...{ id: 51, month: '2026-02', insurerName: 'Example Insurance', state: 'gaps', stateText: 'Differences' },
  ...{ ourCount: 10, ourFen: 3_000, theirCount: 9, theirFen: 2_700, gapFen: -300, openGaps: 1 },
  ...{ remittedFen: 0, dueFen: 3_000, uploadedAt: '2026-03-01T12:00:00+08:00', uploadedByName: 'Officer' },
  actions: ['uploadStatement', 'remit'],
};
const monthDetail: Data<'safety.Insure/getMonth'> = {
  ...month,
  fileName: 'february.csv',
  gaps: [
    {
      ...{
        id: 61,
        version: 1,
        policyId: 31,
        policyNo: policy.no,
        insurerNo: 'PX1',
        kindText: 'Missing at the insurer',
      },
      ...{ ourFen: 300, theirFen: null, state: 'open', stateText: 'Open', note: null, resolvedByName: null },
      ...{ resolvedAt: null, gapFen: -300, adjustFen: null, txNo: null, actions: ['resolveGap', 'adjustGap'] },
    },
  ],
  remits: [],
};
const answers: Answers = {
  'safety.Insure/getPolicies': listAnswer([policy], {
    ...{ insuredToday: 7, uninsured: 1, failed: 1, premiumFen: 3_000, platformFen: 1_000, teamFen: 2_000, riderFen: 0 },
  }),
  'safety.Insure/getClaims': listAnswer([claim], { open: 1, claimedFen: 90_000, paidFen: 0 }),
  'safety.Insure/getProducts': listAnswer([], {}),
  'safety.Insure/getRecon': listAnswer([month], { dueFen: 3_000, openGaps: 1 }),
  'safety.Insure/getMonth': monthDetail,
  'common.Option/getOptions': { teams: [], merchantNumbers: [{ value: 9, label: '1999990001' }] },
};
const document: Data<'approval.Case/getDetail'> = {
  ...{ key: 'insurePolicy.31', type: 'insurePolicy', typeText: 'Policy', id: 31, version: 2, no: policy.no },
  ...{ title: 'Policy', object: 'Lin Fang R000005', link: '/safetyModule/insureData?open=31', makerName: '' },
  ...{ amountFen: 300, createdAt: policy.createdAt, expireAt: null, state: 'inForce', stateText: 'In force' },
  ...{ decidedByName: null, decidedAt: null, note: '', actions: ['createClaim'] },
  ...{ facts: [], changes: [], evidence: [], history: [] },
};
const at = '/safetyModule/insureData';
const done = { id: 31, no: policy.no, state: 'pending', stateText: 'Pending', version: 3, message: 'Done' };

test('the policies show covered and uncovered riders, and why a policy failed', async () => {
  await renderPage(<InsureDataPage />, { at, answers });
  const line = (await screen.findByText(policy.no)).closest('tr') as HTMLElement;
  expect(within(line).getByText('Risk control')).toBeVisible();
  expect(within(line).getByRole('link', { name: 'Lin Fang' })).toHaveAttribute(
    'href',
    expect.stringContaining('open=5'),
  );
  expect(screen.getByText('Working without cover')).toBeVisible();
});

test('a claim is reported from the row of its policy', async () => {
  const user = userEvent.setup();
  const page = await renderPage(<InsureDataPage />, { at, answers: { ...answers, 'safety.Insure/createClaim': done } });
  const line = (await screen.findByText(policy.no)).closest('tr') as HTMLElement;
  await user.click(within(line).getByRole('button', { name: /More|Report claim/ }));
  const item = screen.queryByRole('menuitem', { name: 'Report claim' });
  if (item) await user.click(item);
  const dialog = await dialogTitled(/^Report claim/);
  await user.click(within(dialog).getByRole('button', { name: 'Report claim' }));
  expect((await within(dialog).findAllByText(/What happened/)).length).toBeGreaterThan(1);
  expect(page.to('safety.Insure/createClaim')).toHaveLength(0);
});

test('a product that is not in the first list is found by its name', async () => {
  const user = userEvent.setup();
  const product = (id: number, name: string) => ({ id, name }) as Row<'safety.Insure/getProducts'>;
  const found = (name: unknown) =>
    name === 'cover b' ? product(302, 'Monthly cover B') : product(301, 'Daily cover A');
  const page = await renderPage(<InsureDataPage />, {
    at,
    answers: {
      ...answers,
      'safety.Insure/getProducts': ({ query }) => listAnswer([found(query.keyword)], {}),
      'safety.Insure/createPolicy': done,
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Insure rider' }));
  const dialog = within(await dialogTitled('Insure rider'));
  await user.type(dialog.getByLabelText(/Rider no/), 'R000005');
  const field = () => dialog.getByRole('combobox', { name: /^Insurance product/ });
  await user.click(field());
  expect(await screen.findByRole('option', { name: 'Daily cover A' })).toBeVisible();
  await user.type(screen.getByRole('combobox', { name: 'Type to find' }), 'cover b');
  await user.click(await screen.findByRole('option', { name: 'Monthly cover B' }));
  expect(field()).toHaveTextContent('Monthly cover B');
  fireEvent.change(dialog.getByLabelText(/Cover day/), { target: { value: '2026-03-02' } });
  await user.click(dialog.getByRole('button', { name: 'Insure rider' }));
  await waitFor(() => expect(page.to('safety.Insure/createPolicy')).toHaveLength(1));
  expect(page.to('safety.Insure/createPolicy')[0]?.body).toMatchObject({ riderNo: 'R000005', productId: 302 });
});

test('products that could not be loaded are reported in the list, and the Retry button loads them', async () => {
  const user = userEvent.setup();
  let isBroken = true;
  const product = { id: 301, name: 'Daily cover A' } as Row<'safety.Insure/getProducts'>;
  await renderPage(<InsureDataPage />, {
    at,
    answers: {
      ...answers,
      'safety.Insure/getProducts': () => (isBroken ? refusal(50001, 'System busy') : listAnswer([product], {})),
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Insure rider' }));
  const dialog = within(await dialogTitled('Insure rider'));
  await user.click(dialog.getByRole('combobox', { name: /^Insurance product/ }));
  const failed = await screen.findByText('The data could not be loaded');
  expect(screen.queryByText('Nothing found')).not.toBeInTheDocument();
  isBroken = false;
  await user.click(within(failed).getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('option', { name: 'Daily cover A' })).toBeVisible();
  expect(screen.getByRole('combobox', { name: 'Type to find' })).toHaveFocus();
});

test('an amount above the sum insured is refused before the form is sent', async () => {
  const user = userEvent.setup();
  const page = await renderPage(<InsureDataPage />, {
    at: `${at}?part=claims`,
    answers: { ...answers, 'safety.Insure/approveClaim': done },
  });
  const line = (await screen.findByText(claim.no)).closest('tr') as HTMLElement;
  await user.click(within(line).getByRole('button', { name: /^Record approval/ }));
  const dialog = await dialogTitled(/^Record approval/);
  const amount = within(dialog).getByLabelText(/Paid/);
  expect(amount).toHaveValue('500.00');
  await user.clear(amount);
  await user.type(amount, '500.01');
  await user.click(within(dialog).getByRole('button', { name: 'Record approval' }));
  expect(page.to('safety.Insure/approveClaim')).toHaveLength(0);
  await user.clear(amount);
  await user.type(amount, '400');
  await user.click(within(dialog).getByRole('button', { name: 'Record approval' }));
  await waitFor(() => expect(page.to('safety.Insure/approveClaim')).toHaveLength(1));
  expect(page.to('safety.Insure/approveClaim')[0]?.body).toMatchObject({ id: 41, version: 1, paidFen: 40_000 });
});

test('the form of a new product asks for the interface secret only if data are sent by interface', async () => {
  const user = userEvent.setup();
  await renderPage(<InsureDataPage />, { at: `${at}?part=products`, answers });
  const [create] = await screen.findAllByRole('button', { name: 'New product' });
  await user.click(create as HTMLElement);
  const dialog = await dialogTitled(/^New product/);
  expect(within(dialog).getByLabelText(/Paid by/)).toBeInTheDocument();
  expect(within(dialog).queryByLabelText(/Interface secret/)).toBeNull();
  fireEvent.click(within(dialog).getByLabelText('By interface'));
  expect(await within(dialog).findByLabelText(/Interface secret/)).toBeInTheDocument();
});

const product: Data<'safety.Insure/getProduct'> = {
  ...{ id: 301, version: 6, name: 'Daily cover A', insurer: 'Example Insurance', stateText: 'Enabled' },
  ...({ kind: 'daily', planCode: 'D-1', agreementNo: 'AG-1', premiumFen: 300, premiumUnit: 'day' } as const),
  ...({ payer: 'team', coverEnd: 90, minAge: 18, maxAge: 65, teamIds: [], apiMode: 'manual' } as const),
  sums: { medical: 1, disability: 2, death: 3, thirdPerson: 4, thirdProperty: 5 },
  ...{ hasSecret: false, teamNames: [], teamText: 'All stations', coverText: 'First order to 01:30 next day' },
  actions: ['editProduct', 'switchOff'],
};

const listed = { id: product.id, actions: product.actions, name: product.name } as Row<'safety.Insure/getProducts'>;

test('the form of a product does not open with the values of an earlier visit when they cannot be loaded', async () => {
  const user = userEvent.setup();
  const page = await renderPage(<InsureDataPage />, {
    at: `${at}?part=products`,
    answers: {
      ...answers,
      'safety.Insure/getProducts': listAnswer([listed], {}),
      'safety.Insure/getProduct': product,
    },
  });
  const edit = async () => user.click(await screen.findByRole('button', { name: /^Edit/ }));
  await edit();
  const first = await dialogTitled(/^Edit/);
  expect(await within(first).findByLabelText(/^Product name/)).toHaveValue(product.name);
  await user.click(within(first).getByRole('button', { name: /Close/ }));
  page.answer('safety.Insure/getProduct', refusal(50001, 'System busy'));
  await edit();
  expect(await screen.findByText('System busy')).toBeInTheDocument();
  expect(screen.queryByLabelText(/^Product name/)).not.toBeInTheDocument();
});

test('the drawer of a product needs no list: it shows the cover and offers the steps of the product', async () => {
  const page = await renderPage(<InsureDataPage />, {
    at: `${at}?part=products&open=301`,
    answers: { ...answers, 'safety.Insure/getProduct': product, 'safety.Insure/switchProduct': done },
  });
  const drawer = await screen.findByRole('dialog', { name: /Daily cover A/ });
  expect(await within(drawer).findByText('First order to 01:30 next day')).toBeInTheDocument();
  expect(within(drawer).getByText('All stations')).toBeInTheDocument();
  fireEvent.click(within(drawer).getByRole('button', { name: /^(More|Disable)/ }));
  const item = screen.queryByRole('menuitem', { name: 'Disable' });
  if (item) fireEvent.click(item);
  const question = await dialogTitled(/^Disable/);
  fireEvent.click(within(question).getByRole('button', { name: /^Disable/ }));
  await waitFor(() =>
    expect(page.to('safety.Insure/switchProduct')[0]?.body).toMatchObject({ id: 301, version: 6, on: false }),
  );
});

test('a claim is reported from the drawer of its policy', async () => {
  const page = await renderPage(<InsureDataPage />, {
    at: `${at}?open=31`,
    answers: { ...answers, 'approval.Case/getDetail': document, 'safety.Insure/createClaim': done },
  });
  const drawer = await screen.findByRole('dialog', { name: /IP20260301000000000031/ });
  fireEvent.click(await within(drawer).findByRole('button', { name: /Report claim/ }));
  expect(await dialogTitled(/^Report claim/)).toBeVisible();
  expect(page.to('safety.Insure/createClaim')).toHaveLength(0);
});

test('the drawer of a claim offers the steps of its state, with their forms', async () => {
  const user = userEvent.setup();
  const own = { type: 'insureClaim', typeText: 'Claim', id: 41, version: 3, no: claim.no, state: 'insurerReview' };
  const page = await renderPage(<InsureDataPage />, {
    at: `${at}?part=claims&open=41`,
    answers: {
      ...answers,
      'approval.Case/getDetail': { ...document, ...own, actions: ['approveClaim', 'refuseClaim'] },
      'safety.Insure/getClaim': claim,
      'safety.Insure/approveClaim': done,
    },
  });
  const drawer = await screen.findByRole('dialog', { name: /IC20260301000000000041/ });
  await user.click(await within(drawer).findByRole('button', { name: /^Record approval/ }));
  const dialog = await dialogTitled(/^Record approval/);
  expect(within(dialog).getByLabelText(/Paid/)).toHaveValue('500.00');
  await user.click(within(dialog).getByRole('button', { name: 'Record approval' }));
  await waitFor(() => expect(page.to('safety.Insure/approveClaim')).toHaveLength(1));
  expect(page.to('safety.Insure/approveClaim')[0]?.body).toMatchObject({ id: 41, version: 3, paidFen: 50_000 });
});

test('a claim whose forms could not be loaded says so in its drawer, and the Retry button offers its steps', async () => {
  const user = userEvent.setup();
  const own = { type: 'insureClaim', typeText: 'Claim', id: 41, version: 3, no: claim.no, state: 'insurerReview' };
  const page = await renderPage(<InsureDataPage />, {
    at: `${at}?part=claims&open=41`,
    answers: {
      ...answers,
      'approval.Case/getDetail': { ...document, ...own, actions: ['approveClaim', 'refuseClaim'] },
      'safety.Insure/getClaim': refusal(50001, 'System busy'),
    },
  });
  const drawer = within(await screen.findByRole('dialog', { name: /IC20260301000000000041/ }));
  expect(await drawer.findByText('System busy')).toBeInTheDocument();
  expect(drawer.queryByRole('button', { name: /^Record approval/ })).not.toBeInTheDocument();
  page.answer('safety.Insure/getClaim', claim);
  await user.click(drawer.getByRole('button', { name: 'Retry' }));
  expect(await drawer.findByRole('button', { name: /^Record approval/ })).toBeInTheDocument();
});

test('a difference can be explained or adjusted in the drawer of its month', async () => {
  const user = userEvent.setup();
  const page = await renderPage(<InsureDataPage />, {
    at: `${at}?part=recon&open=51&tab=gaps`,
    answers: {
      ...answers,
      'safety.Insure/resolveGap': { ...done, id: 61 },
      'safety.Insure/adjustGap': { ...done, id: 61 },
    },
  });
  const table = await screen.findByRole('table', { name: 'Differences' });
  within(table).getByText('Missing at the insurer');
  for (const [label, address] of [
    ['Explain difference', 'safety.Insure/resolveGap'],
    ['Adjust premium', 'safety.Insure/adjustGap'],
  ] as const) {
    await user.click(within(table).getByRole('button', { name: new RegExp(`^(More|${label})`) }));
    const item = screen.queryByRole('menuitem', { name: label });
    if (item) await user.click(item);
    const dialog = await dialogTitled(new RegExp(`^${label}`));
    await user.type(within(dialog).getByLabelText(/Note/), 'Their mistake');
    await user.click(within(dialog).getByRole('button', { name: label }));
    await waitFor(() => expect(page.to(address)).toHaveLength(1));
    expect(page.to(address)[0]?.body).toMatchObject({ id: 61, version: 1, note: 'Their mistake' });
  }
});
