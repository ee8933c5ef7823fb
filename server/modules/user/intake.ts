import type { DataOf } from '../../../contract/endpoint';
import { userIntakeEndpoints } from '../../../contract/user.intake';
import { handlers } from '../../core/http/context';
import { pushedAnswer, takenReport } from '../../core/http/pushed';
import { readSetting } from '../site';
import { openBlackRecords } from './black-store';
import { takeUserEvent } from './events';
import { usersById } from './store';

type Blocked = DataOf<(typeof userIntakeEndpoints)['user.Intake/getStanding']>['blocked'][number];

export const userIntakeHandlers = handlers(userIntakeEndpoints, {
  'user.Intake/push': async (ctx, { events }) => {
    const { timeZone } = await readSetting(ctx.db, 'locale');
    const { eventLateDays: lateDays } = await readSetting(ctx.db, 'business');
    const tools = { db: ctx.db, clock: ctx.clock, ids: ctx.ids, timeZone, lateDays };
    const rows: DataOf<(typeof userIntakeEndpoints)['user.Intake/push']>['rows'] = [];
    for (const [index, event] of events.entries()) {
      const result = await takeUserEvent(tools, event);
      rows.push({ index, no: event.no, event: event.event, ...takenReport(result, ctx.locale) });
    }
    return pushedAnswer(ctx, rows);
  },

  'user.Intake/getStanding': async (ctx, { userIds }) => {
    const users = await usersById(ctx.db, userIds);
    const records = new Map((await openBlackRecords(ctx.db, userIds)).map((record) => [record.userId, record]));
    const blocked = users.flatMap(({ id, status }): Blocked[] => {
      if (status === 'cancelled' || status === 'cancelling') {
        return [{ userId: id, reason: 'left', teamIds: null, until: null }];
      }
      const record = records.get(id);
      if (status !== 'blacklisted' || !record) return [];
      const teamIds = record.scope === 'teams' ? record.teamIds : null;
      return [{ userId: id, reason: 'blacklisted', teamIds, until: record.until?.toISOString() ?? null }];
    });
    return { blocked };
  },
});

/** Endpoints that open their own transaction for each event. */
export const userOwnTransactions = ['user.Intake/push'] as const;
