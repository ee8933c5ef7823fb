import { USER_RECORD } from '../../../contract/user.fields';
import { maskTel } from '../../core/access/mask';
import { batchOf, exportSource, inExport } from '../../core/export/export';
import { type ExportRow, exportColumns, filterWords } from '../../core/export/resource-export';
import { countUpTo } from '../../core/list/query';
import { stationFilterNames, teamNames } from '../team';
import { shownOf } from './answers';
import { filterOf, type UserInput } from './filter';
import { userRows } from './store';

/**
 * This module exports users. Phones are masked unless the caller has the permission, requests unmasked phones and confirms with a second
 * verification (DOMAIN §3.4).
 */

interface Row extends ExportRow {
  readonly id: number;
  readonly record: ReturnType<typeof shownOf>;
}

const COLUMNS = exportColumns<typeof USER_RECORD, Row>(USER_RECORD, {
  tel: {
    reads: ['tel'],
    value: ({ record }) => (record.tel === null ? '' : maskTel(record.tel)),
    plain: ({ record }) => record.tel ?? '',
  },
});

export const userExportSources = [
  exportSource<UserInput, Row>({
    module: 'user.list',
    columns: COLUMNS,
    words: async (ctx, input) =>
      filterWords(ctx, USER_RECORD, input, { homeTeamId: await stationFilterNames(ctx, input.homeTeamId ?? []) }),
    async open(ctx, wish) {
      const listed = userRows(ctx.db, await filterOf(ctx, wish.input));
      const from = (after: Parameters<typeof inExport>[2]) => listed.where(inExport('app_user', wish, after));
      return {
        count: (most, after) => countUpTo(ctx.db, from(after), most),
        async batch(after, limit) {
          const users = await from(after).orderBy('app_user.id', 'desc').limit(limit).execute();
          const homeTeamId = await teamNames(ctx.db, [...new Set(users.flatMap((user) => user.homeTeamId ?? []))]);
          const rows = users.map((user): Row => ({ id: user.id, record: shownOf(user), ctx, names: { homeTeamId } }));
          return batchOf(rows, limit);
        },
      };
    },
  }),
];
