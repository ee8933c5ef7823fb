import { type Kysely, sql } from 'kysely';
import { ACCOUNTS, type AccountCode } from '../../../contract/ledger';
import type { Clock } from '../../core/clock';
import type { Database } from '../../core/database/schema';
import type { Ids } from '../../core/ids';

/**
 * Accounts of the ledger. An account is opened at its first use, and the database enforces its floor (minimum balance). Only `postAll`
 * changes balances.
 */

type Db = Kysely<Database>;

/** Dependencies of the functions that post entries. */
export interface Tools {
  readonly db: Db;
  readonly ids: Ids;
  readonly clock: Clock;
  /** Whether the entries are generated data for an empty database. Each entry then counts as posted at the time when it happened. */
  readonly isHistory?: boolean;
}

/** The key of an account. `part` is the station if the account is divided by station, else 0. */
export interface Key {
  readonly code: AccountCode;
  readonly ownerId: number;
  readonly part: number;
}
const keyText = ({ code, ownerId, part }: Key): string => `${code}:${ownerId}:${part}`;

/** Opens the accounts that do not exist yet. Their order is fixed so that concurrent calls cannot deadlock. */
export async function openAccounts(tools: Tools, keys: readonly Key[]): Promise<void> {
  const wanted = [...new Map(keys.map((key) => [keyText(key), key])).entries()]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, key]) => accountRow(tools, key, 0));
  await tools.db
    .insertInto('ledger_account')
    .values(wanted)
    .onConflict((conflict) => conflict.columns(['code', 'owner_id', 'team_id', 'currency']).doNothing())
    .execute();
}

function accountRow({ ids, clock }: Tools, { code, ownerId, part }: Key, creditFen: number) {
  const { side, floor } = ACCOUNTS[code];
  return {
    id: ids.next(),
    code,
    owner_id: ownerId,
    team_id: part,
    side,
    // Use 0 instead of -0, because PostgreSQL has no -0.
    floor_fen: floor === 'none' || floor === 'alarm' ? null : floor === 'credit' && creditFen > 0 ? -creditFen : 0,
    opened_at: clock.now(),
  };
}

/**
 * Sets the credit limit (信用额度) of a station. The negative limit is the floor of the station's available balance and of its reserve.
 *
 * @returns `false` if the station owes more than the new limit; the old limit then stays unchanged
 */
export async function setCredit(tools: Tools, teamId: number, creditFen: number): Promise<boolean> {
  const codes = ['TEAM_AVAILABLE', 'TEAM_DEPOSIT'] as const;
  await tools.db
    .insertInto('ledger_account')
    .values(codes.map((code) => accountRow(tools, { code, ownerId: teamId, part: 0 }, creditFen)))
    .onConflict((conflict) => conflict.columns(['code', 'owner_id', 'team_id', 'currency']).doNothing())
    .execute();
  const { rows } = await sql<{ id: number }>`
    update ledger_account set floor_fen = ${creditFen === 0 ? 0 : -creditFen}
    where code = any(${[...codes]}::text[]) and owner_id = ${teamId} and team_id = 0
      and not exists (select from ledger_account below where below.code = any(${[...codes]}::text[])
        and below.owner_id = ${teamId} and below.team_id = 0 and below.balance_fen < ${-creditFen}::bigint)
    returning id`.execute(tools.db);
  return rows.length === codes.length;
}

/**
 * Sets the floors of open accounts to the negative credit limits of their stations. If an account's balance is below the new floor, its old
 * floor stays unchanged.
 */
export async function followCredit(
  db: Db,
  limits: readonly { readonly teamId: number; readonly creditFen: number }[],
): Promise<void> {
  await sql`
    update ledger_account a set floor_fen = -l."creditFen"
    from json_to_recordset(${JSON.stringify(limits)}::json) as l("teamId" bigint, "creditFen" bigint)
    where a.code in ('TEAM_AVAILABLE', 'TEAM_DEPOSIT') and a.owner_id = l."teamId" and a.team_id = 0
      and a.floor_fen <> -l."creditFen" and a.balance_fen >= -l."creditFen"`.execute(db);
}

/** Freezes or unfreezes an owner's accounts (冻结账户). Withdrawals and deposit refunds may not debit frozen accounts (42242). */
export async function setFrozen(
  db: Db,
  codes: readonly AccountCode[],
  ownerId: number,
  frozen: boolean,
): Promise<void> {
  await db
    .updateTable('ledger_account')
    .set({ frozen })
    .where('ledger_account.code', 'in', [...codes])
    .where('ledger_account.owner_id', '=', ownerId)
    .execute();
}

/** Adds up balances in fen by account code and owner, over all stations. The keys are `code:ownerId`. Unused accounts have no entry. */
export async function balancesOf(
  db: Db,
  codes: readonly AccountCode[],
  ownerIds: readonly number[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ code: string; ownerId: number; fen: number }>`
    select code, owner_id as "ownerId", sum(balance_fen)::bigint as fen from ledger_account
    where code = any(${[...codes]}::text[]) and owner_id = any(${[...ownerIds]}::bigint[]) group by 1, 2`.execute(db);
  return new Map(rows.map(({ code, ownerId, fen }) => [`${code}:${ownerId}`, fen]));
}

/** Returns how much of its available balance and credit each station can still spend, in fen. Stations without an account have no entry. */
export async function headroomOf(db: Db, teamIds: readonly number[]): Promise<Map<number, number>> {
  if (teamIds.length === 0) return new Map();
  const { rows } = await sql<{ teamId: number; fen: number }>`
    select owner_id as "teamId", greatest(balance_fen - floor_fen, 0)::bigint as fen from ledger_account
    where code = 'TEAM_AVAILABLE' and owner_id = any(${sql.val([...teamIds])}::bigint[])`.execute(db);
  return new Map(rows.map(({ teamId, fen }) => [teamId, fen]));
}

/**
 * Locks an owner's account until the transaction ends, so that only this transaction can change its balance. An account without a floor
 * needs this lock between reading its balance and the debit.
 */
export async function lockAccount(db: Db, code: AccountCode, ownerId: number): Promise<void> {
  await sql`select from ledger_account where code = ${code} and owner_id = ${ownerId} order by id for update`.execute(
    db,
  );
}

/**
 * Locks an owner's accounts until the transaction ends, and checks whether all their balances are 0. No other transaction can change a
 * balance before the commit, so the caller can then close the station or end the franchise.
 */
export async function areEmpty(db: Db, codes: readonly AccountCode[], ownerId: number): Promise<boolean> {
  for (const code of codes) await lockAccount(db, code, ownerId);
  const balances = await balancesOf(db, codes, [ownerId]);
  return [...balances.values()].every((fen) => fen === 0);
}

/**
 * Rewrites the table of accounts without dead row versions. In a long transaction, each update of an account leaves a dead row version.
 * Vacuum cannot remove these versions before the commit, so each lookup of an account scans all of them.
 * Use this function only to fill an empty database. No other connection may use the accounts until the commit.
 */
export async function compactAccounts(db: Db): Promise<void> {
  // The column type stays the same, but the expression makes PostgreSQL rewrite the table. The copy contains only live rows.
  await sql`alter table ledger_account alter column last_seq type bigint using last_seq + 0`.execute(db);
}
