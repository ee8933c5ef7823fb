import { createHash } from 'node:crypto';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../core/database/schema';
import { inTransaction } from '../../core/database/transaction';
import { addDays, lastOfMonth, nextMonth } from '../../core/money/days';
import type { Tools } from './accounts';
import { MOVED } from './moved';
import type { Offence } from './offence';
import { lockClosing } from './store';
import { closedUntil } from './watermark';

/**
 * Seals of closed months (docs/decisions/0073). The digest of a month covers its postings, its closing balances and the digest of the
 * previous month. The check of balances starts from sealed balances and adds later postings. Each night, a check also reads one sealed
 * month again.
 */

type Db = Kysely<Database>;

/** The first day of the month, `yyyy-MM-01`. */
type Month = string;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
/** Selects a time as microseconds since 1970. Unlike a formatted time, this number does not depend on the session's settings. */
const micros = (column: string) => sql`(extract(epoch from ${sql.ref(column)}) * 1000000)::bigint`;

/** The data that a digest covers. */
interface Content {
  readonly month: Month;
  readonly transactions: number;
  readonly postings: number;
  /** Digest of the postings by day. A day without postings has no entry. */
  readonly days: Readonly<Record<string, string>>;
  /** Digest of the balances. */
  readonly balances: string;
  /** Digest of the previous month; empty for the first month. */
  readonly previous: string;
}

const digestOf = ({ month, transactions, postings, days, balances, previous }: Content): string =>
  sha256(JSON.stringify([1, month, transactions, postings, Object.entries(days).sort(), balances, previous]));

/** The seal of a month. Users record it outside of the database. */
export interface MonthSeal {
  readonly month: Month;
  readonly digest: string;
}

/** Finds the seal of the newest sealed month. @returns `null` if no month is sealed */
export async function lastSeal(db: Db): Promise<MonthSeal | null> {
  const { rows } = await sql<MonthSeal>`
    select month::text as month, digest from ledger_month order by month desc limit 1`.execute(db);
  return rows[0] ?? null;
}

/**
 * Seals each month whose days are all closed. Each month is sealed in its own transaction.
 *
 * @returns the months that were sealed
 */
export async function sealMonths(tools: Tools): Promise<Month[]> {
  const sealed: Month[] = [];
  for (;;) {
    const month = await inTransaction(tools, sealNext);
    if (month === null) return sealed;
    sealed.push(month);
  }
}

async function sealNext({ db, clock }: Tools): Promise<Month | null> {
  // The lock prevents reopening of days. Postings do not wait for it, because closed days accept none.
  await lockClosing(db);
  const until = await closedUntil(db);
  const last = await lastSeal(db);
  const month = last ? nextMonth(last.month) : await firstMonth(db);
  if (until === null || month === null || lastOfMonth(month) > until) return null;
  // On a large platform, sealing a month takes minutes.
  await sql`set local statement_timeout = 0`.execute(db);
  await sql`
    insert into ledger_month_balance (account_id, month, balance_fen)
    select account_id, ${month}::date, balance_fen from (${balancesAfter(month)}) b`.execute(db);
  const content = {
    month,
    ...(await postingsOf(db, month)),
    balances: await balancesDigest(db, month),
    previous: last?.digest ?? '',
  };
  const at = clock.now();
  await db
    .insertInto('ledger_month')
    .values({
      ...content,
      days: JSON.stringify(content.days),
      digest: digestOf(content),
      sealed_at: at,
      checked_at: at,
    })
    .execute();
  return month;
}

async function firstMonth(db: Db): Promise<Month | null> {
  const { rows } = await sql<{ month: string | null }>`
    select date_trunc('month', min(day))::date::text as month from ledger_posting`.execute(db);
  return rows[0]?.month ?? null;
}

