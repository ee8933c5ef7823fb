import { franchiseCase, SOURCES } from './franchiseApply.states';
import { choice, code, count, drawn, filterOnly, moment, phone, ref, resource, search, state, text } from './resource';

/** Fields of franchise applications in lists, filters and exports (DOMAIN §3.6). */
export const FRANCHISE_APPLY = resource(
  'franchiseApply',
  {
    /**
     * Search by any part of the name, by the beginning of the number, or by the phone. Users who see only masked phones must type the whole
     * phone number.
     */
    keyword: search('franchiseApply.keywordHint'),
    no: code({ opens: true, width: 200 }),
    name: text({ card: 'fact' }),
    state: state(franchiseCase.states, { filter: 'many' }),
    tel: phone({ width: 130 }),
    region: text({ filter: { kind: 'region', key: 'regions' }, width: 180 }),
    budget: text({ nullable: true, width: 150 }),
    score: count({ sort: true, width: 80 }),
    followerId: ref('colleagues', { nullable: true, filter: { kind: 'options', key: 'followerIds' } }),
    nextAt: moment({ nullable: true, sort: true }),
    lastFollowAt: moment({ nullable: true, sort: true }),
    /** Filter: only applications with an overdue follow-up, or with no planned follow-up and none for `FRANCHISE.silentDays` days. */
    overdue: filterOnly('flag'),
    source: choice(SOURCES, { filter: 'many', width: 120 }),
    channel: text({ nullable: true, filter: 'text', hidden: true, width: 120 }),
    createdAt: moment({ sort: true, filter: 'days' }),
    rejectReason: text({ nullable: true, hidden: true, width: 220 }),
    formVersion: count({ hidden: true }),
    /** All answers as text, with the labels of the form version that the applicant used. Sensitive answers are masked. */
    answers: drawn({ column: false, fact: false, export: 'extra' }),
  },
  {
    totals: {
      submitted: { kind: 'count', filter: { state: ['submitted'] } },
      following: { kind: 'count', filter: { state: ['following', 'visiting'] } },
      overdue: { kind: 'count', filter: { overdue: true } },
      reviewing: { kind: 'count', filter: { state: ['reviewing'] } },
      approved: { kind: 'count', filter: { state: ['approved'] } },
      signedMonth: { kind: 'count' },
    },
    filters: ['keyword', 'state', 'followerId', 'overdue', 'region', 'source', 'channel', 'createdAt'],
  },
);
