import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely';
import type { PolicyState } from '../../../contract/insurePolicy.states';
import type { Clock } from '../../core/clock';
import { changeLocked } from '../../core/database/change-locked';
import type { Database } from '../../core/database/schema';
import type { Ids } from '../../core/ids';
import { caseTable } from '../case';

/** SQL queries for policies, products, claims and insurers. Policies are never deleted. */

export type Db = Kysely<Database>;
export type PolicyRow = Selectable<Database['insure_policy']>;
export type ProductRow = Selectable<Database['insure_product']>;
export type ClaimRow = Selectable<Database['insure_claim']>;
export interface Tools {
  readonly db: Db;
  readonly clock: Clock;
  readonly ids: Ids;
}

export const POLICY_TABLE = caseTable('insure_policy', { neverExpires: true });

/** Reads the enabled products, oldest first. */
export const productsOn = (db: Db): Promise<ProductRow[]> =>
  db.selectFrom('insure_product').selectAll().where('is_on', '=', true).orderBy('id').execute();

export const findProduct = (db: Db, id: number): Promise<ProductRow | undefined> =>
  db.selectFrom('insure_product').selectAll().where('id', '=', id).executeTakeFirst();

export const findPolicy = (db: Db, id: number): Promise<PolicyRow | undefined> =>
  db.selectFrom('insure_policy').selectAll().where('id', '=', id).executeTakeFirst();

export const lockPolicyNo = (db: Db, no: string): Promise<PolicyRow | undefined> =>
  db.selectFrom('insure_policy').selectAll().where('no', '=', no).forUpdate().executeTakeFirst();

/**
 * Reads the products of an agreement with an insurer that have a stored secret for the insurer's API. Includes products that were disabled
 * or changed to reporting by list, because their policies continue.
 */
export const productsOfAgreement = (db: Db, agreementNo: string): Promise<ProductRow[]> =>
  db
    .selectFrom('insure_product')
    .selectAll()
    .where('agreement_no', '=', agreementNo)
    .where('api_secret', 'is not', null)
    .execute();

export const lockPolicy = (db: Db, id: number): Promise<PolicyRow | undefined> =>
  db.selectFrom('insure_policy').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** Finds or creates the insurer with this name. @returns its id */
