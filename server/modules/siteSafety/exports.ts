import { SITE_INSPECTION, SITE_ITEM_LINE } from '../../../contract/siteInspection.fields';
import { SITE_SCORE_LINE } from '../../../contract/siteScore.fields';
import { resourceSource } from '../../core/export/resource-export';
import type { ActorContext } from '../../core/http/context';
import { colleagueNames } from '../account';
import { stationFilterNames, teamNames } from '../team';
import { filterOf, type InspectionInput } from './filter';
import { scoreFilter, scoreLines } from './scores';
import { inspectionRows, itemLines } from './store';

/** Exports of inspections, their items and the score history (DOMAIN §3.8, §3.14). */

type ScoreInput = Parameters<typeof scoreFilter>[1];

const words = async (ctx: ActorContext, input: InspectionInput) => ({
  teamIds: await stationFilterNames(ctx, input.teamIds ?? []),
  inspectorIds: await colleagueNames(ctx, input.inspectorIds),
});
const names = { teamId: (ctx: ActorContext, ids: readonly number[]) => teamNames(ctx.db, ids) };

export const siteSafetyExportSources = [
  resourceSource(SITE_INSPECTION, {
    module: 'safety.inspection',
    table: 'safety_inspection',
    query: async (ctx, input: InspectionInput) => inspectionRows(ctx.db, await filterOf(ctx, input)),
    words,
    names,
  }),
  resourceSource(SITE_ITEM_LINE, {
    module: 'safety.inspectionItems',
    table: 'safety_item',
    query: async (ctx, input: InspectionInput) => itemLines(ctx.db, await filterOf(ctx, input)),
    words,
    names,
  }),
  resourceSource(SITE_SCORE_LINE, {
    module: 'safety.scores',
    table: 'safety_score',
    query: async (ctx, input: ScoreInput) => scoreLines(ctx.db, await scoreFilter(ctx, input)),
    words: async (ctx, input) => ({ teamIds: await stationFilterNames(ctx, input.teamIds ?? []) }),
    names,
  }),
];
