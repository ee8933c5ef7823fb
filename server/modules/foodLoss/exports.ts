import type { SelectQueryBuilder } from 'kysely';
import { FOOD_LOSS } from '../../../contract/foodLoss.fields';
import type { Database } from '../../core/database/schema';
import { daysText } from '../../core/export/export';
import { resourceSource } from '../../core/export/resource-export';
import { colleagueNames } from '../account';
import { stationFilterNames, teamNames } from '../team';
import { partiesText } from './answers';
import { filterOf, type LossInput } from './filter';
import { type LossRecord, lossRows } from './list-store';

/** Hides the joined subquery of the shares from the type of the query, because the type of an export source allows only tables. */
const asQuery = (rows: ReturnType<typeof lossRows>) =>
  rows as unknown as SelectQueryBuilder<Database, 'food_loss', LossRecord>;

/** The export source of food losses, with the columns of the list and the amount that each party bore (DOMAIN §3.14). */
export const foodLossExportSources = [
  resourceSource(FOOD_LOSS, {
    module: 'foodLoss.list',
    table: 'food_loss',
    query: async (ctx, input: LossInput) => asQuery(lossRows(ctx.db, (await filterOf(ctx, input)).filter)),
    words: async (ctx, input) => {
      const { days } = await filterOf(ctx, input);
      return {
        createdAt: days ? daysText(days.fromDay, days.toDay) : '',
        teamIds: await stationFilterNames(ctx, input.teamIds ?? []),
        handlerId: await colleagueNames(ctx, input.handlerId),
      };
    },
    names: { teamId: (ctx, ids) => teamNames(ctx.db, ids) },
    columns: {
      parties: {
        reads: ['parties'],
        value: ({ record, ctx }) => partiesText(ctx, (record as { parties: string | null }).parties),
      },
    },
  }),
];
