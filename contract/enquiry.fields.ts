import {
  DISTANCE_BANDS,
  type DistanceBand,
  enquiryLifecycle,
  enquiryRuleLifecycle,
  REFUSE_REASON_TEXT,
  REFUSE_REASONS,
  RULE_SCOPES,
} from './enquiry.states';
import { choice, code, count, flag, moment, money, ref, resource, search, state, text } from './resource';

/** This file declares the fields of price enquiries, price rules and blocked shops in lists, filters and exports (DOMAIN §3.9). */

export const ENQUIRY_LIST = resource(
  'enquiry',
  {
    /**
     * Search by a complete number or by any part of a shop's name. The number can be that of the enquiry, of the order, or of the enquiry
     * at the platform.
     */
    keyword: search('enquiry.keywordHint'),
    no: code({ opens: true, width: 200 }),
    askedAt: moment({ sort: true, filter: 'days', card: 'fact' }),
    state: state(enquiryLifecycle.states, { filter: 'many' }),
    /** `null` means that no station is bound to the shop's store on the platform. */
    teamId: ref('teams', { nullable: true, filter: { kind: 'options', key: 'teamIds' } }),
    quoteFen: money({ nullable: true, sort: true, card: 'fact' }),
    costFen: money({ nullable: true, hidden: true }),
    marginFen: money({ nullable: true }),
    refuseReason: choice(REFUSE_REASONS, { texts: REFUSE_REASON_TEXT, nullable: true, filter: 'many' }),
    shopName: text(),
    shopId: code({ filter: 'text', hidden: true }),
    goodsFen: money(),
    weightG: count({ unit: 'enquiry.grams' }),
    distanceM: count({ unit: 'enquiry.metres', sort: true }),
    distanceBand: choice(Object.keys(DISTANCE_BANDS) as DistanceBand[], {
      label: 'enquiry.distanceBand',
      bare: true,
      filter: 'many',
      column: false,
      fact: false,
      export: false,
    }),
    fromStreet: text({ hidden: true }),
    toStreet: text(),
    wantAt: moment({ nullable: true, hidden: true }),
    etaMin: count({ nullable: true, unit: 'enquiry.minutes' }),
    answerMs: count({ unit: 'enquiry.ms', sort: true }),
    orderNo: code({ nullable: true }),
    externalNo: code({ hidden: true }),
    isConverted: flag({ filter: { kind: 'flag', key: 'converted' }, column: false, fact: false, export: false }),
    isFollowed: flag({ filter: { kind: 'flag', key: 'followed' }, hidden: true, fact: false }),
    followNote: text({ nullable: true, hidden: true, fact: false }),
    /** The steps of the price calculation, each with its amount. */
    breakdown: text({ column: false, fact: false, export: 'extra' }),
  },
  {
    filters: [
      'keyword',
      'askedAt',
      'teamId',
      'state',
      'refuseReason',
      'shopId',
      'distanceBand',
      'isConverted',
      'isFollowed',
    ],
  },
);

export const ENQUIRY_RULE_LIST = resource('enquiryRule', {
  keyword: search('enquiryRule.keywordHint'),
  name: text({ opens: true, width: 200 }),
  revision: count(),
  state: state(enquiryRuleLifecycle.states, { filter: 'many' }),
  /** A sentence that describes the tariff. */
  formula: text(),
  scopeType: choice(RULE_SCOPES, { filter: 'many' }),
  priority: count({ sort: true }),
  /** Names of the stations, plans or regions to which the rule applies. */
  scopeText: text(),
  effectiveFrom: moment({ nullable: true, sort: true }),
  effectiveTo: moment({ nullable: true }),
  ruleNo: code({ hidden: true }),
  updatedAt: moment({ sort: true }),
  updatedByName: text({ hidden: true }),
});

export const SHOP_BLOCK_LIST = resource('shopBlock', {
  shopId: code({ filter: 'text', opens: true }),
  shopName: text(),
  reason: text(),
  createdByName: text(),
  createdAt: moment({ sort: true }),
});
