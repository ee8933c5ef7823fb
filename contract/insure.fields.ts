import {
  INSURE_KIND_KEYS,
  INSURE_KINDS,
  INSURE_MODE_KEYS,
  INSURE_MODES,
  INSURE_PAYER_KEYS,
  INSURE_PAYERS,
  INSURE_RECON_STATES,
  INSURE_UNIT_KEYS,
  INSURE_UNITS,
  PRODUCT_STATES,
} from './insure.states';
import { CLAIM_KIND_KEYS, CLAIM_KINDS, claimCase, OPEN_CLAIMS } from './insureClaim.states';
import { policyCase } from './insurePolicy.states';
import { choice, code, count, day, moment, money, phone, ref, resource, search, state, sum, text } from './resource';

/** This file declares the fields of insurance data in lists, filters and exports (DOMAIN §3.8). */

export const POLICY_LIST = resource(
  'insurePolicy',
  {
    /** Search by the beginning of our policy number or of the insurer's policy number, or by the rider's name or number. */
    keyword: search('insurePolicy.keywordHint'),
    no: code({ opens: true, width: 190 }),
    riderName: text({ card: 'fact' }),
    riderNo: code({ width: 100 }),
    state: state(policyCase.states, { filter: 'many' }),
    kind: choice(INSURE_KIND_KEYS, { texts: INSURE_KINDS, filter: 'many' }),
    coverDate: day({ filter: 'days', card: 'fact', sort: true }),
    teamId: ref('teams', { filter: { kind: 'options', key: 'teamIds' } }),
    premiumFen: money(),
    payer: choice(INSURE_PAYER_KEYS, { texts: INSURE_PAYERS, filter: 'many' }),
    coverFrom: moment(),
    coverTo: moment(),
    insurerNo: code({ nullable: true, width: 170 }),
    productName: text({ hidden: true }),
    insurerName: text({ hidden: true }),
    idCard: code({ hidden: true, export: false }),
    tel: phone({ hidden: true, width: 130 }),
    sumFen: money({ hidden: true }),
    orders: count({ hidden: true, nullable: true }),
    firstOrderNo: code({ hidden: true, nullable: true }),
    error: text({ nullable: true, width: 200 }),
    createdAt: moment({ sort: true, hidden: true }),
    txNo: code({ hidden: true, nullable: true }),
  },
  {
    totals: {
      insuredToday: { kind: 'count', help: 'insurePolicy.insuredTodayHelp' },
      uninsured: { kind: 'count', help: 'insurePolicy.uninsuredHelp' },
      failed: { kind: 'count', filter: { state: ['failed'] } },
      premiumFen: { kind: 'sum' },
      platformFen: { kind: 'sum', filter: { payer: ['platform'] } },
      teamFen: { kind: 'sum', filter: { payer: ['team'] } },
      riderFen: { kind: 'sum', filter: { payer: ['rider'] } },
    },
    filters: ['keyword', 'teamId', 'state', 'kind', 'payer', 'coverDate'],
  },
);

export const CLAIM_LIST = resource(
  'insureClaim',
  {
    /** Search by the beginning of our claim number or of the insurer's case number, or by the rider's name or number. */
    keyword: search('insureClaim.keywordHint'),
    no: code({ opens: true, width: 190 }),
    riderName: text({ card: 'fact' }),
    state: state(claimCase.states, { filter: 'many' }),
    kind: choice(CLAIM_KIND_KEYS, { texts: CLAIM_KINDS, filter: 'many' }),
    happenedAt: moment({ sort: true, card: 'fact' }),
    place: text({ width: 180 }),
    teamId: ref('teams', { filter: { kind: 'options', key: 'teamIds' } }),
    claimedFen: money(),
    paidFen: money({ nullable: true }),
    createdAt: moment({ sort: true, filter: 'days' }),
    insurerCaseNo: code({ nullable: true }),
    handlerName: text({ nullable: true }),
    riderNo: code({ hidden: true }),
    policyNo: code({ hidden: true, width: 190 }),
    orderNo: code({ hidden: true, nullable: true }),
    missingText: text({ hidden: true, export: false }),
  },
  {
    totals: {
      open: { kind: 'count', filter: { state: [...OPEN_CLAIMS] } },
      claimedFen: { kind: 'sum' },
      paidFen: { kind: 'sum', filter: { state: ['paid', 'closed'] } },
    },
    filters: ['keyword', 'teamId', 'state', 'kind', 'createdAt'],
  },
);

export const PRODUCT_LIST = resource('insureProduct', {
  keyword: search('insureProduct.keywordHint'),
  name: text({ opens: true }),
  state: state(PRODUCT_STATES, { filter: 'many' }),
  insurerName: text({ card: 'fact' }),
  kind: choice(INSURE_KIND_KEYS, { texts: INSURE_KINDS, filter: 'many', card: 'fact' }),
  planCode: code(),
  premiumFen: money(),
  premiumUnit: choice(INSURE_UNIT_KEYS, { texts: INSURE_UNITS }),
  payer: choice(INSURE_PAYER_KEYS, { texts: INSURE_PAYERS }),
  sumFen: money(),
  teamText: text({ width: 180 }),
  apiMode: choice(INSURE_MODE_KEYS, { texts: INSURE_MODES }),
  coverText: text({ hidden: true }),
  ageText: text({ hidden: true }),
  agreementNo: code({ hidden: true, nullable: true }),
  updatedAt: moment({ sort: true }),
  updatedByName: text({ hidden: true }),
});

export const INSURE_RECON_LIST = resource('insureRecon', {
  month: code({ opens: true, width: 100 }),
  insurerName: text({ card: 'fact' }),
  state: state(INSURE_RECON_STATES, { filter: 'many' }),
  ourCount: count(),
  ourFen: sum(),
  theirCount: count({ nullable: true }),
  theirFen: sum({ nullable: true }),
  gapFen: sum({ nullable: true, card: 'fact' }),
  openGaps: count(),
  remittedFen: sum(),
  dueFen: sum(),
  uploadedAt: moment({ nullable: true }),
  uploadedByName: text({ nullable: true, hidden: true }),
});
