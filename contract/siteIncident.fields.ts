import { choice, code, count, moment, ref, resource, search, state, text } from './resource';
import { incidentCase } from './siteIncident.states';
import { INCIDENT_KINDS, SEVERITY_TONES } from './siteSafety.states';

/** Fields of station incidents in lists, filters and exports (DOMAIN §3.8). */
export const SITE_INCIDENT = resource(
  'siteIncident',
  {
    /** Search by the beginning of the number of an incident, order, claim or rider. The search also covers any part of the rider's name. */
    keyword: search('siteIncident.keywordHint'),
    no: code({ opens: true, width: 190 }),
    teamId: ref('teams', { filter: { kind: 'options', key: 'teamIds' } }),
    riderName: text({ nullable: true }),
    kind: choice(INCIDENT_KINDS, { filter: 'many', card: 'fact' }),
    severity: state(SEVERITY_TONES, { filter: 'many' }),
    state: state(incidentCase.states, { filter: 'many' }),
    happenedAt: moment({ sort: true, filter: 'days', card: 'fact' }),
    createdAt: moment({ sort: true }),
    injured: count(),
    orderNo: code({ nullable: true }),
    claimNo: code({ nullable: true }),
    place: text({ nullable: true, hidden: true }),
    makerName: text({ hidden: true }),
    riderNo: code({ nullable: true, hidden: true }),
    description: text({ column: false, fact: false, export: 'extra' }),
  },
  {
    totals: {
      open: { kind: 'count', filter: { state: ['reported', 'investigating', 'handling'] } },
      minor: { kind: 'count', filter: { severity: ['minor'] } },
      normal: { kind: 'count', filter: { severity: ['normal'] } },
      serious: { kind: 'count', filter: { severity: ['serious'] } },
      major: { kind: 'count', filter: { severity: ['major'] } },
      injured: { kind: 'count' },
    },
    filters: ['keyword', 'teamId', 'state', 'severity', 'kind', 'happenedAt'],
  },
);
