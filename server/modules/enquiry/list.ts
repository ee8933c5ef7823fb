import type { DataOf, ParsedOf, WithSums } from '../../../contract/endpoint';
import type { enquiryEndpoints } from '../../../contract/enquiry';
import { ENQUIRY, REFUSE_REASON_TEXT, REFUSE_REASONS } from '../../../contract/enquiry.states';
import type { ActorContext } from '../../core/http/context';
import { paged } from '../../core/list/paged';
import { shareBp } from '../order';
import { teamNames } from '../team';
import { rowAnswers } from './answers';
import { type EnquiryInput, filterOf } from './filter';
import { enquiryGroups, enquiryPage, enquirySums } from './store';

/** The list of enquiries with its figures. */

type ListInput = ParsedOf<(typeof enquiryEndpoints)['enquiry.Enquiry/getList']>;
type Summary = WithSums<DataOf<(typeof enquiryEndpoints)['enquiry.Enquiry/getList']>['summary']>;
type Stats = DataOf<(typeof enquiryEndpoints)['enquiry.Enquiry/getStats']>;
type Sums = Awaited<ReturnType<typeof enquirySums>>;

/** The answer time that 95 of 100 answers kept; null without any. @param sums counts by answer time */
export function p95Of(sums: readonly { readonly answerMs: number; readonly all: number }[]): number | null {
  const total = sums.reduce((all, row) => all + row.all, 0);
  let counted = 0;
  for (const { answerMs, all } of [...sums].sort((one, other) => one.answerMs - other.answerMs)) {
    counted += all;
    if (counted * 100 >= total * 95) return answerMs;
  }
  return null;
}

function summaryOf(sums: Sums): Omit<Summary, 'fromDay' | 'toDay'> {
  const total = (key: Exclude<keyof Sums[number], 'answerMs'>) => sums.reduce((all, row) => all + row[key], 0);
  return {
    all: total('all'),
    autoQuoted: total('autoQuoted'),
    manual: total('manual'),
    refused: total('refused'),
    expired: total('expired'),
    converted: total('converted'),
    conversionBp: shareBp(total('converted'), total('quoted')),
    answerP95Ms: p95Of(sums),
    lostFen: total('lostFen'),
  };
}

export function enquiryList(ctx: ActorContext, input: ListInput) {
  return paged(ctx, input, async (page) => {
    const { filter, days } = await filterOf(ctx, input);
    const sort = { field: input.sortField ?? 'askedAt', order: input.sortOrder ?? 'desc' } as const;
    const [{ list, total }, sums] = await Promise.all([
      enquiryPage(ctx.db, filter, sort, page),
      enquirySums(ctx.db, filter),
    ]);
    const summary = { ...summaryOf(sums), fromDay: days?.fromDay ?? null, toDay: days?.toDay ?? null };
    return { list: await rowAnswers(ctx, list), total, summary };
  });
}

export async function enquiryStats(ctx: ActorContext, input: EnquiryInput): Promise<Stats> {
  const { filter, timeZone } = await filterOf(ctx, input);
  const { hours, reasons, teams } = await enquiryGroups(ctx.db, filter, timeZone);
  const byHour = new Map(hours.map((row) => [row.hour, row]));
  const byReason = new Map(reasons.map(({ reason, all }) => [reason, all]));
  const busiest = teams
    .flatMap(({ teamId, all, quoted }) => (teamId === null ? [] : [{ teamId, all, quoted }]))
    .sort((one, other) => other.all - one.all || one.teamId - other.teamId)
    .slice(0, ENQUIRY.stations);
  const names = await teamNames(
    ctx.db,
    busiest.map(({ teamId }) => teamId),
  );
  return {
    hours: Array.from({ length: 24 }, (_, hour) => {
      const { all = 0, quoted = 0, refused = 0 } = byHour.get(hour) ?? {};
      return { hour, all, quoted, refused };
    }),
    reasons: REFUSE_REASONS.flatMap((reason) => {
      const count = byReason.get(reason) ?? 0;
      return count === 0 ? [] : [{ reason, text: ctx.t(REFUSE_REASON_TEXT[reason]), count }];
    }),
    stations: busiest.map((row) => ({ ...row, teamName: names.get(row.teamId) ?? '' })),
  };
}
