import type { DataOf, ParsedOf } from '../../../contract/endpoint';
import type { financeInformationEndpoints } from '../../../contract/financeInformation';
import { ACCOUNTS } from '../../../contract/ledger';
import { ENTRY_TYPES } from '../../../contract/ledger.entries';
import { LIST_LIMITS } from '../../../contract/limits';
import type { ActorContext } from '../../core/http/context';
import { pageOf } from '../../core/list/paged';
import { addDays, momentAt } from '../../core/money/days';
import { type Movement, type MovementFilter, movementPage, movementSums, openingOf, trialBalance } from '../ledger';
import { scopedTeamIds, teamNames } from '../team';
import { rangeOf } from './frame';
import { wantedPostings } from './rules';

type Endpoint = (typeof financeInformationEndpoints)['finance.Information/getMovements'];
export type MovementRow = DataOf<Endpoint>['list'][number];
export type MovementInput = Omit<ParsedOf<Endpoint>, 'page' | 'limit' | 'sortField' | 'sortOrder'>;

/**
 * Builds the filter of postings with the caller's data scope.
 *
 * @throws Refusal 40006 (range is reversed or too long), 40302 (station out of scope)
 */
export async function movementFilter(ctx: ActorContext, input: MovementInput) {
  const { fromDay, toDay, now, timeZone } = await rangeOf(ctx, input);
  const teams = await scopedTeamIds(ctx, input.teamIds);
  const { codes, types, side } = wantedPostings(input.figure, input.code);
  const filter: MovementFilter = {
    codes,
    types,
    teams,
    ownerIds: input.merchantNumberIds,
    from: fromDay,
    to: toDay,
    until: momentAt(toDay, input.time, timeZone),
  };
  return { filter, side, now };
}

/** Converts movements to rows of the list. */
export async function movementAnswers(ctx: ActorContext, rows: readonly Movement[]): Promise<MovementRow[]> {
  const names = await teamNames(ctx.db, [...new Set(rows.map(({ teamId }) => teamId).filter((id) => id > 0))]);
  return rows.map(({ teamId, bizType, at, remark, ...row }) => ({
    ...row,
    at: at.toISOString(),
    typeText: ctx.t(ENTRY_TYPES[bizType].text),
    teamName: names.get(teamId) ?? '',
    remark: remark ?? '',
  }));
}

export async function movements(ctx: ActorContext, input: ParsedOf<Endpoint>) {
  const { offset } = pageOf(input);
  const { filter, side, now } = await movementFilter(ctx, input);
  const { codes, types, teams, ownerIds, from, to } = filter;
  const sums = await movementSums(ctx.db, filter);
  const { debitFen, creditFen, count } = sums;
  const rows = await movementPage(
    ctx.db,
    filter,
    { order: input.sortOrder ?? 'desc', offset, limit: input.limit },
    sums,
  );
  const isCapped = count > LIST_LIMITS.countCap;
  const amountFen = side === 'D' ? debitFen - creditFen : creditFen - debitFen;
  const before = async () => {
    if (codes === null || types !== null) return null;
    if (ownerIds?.length) {
      const opening = await openingOf(ctx.db, { ...filter, codes, ownerIds });
      return side === 'D' ? opening : 0 - opening;
    }
    const trial = await trialBalance(ctx.db, addDays(from, -1), teams ?? 0);
    return trial
      .filter(({ code }) => codes.includes(code))
      .reduce(
        (sum, { code, closingFen }) =>
          sum + ((ACCOUNTS[code].side === 'A') === (side === 'D') ? closingFen : -closingFen),
        0,
      );
  };
  const openingFen = await before();
  return {
    list: await movementAnswers(ctx, rows),
    total: Math.min(count, LIST_LIMITS.countCap),
    totalCapped: isCapped,
    page: input.page,
    limit: input.limit,
    summary: {
      debitFen,
      creditFen,
      count: isCapped ? null : count,
      amountFen,
      openingFen,
      closingFen: openingFen === null ? null : openingFen + amountFen,
      fromDay: from,
      toDay: to,
    },
    asOf: now.toISOString(),
  };
}
