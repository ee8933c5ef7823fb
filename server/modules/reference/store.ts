import type { Kysely } from 'kysely';
import type { DataScope } from '../../core/actor';
import { idIn } from '../../core/database/id-in';
import { PREPARED } from '../../core/database/prepared-statements';
import { coalesceQuery } from '../../core/database/query-coalescing';
import type { Database } from '../../core/database/schema';
import type { FranchiseeStatus } from '../../core/database/tables/orders';

interface FeePlan {
  readonly id: number;
  readonly name: string;
  /** Rate of the technical service fee in basis points of the order total (goods and delivery). */
  readonly platformRateBp: number;
  readonly platformFixedFen: number;
  readonly isDefault: boolean;
  readonly effectiveFrom: Date;
  readonly effectiveTo: Date | null;
  /** Numbers of the plan's fee rules. */
  readonly ruleNos: readonly string[];
}

function selectFeePlans(db: Kysely<Database>) {
  return db
    .selectFrom('fee_plan')
    .select([
      'fee_plan.id',
      'fee_plan.name',
      'fee_plan.platform_rate_bp as platformRateBp',
      'fee_plan.platform_fixed_fen as platformFixedFen',
      'fee_plan.is_default as isDefault',
      'fee_plan.effective_from as effectiveFrom',
      'fee_plan.effective_to as effectiveTo',
      'fee_plan.rule_nos as ruleNos',
    ]);
}

/** Reads all fee plans (费用方案), including plans that are not in force. The default plan is the first. */
export async function feePlans(db: Kysely<Database>): Promise<readonly FeePlan[]> {
  return await coalesceQuery(
    db,
    selectFeePlans(db).orderBy('fee_plan.is_default', 'desc').orderBy('fee_plan.id').modifyEnd(PREPARED),
  );
}

export async function feePlan(db: Kysely<Database>, id: number): Promise<FeePlan | null> {
  return (await selectFeePlans(db).where('fee_plan.id', '=', id).executeTakeFirst()) ?? null;
}

/** Reads the numbers of each plan's fee rules. */
export async function planRules(db: Kysely<Database>): Promise<Map<number, ReadonlySet<string>>> {
  return new Map((await feePlans(db)).map(({ id, ruleNos }) => [id, new Set(ruleNos)]));
}

interface Franchisee {
  readonly id: number;
  readonly no: string;
  readonly name: string;
  readonly contactName: string;
  /** Unified social credit code of the company. */
  readonly creditCode: string;
  readonly status: FranchiseeStatus;
  /** Codes of the territory's regions, on any level. */
  readonly territory: readonly string[];
}

function selectFranchisees(db: Kysely<Database>) {
  return db
    .selectFrom('franchisee')
    .select(['franchisee.id', 'franchisee.no', 'franchisee.name', 'franchisee.status', 'franchisee.territory'])
    .select(['franchisee.contact_name as contactName', 'franchisee.credit_code as creditCode']);
}

/**
 * Checks whether a data scope contains a franchisee: the scope contains all franchisees, those that it names, or those whose territory
 * overlaps its regions. A scope of single stations contains no franchisee.
 */
export function isFranchiseeInScope(
  scope: DataScope,
  { id, territory }: Pick<Franchisee, 'id' | 'territory'>,
): boolean {
  if (scope.kind === 'all') return true;
  if (scope.kind === 'franchisees') return scope.ids.includes(id);
  if (scope.kind === 'teams') return false;
  const stems = scope.codes.map(stem);
  return territory.map(stem).some((own) => stems.some((other) => own.startsWith(other) || other.startsWith(own)));
}

/** Lists the franchisees (加盟商) in a data scope ({@link isFranchiseeInScope}), sorted by name. */
export async function franchisees(db: Kysely<Database>, scope: DataScope): Promise<Franchisee[]> {
  if (scope.kind === 'teams' || (scope.kind === 'franchisees' && scope.ids.length === 0)) return [];
  const rows = await selectFranchisees(db)
    .$if(scope.kind === 'franchisees', (qb) =>
      qb.where(idIn('franchisee.id', scope.kind === 'franchisees' ? scope.ids : [])),
    )
    .orderBy('franchisee.name')
    .orderBy('franchisee.id')
    .modifyEnd(PREPARED)
    .execute();
  return rows.filter((row) => isFranchiseeInScope(scope, row));
}

export async function franchisee(db: Kysely<Database>, id: number): Promise<Franchisee | null> {
  return (await selectFranchisees(db).where('franchisee.id', '=', id).executeTakeFirst()) ?? null;
}

/** Reads a franchisee that a station is about to join. The lock prevents the franchisee's termination until the transaction ends. */
export async function holdFranchisee(db: Kysely<Database>, id: number): Promise<Franchisee | null> {
  return (await selectFranchisees(db).where('franchisee.id', '=', id).forShare().executeTakeFirst()) ?? null;
}

/** Selects the ids and names of all franchisees or fee plans, so that a list can join them. */
export const namesOf = (db: Kysely<Database>, table: 'franchisee' | 'fee_plan') =>
  db.selectFrom(table).select(['id', 'name']);

/** Reads the names of franchisees by id. Unknown ids are missing in the result. */
export async function franchiseeNames(
  db: Kysely<Database>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('franchisee').select(['id', 'name']).where(idIn('id', ids)).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Returns the prefix that a region shares with its subregions: `510000` → `51`, `510100` → `5101`. */
function stem(code: string): string {
  return code.replace(/(00){1,2}$/, '');
}

/** Reads the share of active and expiring franchisees in their stations' commission, in basis points. */
export async function franchiseShares(db: Kysely<Database>, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('franchisee')
    .where('franchisee.id', 'in', [...ids])
    .where('franchisee.status', 'in', ['active', 'expiring'])
    .select(['franchisee.id', 'franchisee.share_rate_bp as shareRateBp'])
    .execute();
  return new Map(rows.map(({ id, shareRateBp }) => [id, shareRateBp]));
}

/** Our account on a payment platform (商户号). */
interface MerchantNumber {
  readonly id: number;
  readonly channel: string;
  readonly mchNo: string;
  readonly name: string;
  /** False if new records must not use the number. Old bills still refer to it. */
  readonly enabled: boolean;
}

/** Reads all merchant numbers, including disabled ones. There are only a few. */
export async function merchantNumbers(db: Kysely<Database>): Promise<MerchantNumber[]> {
  return await db
    .selectFrom('merchant_number')
    .select([
      'merchant_number.id',
      'merchant_number.channel',
      'merchant_number.mch_no as mchNo',
      'merchant_number.name',
      'merchant_number.enabled',
    ])
    .orderBy('merchant_number.channel')
    .orderBy('merchant_number.mch_no')
    .execute();
}

/** Returns the platform's numbers (`mchNo`) for these ids, for the text of a filter. */
export async function merchantNumberNames(db: Kysely<Database>, ids: readonly number[] = []): Promise<string[]> {
  const numbers = ids.length > 0 ? await merchantNumbers(db) : [];
  return numbers.filter(({ id }) => ids.includes(id)).map(({ mchNo }) => mchNo);
}
