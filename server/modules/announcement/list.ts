import type { announcementEndpoints } from '../../../contract/announcement';
import { RECEIPT } from '../../../contract/announcement.fields';
import { answerLetters } from '../../../contract/announcement.states';
import type { ParsedOf } from '../../../contract/endpoint';
import type { ActorContext } from '../../core/http/context';
import { answerRow } from '../../core/list/answers';
import { paged } from '../../core/list/paged';
import { inOrder, readPage } from '../../core/list/query';
import { optionalDays } from '../../core/money/period';
import { readSetting } from '../site';
import { scopedTeamIds, teamNames } from '../team';
import { announcementAnswers, reachOf, readableAnnouncement } from './answers';
import { RECEIPT_COLUMNS, receiptRows } from './receipt-store';
import { type AnnouncementFilter, announcementPage, announcementTotals } from './store';

/** Lists announcements, and the receipts of one announcement. */

type In<A extends keyof typeof announcementEndpoints> = ParsedOf<(typeof announcementEndpoints)[A]>;
export type ListInput = In<'announcement.Announcement/getList'>;
export type ReceiptInput = In<'announcement.Announcement/getReceipts'>;

/** Builds the filter of the list, limited to announcements that the caller may see. @throws Refusal 40006 (range ends before it begins) */
export async function announcementFilter(ctx: ActorContext, input: Partial<ListInput>): Promise<AnnouncementFilter> {
  const { keyword, level, audienceType, state, toConfirm, urgentUnread, publishAtFrom, publishAtTo } = input;
  const { timeZone } = await readSetting(ctx.db, 'locale');
  const publishAt = optionalDays(publishAtFrom, publishAtTo, timeZone);
  const waiting = { toConfirm, urgentUnread, now: ctx.clock.now() };
  return { keyword, level, audienceType, state, ...waiting, publishAt, reach: await reachOf(ctx) };
}

export function announcementList(ctx: ActorContext, input: ListInput) {
  return paged(ctx, input, async (page) => {
    const filter = await announcementFilter(ctx, input);
    const sort = { field: input.sortField ?? 'createdAt', order: input.sortOrder ?? 'desc' } as const;
    const { list, total } = await announcementPage(ctx.db, filter, sort, page);
    const summary = await announcementTotals(ctx.db, filter);
    return { list: await announcementAnswers(ctx, list, filter.reach), total, summary };
  });
}

/**
 * Selects the receipts of an announcement for people in the caller's scope.
 *
 * @throws Refusal 40302 or 40401 as {@link readableAnnouncement}; 40302 also for stations outside the scope
 */
export async function receiptQuery(ctx: ActorContext, { announcementId, ...filter }: ReceiptInput) {
  const reach = await reachOf(ctx);
  await readableAnnouncement(ctx, announcementId, reach);
  if (filter.teamIds) await scopedTeamIds(ctx, filter.teamIds);
  return receiptRows(ctx.db, announcementId, filter, reach.teamIds);
}

export const receiptList = (ctx: ActorContext, input: ReceiptInput) =>
  paged(ctx, input, async (page) => {
    const listed = inOrder(
      await receiptQuery(ctx, input),
      RECEIPT_COLUMNS,
      ['deliveredAt', 'id'],
      input.sortOrder ?? 'asc',
    );
    const { list, total } = await readPage(ctx.db, listed, page);
    const teams = await teamNames(ctx.db, [...new Set(list.flatMap(({ teamId }) => teamId ?? []))]);
    const rows = list.map(({ answers, personName, personId: _personId, ...row }) => ({
      id: row.id,
      ...answerRow(ctx, RECEIPT, row, {
        personName,
        teamName: row.teamId === null ? null : (teams.get(row.teamId) ?? ''),
        answers: answers === null ? null : answerLetters(answers),
      }),
    }));
    return { list: rows, total, summary: {} };
  });