export async function insurerOf({ db, ids, clock }: Tools, name: string): Promise<number> {
  await db
    .insertInto('insurer')
    .values({ id: ids.next(), name, created_at: clock.now() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  return (await db.selectFrom('insurer').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id;
}

export const insurerNameOf = async (db: Db, id: number): Promise<string> =>
  (await db.selectFrom('insurer').select('name').where('id', '=', id).executeTakeFirst())?.name ?? '';

/** The fields of a rider that insurance requires. */
export interface Insured {
  readonly id: number;
  readonly riderNo: string;
  readonly name: string;
  readonly tel: string;
  readonly birth: string;
  readonly teamId: number;
  readonly status: string;
  readonly idCard: Buffer;
}

const riders = (db: Db) =>
  db
    .selectFrom('rider')
    .select([
      'rider.id',
      'rider.rider_no as riderNo',
      'rider.name',
      'rider.tel',
      'rider.birth',
      'rider.team_id as teamId',
      'rider.status',
      'rider.id_card as idCard',
    ]);

export const insuredById = (db: Db, ids: readonly number[]): Promise<Insured[]> =>
  riders(db)
    .where(sql<boolean>`rider.id = any(${sql.val([...ids])}::bigint[])`)
    .execute();

export const insuredByNo = (db: Db, riderNo: string): Promise<Insured | undefined> =>
  riders(db).where('rider.rider_no', '=', riderNo).where('rider.status', '<>', 'offboarded').executeTakeFirst();

/**
 * Inserts policies. Skips a policy if the rider already has a policy of this product for that day, unless that policy is surrendered.
 *
 * @returns the ids of the inserted policies
 */
export async function insertPolicies(
  db: Db,
  rows: readonly Insertable<Database['insure_policy']>[],
): Promise<readonly number[]> {
  if (rows.length === 0) return [];
  const made = await db
    .insertInto('insure_policy')
    .values([...rows])
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  return made.map(({ id }) => id);
}

/** Changes columns of a locked policy. */
export async function movePolicy(
  db: Db,
  row: Pick<PolicyRow, 'id' | 'version'>,
  set: Omit<Updateable<Database['insure_policy']>, 'id' | 'version'>,
): Promise<void> {
  await changeLocked(db, 'insure_policy', row, set);
}

/** Records that cover is being requested from the insurer. @returns `false` if cover was already requested or the policy is not pending */
export async function markSent(db: Db, id: number, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('insure_policy')
    .set({ sent_at: at })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .where('sent_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Reads policies whose next query or request to the insurer is due. */
export const duePolicies = (db: Db, now: Date, limit: number): Promise<PolicyRow[]> =>
  db
    .selectFrom('insure_policy')
    .selectAll()
    .where('query_at', '<=', now)
    .orderBy('query_at')
    .orderBy('id')
    .limit(limit)
    .execute();

export const lockClaim = (db: Db, id: number): Promise<ClaimRow | undefined> =>
  db.selectFrom('insure_claim').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
export const lockClaimNo = (db: Db, no: string): Promise<ClaimRow | undefined> =>
  db.selectFrom('insure_claim').selectAll().where('no', '=', no).forUpdate().executeTakeFirst();

/** Finds the ids of a claim, its rider and its station by the claim number. */
export const claimByNo = (db: Db, no: string) =>
  db.selectFrom('insure_claim').select(['id', 'rider_id', 'team_id']).where('no', '=', no).executeTakeFirst();

/** Adds up the amounts granted on other claims of the same kind and policy, in fen. @param row a claim whose policy is locked */
export async function grantedBeside(db: Db, { id, policy_id, kind }: Pick<ClaimRow, 'id' | 'policy_id' | 'kind'>) {
  const { fen } = await db
    .selectFrom('insure_claim')
    .select(sql<number>`coalesce(sum(paid_fen), 0)::bigint`.as('fen'))
    .where('policy_id', '=', policy_id)
    .where('kind', '=', kind)
    .where('id', '<>', id)
    .executeTakeFirstOrThrow();
  return fen;
}

/** Reads claims whose next query or request to the insurer is due. */
export const dueClaims = (db: Db, now: Date, limit: number): Promise<ClaimRow[]> =>
  db
    .selectFrom('insure_claim')
    .selectAll()
    .where('query_at', '<=', now)
    .orderBy('query_at')
    .orderBy('id')
    .limit(limit)
    .execute();

/**
 * Finds policies whose state must change, because their cover has begun or ended. `begin` finds policies in the state `insured` whose cover
 * has begun, unless a surrender was requested. `end` finds policies in the state `inForce` whose cover has ended.
 */
export async function turning(db: Db, to: 'begin' | 'end', now: Date, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('insure_policy')
    .select('id')
    .where('state', '=', to === 'begin' ? 'insured' : ('inForce' as PolicyState))
    .where(to === 'begin' ? 'cover_from' : 'cover_to', '<=', now)
    .$if(to === 'begin', (query) => query.where('surrender_at', 'is', null))
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Creates the record of an insurer's month (`insure_month`) if it does not exist. @param month `yyyy-MM` */
export async function openMonth({ db, ids }: Tools, insurerId: number, month: string): Promise<void> {
  const there = db
    .selectFrom('insure_month')
    .select('id')
    .where('insurer_id', '=', insurerId)
    .where('month', '=', month);
  if (await there.executeTakeFirst()) return;
  await db
    .insertInto('insure_month')
    .values({ id: ids.next(), insurer_id: insurerId, month })
    .onConflict((conflict) => conflict.columns(['insurer_id', 'month']).doNothing())
    .execute();
}
