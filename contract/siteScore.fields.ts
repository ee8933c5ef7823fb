import { choice, code, count, day, moment, ref, resource, state } from './resource';
import { GRADE_TONES } from './siteSafety.score';
import { SCORE_CAUSES, type ScoreCause } from './siteSafety.states';

/** This file declares the fields of stations' safety scores and of their history (DOMAIN §3.8). */

const TONES = { ...GRADE_TONES, none: 'neutral' } as const;

export const SITE_SCORE = resource(
  'siteScore',
  {
    teamId: ref('teams', { opens: true, filter: { kind: 'options', key: 'teamIds' } }),
    grade: state(TONES, { filter: 'many' }),
    score: count({ nullable: true, sort: true }),
    inspectedOn: day({ nullable: true, sort: true }),
    openRectify: count(),
    incidents: count(),
    ratedAt: moment({ nullable: true, hidden: true }),
  },
  {
    totals: {
      A: { kind: 'count', filter: { grade: ['A'] } },
      B: { kind: 'count', filter: { grade: ['B'] } },
      C: { kind: 'count', filter: { grade: ['C'] } },
      D: { kind: 'count', filter: { grade: ['D'] } },
      none: { kind: 'count', filter: { grade: ['none'] } },
    },
  },
);

const CAUSES = choice(Object.keys(SCORE_CAUSES) as ScoreCause[], { texts: SCORE_CAUSES });

/** Fields of a change in a station's safety score, for the export with one row per change. */
export const SITE_SCORE_LINE = resource('siteScore', {
  createdAt: moment(),
  teamId: ref('teams', { filter: { kind: 'options', key: 'teamIds' } }),
  grade: state(TONES, { filter: 'many' }),
  score: count(),
  cause: CAUSES,
  refNo: code(),
});
