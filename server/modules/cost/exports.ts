import type { costEndpoints } from '../../../contract/cost';
import { COST_CHARGE_LIST, COST_RULE_LIST } from '../../../contract/cost.fields';
import { type CostRuleState, type CostTerms, costRuleCase } from '../../../contract/cost.states';
import type { ParsedOf } from '../../../contract/endpoint';
import type { AccountCode } from '../../../contract/ledger';
import { daysText } from '../../core/export/export';
import { resourceSource } from '../../core/export/resource-export';
import { stationFilterNames, teamNames } from '../team';
import { accountText, chargeFilter, chargeRows } from './charges';
import { ruleFilter } from './rule-answers';
import { ruleRows } from './rule-store';
import { formulaText } from './words';

type RuleInput = ParsedOf<(typeof costEndpoints)['finance.Cost/getRules']>;
type ChargeInput = ParsedOf<(typeof costEndpoints)['finance.Cost/getCharges']>;

/** The export sources of fee rules with all versions, and of charges (DOMAIN §3.14). */
export const costExportSources = [
  resourceSource(COST_RULE_LIST, {
    module: 'cost.rule',
    table: 'cost_rule',
    query: async (ctx, input: RuleInput) => ruleRows(ctx.db, await ruleFilter(ctx, input), ctx.clock.now()),
    words: async (ctx, input) => ({
      teamIds: await stationFilterNames(ctx, input.teamIds ?? []),
      inForce: input.inForceFrom ? daysText(input.inForceFrom, input.inForceTo ?? input.inForceFrom) : '',
    }),
    names: {},
    columns: {
      state: {
        reads: ['status'],
        value: ({ record, ctx }) => costRuleCase.stateText((record as { status: CostRuleState }).status, ctx.locale),
      },
      formula: {
        reads: ['terms'],
        value: ({ record, ctx }) => formulaText(ctx, (record as { terms: CostTerms }).terms),
      },
      scopeText: {
        reads: ['scopeIds'],
        value: ({ record }) => (record as { scopeIds: readonly string[] }).scopeIds.join(' '),
      },
    },
  }),
  resourceSource(COST_CHARGE_LIST, {
    module: 'cost.charge',
    table: 'cost_charge',
    query: async (ctx, input: ChargeInput) => chargeRows(ctx.db, (await chargeFilter(ctx, input)).filter),
    words: async (ctx, input) => {
      const { days } = await chargeFilter(ctx, input);
      const teamIds = await stationFilterNames(ctx, input.teamIds ?? []);
      return { createdAt: days ? daysText(days.fromDay, days.toDay) : '', teamIds };
    },
    names: { teamId: (ctx, ids) => teamNames(ctx.db, ids) },
    columns: {
      deductedFrom: {
        reads: ['deductedFrom'],
        value: ({ record, ctx }) => accountText(ctx, (record as { deductedFrom: AccountCode }).deductedFrom),
      },
    },
  }),
];
