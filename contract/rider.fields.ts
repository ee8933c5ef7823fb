import { COVER_STATES } from './insure.states';
import {
  choice,
  code,
  count,
  day,
  filterOnly,
  moment,
  phone,
  ref,
  resource,
  search,
  state,
  sum,
  text,
} from './resource';
import { RIDER_TYPES, riderCase, VEHICLES } from './riderWork.states';

/** This file declares the fields of riders in lists, filters and exports (DOMAIN §3.8). */

const CHECK_TONES = { none: 'neutral', reviewing: 'attention', passed: 'good', failed: 'bad' } as const;
const HEALTH_TONES = {
  none: 'neutral',
  reviewing: 'attention',
  valid: 'good',
  rejected: 'bad',
  expired: 'bad',
} as const;

export const RIDER_LIST = resource(
  'rider',
  {
    /** Search by part of the name, beginning of the rider number, or phone. Users who see only masked phones must type the whole phone. */
    keyword: search('rider.keywordHint'),
    riderNo: code({ opens: true, width: 110 }),
    name: text({ card: 'fact' }),
    status: state(riderCase.states, { filter: 'many' }),
    /** Result of the current work checks (`GATE_CHECKS`). */
    mayWork: state({ yes: 'good', no: 'bad' }, { export: false, fact: false }),
    tel: phone({ width: 130 }),
    teamId: ref('teams', { filter: { kind: 'options', key: 'teamIds' } }),
    riderType: choice(RIDER_TYPES, { filter: 'many' }),
    healthState: state(HEALTH_TONES, { filter: 'many' }),
    healthValidTo: day({ nullable: true, sort: true }),
    /** Filter: whether the rider's valid certificate expires within 30 days. */
    expiring: filterOnly('flag'),
    /** Filter: number of days until the rider's valid certificate expires. */
    certDays: filterOnly('counts'),
    /** State of the rider's insurance cover at the current time. */
    insured: state(COVER_STATES, { filter: 'many', export: false }),
    /** Filter: whether the rider's state allows work and the rider has an undelivered order, but no insurance cover. */
    uninsured: filterOnly('flag'),
    onlineMin: count({ unit: 'rider.minutes' }),
    /** Number of orders that the rider delivered today and on the 30 days before. */
    orders: count({ sort: true, export: false }),
    safetyScore: count({ sort: true, filter: 'counts' }),
    /** Rating in hundredths of a star. */
    ratingX100: count({ sort: true }),
    realNameState: state(CHECK_TONES, { filter: 'many', hidden: true }),
    faceState: state(CHECK_TONES, { hidden: true }),
    trainScore: count({ hidden: true }),
    /** Filter: whether the rider's score in the last exam is at least `RIDER.examScore`. */
    trained: filterOnly('flag'),
    violations: count({ hidden: true, export: false }),
    age: count({ hidden: true, export: false }),
    vehicleType: choice(VEHICLES, { hidden: true }),
    plateNo: code({ nullable: true, hidden: true }),
    depositFen: sum({ hidden: true, export: false }),
    joinedAt: moment({ nullable: true, sort: true, filter: 'days', hidden: true }),
    statusReason: text({ nullable: true, hidden: true }),
    certNo: code({ nullable: true, column: false, export: 'extra' }),
    certIssuedAt: day({ nullable: true, column: false, export: 'extra' }),
  },
  {
    totals: {
      all: { kind: 'count' },
      working: { kind: 'count', filter: { status: ['probation', 'active'] } },
      online: { kind: 'count' },
      toReview: { kind: 'count', filter: { status: ['applying'] } },
      expiring: { kind: 'count', filter: { expiring: true } },
      expired: { kind: 'count', filter: { healthState: ['expired'] } },
      insured: { kind: 'count', filter: { insured: ['covered'] } },
      uninsured: { kind: 'count', filter: { uninsured: true } },
      suspended: { kind: 'count', filter: { status: ['suspended'] } },
      fatigue: { kind: 'count' },
    },
    filters: [
      'keyword',
      'teamId',
      'status',
      'riderType',
      'healthState',
      'expiring',
      'certDays',
      'insured',
      'uninsured',
      'realNameState',
      'trained',
      'safetyScore',
      'joinedAt',
    ],
  },
);