/** Removes the seal of the month that includes the day, and all later seals. @returns digest of the newest removed seal; `null` if none */
export async function breakSeals(db: Db, day: string): Promise<string | null> {
  const last = await lastSeal(db);
  if (last === null || lastOfMonth(last.month) < day) return null;
  const from = `${day.slice(0, 7)}-01`;
  await sql`delete from ledger_month_balance where month >= ${from}::date`.execute(db);
  await sql`delete from ledger_month where month >= ${from}::date`.execute(db);
  return last.digest;
}

/** Selects the balances at the end of a month, for the accounts with movements in it. */
const balancesAfter = (month: Month): RawBuilder<unknown> => sql`
  select moved.account_id, coalesce(before.balance_fen, 0) + moved.fen as balance_fen
  from (
    select p.account_id, sum(${MOVED})::bigint as fen from ledger_posting p join ledger_account a on a.id = p.account_id
    where p.day between ${month}::date and ${lastOfMonth(month)}::date group by 1
  ) moved
  left join lateral (select b.balance_fen from ledger_month_balance b
    where b.account_id = moved.account_id and b.month < ${month}::date order by b.month desc limit 1) before on true`;

async function balancesDigest(db: Db, month: Month): Promise<string> {
  const { rows } = await sql<{ digest: string }>`
    select encode(sha256(convert_to(coalesce(string_agg(account_id || ':' || balance_fen, ',' order by account_id), ''), 'UTF8')), 'hex')
      as digest
    from ledger_month_balance where month = ${month}::date`.execute(db);
  return rows[0]?.digest ?? '';
}

/**
 * Computes digests of postings and transactions by day. We first digest the rows of each station, so that no joined text is longer than
 * the rows of one station and day.
 */
async function postingsOf(db: Db, month: Month): Promise<Pick<Content, 'transactions' | 'postings' | 'days'>> {
  let transactions = 0;
  let postings = 0;
  const days: Record<string, string> = {};
  for (let day = month; day <= lastOfMonth(month); day = addDays(day, 1)) {
    const { rows } = await sql<{ transactions: number; postings: number; digest: string | null }>`
      select coalesce(sum(transactions), 0)::bigint as transactions, coalesce(sum(postings), 0)::bigint as postings,
        encode(sha256(convert_to(string_agg(team_id || ':' || digest, ',' order by team_id), 'UTF8')), 'hex') as digest
      from (
        select team_id, count(*) filter (where kind = 't') as transactions, count(*) filter (where kind = 'p') as postings,
          encode(sha256(convert_to(string_agg(line, E'\n' order by line collate "C"), 'UTF8')), 'hex') as digest
        from (
          select p.team_id, 'p' as kind, jsonb_build_array('p', p.account_id, p.seq, p.txn_id, ${micros('p.at')}, p.dc, p.amount_fen,
            p.balance_after_fen)::text as line
          from ledger_posting p where p.day = ${day}::date
          union all
          select t.team_id, 't', jsonb_build_array('t', t.id, t.tx_no, t.biz_type, t.biz_no, t.step, ${micros('t.at')}, t.remark,
            t.operator_id, t.reverses_id, t.content, ${micros('t.posted_at')})::text
          from ledger_txn t where t.day = ${day}::date
        ) lines group by team_id
      ) stations`.execute(db);
    const [row] = rows;
    if (!row?.digest) continue;
    transactions += row.transactions;
    postings += row.postings;
    days[day] = row.digest;
  }
  return { transactions, postings, days };
}

interface Sealed extends Content {
  readonly digest: string;
}

async function sealedMonths(db: Db): Promise<Sealed[]> {
  const { rows } = await sql<Sealed>`
    select month::text as month, transactions, postings, days, balances, previous, digest from ledger_month order by month`.execute(
    db,
  );
  return rows;
}

/** Finds the sealed month that was checked the longest time ago. @returns `null` if no month is sealed */
export async function monthToCheck(db: Db): Promise<Month | null> {
  const { rows } = await sql<{ month: Month }>`
    select month::text as month from ledger_month order by checked_at, month limit 1`.execute(db);
  return rows[0]?.month ?? null;
}

