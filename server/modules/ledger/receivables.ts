import { type Kysely, sql } from 'kysely';
import type { AccountCode } from '../../../contract/ledger';
import type { ReceivableKind, ReceivableState } from '../../../contract/receivable.states';
import type { Database } from '../../core/database/schema';
import { refuse } from '../../core/http/refusal';
import { businessNo } from '../../core/money/numbers';
import type { Tools } from './accounts';
import type { Occasion } from './entries';
import { credit, debit, type Entry } from './rules';
import { type Posted, post } from './store';

/**
 * Receivables from stations (RECEIVABLE, DOMAIN §9 decision 21). A receivable is booked if the station's balance is too low for a fee, a
 * refund or a loss. Later income of the station pays its receivables first.
 */

type Db = Kysely<Database>;

export interface ReceivableRecord {
  readonly id: number;
  readonly version: number;
  readonly createdAt: Date;
  readonly no: string;
  readonly teamId: number;
  readonly kind: ReceivableKind;
  readonly bizNo: string;
  readonly step: number;
  readonly amountFen: number;
  readonly reducedFen: number;
  readonly collectedFen: number;
  readonly waivedFen: number;
  readonly leftFen: number;
  readonly changes: number;
  readonly state: ReceivableState;
  readonly txNo: string;
  readonly note: string | null;
}

export const receivableRows = (db: Db) =>
  db
    .selectFrom('receivable')
    .select([
      'receivable.id',
      'receivable.version',
      'receivable.created_at as createdAt',
      'receivable.no',
      'receivable.team_id as teamId',
      'receivable.kind',
      'receivable.biz_no as bizNo',
      'receivable.step',
      'receivable.amount_fen as amountFen',
      'receivable.reduced_fen as reducedFen',
      'receivable.collected_fen as collectedFen',
      'receivable.waived_fen as waivedFen',
      'receivable.left_fen as leftFen',
      'receivable.changes',
      'receivable.state',
      'receivable.tx_no as txNo',
      'receivable.note',
    ]);

/* ---- entries ---- */

/**
 * RECEIVABLE_BOOK: the station owes the amount that its balance could not cover.
 *
 * @param to account to credit: the fee revenue, or the expense that the station should have paid
 */
export function receivableBook(on: Occasion, amountFen: number, to: 'SERVICE_FEE' | 'COMPENSATION'): Entry {
  return {
    ...on,
    bizType: 'RECEIVABLE_BOOK',
    lines: [debit('RECEIVABLE', amountFen, on.teamId), credit(to, amountFen)],
  };
}

export function receivableCollect(on: Occasion, amountFen: number): Entry {
  const lines = [debit('TEAM_AVAILABLE', amountFen, on.teamId), credit('RECEIVABLE', amountFen, on.teamId)];
  return { ...on, bizType: 'RECEIVABLE_COLLECT', lines };
}

export function receivableWaive(on: Occasion, amountFen: number, from: AccountCode): Entry {
  return {
    ...on,
    bizType: 'RECEIVABLE_WAIVE',
    lines: [debit(from, amountFen), credit('RECEIVABLE', amountFen, on.teamId)],
  };
}

/**
 * Distributes an income over receivables. The oldest receivable is paid first.
 *
 * @param open open receivables, oldest first
 */
export function paidFrom<R extends { readonly leftFen: number }>(
  open: readonly R[],
  incomeFen: number,
): { readonly of: R; readonly fen: number }[] {
  let left = incomeFen;
  return open.flatMap((of) => {
    const fen = Math.min(left, of.leftFen);
    left -= fen;
    return fen > 0 ? [{ of, fen }] : [];
  });
}

/* ---- records ---- */

/** Writes receivables that were just booked, in the same transaction as their postings. @param posted results of the entries, in order */
export async function addReceivables(
  { db, ids }: Tools,
  kind: ReceivableKind,
  entries: readonly Entry[],
  posted: readonly Posted[],
): Promise<void> {
  const rows = entries.flatMap((entry, at) => {
    const amountFen = entry.lines.find(({ account, dc }) => account === 'RECEIVABLE' && dc === 'D')?.amountFen;
    if (entry.bizType !== 'RECEIVABLE_BOOK' || amountFen === undefined) return [];
    const id = ids.next();
    return {
      id,
      created_at: entry.at,
      no: businessNo('RV', entry.day, id),
      team_id: entry.teamId,
      kind,
      biz_no: entry.bizNo,
      step: entry.step ?? 1,
      amount_fen: amountFen,
      tx_no: posted[at]?.txNo ?? '',
    };
  });
  if (rows.length > 0) await db.insertInto('receivable').values(rows).execute();
}

/** Finds a receivable and locks it until the transaction ends. */
export async function lockReceivable(db: Db, id: number): Promise<ReceivableRecord | null> {
  return (await receivableRows(db).where('receivable.id', '=', id).forUpdate().executeTakeFirst()) ?? null;
}

