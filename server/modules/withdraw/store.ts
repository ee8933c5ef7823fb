import { type Insertable, type Kysely, type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import type { WithdrawApplicant } from '../../../contract/withdraw.settings';
import type { WithdrawState } from '../../../contract/withdraw.states';
import { columnById } from '../../core/access/rotation';
import type { Clock } from '../../core/clock';
import { changeLocked } from '../../core/database/change-locked';
import { idIn } from '../../core/database/id-in';
import type { Database } from '../../core/database/schema';
import type { Ids } from '../../core/ids';
import { caseTable } from '../case';
import { openLossesOfRider } from '../order';

/** This module contains the SQL that reads, locks and writes applications, payees and payouts. */

type Db = Kysely<Database>;
export type ApplyRow = Selectable<Database['withdraw_apply']>;
export type PayoutRow = Selectable<Database['payout']>;
export type PayeeRow = Selectable<Database['payee_account']>;
export interface Tools {
  readonly db: Db;
  readonly ids: Ids;
  readonly clock: Clock;
}
export interface Owner {
  readonly subject: WithdrawApplicant;
  readonly id: number;
}

export const APPLY_TABLE = caseTable('withdraw_apply', { neverExpires: true });

export function findApply(db: Db, id: number): Promise<ApplyRow | undefined> {
  return db.selectFrom('withdraw_apply').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Sums the amounts of applications in fen. */
export async function sumApplied(db: Db, ids: readonly number[]): Promise<number> {
  const { sum } = await db
    .selectFrom('withdraw_apply')
    .select(sql<number>`coalesce(sum(amount_fen), 0)::bigint`.as('sum'))
    .where(idIn('id', ids))
    .executeTakeFirstOrThrow();
  return sum;
}

export function lockApply(db: Db, id: number): Promise<ApplyRow | undefined> {
  return db.selectFrom('withdraw_apply').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function insertApply(db: Db, row: Insertable<Database['withdraw_apply']>): Promise<void> {
  await db.insertInto('withdraw_apply').values(row).execute();
}

/** Writes the next state and other columns of a locked application. */
export async function moveApply(
  db: Db,
  { id, version }: Pick<ApplyRow, 'id' | 'version'>,
  change: { readonly state: WithdrawState; readonly note?: string | null; readonly finishedAt?: Date },
): Promise<void> {
  await changeLocked(
    db,
    'withdraw_apply',
    { id, version },
    {
      state: change.state,
      note: change.note,
      ...(change.finishedAt && { finished_at: change.finishedAt }),
    },
  );
}

/** Figures of an owner's earlier applications, for limits and risk tags. Amounts are in fen. */
export interface Past {
  /** Number of today's applications that were not rejected or cancelled. `todayFen` is the sum of their amounts. */
  readonly todayCount: number;
  readonly todayFen: number;
  /** Number of this month's applications that used a free withdrawal, in any state. */
  readonly freeThisMonth: number;
  readonly paidEver: number;
  readonly paidToPayee: number;
  readonly badEver: number;
}

export async function pastOf(
  db: Db,
  { subject, id }: Owner,
  since: { readonly today: Date; readonly month: Date; readonly payeeId: number },
): Promise<Past> {
  const { rows } = await sql<Past>`
    select
      count(*) filter (where created_at >= ${since.today} and state not in ('rejected', 'cancelled'))::int as "todayCount",
      coalesce(sum(amount_fen) filter (where created_at >= ${since.today} and state not in ('rejected', 'cancelled')), 0)::bigint
        as "todayFen",
      count(*) filter (where created_at >= ${since.month} and fee_free)::int as "freeThisMonth",
      count(*) filter (where state = 'paid')::int as "paidEver",
      count(*) filter (where state = 'paid' and payee_id = ${since.payeeId})::int as "paidToPayee",
      count(*) filter (where state in ('returned', 'rejected'))::int as "badEver"
    from withdraw_apply where subject_type = ${subject} and subject_id = ${id}`.execute(db);
  return rows[0] as Past;
}

/** Counts a rider's open food-loss cases and unpaid compensations. Returns 0 for other applicants. */
export async function openLosses(db: Db, { subject, id }: Owner): Promise<number> {
  if (subject !== 'rider') return 0;
  const open = await openLossesOfRider(db, id);
  const row = await db
    .selectFrom('rider_fund_audit')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('rider_id', '=', id)
    .where('kind', '=', 'compensate')
    .where('state', 'in', ['pending', 'owing'])
    .executeTakeFirstOrThrow();
  return open + Number(row.n);
}

/**
 * Lists the owner's other applications, newest first.
 *
 * @param but id of the application to leave out
 * @param limit maximum number of applications
 * @param seen condition for the applications in the reader's data scope
 */
export function otherApplications(
  db: Db,
  { subject, id }: Owner,
  but: number,
  limit: number,
  seen: RawBuilder<SqlBool>,
): Promise<ApplyRow[]> {
  return db
    .selectFrom('withdraw_apply')
    .selectAll()
    .where('subject_type', '=', subject)
    .where('subject_id', '=', id)
    .where('id', '<>', but)
    .where(seen)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute();
}

export const payeePlace = (id: number): string => `payee_account.account_no.${id}`;

export const payeeColumn = columnById('payee_account', 'account_no', payeePlace);

export function findPayee(db: Db, id: number): Promise<PayeeRow | undefined> {
  return db.selectFrom('payee_account').selectAll().where('id', '=', id).executeTakeFirst();
}

export function payeesOf(db: Db, { subject, id }: Owner): Promise<PayeeRow[]> {
  return db
    .selectFrom('payee_account')
    .selectAll()
    .where('owner_type', '=', subject)
    .where('owner_id', '=', id)
    .orderBy('changed_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Reads the active payee account of each owner. */
export async function activePayees(
  db: Db,
  subject: WithdrawApplicant,
  ids: readonly number[],
): Promise<ReadonlyMap<number, PayeeRow>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('payee_account')
    .selectAll()
    .where('owner_type', '=', subject)
    .where('owner_id', 'in', [...ids])
    .where('status', '=', 'active')
    .orderBy('changed_at')
    .orderBy('id')
    .execute();
  return new Map(rows.map((row) => [row.owner_id, row]));
}

/** Stores a new payee account, which replaces the owner's active account. The caller has locked the owner. */
export async function replacePayee(db: Db, row: Insertable<Database['payee_account']>): Promise<void> {
  await db
    .updateTable('payee_account')
    .set({ status: 'replaced' })
    .where('owner_type', '=', row.owner_type)
    .where('owner_id', '=', row.owner_id)
    .where('status', '=', 'active')
    .execute();
  await db.insertInto('payee_account').values(row).execute();
}

export async function markVerified(db: Db, id: number, by: number, at: Date): Promise<void> {
  await db.updateTable('payee_account').set({ verified_at: at, verified_by: by }).where('id', '=', id).execute();
}

export async function insertPayout(db: Db, row: Insertable<Database['payout']>): Promise<void> {
  await db.insertInto('payout').values(row).execute();
}

export function findPayout(db: Db, id: number): Promise<PayoutRow | undefined> {
  return db.selectFrom('payout').selectAll().where('id', '=', id).executeTakeFirst();
}

export function findPayoutByNo(db: Db, poNo: string): Promise<PayoutRow | undefined> {
  return db.selectFrom('payout').selectAll().where('po_no', '=', poNo).executeTakeFirst();
}

export function payoutsOf(db: Db, applyIds: readonly number[]): Promise<PayoutRow[]> {
  return db
    .selectFrom('payout')
    .selectAll()
    .where('apply_id', 'in', [...applyIds, 0])
    .orderBy('attempt')
    .execute();
}

/** Finds the application whose payout a bill belongs to. Returns `null` if there is none. */
export async function applicationOfBill(db: Db, billId: number): Promise<Pick<ApplyRow, 'id' | 'no'> | null> {
  const row = await db
    .selectFrom('withdraw_apply')
    .innerJoin('payout', 'payout.apply_id', 'withdraw_apply.id')
    .select(['withdraw_apply.id', 'withdraw_apply.no'])
    .where('payout.bill_id', '=', billId)
    .executeTakeFirst();
  return row ?? null;
}

export async function updatePayout(
  db: Db,
  id: number,
  set: Partial<Omit<PayoutRow, 'id' | 'po_no' | 'apply_id'>>,
): Promise<void> {
  await db.updateTable('payout').set(set).where('id', '=', id).execute();
}

/** Marks a new payout as sent and sets the time of its next query. @returns `false` if the payout is not in state `created` */
export async function markSent(db: Db, id: number, at: Date, queryAt: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payout')
    .set({ state: 'sent', sent_at: at, query_at: queryAt })
    .where('id', '=', id)
    .where('state', '=', 'created')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Lists the payouts whose query time has passed. A payout that was not sent also has a query time, so it is included. */
export function duePayouts(db: Db, now: Date, limit: number): Promise<PayoutRow[]> {
  return db
    .selectFrom('payout')
    .selectAll()
    .where('query_at', '<=', now)
    .orderBy('query_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

export interface NumberRow {
  readonly id: number;
  readonly mchNo: string;
  readonly name: string;
}

/** Lists the channel's merchant numbers that may pay a station's payouts. The station's own numbers come first. */
export async function payoutNumbers(db: Db, channel: string, teamId: number | null): Promise<NumberRow[]> {
  const { rows } = await sql<NumberRow>`
    select m.id, m.mch_no as "mchNo", m.name from merchant_number m
    left join merchant_number_team own on own.merchant_number_id = m.id and own.team_id = ${teamId ?? 0}
    where m.channel = ${channel} and m.enabled and m.role in ('payout', 'both')
      and (own.team_id is not null or not exists (select from merchant_number_team o where o.merchant_number_id = m.id))
    order by own.team_id is null, m.id`.execute(db);
  return rows;
}