export async function noteChecked(db: Db, month: Month, at: Date): Promise<void> {
  await sql`update ledger_month set checked_at = ${at} where month = ${month}::date`.execute(db);
}

/**
 * Compares the books with the seals and finds differences. The whole chain of seals is compared; it has one row per month.
 *
 * @param read months whose postings and balances are read again; `null` reads all months
 * @param kept seals that users recorded outside of the database. Only these can reveal that the whole chain was rewritten.
 */
export async function sealOffences(
  db: Db,
  read: readonly Month[] | null,
  kept: readonly MonthSeal[] = [],
): Promise<Offence[]> {
  const months = await sealedMonths(db);
  const found: Offence[] = [];
  const differs = (month: Month, text: string) =>
    found.push({ invariant: 11, where: `month ${month.slice(0, 7)}`, text });
  let before: Sealed | null = null;
  for (const month of months) {
    const isNext = before === null ? month.previous === '' : month.month === nextMonth(before.month);
    if (!isNext || month.previous !== (before?.digest ?? ''))
      differs(month.month, 'its seal does not follow from the month before');
    if (month.digest !== digestOf(month)) differs(month.month, 'its seal was changed');
    if (read === null || read.includes(month.month)) found.push(...(await contentOffences(db, month)));
    before = month;
  }
  for (const { month, digest } of kept)
    if (!months.some((one) => one.month === month && one.digest === digest)) differs(month, `has no seal ${digest}`);
  return found;
}

async function contentOffences(db: Db, sealed: Sealed): Promise<Offence[]> {
  const { month } = sealed;
  const found: Offence[] = [];
  const now = await postingsOf(db, month);
  for (const day of new Set([...Object.keys(sealed.days), ...Object.keys(now.days)]))
    if (sealed.days[day] !== now.days[day])
      found.push({
        invariant: 11,
        where: `day ${day}`,
        text: 'its transactions or postings are not those that were sealed',
      });
  const where = `month ${month.slice(0, 7)}`;
  if ((await balancesDigest(db, month)) !== sealed.balances)
    found.push({ invariant: 11, where, text: 'its balances are not those that were sealed' });
  const { rows } = await sql<{ account: string; sealed: number | null; fen: number | null }>`
    select a.code || ':' || a.owner_id as account, s.balance_fen as sealed, b.balance_fen as fen
    from (${balancesAfter(month)}) b
    full join (select account_id, balance_fen from ledger_month_balance where month = ${month}::date) s using (account_id)
    join ledger_account a on a.id = account_id
    where s.balance_fen is distinct from b.balance_fen order by 1 limit 5`.execute(db);
  for (const { account, sealed: was, fen } of rows)
    found.push({
      invariant: 3,
      where,
      text: `${account} ended with ${was ?? 'nothing'}, its postings make ${fen ?? 'nothing'}`,
    });
  return found;
}

/** Selects accounts whose balance differs from the sealed balance plus later postings (invariant 3). It reads no sealed postings. */
export const BALANCE_SINCE_SEAL = sql`
  select a.code || ':' || a.owner_id as where, 'balance ' || a.balance_fen || ', sealed ' || coalesce(s.balance_fen, 0) || ', moved since '
    || coalesce(m.fen, 0) as text
  from ledger_account a
  left join lateral (select b.balance_fen from ledger_month_balance b where b.account_id = a.id order by b.month desc limit 1) s on true
  left join (
    select p.account_id, sum(${MOVED}) as fen from ledger_posting p join ledger_account a on a.id = p.account_id
    where p.day >= coalesce((select max(month) + interval '1 month' from ledger_month), '-infinity') group by 1
  ) m on m.account_id = a.id
  where a.balance_fen <> coalesce(s.balance_fen, 0) + coalesce(m.fen, 0)`;
