import {
  foodLossCase,
  LOSS_PARTIES,
  LOSS_PARTY_TEXT,
  LOSS_PAYEE_TEXT,
  LOSS_REASON_TEXT,
  LOSS_REASONS,
  LOSS_SPEAKER_TEXT,
  LOSS_SPEAKERS,
  LOSS_WAY_TEXT,
} from './foodLoss.states';
import { choice, code, filterOnly, moment, money, ref, resource, search, state, text } from './resource';

const PAYEES = Object.keys(LOSS_PAYEE_TEXT) as (keyof typeof LOSS_PAYEE_TEXT)[];
const WAYS = Object.keys(LOSS_WAY_TEXT) as (keyof typeof LOSS_WAY_TEXT)[];

/** Fields of food losses in lists, filters and exports (DOMAIN §3.9). */
export const FOOD_LOSS = resource(
  'foodLoss',
  {
    /** Search by the beginning of the case number or of the order number, or by the phone of the user or the rider. */
    keyword: search('foodLoss.keywordHint'),
    no: code({ opens: true, width: 200 }),
    state: state(foodLossCase.states, { filter: 'many' }),
    dueAt: moment({ nullable: true, sort: true, card: 'fact' }),
    orderNo: code({ sort: true }),
    teamId: ref('teams', { filter: { kind: 'options', key: 'teamIds' } }),
    reason: choice(LOSS_REASONS, { texts: LOSS_REASON_TEXT, filter: 'many' }),
    lossFen: money({ sort: true, filter: 'amounts', card: 'fact' }),
    claimFen: money({ hidden: true }),
    compFen: money({ nullable: true }),
    paidFen: money({ hidden: true }),
    /** The liable parties with their shares, as a sentence in the reader's language. */
    parties: text(),
    party: choice(LOSS_PARTIES, {
      texts: LOSS_PARTY_TEXT,
      filter: 'many',
      column: false,
      fact: false,
      export: false,
      nullable: true,
    }),
    payTo: choice(PAYEES, { texts: LOSS_PAYEE_TEXT, nullable: true }),
    payWay: choice(WAYS, { texts: LOSS_WAY_TEXT, nullable: true, hidden: true }),
    reporterType: choice(LOSS_SPEAKERS, { texts: LOSS_SPEAKER_TEXT, filter: 'many' }),
    reporterName: text({ hidden: true }),
    riderName: text(),
    merchantName: text({ hidden: true }),
    handlerName: text({ nullable: true }),
    handlerId: filterOnly({ kind: 'options', source: 'staff' }),
    /** Filter: only cases in which the next step of our staff is overdue. */
    overdue: filterOnly('flag'),
    /**
     * Amount that the rider finally bore. The next four fields are the amounts of the merchant, the station, the insurer and the platform.
     * The platform also bears the share of force majeure.
     */
    riderFen: money({ nullable: true, hidden: true }),
    merchantFen: money({ nullable: true, hidden: true }),
    teamFen: money({ nullable: true, hidden: true }),
    insurerFen: money({ nullable: true, hidden: true }),
    platformFen: money({ nullable: true, hidden: true }),
    /** Unpaid part of the insurer's share. */
    insurerOwedFen: money({ hidden: true, filter: 'amounts' }),
    createdAt: moment({ sort: true, filter: 'days' }),
    closedAt: moment({ nullable: true, sort: true, hidden: true }),
  },
  {
    totals: {
      submitted: { kind: 'count', filter: { state: ['submitted'] } },
      deciding: { kind: 'count', filter: { state: ['deciding'] } },
      appealing: { kind: 'count', filter: { state: ['appealing'] } },
      overdueCount: { kind: 'count', help: 'foodLoss.overdueHelp', filter: { overdue: true } },
      failed: { kind: 'count', filter: { state: ['compFailed', 'compensating'] } },
      compFen: { kind: 'sum', help: 'foodLoss.compHelp' },
    },
  },
);
