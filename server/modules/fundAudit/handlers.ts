import { fundAuditEndpoints } from '../../../contract/fundAudit';
import { FUND_AUDIT } from '../../../contract/fundAudit.states';
import { maskTel } from '../../core/access/mask';
import { seesPhones } from '../../core/access/phones';
import { handlers } from '../../core/http/context';
import { pageOf } from '../../core/list/paged';
import { momentOf } from '../../core/money/days';
import { balancesOf } from '../ledger';
import { ridersById, searchRiders } from '../people';
import { presentOf, readSetting } from '../site';
import { scopedTeamIds, teamNames } from '../team';
import { detailOf, entryAnswers } from './answers';
import { decideMany, entries } from './decide';
import { createEntry, resubmitEntry } from './entry';
import { filterOf } from './filter';
import { importEntries, template } from './import';
import { entryPage, entrySums } from './list-store';
import { UNMASK } from './rules';
import { owedByRider } from './store';

/** Rider fund audit (骑手资金审核, DOMAIN §3.9). */
export const fundAuditHandlers = handlers(fundAuditEndpoints, {
  'fundAudit.Rider/getList': async (ctx, input) => {
    const { page, limit, sortField = 'waiting' as const, sortOrder = 'desc', ...wanted } = input;
    const { offset } = pageOf({ page, limit });
    const { filter, days } = await filterOf(ctx, wanted);
    const { at, day, timeZone } = await presentOf(ctx);
    const [rows, { total, totalCapped, summary }] = await Promise.all([
      entryPage(ctx.db, filter, { sort: sortField, order: sortOrder, offset, limit }),
      entrySums(ctx.db, filter, momentOf(day, 0, timeZone)),
    ]);
    return {
      list: await entryAnswers(ctx, rows),
      total,
      totalCapped,
      page,
      limit,
      summary: { ...summary, fromDay: days?.fromDay ?? null, toDay: days?.toDay ?? null },
      asOf: at.toISOString(),
    };
  },

  'fundAudit.Rider/getDetail': (ctx, { id }) => detailOf(ctx, id),

  'fundAudit.Rider/getRiders': async (ctx, { keyword, riderId }) => {
    const { db } = ctx;
    const teamIds = await scopedTeamIds(ctx, undefined);
    const found =
      riderId === undefined
        ? await searchRiders(
            db,
            keyword ?? '',
            { teamIds, seesPhones: seesPhones(ctx.actor, UNMASK) },
            FUND_AUDIT.riders,
          )
        : (await ridersById(db, [riderId])).filter(({ teamId }) => teamIds === null || teamIds.includes(teamId));
    const ids = found.map(({ id }) => id);
    const [names, balances, owed, business] = await Promise.all([
      teamNames(
        db,
        found.map(({ teamId }) => teamId),
      ),
      balancesOf(db, ['RIDER_AVAILABLE', 'RIDER_DEPOSIT'], ids),
      owedByRider(db, ids),
      readSetting(db, 'business'),
    ]);
    return {
      list: found.map(({ statusText, isOnBooks, leftAt, tel, ...rider }) => ({
        ...rider,
        tel: maskTel(tel),
        teamName: names.get(rider.teamId) ?? '',
        statusText: ctx.t(statusText),
        isOpen: isOnBooks || (leftAt !== null && (balances.get(`RIDER_DEPOSIT:${rider.id}`) ?? 0) > 0),
        hasLeft: leftAt !== null,
        balanceFen: balances.get(`RIDER_AVAILABLE:${rider.id}`) ?? 0,
        depositFen: balances.get(`RIDER_DEPOSIT:${rider.id}`) ?? 0,
        owedFen: owed.get(rider.id) ?? 0,
      })),
      singleMaxFen: business.fundAuditMaxFen,
      expireDays: business.fundAuditExpireDays,
    };
  },

  'fundAudit.Rider/getTemplate': (ctx) => template(ctx),
  'fundAudit.Rider/create': (ctx, input) => createEntry(ctx, input),
  'fundAudit.Rider/import': (ctx, input) => importEntries(ctx, input),
  'fundAudit.Rider/approve': (ctx, input) => entries.run(ctx, 'approve', input),
  'fundAudit.Rider/reject': (ctx, input) => entries.run(ctx, 'reject', input),
  'fundAudit.Rider/return': (ctx, input) => entries.run(ctx, 'return', input),
  'fundAudit.Rider/resubmit': (ctx, input) => resubmitEntry(ctx, input),
  'fundAudit.Rider/withdraw': (ctx, input) => entries.run(ctx, 'withdraw', input),
  'fundAudit.Rider/waive': (ctx, input) => entries.run(ctx, 'waive', input),
  'fundAudit.Rider/bulk': (ctx, input) => decideMany(ctx, input),
});
