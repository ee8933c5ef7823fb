import { LEVELS } from './franchiseApply.states';
import { FRANCHISEE_STATES } from './franchisee.states';
import { bp, choice, code, count, day, flag, moment, phone, ref, resource, search, state, sum, text } from './resource';
import { SETTLE_CYCLE_TEXTS, SETTLE_CYCLES } from './team.choices';

/** Fields of franchisees in lists, filters and exports (DOMAIN §3.6). */
export const FRANCHISEE_LIST = resource(
  'franchisee',
  {
    /**
     * Search by any part of the name, by the beginning of the number, or by the phone. Users who see only masked phones must type the whole
     * phone number.
     */
    keyword: search('franchisee.keywordHint'),
    no: code({ opens: true, width: 200 }),
    name: text({ card: 'fact', width: 220 }),
    status: state(FRANCHISEE_STATES, { filter: 'many' }),
    contactName: text({ width: 100 }),
    contactTel: phone({ width: 130 }),
    territory: text({ filter: { kind: 'region', key: 'regions' }, width: 180 }),
    level: choice(LEVELS, { filter: 'many', width: 80 }),
    stations: count({ width: 90 }),
    orders: count({ sort: true }),
    shareRateBp: bp(),
    shareFen: sum({ sort: true }),
    balanceFen: sum({ sort: true }),
    depositFen: sum(),
    contractFrom: day(),
    contractTo: day({ sort: true, filter: 'days' }),
    isExclusive: flag({ hidden: true }),
    ownerId: ref('colleagues', { nullable: true, filter: { kind: 'options', key: 'ownerIds' } }),
    settleCycle: choice(SETTLE_CYCLES, { texts: SETTLE_CYCLE_TEXTS, nullable: true, hidden: true }),
    creditCode: code({ hidden: true, width: 190 }),
    legalName: text({ hidden: true, width: 120 }),
    /** Masked identity card number of the legal representative. `null` means that no number is stored. */
    idCard: code({ nullable: true, hidden: true, width: 190 }),
    /** Channel and last digits of the current payee account. `null` means that there is no payee account. */
    payee: text({ nullable: true, hidden: true, width: 180 }),
    createdAt: moment({ sort: true, hidden: true }),
  },
  {
    totals: {
      active: { kind: 'count', filter: { status: ['active', 'expiring'] } },
      expiring: { kind: 'count', filter: { status: ['expiring'] } },
      stations: { kind: 'count' },
      monthShareFen: { kind: 'sum' },
      deposits: { kind: 'sum' },
    },
    filters: ['keyword', 'territory', 'level', 'status', 'ownerId', 'contractTo'],
  },
);
