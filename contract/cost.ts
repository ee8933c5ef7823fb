import { z } from 'zod';
import { stepEndpoint } from './case-endpoints';
import { COST_CHARGE_LIST, COST_RULE_LIST, FEE_PLAN_LIST } from './cost.fields';
import {
  COST_BASES,
  COST_CALCS,
  COST_KINDS,
  COST_PERIOD_TEXT,
  COST_RULE,
  COST_SCOPES,
  COST_TARGETS,
  type CostPeriod,
  chargeLifecycle,
  costRuleCase,
  RESIDUAL_TEXT,
  type ResidualParty,
  SERVICE_TYPES,
  WHAT_IF_STATES,
} from './cost.states';
import {
  actionData,
  bp,
  fen,
  id,
  keysOf,
  listData,
  listInput,
  queryBool,
  queryId,
  read,
  sumFen,
  time,
  versioned,
  within,
  words,
  write,
} from './endpoint';
import { LARGEST_FEN } from './ledger';
import { fieldShape, filterShape, sortKeys, totalShape } from './resource.schema';
import { text } from './text';
import { WORD } from './words';

/** This file declares the endpoints of fee management (费用管理, DOMAIN §3.5, §6.6): rules, plans, charges, calculator, what-if. */

const VIEW = 37;
const amount = () => z.int().min(0).max(LARGEST_FEN);
const reason = () => words(COST_RULE.reason);
/** A rate in basis points. The schema allows more than 100 %, so that the server can refuse such a rate with code 42263. */
const rate = () => z.int().min(0).max(1_000_000);

const terms = z.object({
  calcType: z.enum(COST_CALCS),
  base: z.enum(COST_BASES),
  fixedFen: within(COST_RULE.fixedFen),
  rateBp: rate(),
  tiers: z
    .array(z.object({ from: amount(), to: amount().nullable(), fixedFen: within(COST_RULE.fixedFen), rateBp: rate() }))
    .max(COST_RULE.tiers.max),
  distance: z.object({
    baseM: within(COST_RULE.baseM),
    baseFen: within(COST_RULE.fixedFen),
    stepM: within(COST_RULE.stepM),
    stepFen: within(COST_RULE.fixedFen),
    nightFen: within(COST_RULE.fixedFen),
  }),
  period: z.enum(keysOf<CostPeriod>(COST_PERIOD_TEXT)),
  capMinFen: amount(),
  capMaxFen: amount().nullable(),
  residualParty: z.enum(keysOf<ResidualParty>(RESIDUAL_TEXT)),
});

const ruleRow = z.object({ id: id(), version: z.int(), ...fieldShape(COST_RULE_LIST), actions: z.array(z.string()) });
const chargeRow = z.object({
  id: id(),
  version: z.int(),
  ...fieldShape(COST_CHARGE_LIST),
  actions: z.array(z.string()),
});
const planRow = z.object({
  id: id(),
  version: z.int(),
  ...fieldShape(FEE_PLAN_LIST),
  actions: z.array(z.string()),
});

const parties = {
  stationFen: fen(),
  merchantFen: fen(),
  riderFen: fen(),
  platformFen: fen(),
};

const whatIf = z.object({
  id: id(),
  ruleId: id(),
  ruleName: z.string(),
  revision: z.int(),
  fromDay: z.iso.date(),
  toDay: z.iso.date(),
  state: z.enum(WHAT_IF_STATES),
  stateText: z.string(),
  total: z.int(),
  done: z.int(),
  createdAt: time(),
  createdByName: z.string(),
  finishedAt: time().nullable(),
  /** `null` unless the state is `done`. A change is the new amount minus the old amount. */
  result: z
    .object({
      orders: z.int(),
      changed: z.int(),
      beforeFen: sumFen(),
      afterFen: sumFen(),
      platformFen: sumFen(),
      stationsFen: sumFen(),
      merchantsFen: sumFen(),
      ridersFen: sumFen(),
      stations: z.array(
        z.object({ teamId: id(), name: z.string(), orders: z.int(), changed: z.int(), changeFen: sumFen() }),
      ),
      /** The riders with the largest changes. */
      riders: z.array(z.object({ riderId: id(), name: z.string(), orders: z.int(), changeFen: sumFen() })),
    })
    .nullable(),
});

const audit = (action: string, object: string, label: ReturnType<typeof text>) =>
  ({ module: 'financial.cost', action, object, text: label, money: true }) as const;

