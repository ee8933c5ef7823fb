import { choice, code, count, flag, moment, money, phone, resource, search, state, text } from './resource';
import {
  DELIVERY_REASON_TEXT,
  DELIVERY_STATES,
  type DeliveryReason,
  NOTICE_PERSON_TEXT,
  NOTICE_PERSONS,
  noticeTaskLifecycle,
  SERVICE_CHANNEL_TEXT,
  SERVICE_CHANNELS,
  TEMPLATE_PERSON_TEXT,
  TEMPLATE_PERSONS,
  TEMPLATE_STATES,
} from './serviceNotice.states';

/** Fields of service notice tasks in lists, filters and exports (DOMAIN §3.4). */

export const NOTICE_TASK = resource(
  'serviceNotice',
  {
    keyword: search('serviceNotice.keywordHint'),
    title: text({ opens: true, width: 180 }),
    no: code({ hidden: true }),
    state: state(noticeTaskLifecycle.states, { filter: 'many' }),
    channel: choice(SERVICE_CHANNELS, { texts: SERVICE_CHANNEL_TEXT, filter: 'many' }),
    templateName: text({ hidden: true, filter: 'text' }),
    /** Time of sending. `null` means that the task is a draft. */
    sendAt: moment({ nullable: true, sort: true, filter: 'days', card: 'fact' }),
    total: count({ sort: true, card: 'fact' }),
    sent: count(),
    delivered: count(),
    opened: count(),
    failed: count({ sort: true }),
    skipped: count({ hidden: true }),
    personType: choice(NOTICE_PERSONS, { texts: NOTICE_PERSON_TEXT, filter: 'many', hidden: true }),
    audienceText: text({ width: 200 }),
    costFen: money({ hidden: true }),
    byName: text({ hidden: true }),
    startedAt: moment({ nullable: true, hidden: true }),
    endedAt: moment({ nullable: true, hidden: true }),
    createdAt: moment({ sort: true, hidden: true }),
  },
  {
    totals: {
      tasks: { kind: 'count' },
      sending: { kind: 'count', filter: { state: ['sending', 'paused'] } },
      messages: { kind: 'count' },
      deliveredMessages: { kind: 'count' },
      failedMessages: { kind: 'count' },
      costFen: { kind: 'sum' },
    },
  },
);

export const NOTICE_TEMPLATE = resource('noticeTemplate', {
  keyword: search('noticeTemplate.keywordHint'),
  name: text({ opens: true, width: 200 }),
  code: code({ width: 180 }),
  status: state(TEMPLATE_STATES, { filter: 'many' }),
  channel: choice(SERVICE_CHANNELS, { texts: SERVICE_CHANNEL_TEXT, filter: 'many' }),
  content: text({ width: 260, card: 'fact' }),
  variables: text(),
  personType: choice(TEMPLATE_PERSONS, { texts: TEMPLATE_PERSON_TEXT, filter: 'many' }),
  upstreamId: code({ nullable: true }),
  dailyCap: count(),
  quietHours: text({ nullable: true }),
  updatedAt: moment({ sort: true }),
  updatedByName: text({ hidden: true }),
});

export const NOTICE_DELIVERY = resource('noticeDelivery', {
  taskNo: code({ column: false, fact: false }),
  keyword: search('noticeDelivery.keywordHint'),
  userNo: code({ opens: true, sort: true }),
  nickname: text(),
  tel: phone({ nullable: true }),
  state: state(DELIVERY_STATES, { filter: 'many' }),
  reason: choice(Object.keys(DELIVERY_REASON_TEXT) as DeliveryReason[], {
    texts: DELIVERY_REASON_TEXT,
    nullable: true,
    filter: 'many',
  }),
  error: text({ nullable: true }),
  attempts: count({ hidden: true }),
  at: moment({ nullable: true }),
  openedAt: moment({ nullable: true }),
  costFen: money({ hidden: true }),
  isOpened: flag({ filter: { kind: 'flag', key: 'opened' }, column: false, fact: false, export: false }),
});
