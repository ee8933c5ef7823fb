import {
  hourEventLifecycle,
  hourReportLifecycle,
  REPORT_STATUS,
  REPORT_STATUSES,
  SHOP_STATE,
} from './hourToReach.states';
import { choice, code, count, flag, moment, ref, resource, search, state, text } from './resource';

/** This file declares the fields of the lists for hour-to-reach (抖音小时达, DOMAIN §3.10): shops, stores, delivery reports, messages. */

export const HOUR_SHOP = resource('hourShop', {
  shopId: code({ filter: 'text' }),
  name: text({ opens: true, width: 200 }),
  state: state(SHOP_STATE, { filter: 'many' }),
  expireAt: moment({ nullable: true, sort: true, card: 'fact' }),
  storeCount: count({ card: 'fact' }),
  boundCount: count(),
  syncedAt: moment({ nullable: true }),
  /**
   * The platform's error message from a failed call about authorisation or stores. `null` if no such call has failed since the last
   * success.
   */
  lastError: text({ nullable: true, width: 240 }),
});

export const HOUR_STORE = resource('hourStore', {
  keyword: search('hourStore.keywordHint'),
  shopStoreId: code(),
  name: text({ opens: true, width: 200 }),
  shopId: code({ filter: 'text' }),
  shopName: text(),
  /** The bound station. `null` means that no station is bound. The server then refuses enquiries for the store. */
  teamId: ref('teams', { nullable: true, filter: { kind: 'options', key: 'teamIds' } }),
  isBound: flag({ filter: { kind: 'flag', key: 'bound' }, column: false, fact: false }),
  isOpen: flag(),
  address: text({ hidden: true }),
  syncedAt: moment({ sort: true, hidden: true }),
});

export const HOUR_REPORT = resource(
  'hourReport',
  {
    orderNo: code({ opens: true, filter: 'text' }),
    status: choice(REPORT_STATUSES, { texts: REPORT_STATUS, filter: 'many' }),
    state: state(hourReportLifecycle.states, { filter: 'many' }),
    shopId: code({ hidden: true }),
    teamId: ref('teams'),
    happenedAt: moment({ sort: true, filter: 'days', card: 'fact' }),
    tries: count({ card: 'fact' }),
    lastError: text({ nullable: true, width: 240 }),
    nextAt: moment({ nullable: true }),
    sentAt: moment({ nullable: true, hidden: true }),
  },
  { filters: ['state', 'status', 'orderNo', 'happenedAt'] },
);

/** Fields of the platform's messages: handled messages, messages that wait for a retry, and failed messages. The contents are not shown. */
export const HOUR_EVENT = resource(
  'hourEvent',
  {
    eventId: code({ opens: true, width: 240 }),
    state: state(hourEventLifecycle.states, { filter: 'many' }),
    receivedAt: moment({ sort: true, filter: 'days', card: 'fact' }),
    tries: count({ card: 'fact' }),
    /** Error message of the last attempt. */
    lastError: text({ nullable: true, width: 320 }),
    nextAt: moment({ nullable: true }),
    handledAt: moment({ nullable: true }),
  },
  { filters: ['state', 'receivedAt'] },
);
