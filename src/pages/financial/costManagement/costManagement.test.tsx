import { INITIAL_TERMS } from '@contract/cost.states';
import type { Data } from '@contract/index';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Answers, dialogTitled, listAnswer, type Row, refusal, renderPage } from '@/ui/testing';
import CostPage from '.';
import { GROUPS } from './ruleFields';
import { fromForm, toForm } from './ruleForm';
import { readTiers, tierFault, typedTiers } from './Tiers';
import { WhatIf } from './WhatIf';

const AT = '/financial/costManagement';
const draft: Row<'finance.Cost/getRules'> = {
  id: 3,
  version: 2,
  name: 'Promotion',
  revision: 2,
  state: 'draft',
  stateText: 'Draft',
  kind: 'promotion',
  kindText: 'Promotion service fee',
  target: 'merchant',
  targetText: 'Merchant',
  formula: '1.5% of goods',
  scopeType: 'all',
  scopeTypeText: 'All stations',
  scopeText: '',
  priority: 100,
  effectiveFrom: '2026-04-01T00:00:00+08:00',
  effectiveTo: null,
  usedCount: 0,
  ruleNo: 'CR1',
  updatedAt: '2026-03-01T10:00:00+08:00',
  updatedByName: 'Lin',
  actions: ['editRule', 'submitRule', 'copyRule', 'removeDraft'],
};
const waiting: typeof draft = {
  ...draft,
  id: 4,
  name: 'Software',
  state: 'pendingApproval',
  stateText: 'Pending review',
  kind: 'software',
  kindText: 'Software fee',
  target: 'team',
  targetText: 'Station',
  formula: '¥200.00 every month',
  actions: ['publish', 'reject', 'copyRule'],
};
const detail: Data<'finance.Cost/getRule'> = {
  ...draft,
  scopeIds: [],
  serviceTypes: [],
  terms: { ...INITIAL_TERMS, tiers: [], base: 'goods', rateBp: 150 },
  remark: 'Advertising',
  checkerName: null,
  decidedAt: null,
  versions: [
    {
      ...{ id: 3, revision: 2, state: 'draft', stateText: 'Draft', formula: '1.5% of goods' },
      ...{ effectiveFrom: draft.effectiveFrom, effectiveTo: null },
    },
    {
      ...{ id: 2, revision: 1, state: 'published', stateText: 'Published', formula: '1% of goods' },
      ...{ effectiveFrom: '2026-01-01T00:00:00+08:00', effectiveTo: null },
    },
  ],
  steps: [{ key: '1', at: draft.updatedAt, text: 'Submitted', byName: 'Lin', note: '' }],
};
const plan: Row<'finance.Cost/getPlans'> = {
  id: 7,
  version: 3,
  name: 'Standard',
  state: 'on',
  stateText: 'On',
  isDefault: true,
  ruleText: 'Large orders',
  platformRateBp: 800,
  platformFixedFen: 0,
  teamCount: 12,
  effectiveFrom: '2025-01-01T00:00:00+08:00',
  effectiveTo: null,
  updatedAt: '2026-03-01T10:00:00+08:00',
  actions: ['editPlan'],
};
const owed: Row<'finance.Cost/getCharges'> = {
  id: 9,
  version: 1,
  no: 'CC20260301000000000009',
  createdAt: '2026-03-01T10:00:00+08:00',
  state: 'owed',
  stateText: 'Owed',
  kind: 'software',
  kindText: 'Software fee',
  ruleName: 'Software',
  revision: 1,
  target: 'team',
  targetText: 'Station',
  teamId: 4,
  teamName: 'Harbour',
  bizNo: '2026-03',
  baseFen: null,
  rateBp: null,
  amountFen: 20_000,
  deductedFrom: 'Station, available',
  txNo: null,
  ruleNo: 'CR2',
  note: null,
  actions: ['collect'],
};
const charged: typeof owed = { ...owed, id: 10, no: 'CC20260301000000000010', state: 'charged', actions: ['waive'] };
const run: Data<'finance.Cost/getWhatIf'> = {
  id: 20,
  ruleId: 3,
  ruleName: 'Promotion',
  revision: 2,
  fromDay: '2026-02-01',
  toDay: '2026-02-28',
  state: 'done',
  stateText: 'Done',
  total: 100,
  done: 100,
  createdAt: '2026-03-01T10:00:00+08:00',
  createdByName: 'Lin',
  finishedAt: '2026-03-01T10:00:02+08:00',
  result: {
    ...{ orders: 100, changed: 40, beforeFen: 10_000, afterFen: 15_000 },
    ...{ platformFen: 5_000, stationsFen: 0, merchantsFen: -5_000, ridersFen: 0 },
    stations: [{ teamId: 4, name: 'Harbour', orders: 100, changed: 40, changeFen: 0 }],
    riders: [],
  },
};
const done = { id: 3, state: 'pendingApproval', stateText: 'Pending review', version: 3, message: 'Rule submitted' };
const answers = {
  'finance.Cost/getRules': listAnswer([draft, waiting], {}),
  'finance.Cost/getRule': detail,
  'finance.Cost/getWhatIfs': { list: [run] },
  'finance.Cost/getPlans': listAnswer([plan], {}),
  'finance.Cost/getPlan': {
    ...{ name: 'Standard', version: 3, ruleNos: ['CR5'], isDefault: true, isOn: true, teamCount: 12 },
    choices: [{ ruleNo: 'CR5', name: 'Large orders' }],
  },
  'finance.Cost/getCharges': listAnswer([owed, charged], {
    ...{ chargedFen: 0, owedFen: 20_000, waivedFen: 0, fromDay: '2026-01-31', toDay: '2026-03-01' },
  }),
  'common.Option/getOptions': { teams: [{ value: 4, label: 'Harbour' }] },
} satisfies Answers;

