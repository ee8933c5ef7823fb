import { type Kysely, sql } from 'kysely';
import type { SettleCycle } from '../../../contract/team.choices';
import type { Database } from '../../core/database/schema';
import { feePlans, franchiseShares } from '../reference';
import { type FeeChange, type FeeNote, feesAt, planAt, technicalFee } from './rules';

/** The financial terms that apply to an order of the station at a moment. */
export interface StationTerms {
  readonly settlementMode: 'balance' | 'deposit';
  readonly settleCycle: SettleCycle;
  /** The plan that sets the technical service fee. `null` means that the station has its own rate or fixed amount, or no fee. */
  readonly feePlanId: number | null;
  readonly planName: string | null;
  /** Start of the plan's validity, ISO 8601. Plans have no version numbers, so this date identifies the plan's version. */
  readonly planFrom: string | null;
  /** Rate of the technical service fee on the order's total, in basis points. */
  readonly rateBp: number;
  readonly fixedFen: number;
  readonly riderShareBp: number;
  readonly franchiseeId: number | null;
  /** The franchisee's share of the commission, in basis points. */
  readonly shareRateBp: number;
  /** The present credit limit in fen, whatever the moment of the order. It is 0 unless the settlement mode is `deposit`. */
  readonly creditLimitFen: number;
  /** The station's data that fee rules match on. */
  readonly place: StationPlace;
}

/** The station's data that fee rules match on. */
export interface StationPlace {
  /** The plan in force. `null` means that no plan is in force. */
  readonly planId: number | null;
  /** Region codes of province, city and district. */
  readonly regions: readonly string[];
  /** `true` if the station has its own rate or fixed amount, which replaces the plan's fee. */
  readonly hasOwnRate: boolean;
}

/**
 * SQL expression for queries over `team`: how much a station may owe now (信用额度), in fen. It is 0 unless the settlement mode is `deposit`,
 * because only this mode allows negative balances (DOMAIN §9.14).
 */
export const CREDIT_LIMIT = sql<number>`case when team.settlement_mode = 'deposit' then team.credit_limit_fen else 0 end`;

const FEES = {
  settlementMode: 'team.settlement_mode',
  settleCycle: 'team.settle_cycle',
  feePlanId: 'team.fee_plan_id',
  platformRateBp: 'team.platform_rate_bp',
  platformFixedFen: 'team.platform_fixed_fen',
  riderShareBp: 'team.rider_share_bp',
} as const;

/**
 * Loads the stations' financial terms and returns a lookup by station and moment. The moment must not be before `since`.
 * The lookup returns `undefined` for drafts, deleted stations and stations that were not loaded.
 */
export async function stationTerms(
  db: Kysely<Database>,
  teamIds: readonly number[],
  since: Date,
): Promise<(teamId: number, at: Date) => StationTerms | undefined> {
  if (teamIds.length === 0) return () => undefined;
  const rows = await db
    .selectFrom('team')
    .where('team.id', 'in', [...teamIds])
    .where('team.status', 'not in', ['draft', 'deleted'])
    .select([
      'team.id',
      `${FEES.settlementMode} as settlementMode`,
      `${FEES.settleCycle} as settleCycle`,
      `${FEES.feePlanId} as feePlanId`,
      `${FEES.platformRateBp} as platformRateBp`,
      `${FEES.platformFixedFen} as platformFixedFen`,
      `${FEES.riderShareBp} as riderShareBp`,
      'team.franchisee_id as franchiseeId',
      CREDIT_LIMIT.as('creditLimitFen'),
      'team.province_code as provinceCode',
      'team.city_code as cityCode',
      'team.district_code as districtCode',
    ])
    .execute();
  const teams = new Map(rows.map((row) => [row.id, row]));
  const plans = await feePlans(db);
  const shares = await franchiseShares(
    db,
    rows.flatMap(({ franchiseeId }) => franchiseeId ?? []),
  );
  const changes = await feeHistory(db, [...teams.keys()], since);
  return (teamId, at) => {
    const team = teams.get(teamId);
    if (team === undefined) return undefined;
    const { id: _id, franchiseeId, creditLimitFen, provinceCode, cityCode, districtCode, ...present } = team;
    const { waiting = null, done = [], notes = [] } = changes.get(teamId) ?? {};
    return {
      ...chargedTerms(feesAt(present, at, waiting, done, notes), plans, at, [provinceCode, cityCode, districtCode]),
      franchiseeId,
      shareRateBp: franchiseeId === null ? 0 : (shares.get(franchiseeId) ?? 0),
      creditLimitFen,
    };
  };
}

