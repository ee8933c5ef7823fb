import type { DataOf, ParsedOf, WithSums } from '../../../contract/endpoint';
import type { enquiryEndpoints } from '../../../contract/enquiry';
import { ENQUIRY, REFUSE_REASON_TEXT, REFUSE_REASONS } from '../../../contract/enquiry.states';
import type { ActorContext } from '../../core/http/context';
import { paged } from '../../core/list/paged';
import { shareBp } from '../order';
import { teamNames } from '../team';
import { rowAnswers } from './answers';
import { type EnquirySums, enquiryGroups, enquirySums } from './figures';
import { type EnquiryInput, filterOf } from './filter';
import { enquiryPage } from './store';

/** Builds the list of enquiries with its figures. */

type ListInput = ParsedOf<(typeof enquiryEndpoints)['enquiry.Enquiry/getList']>;
type Summary = WithSums<DataOf<(typeof enquiryEndpoints)['enquiry.Enquiry/getList']>['summary']>;
type Stats = DataOf<(typeof enquiryEndpoints)['enquiry.Enquiry/getStats']>;

/** Returns the 95th percentile of answer times, or `null` without answers. @param sums number of answers by answer time */
export function p95Of(sums: readonly { readonly answerMs: number; readonly all: number }[]): number | null {
  const total = sums.reduce((all, row) => all + row.all, 0);
  let counted = 0;
  for (const { answerMs, all } of [...sums].sort((one, other) => one.answerMs - other.answerMs)) {
    counted += all;
    if (counted * 100 >= total * 95) return answerMs;
  }
  return null;
}

function summaryOf({ times, quoted, ...sums }: EnquirySums): Omit<Summary, 'fromDay' | 'toDay'> {
  return { ...sums, conversionBp: shareBp(sums.converted, quoted), answerP95Ms: p95Of(times) };
}

export function enquiryList(ctx: ActorContext, input: ListInput) {
  return paged(ctx, input, async (page) => {
    const asked = await filterOf(ctx, input);
    const { filter, days } = asked;
    const sort = { field: input.sortField ?? 'askedAt', order: input.sortOrder ?? 'desc' } as const;
    const [{ list, total }, sums] = await Promise.all([
      enquiryPage(ctx.db, filter, sort, page),
      enquirySums(ctx.db, asked),
    ]);
    const summary = { ...summaryOf(sums), fromDay: days?.fromDay ?? null, toDay: days?.toDay ?? null };
    return { list: await rowAnswers(ctx, list), total, summary };
  });
}

type Counts = Readonly<Record<'all' | 'quoted' | 'refused', number>>;

/** Adds up the counts of the rows that have the same key. */
function summed<Row extends Counts, Key>(rows: readonly Row[], keyOf: (row: Row) => Key): ReadonlyMap<Key, Counts> {
  const sums = new Map<Key, Counts>();
  for (const row of rows) {
    const { all = 0, quoted = 0, refused = 0 } = sums.get(keyOf(row)) ?? {};
    sums.set(keyOf(row), { all: all + row.all, quoted: quoted + row.quoted, refused: refused + row.refused });
  }
  return sums;
}

export async function enquiryStats(ctx: ActorContext, input: EnquiryInput): Promise<Stats> {
  const { hours, reasons, teams } = await enquiryGroups(ctx.db, await filterOf(ctx, input));
  const byHour = summed(hours, ({ hour }) => hour);
  const byReason = summed(reasons, ({ reason }) => reason);
  const busiest = [...summed(teams, ({ teamId }) => teamId)]
    .flatMap(([teamId, { all, quoted }]) => (teamId === null ? [] : [{ teamId, all, quoted }]))
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
      const count = byReason.get(reason)?.all ?? 0;
      return count === 0 ? [] : [{ reason, text: ctx.t(REFUSE_REASON_TEXT[reason]), count }];
    }),
    stations: busiest.map((row) => ({ ...row, teamName: names.get(row.teamId) ?? '' })),
  };
}
