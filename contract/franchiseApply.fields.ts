import { franchiseCase, SOURCES } from './franchiseApply.states';
import { choice, code, count, drawn, filterOnly, moment, phone, ref, resource, search, state, text } from './resource';

/** Franchise applications as they are listed, filtered and exported (DOMAIN §3.6). */
export const FRANCHISE_APPLY = resource(
  'franchiseApply',
  {
    /** A part of the name, or the beginning of number or phone. */
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
    /** Past its next follow-up, or silent for too long. */
    overdue: filterOnly('flag'),
    source: choice(SOURCES, { filter: 'many', width: 120 }),
    channel: text({ nullable: true, filter: 'text', hidden: true, width: 120 }),
    createdAt: moment({ sort: true, filter: 'days' }),
    rejectReason: text({ nullable: true, hidden: true, width: 220 }),
    formVersion: count({ hidden: true }),
    /** Everything that was answered, in the words of the version; sensitive answers are masked. */
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
