import type { Kysely } from 'kysely';
import { periodFee } from '../../../contract/cost.fee';
import type { CostPeriod } from '../../../contract/cost.states';
import { shareOf } from '../../../contract/shares';
import type { Clock } from '../../core/clock';
import { idIn } from '../../core/database/id-in';
import type { Database } from '../../core/database/schema';
import { inSavepoint, withTransaction } from '../../core/database/transaction';
import { Refusal } from '../../core/http/refusal';
import type { Ids } from '../../core/ids';
import { wallTime } from '../../core/money/days';
import {
  addCharges,
  addReceivables,
  closedUntil,
  followCredit,
  type NewCharge,
  post,
  receivableBook,
  serviceFee,
} from '../ledger';
import { planRules } from '../reference';
import { creditLimits, stationTerms } from '../team';
import { chooseRule, type FeeRule } from './choose';
import { stationOf } from './order-fees';
import { publishedRules } from './rule-store';

/**
 * Monthly and yearly fees (周期费用). Operating and paused stations are charged once per period and kind by the rule that applies to
 * them. A new rule does not charge a period that an earlier rule has charged. A charged year includes its months, and a yearly fee is
 * reduced by a twelfth for each charged month. If the station's balance is too low, the fee becomes a receivable.
 */

interface Tools {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly ids: Ids;
}

const KINDS = ['software', 'other'] as const;

/** Returns the month or year of a day, such as `2026-03` or `2026`. */
const periodOf = (day: string, period: CostPeriod): string => day.slice(0, period === 'month' ? 7 : 4);

/** Builds the business number of the ledger entry. The number is unique within a station, so a rule charges a station once per period. */
export const entryNo = ({ ruleNo, bizNo }: { readonly ruleNo: string; readonly bizNo: string }): string =>
  `${ruleNo}-${bizNo}`;

/** Charges due fees. @returns the number of fees that were paid or became owed */
export async function chargePeriods(tools: Tools, timeZone: string): Promise<number> {
  const now = tools.clock.now();
  const { day } = wallTime(now, timeZone);
  const closed = await closedUntil(tools.db);
  // The ledger accepts no entries for a closed day, so the fees are charged on the next day.
  if (closed !== null && day <= closed) return 0;
  const due = await dueFees(tools.db, now, day);
  for (const fee of due) await chargeOne(tools, { ...fee, at: now, day }, timeZone);
  return due.length;
}

interface Due {
  readonly rule: FeeRule;
  readonly teamId: number;
  readonly period: string;
  readonly amountFen: number;
}

const MONTHS = Array.from({ length: 12 }, (_, month) => String(month + 1).padStart(2, '0'));

async function dueFees(db: Kysely<Database>, now: Date, day: string): Promise<Due[]> {
  const rules = (await publishedRules(db, now)).filter(({ kind }) => (KINDS as readonly string[]).includes(kind));
  if (rules.length === 0) return [];
  const rows = await db
    .selectFrom('team')
    .where('team.status', 'in', ['operating', 'paused'])
    .where('team.deleted_at', 'is', null)
    .select('team.id')
    .orderBy('team.id')
    .execute();
  const teamIds = rows.map(({ id }) => id);
  const termsAt = await stationTerms(db, teamIds, now);
  const rulesOf = await planRules(db);
  const year = periodOf(day, 'year');
  const months = MONTHS.map((month) => `${year}-${month}`);
  const charged = await chargedKeys(db, teamIds, [year, ...months]);
  return teamIds.flatMap((teamId) => {
    const terms = termsAt(teamId, now);
    if (!terms) return [];
    const station = stationOf(teamId, terms.place, rulesOf);
    return KINDS.flatMap((kind) => {
      // Periodic fees have no service type, so any service type selects the same rule.
      const rule = chooseRule(rules, { kind, target: 'team' }, station, { type: 'deliver', at: now });
      if (!rule) return [];
      const period = periodOf(day, rule.terms.period);
      const isCharged = (one: string) => charged.has(`${kind} ${teamId} ${one}`);
      // A fee that was charged for the year covers the months of the year too.
      if (isCharged(period) || isCharged(year)) return [];
      const left = period === year ? months.filter((month) => !isCharged(month)).length : months.length;
      const amountFen = shareOf(periodFee(rule.terms), left, months.length);
      return amountFen === 0 ? [] : [{ rule, teamId, period, amountFen }];
    });
  });
}

/** Finds the charged periods of stations. Each entry is a text `kind teamId period`. Charges of rules that were replaced are included. */
async function chargedKeys(
  db: Kysely<Database>,
  teamIds: readonly number[],
  periods: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('cost_charge')
    .where(idIn('team_id', teamIds))
    .where('biz_no', 'in', periods)
    .where('kind', 'in', KINDS)
    .select(['kind', 'team_id as teamId', 'biz_no as bizNo'])
    .execute();
  return new Set(rows.map(({ kind, teamId, bizNo }) => `${kind} ${teamId} ${bizNo}`));
}

async function chargeOne(
  { db, clock, ids }: Tools,
  { rule, teamId, period, amountFen, at, day }: Due & { readonly at: Date; readonly day: string },
  timeZone: string,
): Promise<void> {
  const charge: Omit<NewCharge, 'txNo'> = {
    item: {
      rule: rule.id,
      ruleNo: rule.ruleNo,
      version: rule.revision,
      kind: rule.kind,
      target: rule.target,
      baseFen: null,
      rateBp: null,
    },
    teamId,
    targetId: teamId,
    bizNo: period,
    amountFen,
    account: 'SERVICE_FEE',
    deductedFrom: 'TEAM_AVAILABLE',
    at,
  };
  const on = { bizNo: entryNo({ ruleNo: rule.ruleNo, bizNo: period }), teamId, at, day };
  const work = async (own: Kysely<Database>) => {
    const tools = { db: own, clock, ids };
    await followCredit(own, await creditLimits(own, [teamId]));
    const txNo = await inSavepoint(own, () => post(tools, serviceFee(on, amountFen))).then(
      (posted) => posted.txNo,
      (error: unknown) => {
        if (error instanceof Refusal && error.code === 42241) return null;
        throw error;
      },
    );
    await addCharges(tools, [{ ...charge, txNo }], timeZone);
    if (txNo !== null) return;
    const booking = receivableBook(on, amountFen, 'SERVICE_FEE');
    await addReceivables(tools, 'fee', [booking], [await post(tools, booking)]);
  };
  await (db.isTransaction ? work(db) : withTransaction(db, work, clock));
}
