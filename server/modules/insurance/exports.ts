import { type Kysely, sql } from 'kysely';
import { CLAIM_LIST, POLICY_LIST } from '../../../contract/insure.fields';
import type { InsureSums } from '../../../contract/insure.states';
import { LOCALES, type Text, text } from '../../../contract/text';
import { WORD } from '../../../contract/words';
import type { Database } from '../../core/database/schema';
import { daysText, type ExportColumn, exportSource, joinNonEmpty } from '../../core/export/export';
import { resourceSource } from '../../core/export/resource-export';
import { refuse } from '../../core/http/refusal';
import { messageText } from '../../core/texts';
import { stationFilterNames, stationFilterText, teamNames } from '../team';
import { type ClaimInput, claimFilter, claimRows, type PolicyInput, policyFilter, policyRows } from './lists';
import { sumOf } from './products';

/** Exports policies, claims, and the monthly premiums of stations (DOMAIN §3.8 "Export"). */

const WORDS = {
  month: WORD.month,
  count: WORD.policyCount,
  stations: WORD.stations,
  days: text('保障日期', 'Cover days', 'Dias de cobertura', '保障日期'),
} as const;
const YUAN: Text = WORD.inYuan;
const inYuan = (name: Text): Text =>
  Object.fromEntries(LOCALES.map((locale) => [locale, `${name[locale]}${YUAN[locale]}`])) as Text;

interface MonthRow {
  readonly month: string;
  readonly teamId: number;
  readonly teamName: string;
  readonly count: number;
  readonly premiumFen: number;
  readonly platformFen: number;
  readonly teamFen: number;
  readonly riderFen: number;
}

const fen = (key: 'premiumFen' | 'platformFen' | 'teamFen' | 'riderFen', label: Text): ExportColumn<MonthRow> => ({
  key,
  text: inYuan(label),
  kind: 'fen',
  amount: true,
  value: (row) => row[key],
});
const MONTH_COLUMNS: readonly ExportColumn<MonthRow>[] = [
  { key: 'month', text: WORDS.month, value: (row) => row.month },
  { key: 'team', text: messageText('insurePolicy.teamId'), value: (row) => row.teamName },
  { key: 'count', text: WORDS.count, kind: 'number', value: (row) => row.count },
  fen('premiumFen', messageText('insurePolicy.premiumFen')),
  fen('platformFen', messageText('insurePolicy.sum_platformFen')),
  fen('teamFen', messageText('insurePolicy.sum_teamFen')),
  fen('riderFen', messageText('insurePolicy.sum_riderFen')),
];

async function monthRows(
  db: Kysely<Database>,
  { days, teamIds }: Awaited<ReturnType<typeof policyFilter>>,
): Promise<MonthRow[]> {
  const { rows } = await sql<Omit<MonthRow, 'teamName'>>`
    select to_char(cover_date, 'YYYY-MM') as month, team_id as "teamId", count(*)::int as count,
      sum(premium_fen)::bigint as "premiumFen", sum(case payer when 'platform' then premium_fen else premium_fen - borne_fen end)::bigint
      as "platformFen", coalesce(sum(borne_fen) filter (where payer = 'team'), 0)::bigint as "teamFen",
      coalesce(sum(borne_fen) filter (where payer = 'rider'), 0)::bigint as "riderFen"
    from insure_policy where tx_no is not null and refund_tx_no is null
      and ${days ? sql`cover_date between ${days.fromDay}::date and ${days.toDay}::date` : sql`true`}
      and ${teamIds ? sql`team_id = any(${sql.val([...teamIds])}::bigint[])` : sql`true`}
    group by 1, 2 order by 1 desc, 2`.execute(db);
  const names = await teamNames(
    db,
    rows.map(({ teamId }) => teamId),
  );
  return rows.map((row) => ({ ...row, teamName: names.get(row.teamId) ?? '' }));
}

export const insuranceExportSources = [
  resourceSource(POLICY_LIST, {
    module: 'safety.policy',
    table: 'insure_policy',
    query: async (ctx, input: PolicyInput) => policyRows(ctx.db, (await policyFilter(ctx, input)).filter),
    words: async (ctx, input) => {
      const { days } = await policyFilter(ctx, input);
      const teamIds = await stationFilterNames(ctx, input.teamIds ?? []);
      return { coverDate: days ? daysText(days.fromDay, days.toDay) : '', teamIds };
    },
    names: { teamId: (ctx, ids) => teamNames(ctx.db, ids) },
    columns: {
      premiumFen: {
        reads: ['premiumFen', 'priceFen'],
        value: ({ record }) => {
          const { premiumFen, priceFen } = record as { premiumFen: number; priceFen: number };
          return premiumFen || priceFen;
        },
      },
      sumFen: { reads: ['sums'], value: ({ record }) => sumOf((record as { sums: InsureSums }).sums) },
    },
  }),
  resourceSource(CLAIM_LIST, {
    module: 'safety.claim',
    table: 'insure_claim',
    query: async (ctx, input: ClaimInput) => claimRows(ctx.db, (await claimFilter(ctx, input)).filter),
    words: async (ctx, input) => {
      const { days } = await claimFilter(ctx, input);
      const teamIds = await stationFilterNames(ctx, input.teamIds ?? []);
      return { createdAt: days ? daysText(days.fromDay, days.toDay) : '', teamIds };
    },
    names: { teamId: (ctx, ids) => teamNames(ctx.db, ids) },
  }),
  exportSource<PolicyInput, MonthRow>({
    module: 'safety.premiums',
    columns: MONTH_COLUMNS,
    async words(ctx, input) {
      const { days } = await policyFilter(ctx, input);
      return joinNonEmpty(await stationFilterText(ctx, WORDS.stations, input.teamIds ?? []), {
        label: WORDS.days,
        value: days ? daysText(days.fromDay, days.toDay) : '',
      });
    },
    async open(ctx, wish) {
      // Each row is a sum of several policies, so rows cannot be selected.
      if (wish.ids !== null) throw refuse(40001);
      const then = { ...ctx, clock: { ...ctx.clock, now: () => wish.upTo } };
      const rows = await monthRows(ctx.db, await policyFilter(then, wish.input));
      const rest = (after: readonly (string | number)[] | null) => rows.slice(Number(after?.[0] ?? 0));
      return {
        count: async (_most, after) => rest(after).length,
        batch: async (after) => ({ rows: rest(after), last: null }),
      };
    },
  }),
];
