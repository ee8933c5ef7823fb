import { RIDER_LIST } from '../../../contract/rider.fields';
import { daysText } from '../../core/export/export';
import { resourceSource } from '../../core/export/resource-export';
import { stationFilterNames, teamNames } from '../team';
import { filterOf, type RiderInput } from './filter';
import { reasonText } from './rules';
import { riderRows } from './store';

/** Export of riders: the list's columns and the dates of the certificate (DOMAIN §3.14). */
export const riderWorkExportSources = [
  resourceSource(RIDER_LIST, {
    module: 'safety.rider',
    table: 'rider',
    query: async (ctx, input: RiderInput) => riderRows(ctx.db, (await filterOf(ctx, input)).filter),
    words: async (ctx, input) => {
      const { joinedAt } = await filterOf(ctx, input);
      const teamIds = await stationFilterNames(ctx, input.teamIds ?? []);
      return { joinedAt: joinedAt ? daysText(joinedAt.fromDay, joinedAt.toDay) : '', teamIds };
    },
    names: { teamId: (ctx, ids) => teamNames(ctx.db, ids) },
    columns: {
      onlineMin: {
        reads: ['onlineSec'],
        value: ({ record }) => Math.floor(((record as { onlineSec: number | null }).onlineSec ?? 0) / 60),
      },
      statusReason: {
        reads: ['statusReason'],
        value: ({ record, ctx }) => {
          const words = reasonText((record as { statusReason: string | null }).statusReason);
          return typeof words === 'string' ? words : ctx.t(words);
        },
      },
    },
  }),
];