test("the list shows each rule's calculation and the actions that the server allows", async () => {
  const user = userEvent.setup();
  const page = await renderPage(<CostPage />, { at: AT, answers: { ...answers, 'finance.Cost/submitRule': done } });
  expect(await screen.findByText('1.5% of goods')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: /^Publish Software/ })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: /^Submit for review Promotion/ }));
  const dialog = within(await dialogTitled(/Submit for review/));
  expect(dialog.getByText(/Submit Promotion: 1\.5% of goods/)).toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Submit for review' }));
  await waitFor(() => expect(page.to('finance.Cost/submitRule')[0]?.body).toEqual({ id: 3, version: 2 }));
});

test("the drawer compares the versions and shows a draft's effect on each party", async () => {
  const user = userEvent.setup();
  await renderPage(<CostPage />, { at: `${AT}?open=3`, answers });
  await user.click(await screen.findByRole('tab', { name: 'Versions' }));
  expect(await screen.findByText('(Differs from this version)')).toBeInTheDocument();
  await user.click(screen.getByRole('tab', { name: 'What-if' }));
  const change = within(await screen.findByRole('table', { name: 'Change' }));
  expect(change.getByRole('row', { name: /Platform ¥50\.00/ })).toBeInTheDocument();
  expect(change.getByRole('row', { name: /Merchants.*50\.00/ })).toBeInTheDocument();
  expect(screen.getByRole('table', { name: 'By station' })).toHaveTextContent('Harbour');
});

