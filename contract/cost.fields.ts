import {
  COST_KIND_TEXT,
  COST_KINDS,
  COST_SCOPE_TEXT,
  COST_SCOPES,
  COST_TARGET_TEXT,
  COST_TARGETS,
  chargeLifecycle,
  costRuleCase,
  PLAN_STATES,
} from './cost.states';
import {
  bp,
  choice,
  code,
  count,
  filterOnly,
  flag,
  moment,
  money,
  ref,
  resource,
  search,
  state,
  text,
} from './resource';

/** This file declares the fields of fee rules, fee charges and fee plans in lists, filters and exports (DOMAIN §3.5). */

export const COST_RULE_LIST = resource('costRule', {
  keyword: search('costRule.keywordHint'),
  name: text({ opens: true, width: 200 }),
  revision: count(),
  state: state(costRuleCase.states, { filter: 'many' }),
  kind: choice(COST_KINDS, { texts: COST_KIND_TEXT, filter: 'many', card: 'fact' }),
  target: choice(COST_TARGETS, { texts: COST_TARGET_TEXT, filter: 'many' }),
  /** A sentence that describes the calculation. */
  formula: text({ card: 'fact' }),
  scopeType: choice(COST_SCOPES, { texts: COST_SCOPE_TEXT, filter: 'many' }),
  /** Names of the stations, regions or plans to which the rule applies. */
  scopeText: text(),
  stations: filterOnly({ kind: 'options', key: 'teamIds', source: 'teams' }),
  inForce: filterOnly('days'),
  priority: count({ sort: true }),
  effectiveFrom: moment({ sort: true }),
  effectiveTo: moment({ nullable: true }),
  /** Number of charges by this version. The server stops counting at 10,000. */
  usedCount: count(),
  ruleNo: code({ hidden: true }),
  updatedAt: moment({ sort: true }),
  updatedByName: text({ hidden: true }),
});

export const COST_CHARGE_LIST = resource(
  'costCharge',
  {
    keyword: search('costCharge.keywordHint'),
    no: code({ opens: true, width: 200 }),
    createdAt: moment({ sort: true, filter: 'days' }),
    state: state(chargeLifecycle.states, { filter: 'many' }),
    kind: choice(COST_KINDS, { texts: COST_KIND_TEXT, filter: 'many' }),
    ruleName: text(),
    revision: count(),
    target: choice(COST_TARGETS, { texts: COST_TARGET_TEXT, filter: 'many' }),
    teamId: ref('teams', { filter: { kind: 'options', key: 'teamIds' } }),
    /** The order number, or the month or year that the charge is for. */
    bizNo: code({ card: 'fact' }),
    baseFen: money({ nullable: true }),
    rateBp: bp({ nullable: true }),
    amountFen: money({ sort: true, card: 'fact' }),
    deductedFrom: text({ hidden: true }),
    txNo: code({ nullable: true, hidden: true }),
    ruleNo: code({ hidden: true }),
    note: text({ nullable: true, hidden: true }),
  },
  {
    totals: {
      chargedFen: { kind: 'sum', filter: { state: ['charged'] } },
      owedFen: { kind: 'sum', filter: { state: ['owed'] } },
      waivedFen: { kind: 'sum', filter: { state: ['waived'] } },
    },
  },
);

export const FEE_PLAN_LIST = resource('feePlan', {
  keyword: search('feePlan.keywordHint'),
  name: text({ opens: true, width: 200 }),
  state: state(PLAN_STATES, { filter: 'many' }),
  isDefault: flag(),
  /** Names of the rules in the plan. */
  ruleText: text(),
  platformRateBp: bp({ help: 'feePlan.basicHelp' }),
  platformFixedFen: money(),
  teamCount: count(),
  effectiveFrom: moment(),
  effectiveTo: moment({ nullable: true }),
  updatedAt: moment({ sort: true }),
});