export const costEndpoints = {
  'finance.Cost/getRules': read({
    summary: 'Fee rules with all their versions.',
    access: { rule: VIEW },
    input: listInput(filterShape(COST_RULE_LIST), sortKeys(COST_RULE_LIST)),
    data: listData(ruleRow, z.object({})),
    errors: [40005, 40006, 40302],
  }),
  'finance.Cost/getRule': read({
    summary: 'One version of a fee rule with its calculation, its history and the other versions.',
    access: { rule: VIEW },
    input: z.object({ id: queryId() }),
    data: ruleRow.extend({
      scopeIds: z.array(z.string()),
      serviceTypes: z.array(z.enum(SERVICE_TYPES)),
      terms,
      remark: z.string(),
      checkerName: z.string().nullable(),
      decidedAt: time().nullable(),
      versions: z.array(
        ruleRow
          .pick({ id: true, revision: true, state: true, stateText: true, formula: true, effectiveFrom: true })
          .extend({ effectiveTo: time().nullable() }),
      ),
      steps: z.array(z.object({ key: z.string(), at: time(), text: z.string(), byName: z.string(), note: z.string() })),
    }),
    errors: [40401],
  }),
  'finance.Cost/saveRule': write({
    summary: 'Makes a rule, edits a draft, or makes a draft of the next version from another version.',
    access: { rule: [3701, 3702] },
    idempotent: true,
    versioned: true,
    audit: audit(
      'saveRule',
      'costRule',
      text('保存费用规则', 'Save fee rule', 'Salvar regra de tarifa', '儲存費用規則'),
    ),
    input: z.object({
      id: id().optional(),
      version: z.int().optional(),
      name: words(COST_RULE.name),
      kind: z.enum(COST_KINDS),
      target: z.enum(COST_TARGETS),
      scopeType: z.enum(COST_SCOPES),
      /** Station ids for the scope `team`, or region codes for the scope `region`, as text. Other scopes do not use the list. */
      scopeIds: z.array(z.string().regex(/^\d{1,16}$/)).max(COST_RULE.scopeIds),
      /** An empty list means all types of orders. */
      serviceTypes: z.array(z.enum(SERVICE_TYPES)),
      terms,
      priority: within(COST_RULE.priority),
      effectiveFrom: time(),
      effectiveTo: time().nullable(),
      remark: z.string().trim().max(COST_RULE.remark),
    }),
    data: actionData,
    errors: [40302, 40401, 40901, 40903, 42201, 42262, 42263, 42265],
  }),
  'finance.Cost/submitRule': stepEndpoint(costRuleCase, 'submitRule', {
    summary: 'Asks another person to publish a draft.',
  }),
  'finance.Cost/publish': stepEndpoint(costRuleCase, 'publish', {
    summary: 'Publishes a rule that another person submitted; its former version ends where it begins.',
  }),
  'finance.Cost/reject': stepEndpoint(costRuleCase, 'reject', {
    summary: 'Gives a submitted rule back, with a reason.',
    fields: { reason: reason() },
  }),
  'finance.Cost/recall': stepEndpoint(costRuleCase, 'recall', {
    summary: 'Takes a submitted rule back to edit it.',
  }),
  'finance.Cost/disable': stepEndpoint(costRuleCase, 'disable', {
    summary: 'Ends a published rule at once. What was charged by it stays.',
    fields: { reason: reason() },
  }),
  'finance.Cost/removeDraft': write({
    summary: 'Deletes a draft that nothing was charged by.',
    access: { rule: 3703 },
    risk: 'confirm',
    versioned: true,
    audit: audit(
      'removeDraft',
      'costRule',
      text('删除费用规则草稿', 'Delete draft of a fee rule', 'Excluir rascunho de regra', '刪除費用規則草稿'),
    ),
    input: z.object(versioned),
    data: actionData,
    errors: [40302, 40401, 40901, 42201, 42264],
  }),
  'finance.Cost/getPlans': read({
    summary: 'Fee plans with their rules and how many stations use them.',
    access: { rule: VIEW },
    input: listInput(filterShape(FEE_PLAN_LIST), sortKeys(FEE_PLAN_LIST)),
    data: listData(planRow, z.object({})),
    errors: [40005],
  }),
  'finance.Cost/getPlan': read({
    summary: 'A fee plan as its form shows it; without an id, what a new one begins with.',
    access: { rule: VIEW },
    input: z.object({ id: queryId().optional() }),
    data: z.object({
      name: z.string(),
      version: z.int(),
      ruleNos: z.array(z.string()),
      isDefault: z.boolean(),
      isOn: z.boolean(),
      teamCount: z.int(),
      /** Fee rules that a plan can contain. */
      choices: z.array(z.object({ ruleNo: z.string(), name: z.string() })),
    }),
    errors: [40401],
  }),
  'finance.Cost/savePlan': write({
    summary: 'Makes or changes a fee plan. Of a plan in use another person must agree.',
    access: { rule: [3701, 3702] },
    risk: 'fourEyes',
    idempotent: true,
    versioned: true,
    audit: audit(
      'savePlan',
      'feePlan',
      text('保存费用方案', 'Save fee plan', 'Salvar plano de tarifas', '儲存費用方案'),
    ),
    input: z.object({
      id: id().optional(),
      version: z.int().optional(),
      name: words(COST_RULE.name),
      ruleNos: z.array(z.string().max(22)).max(COST_RULE.planRules),
      isDefault: z.boolean(),
      isOn: z.boolean(),
    }),
    data: actionData,
    errors: [40302, 40401, 40901, 40903, 42202, 42261],
  }),
  'finance.Cost/removePlan': write({
    summary: 'Deletes a plan that no station uses.',
    access: { rule: 3703 },
    risk: 'confirm',
    versioned: true,
    audit: audit(
      'removePlan',
      'feePlan',
      text('删除费用方案', 'Delete fee plan', 'Excluir plano de tarifas', '刪除費用方案'),
    ),
    input: z.object(versioned),
    data: actionData,
    errors: [40302, 40401, 40901, 42202],
  }),
  'finance.Cost/getCharges': read({
    summary:
      'What was charged by rules, newest first; the last 30 days unless told otherwise. A number is found at all times.',
    access: { rule: VIEW },
    input: listInput(filterShape(COST_CHARGE_LIST), sortKeys(COST_CHARGE_LIST)),
    data: listData(
      chargeRow,
      z.object({
        ...totalShape(COST_CHARGE_LIST),
        fromDay: z.iso.date().nullable(),
        toDay: z.iso.date().nullable(),
      }),
    ),
    errors: [40005, 40006, 40302],
  }),
  'finance.Cost/waive': write({
    summary: 'Gives a charged fee back, or lets an owed one go. Another person must agree.',
    access: { rule: 3707 },
    risk: 'fourEyes',
    idempotent: true,
    audit: audit('waive', 'costCharge', chargeLifecycle.transition('waive').text),
    input: z.object({ id: id(), reason: reason() }),
    data: actionData,
    errors: [40302, 40401, 42201, 42241],
  }),
  'finance.Cost/collect': write({
    summary: 'Takes an owed fee from the station’s available balance.',
    access: { rule: 3707 },
    risk: 'confirm',
    idempotent: true,
    audit: audit('collect', 'costCharge', chargeLifecycle.transition('collect').text),
    input: z.object({ id: id() }),
    data: actionData,
    errors: [40302, 40401, 42201, 42241],
  }),
  'finance.Cost/calculate': read({
    summary: 'What an order of a station would cost whom, by the rules at a moment. Changes nothing.',
    access: { rule: VIEW },
    input: z.object({
      teamId: queryId(),
      type: z.enum(SERVICE_TYPES),
      goodsFen: z.coerce.number().pipe(amount()),
      deliveryFen: z.coerce.number().pipe(amount()),
      paidFen: z.coerce.number().pipe(amount()),
      distanceM: z.coerce.number().pipe(z.int().min(0).max(1_000_000)),
      hasMerchant: queryBool(),
      /** Time for which the fees are calculated. Default: now. */
      at: time().optional(),
    }),
    data: z.object({
      ...parties,
      totalFen: fen(),
      items: z.array(
        z.object({
          key: z.string(),
          kindText: z.string(),
          targetText: z.string(),
          /** Name of the rule. It is empty if the technical service fee uses the plan's basic rate or the station's own rate. */
          ruleName: z.string(),
          ruleId: id().nullable(),
          revision: z.int().nullable(),
          /** The reason why this rule or rate applies. */
          why: z.string(),
          formula: z.string(),
          baseFen: fen().nullable(),
          rateBp: bp().nullable(),
          amountFen: fen(),
        }),
      ),
    }),
    errors: [40001, 40302, 40401],
  }),
  'finance.Cost/getWhatIf': read({
    summary: 'A what-if with its progress and, when it is done, its result.',
    access: { rule: VIEW },
    input: z.object({ id: queryId() }),
    data: whatIf,
    errors: [40302, 40401],
  }),
  'finance.Cost/getWhatIfs': read({
    summary: 'The last what-ifs of a rule version.',
    access: { rule: VIEW },
    input: z.object({ ruleId: queryId() }),
    data: z.object({ list: z.array(whatIf) }),
    errors: [40302],
  }),
  'finance.Cost/startWhatIf': write({
    summary: 'Calculates what a rule version would have changed over past orders, in the background.',
    access: { rule: VIEW },
    idempotent: true,
    audit: {
      module: 'financial.cost',
      action: 'startWhatIf',
      object: 'costRule',
      text: text('试算历史订单', 'Start what-if', 'Iniciar simulação', '試算歷史訂單'),
    },
    input: z.object({ ruleId: id(), fromDay: z.iso.date(), toDay: z.iso.date() }),
    data: actionData,
    errors: [40006, 40302, 40401, 42201],
  }),
  'finance.Cost/cancelWhatIf': write({
    summary: 'Ends a what-if that is under way.',
    access: { rule: VIEW },
    audit: {
      module: 'financial.cost',
      action: 'cancelWhatIf',
      object: 'costRule',
      text: WORD.cancelWhatIf,
    },
    input: z.object({ id: id() }),
    data: actionData,
    errors: [40302, 40401, 42201],
  }),
} as const;