test('a running what-if shows its progress and can be cancelled', async () => {
  const user = userEvent.setup();
  const running = { ...run, state: 'running' as const, stateText: 'Calculating', done: 25, result: null };
  const page = await renderPage(<CostPage />, {
    at: `${AT}?open=3&tab=whatIf`,
    answers: {
      ...answers,
      'finance.Cost/getWhatIfs': { list: [running] },
      'finance.Cost/cancelWhatIf': { ...done, message: 'What-if cancelled' },
    },
  });
  expect(await screen.findByText(/25 of 100 orders/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Cancel what-if' }));
  await waitFor(() => expect(page.to('finance.Cost/cancelWhatIf')[0]?.body).toEqual({ id: 20 }));
});

test('a new rule is typed in percent and yuan, and saved as a draft', async () => {
  const user = userEvent.setup();
  const page = await renderPage(<CostPage />, {
    at: `${AT}?form=new`,
    answers: { ...answers, 'finance.Cost/saveRule': { ...done, state: 'draft', message: 'Rule saved as a draft' } },
  });
  await user.type(await screen.findByRole('textbox', { name: /^Rule/ }), 'Station fee');
  await user.type(screen.getByRole('textbox', { name: /^Rate/ }), '2.5');
  await user.click(screen.getByRole('button', { name: 'Save draft' }));
  expect(page.to('finance.Cost/saveRule')).toHaveLength(0);
  expect(toForm()).toMatchObject({ kind: 'technical', target: 'team', calcType: 'rate' });
});

test('the form sends only values that its calculation uses, and restores stored values', () => {
  const tiers = [
    { from: 0, to: 5_000, fixedFen: 100, rateBp: 500 },
    { from: 5_000, to: null, fixedFen: 0, rateBp: 250 },
  ];
  const stored = { ...detail, terms: { ...INITIAL_TERMS, calcType: 'tierAmount' as const, tiers } };
  expect(fromForm(toForm(stored)).terms).toEqual(stored.terms);
  const fixed = fromForm({ ...toForm(stored), calcType: 'perOrder', fixedFen: 30 }).terms;
  expect(fixed).toEqual({ ...INITIAL_TERMS, calcType: 'perOrder', fixedFen: 30 });
});

test('tiers are validated during typing: contiguous, at most 100 %, the last one open', () => {
  const typed = typedTiers([
    { from: 0, to: 5_000, fixedFen: 0, rateBp: 500 },
    { from: 5_000, to: null, fixedFen: 0, rateBp: 250 },
  ]);
  expect(tierFault(typed)).toBeNull();
  expect(readTiers(typed)[1]).toEqual({ from: 5_000, to: null, fixedFen: 0, rateBp: 250 });
  const broken = [
    [{ to: '', fixed: '0', rate: '5' }],
    [{ ...typed[0], to: 'x' }, typed[1]],
    [{ ...typed[0], rate: '120' }, typed[1]],
    [{ ...typed[0], to: '0' }, typed[1]],
  ];
  for (const list of broken) expect(tierFault(list)).toMatchObject({ text: 'costRule.tierFault' });
});

test('a party that cannot pay the fee, and a calculation that the fee does not allow, are errors at their fields', () => {
  const check = (name: string, value: unknown, values: object) =>
    GROUPS.flatMap(({ fields }) => fields)
      .find((field) => field.name === name)
      ?.check?.(value, { ...toForm(), ...values }) ?? null;
  expect(check('target', 'rider', { kind: 'technical' })).toMatchObject({ text: 'costRule.matrixFault' });
  expect(check('target', 'rider', { kind: 'delivery' })).toBeNull();
  expect(check('calcType', 'rate', { kind: 'software' })).toMatchObject({ text: 'costRule.calcFault' });
  expect(check('capMaxFen', 10, { capMinFen: 20 })).toMatchObject({ text: 'costRule.capFault' });
});

test('saving a plan in use needs the approval of another person and sends its rules', async () => {
  const user = userEvent.setup();
  const page = await renderPage(<CostPage />, {
    at: `${AT}?part=plans&form=edit-7`,
    answers: { ...answers, 'finance.Cost/savePlan': { ...done, id: 7, state: 'on', message: 'Plan saved' } },
  });
  expect(await screen.findByText(/12 stations use this plan/)).toBeInTheDocument();
  const name = screen.getByRole('textbox', { name: /^Plan name/ });
  await user.clear(name);
  await user.type(name, 'Standard 2026');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(page.to('finance.Cost/savePlan')[0]?.body).toEqual({
      ...{ id: 7, version: 3, name: 'Standard 2026', ruleNos: ['CR5'], isDefault: true, isOn: true },
    }),
  );
});

test('an owed fee can be collected again, or waived with a reason', async () => {
  const user = userEvent.setup();
  const page = await renderPage(<CostPage />, {
    at: `${AT}?part=charges`,
    answers: { ...answers, 'finance.Cost/waive': { ...done, id: 10, state: 'waived', message: 'Charge waived' } },
  });
  expect(await screen.findByText('Charges from 2026-01-31 to 2026-03-01.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: `Collect again ${owed.no}` })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: `Waive ${charged.no}` }));
  const dialog = within(await dialogTitled(/Waive/));
  expect(dialog.getByText(/Waive ¥200\.00/)).toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Waive' }));
  expect(page.to('finance.Cost/waive')).toHaveLength(0);
  await user.type(dialog.getByRole('textbox'), 'As agreed');
  await user.click(dialog.getByRole('button', { name: 'Waive' }));
  await waitFor(() => expect(page.to('finance.Cost/waive')[0]?.body).toEqual({ id: 10, reason: 'As agreed' }));
});

test('the calculator shows each fee of an order with its reason, and the share of each party', async () => {
  const user = userEvent.setup();
  const answer: Data<'finance.Cost/calculate'> = {
    ...{ totalFen: 3_000, stationFen: 220, merchantFen: 2_000, riderFen: 600, platformFen: 180 },
    items: [
      {
        ...{
          key: 'basic',
          kindText: 'Technical service fee',
          targetText: 'Station',
          ruleName: '',
          ruleId: null,
          revision: null,
        },
        ...{ why: 'The station’s own rate', formula: '5% of order total', baseFen: null, rateBp: 500, amountFen: 150 },
      },
      {
        ...{
          key: '3',
          kindText: 'Delivery service fee',
          targetText: 'Station',
          ruleName: 'Dispatch',
          ruleId: 3,
          revision: 2,
        },
        ...{ why: 'Stations, priority 100', formula: '1% of order total', baseFen: 3_000, rateBp: 100, amountFen: 30 },
      },
    ],
  };
  const page = await renderPage(<CostPage />, {
    at: `${AT}?part=calculator`,
    answers: { ...answers, 'finance.Cost/calculate': answer },
  });
  const submit = await screen.findByRole('button', { name: 'Calculate' });
  await user.click(submit);
  expect(page.to('finance.Cost/calculate')).toHaveLength(0);
  await user.click(screen.getByLabelText(/^Station/));
  await user.click(await screen.findByText('Harbour'));
  await user.click(submit);
  const fees = within(await screen.findByRole('table', { name: 'Fees' }));
  expect(fees.getByRole('row', { name: /Technical service fee .*own rate.*¥1\.50/ })).toBeInTheDocument();
  expect(fees.getByRole('link', { name: 'Dispatch (version 2)' })).toHaveAttribute('href', `${AT}?open=3`);
  expect(
    within(screen.getByRole('table', { name: 'Shares' })).getByRole('row', { name: /Total.*30\.00/ }),
  ).toBeInTheDocument();
  expect(page.to('finance.Cost/calculate')[0]?.query).toMatchObject({
    teamId: '4',
    goodsFen: '2000',
    hasMerchant: 'true',
  });
  // The same values are calculated again, because the rules may have changed. Invalid values show no earlier result.
  await user.click(submit);
  await waitFor(() => expect(page.to('finance.Cost/calculate')).toHaveLength(2));
  await screen.findByRole('table', { name: 'Fees' });
  await user.clear(screen.getByLabelText(/^Goods/));
  await user.click(submit);
  expect(screen.queryByRole('table', { name: 'Fees' })).not.toBeInTheDocument();
});

const running: typeof run = {
  ...run,
  state: 'running',
  stateText: 'Calculating',
  done: 25,
  finishedAt: null,
  result: null,
};
const busy = refusal(50001, 'System busy');
const start = () => screen.getByRole('button', { name: 'Calculate' });

test('without the earlier what-ifs, no new one can be started, and they can be loaded again', async () => {
  const user = userEvent.setup();
  const page = await renderPage(<WhatIf rule={{ id: 3 }} />, { answers: { 'finance.Cost/getWhatIfs': busy } });
  expect(await screen.findByText('System busy')).toBeInTheDocument();
  expect(start()).toBeDisabled();
  page.answer('finance.Cost/getWhatIfs', { list: [] });
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(start()).toBeEnabled());
  expect(screen.queryByText('System busy')).not.toBeInTheDocument();
});

test('a progress that could not be updated is reported above the last one', async () => {
  const page = await renderPage(<WhatIf rule={{ id: 3 }} />, {
    answers: { 'finance.Cost/getWhatIfs': { list: [running] } },
  });
  expect(await screen.findByText(/25 of 100 orders/)).toBeInTheDocument();
  page.answer('finance.Cost/getWhatIfs', busy);
  expect(await screen.findByText('System busy', {}, { timeout: 5_000 })).toBeInTheDocument();
  expect(screen.getByText(/25 of 100 orders/)).toBeInTheDocument();
  expect(start()).toBeDisabled();
});
