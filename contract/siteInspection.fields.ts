import { choice, code, count, day, moment, ref, resource, search, state, text } from './resource';
import { inspectionCase } from './siteInspection.states';
import { INSPECTION_KINDS, ITEM_GROUPS, ITEM_RESULTS, RECHECKS } from './siteSafety.states';

/** Fields of station inspections in lists, filters and exports (DOMAIN §3.8). */
export const SITE_INSPECTION = resource(
  'siteInspection',
  {
    /** Search by the beginning of an inspection number, or by any part of a checklist's name. */
    keyword: search('siteInspection.keywordHint'),
    no: code({ opens: true, width: 190 }),
    teamId: ref('teams', { filter: { kind: 'options', key: 'teamIds' } }),
    kind: choice(INSPECTION_KINDS, { filter: 'many' }),
    state: state(inspectionCase.states, { filter: 'many' }),
    plannedOn: day({ sort: true, filter: 'days', card: 'fact' }),
    score: count({ nullable: true, sort: true, card: 'fact' }),
    inspectorName: text({ filter: { kind: 'options', key: 'inspectorIds', source: 'colleagues' } }),
    checklistName: text({ width: 200 }),
    edition: count({ hidden: true }),
    badCount: count({ nullable: true }),
    deadline: day({ nullable: true, sort: true }),
    startedAt: moment({ nullable: true, hidden: true }),
    submittedAt: moment({ nullable: true, hidden: true }),
    createdAt: moment({ sort: true, hidden: true }),
    makerName: text({ hidden: true }),
  },
  {
    totals: {
      plannedMonth: { kind: 'count' },
      doneMonth: { kind: 'count' },
      overdue: { kind: 'count', filter: { state: ['overdue'] } },
      overdueRectify: { kind: 'count', filter: { state: ['overdueRectify'] } },
      rechecking: { kind: 'count', filter: { state: ['rechecking'] } },
    },
    filters: ['keyword', 'teamId', 'state', 'kind', 'inspectorName', 'plannedOn'],
  },
);

/** Fields of an answered item, for the export with one row per item. The filters are those of the list. */
export const SITE_ITEM_LINE = resource(
  'siteInspection',
  {
    keyword: search('siteInspection.keywordHint'),
    no: code(),
    teamId: ref('teams', { filter: { kind: 'options', key: 'teamIds' } }),
    kind: choice(INSPECTION_KINDS, { filter: 'many' }),
    state: state(inspectionCase.states, { filter: 'many' }),
    plannedOn: day({ filter: 'days' }),
    inspectorName: text({ filter: { kind: 'options', key: 'inspectorIds', source: 'colleagues' } }),
    checklistName: text(),
    edition: count(),
    group: choice(ITEM_GROUPS),
    title: text(),
    standard: text(),
    result: choice(ITEM_RESULTS),
    max: count(),
    lost: count(),
    remark: text(),
    answeredAt: moment(),
    fixText: text({ nullable: true }),
    fixAt: moment({ nullable: true }),
    recheck: choice(RECHECKS, { nullable: true }),
    recheckNote: text({ nullable: true }),
  },
  { filters: ['keyword', 'teamId', 'state', 'kind', 'inspectorName', 'plannedOn'] },
);
