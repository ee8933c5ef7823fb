import { z } from 'zod';
import { id, listData, listInput, queryId, queryIds, read, time } from './endpoint';
import { fieldShape, filterShape, sortKeys, totalShape } from './resource.schema';
import { SITE_SCORE } from './siteScore.fields';

/** This file declares the endpoints for stations' safety scores (DOMAIN §3.8): current grades, history, incidents per 10,000 orders. */

const row = z.object({ id: id(), ...fieldShape(SITE_SCORE) });

export const siteScoreEndpoints = {
  'safety.Site/getScores': read({
    summary: 'Scores of the stations in scope, the lowest first.',
    access: { rule: 52 },
    input: listInput(filterShape(SITE_SCORE), sortKeys(SITE_SCORE)),
    data: listData(row, z.object(totalShape(SITE_SCORE))),
    errors: [40005, 40302],
  }),
  'safety.Site/getScore': read({
    summary: 'One station: its score and how it changed, the newest first.',
    access: { rule: 52 },
    input: z.object({ id: queryId() }),
    data: row.extend({
      history: z.array(
        z.object({
          key: z.string(),
          at: time(),
          score: z.int(),
          gradeText: z.string(),
          causeText: z.string(),
          refNo: z.string(),
        }),
      ),
    }),
    errors: [40302, 40401],
  }),
  'safety.Site/getTrend': read({
    summary: 'Incidents, orders and incidents per 10 000 orders by month, the last twelve.',
    access: { rule: 52 },
    input: z.object({ teamIds: queryIds() }),
    data: z.object({
      months: z.array(
        z.object({
          month: z.string(),
          incidents: z.int(),
          orders: z.int(),
          /** Incidents per 10,000 orders, in hundredths. `null` means that there were no orders. */
          rateX100: z.int().nullable(),
        }),
      ),
    }),
    errors: [40302],
  }),
} as const;
