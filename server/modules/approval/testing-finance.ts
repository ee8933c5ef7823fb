import { type CostRuleState, INITIAL_TERMS } from '../../../contract/cost.states';
import { HOUR_MS } from '../../../contract/units';
import { type Fixture, nextSerial } from './testing-fixture';

/** Fee rules, which belong to the whole platform. */

const DECIDED: readonly CostRuleState[] = ['published', 'disabled', 'expired'];

/** A rule of the station that begins later. Each has its own rank, so that it can be published beside the others. */
const costRule: Fixture = {
  table: 'cost_rule',
  stateColumn: 'state',
  rules: [37, 3702, 3706],
  async make({ t, teamId, people }, name) {
    const state = name as CostRuleState;
    const id = t.ids.next();
    const at = t.clock.now();
    const checker = DECIDED.includes(state) ? { checker_id: people.holder.id, checker_name: 'Holder' } : null;
    await t.db
      .insertInto('cost_rule')
      .values({
        ...{ id, created_at: at, rule_no: `CR${id}`, revision: 1, name: 'Delivery', kind: 'delivery', target: 'team' },
        ...{ scope_type: 'team', scope_ids: JSON.stringify([String(teamId)]), service_types: '[]', state },
        ...{ terms: JSON.stringify({ ...INITIAL_TERMS, rateBp: 100 }), priority: nextSerial() % 1_000, team_id: null },
        ...{ effective_from: new Date(at.getTime() + HOUR_MS), effective_to: null },
        ...{ maker_id: people.maker.id, maker_name: 'Maker', decided_at: checker && at, note: null },
        ...(checker ?? { checker_id: null, checker_name: null }),
        ...{ updated_at: at, updated_by: people.maker.id, updated_by_name: 'Maker' },
      })
      .execute();
    return id;
  },
};

export const FINANCE_FIXTURES: Readonly<Record<string, Fixture>> = { costRule };
