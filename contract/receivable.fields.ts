import { RECEIVABLE_KIND_TEXT, receivableLifecycle } from './receivable.states';
import { choice, code, moment, money, ref, resource, state, text } from './resource';

const KINDS = Object.keys(RECEIVABLE_KIND_TEXT) as (keyof typeof RECEIVABLE_KIND_TEXT)[];

/** Fields of station receivables (站点应收) on the page of station funds. */
export const RECEIVABLE = resource(
  'receivable',
  {
    no: code({ width: 200 }),
    createdAt: moment({ sort: true }),
    kind: choice(KINDS, { texts: RECEIVABLE_KIND_TEXT, filter: 'many' }),
    /**
     * What the station owes the amount for: the number of an order or of a food loss. For the fee of a period, it is the number of the fee
     * rule, a hyphen and the period.
     */
    bizNo: code({ card: 'fact' }),
    teamId: ref('teams', { hidden: true, filter: { kind: 'options', key: 'teamIds' } }),
    amountFen: money({ sort: true }),
    collectedFen: money(),
    waivedFen: money({ hidden: true }),
    reducedFen: money({ hidden: true }),
    leftFen: money({ sort: true, card: 'fact' }),
    state: state(receivableLifecycle.states, { filter: 'many' }),
    txNo: code({ hidden: true }),
    note: text({ nullable: true, hidden: true }),
  },
  {
    totals: {
      openFen: { kind: 'sum', filter: { state: ['open'] } },
      collectedFen: { kind: 'sum' },
      waivedFen: { kind: 'sum', filter: { state: ['waived'] } },
    },
  },
);