/** The fields of a station from which the financial terms of its orders are computed. */
export interface ChargedFees {
  readonly settlementMode: 'balance' | 'deposit' | null;
  readonly settleCycle: SettleCycle | null;
  readonly feePlanId: number | null;
  readonly platformRateBp: number | null;
  readonly platformFixedFen: number | null;
  readonly riderShareBp: number | null;
}

/** Computes the financial terms at a moment from the station's fields, its region codes and the fee plans. */
export function chargedTerms(
  fees: ChargedFees,
  plans: Awaited<ReturnType<typeof feePlans>>,
  at: Date,
  regions: readonly (string | null)[],
): Omit<StationTerms, 'franchiseeId' | 'shareRateBp' | 'creditLimitFen'> {
  const plan = planAt(plans, fees.feePlanId, at);
  const fee = technicalFee(fees, plan && { rateBp: plan.platformRateBp, fixedFen: plan.platformFixedFen });
  const charged = fee.source === 'plan' ? plan : null;
  return {
    settlementMode: fees.settlementMode ?? 'balance',
    settleCycle: fees.settleCycle ?? 'T1',
    feePlanId: charged?.id ?? null,
    planName: charged?.name ?? null,
    planFrom: charged?.effectiveFrom.toISOString() ?? null,
    rateBp: fee.rateBp,
    fixedFen: fee.fixedFen,
    riderShareBp: fees.riderShareBp ?? 0,
    place: {
      planId: plan?.id ?? null,
      regions: regions.filter((code) => code !== null),
      hasOwnRate: fee.source === 'own',
    },
  };
}

interface FeeHistory {
  waiting: FeeChange | null;
  done: FeeChange[];
  notes: FeeNote[];
}

/**
 * Reads planned fee changes, changes that took effect after `since`, and the values before them. Usually no change took effect after
 * `since`, because order events arrive within seconds.
 */
async function feeHistory(
  db: Kysely<Database>,
  teamIds: readonly number[],
  since: Date,
): Promise<ReadonlyMap<number, FeeHistory>> {
  const histories = new Map<number, FeeHistory>();
  if (teamIds.length === 0) return histories;
  const changes = await db
    .selectFrom('team_fee_change')
    .where('team_fee_change.team_id', 'in', [...teamIds])
    .where((eb) => eb.or([eb('team_fee_change.phase', '=', 'next'), eb('team_fee_change.effective_from', '>', since)]))
    .select([
      'team_fee_change.team_id as teamId',
      'team_fee_change.phase as phase',
      'team_fee_change.changes as changes',
      'team_fee_change.effective_from as at',
    ])
    .execute();
  const logs = await db
    .selectFrom('team_log')
    .where('team_log.team_id', 'in', [...teamIds])
    .where('team_log.kind', '=', 'fee')
    // The history records a change when it is approved, which may be long before `since`. If a change took effect after `since`, read the
    // whole history.
    .$if(!changes.some(({ phase }) => phase === 'past'), (qb) => qb.where('team_log.at', '>', since))
    .select([
      'team_log.team_id as teamId',
      'team_log.at as at',
      'team_log.old_value as was',
      'team_log.new_value as set',
    ])
    .execute();
  const of = (teamId: number): FeeHistory => {
    const known = histories.get(teamId) ?? { waiting: null, done: [], notes: [] };
    histories.set(teamId, known);
    return known;
  };
  for (const { teamId, phase, changes: set, at } of changes) {
    const change = { at, set: set as FeeChange['set'] };
    if (phase === 'next') of(teamId).waiting = change;
    else of(teamId).done.push(change);
  }
  for (const { teamId, at, was, set } of logs) {
    const { effectiveFrom, ...values } = set as { effectiveFrom?: string } & FeeChange['set'];
    of(teamId).notes.push({ at, was: was as FeeNote['was'] });
    if (effectiveFrom !== undefined && Date.parse(effectiveFrom) <= at.getTime())
      of(teamId).done.push({ at, set: values });
  }
  return histories;
}

/** Reads how many fen each station may owe (信用额度). @param teamIds limits the result to these stations */
export async function creditLimits(
  db: Kysely<Database>,
  teamIds?: readonly number[],
): Promise<{ teamId: number; creditFen: number }[]> {
  return await db
    .selectFrom('team')
    .$if(teamIds !== undefined, (qb) => qb.where('team.id', 'in', [...(teamIds ?? [])]))
    .where('team.status', 'not in', ['draft', 'deleted'])
    .select(['team.id as teamId', CREDIT_LIMIT.as('creditFen')])
    .execute();
}