/** Finds the receivable that an entry booked, and locks it. @returns `null` if the entry booked none */
export async function lockBooking(
  db: Db,
  kind: ReceivableKind,
  of: { readonly teamId: number; readonly bizNo: string; readonly step?: number },
): Promise<ReceivableRecord | null> {
  const row = await receivableRows(db)
    .where('receivable.team_id', '=', of.teamId)
    .where('receivable.kind', '=', kind)
    .where('receivable.biz_no', '=', of.bizNo)
    .where('receivable.step', '=', of.step ?? 1)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** A payment that reduces a receivable. */
export interface Collection {
  readonly id: number;
  readonly fen: number;
  readonly entry: Entry;
}

/** Computes which receivables the income of stations pays. Post the returned entries in the same call as the income's entries. */
export async function collectionsFrom(
  db: Db,
  income: readonly { readonly teamId: number; readonly amountFen: number }[],
  on: { readonly at: Date; readonly day: string },
): Promise<Collection[]> {
  const byTeam = new Map<number, number>();
  for (const { teamId, amountFen } of income) byTeam.set(teamId, (byTeam.get(teamId) ?? 0) + amountFen);
  const open = await receivableRows(db)
    .where('receivable.state', '=', 'open')
    .where(sql<boolean>`receivable.team_id = any(${sql.val([...byTeam.keys()])}::bigint[])`)
    .orderBy('receivable.team_id')
    .orderBy('receivable.created_at')
    .orderBy('receivable.id')
    .forUpdate()
    .execute();
  const teams = [...new Set(open.map(({ teamId }) => teamId))];
  return teams.flatMap((teamId) =>
    paidFrom(
      open.filter((row) => row.teamId === teamId),
      byTeam.get(teamId) ?? 0,
    ).map(({ of, fen }) => ({
      id: of.id,
      fen,
      entry: receivableCollect({ ...on, bizNo: of.no, teamId, step: of.changes + 1, remark: of.bizNo }, fen),
    })),
  );
}

/** Records collections. When the receivable of a fee is fully paid, the fee's state changes from owed to charged. */
export async function noteCollections(db: Db, collections: readonly Collection[], at: Date): Promise<void> {
  for (const { id, fen } of collections) await change(db, id, 'collected_fen', fen, at);
  if (collections.length === 0) return;
  await sql`
    update cost_charge c set state = 'charged', tx_no = r.tx_no, version = c.version + 1
    from receivable r where r.id = any(${sql.val(collections.map(({ id }) => id))}::bigint[]) and r.kind = 'fee'
      and r.state = 'collected' and c.team_id = r.team_id and c.rule_no || '-' || c.biz_no = r.biz_no and c.state = 'owed'`.execute(
    db,
  );
}

type Change = 'collected_fen' | 'waived_fen' | 'reduced_fen';
const STATE_OF = { collected_fen: 'collected', waived_fen: 'waived', reduced_fen: 'reversed' } as const;

async function change(db: Db, id: number, column: Change, fen: number, at: Date, note: string | null = null) {
  // If the rest was taken back after a partial collection, the state becomes `collected`.
  const closed =
    column === 'reduced_fen'
      ? sql`case when collected_fen > 0 then 'collected' else 'reversed' end`
      : sql.val(STATE_OF[column]);
  await sql`
    update receivable set ${sql.ref(column)} = ${sql.ref(column)} + ${fen}, changes = changes + 1, version = version + 1,
      note = coalesce(${note}, note),
      state = case when left_fen = ${fen} then ${closed} else state end,
      closed_at = case when left_fen = ${fen} then ${at}::timestamptz else closed_at end
    where id = ${id}`.execute(db);
}

const occasionOf = (
  row: ReceivableRecord,
  on: Pick<Occasion, 'at' | 'day' | 'operatorId'>,
  remark: string,
): Occasion => ({
  ...on,
  bizNo: row.no,
  teamId: row.teamId,
  step: row.changes + 1,
  remark,
});

/** Collects the open amount of a receivable from the available balance. @throws Refusal 42241 the balance is too low */
export async function collectReceivable(
  tools: Tools,
  row: ReceivableRecord,
  on: Pick<Occasion, 'at' | 'day' | 'operatorId'>,
): Promise<Posted> {
  const entry = receivableCollect(occasionOf(row, on, row.bizNo), row.leftFen);
  const posted = await post(tools, entry);
  await noteCollections(tools.db, [{ id: row.id, fen: row.leftFen, entry }], on.at);
  return posted;
}

/** Waives the open amount of a receivable. A waived fee reduces revenue; a waived refund or loss is an expense. */
export async function waiveReceivable(
  tools: Tools,
  row: ReceivableRecord,
  on: Pick<Occasion, 'at' | 'day' | 'operatorId'>,
  { remark, reason }: { readonly remark: string; readonly reason: string },
): Promise<Posted> {
  const from = row.kind === 'fee' ? 'SERVICE_FEE' : 'ADJUSTMENT';
  const posted = await post(tools, receivableWaive(occasionOf(row, on, remark), row.leftFen, from));
  await change(tools.db, row.id, 'waived_fen', row.leftFen, on.at, reason);
  return posted;
}

/**
 * Reduces a receivable whose booking was taken back, fully or in part. The caller posts the entry.
 *
 * @throws Refusal 42201 (`fen` exceeds `leftFen`)
 */
export async function takeBackBooking(db: Db, row: ReceivableRecord, fen: number, at: Date): Promise<void> {
  if (fen > row.leftFen) throw refuse(42201);
  await change(db, row.id, 'reduced_fen', fen, at);
}
