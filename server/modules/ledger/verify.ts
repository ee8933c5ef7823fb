import { type Kysely, type RawBuilder, sql } from 'kysely';
import { ACCOUNT_CODES, ACCOUNTS } from '../../../contract/ledger';
import { ENTRY_TYPES, type EntryType } from '../../../contract/ledger.entries';
import type { Clock } from '../../core/clock';
import { idFloor } from '../../core/database/partitions';
import type { Database } from '../../core/database/schema';
import type { Ids } from '../../core/ids';
import { addDays, wallTime } from '../../core/money/days';
import { isBillOf } from './bill-of';
import { escrowOffences } from './escrow';
import { BALANCE_SINCE_SEAL, type MonthSeal, monthToCheck, noteChecked, sealOffences } from './months';
import { MOVED } from './moved';
import type { Offence } from './offence';
import { BILL_CHECKS } from './verify-bills';
import { CHARGE_CHECKS } from './verify-charges';
import { DAY_CHECKS, lastClosed } from './verify-days';
import { INSURANCE_CHECKS } from './verify-insurance';
import { KEY_CHECKS } from './verify-keys';
import { LOSS_CHECKS } from './verify-losses';
import { RECEIVABLE_CHECKS } from './verify-receivables';
import { REFUND_CHECKS } from './verify-refunds';
import { type Check, WITHDRAW_CHECKS } from './verify-withdrawals';
import { IS_LIVE } from './watermark';

type Db = Kysely<Database>;

/** Maximum number of offences that each check returns. */
const NAMED = 5;

const since = (column: RawBuilder<unknown>, from: string | null) =>
  from === null ? sql`true` : sql`${column} >= ${from}::date`;
const codesWhere = (fits: (spec: (typeof ACCOUNTS)[keyof typeof ACCOUNTS]) => boolean) =>
  ACCOUNT_CODES.filter((code) => fits(ACCOUNTS[code]));

const FROZEN = sql`('TEAM_FROZEN', 'RIDER_FROZEN', 'FRANCHISEE_FROZEN', 'MERCHANT_FROZEN')`;
/** The type of the entry. A reversal has the type of its original entry. */
const KIND = sql`coalesce(undone.biz_type, t.biz_type)`;

/**
 * Queries for breaches of the invariants of DOMAIN §4.3. Statements of payment platforms have no tables in this module. Invariant 9 is
 * therefore checked only as far as accounts, postings, bills and closed days allow.
 */
const CHECKS: readonly Check[] = [
  {
    invariant: 1,
    sql: (from) => sql`
      select t.tx_no as where, 'debit ' || coalesce(sum(p.amount_fen) filter (where p.dc = 'D'), 0) || ', credit '
        || coalesce(sum(p.amount_fen) filter (where p.dc = 'C'), 0) || ', ' || count(p.seq) || ' postings, '
        || count(distinct a.currency) || ' currencies' as text
      from ledger_txn t
      left join ledger_posting p on p.team_id = t.team_id and p.txn_id = t.id
      left join ledger_account a on a.id = p.account_id
      where ${since(sql`t.day`, from)}
      group by t.team_id, t.id, t.tx_no
      having count(p.seq) < 2 or count(distinct a.currency) <> 1
        or sum(case p.dc when 'D' then p.amount_fen else -p.amount_fen end) <> 0`,
  },
  {
    invariant: 2,
    sql: () => sql`
      select coalesce(c.relname, part.wanted) as where, 'nothing keeps it from being changed' as text
      from (
        -- Materialized: otherwise the names are parsed again for each row of the catalog.
        with kept as materialized (select wanted, to_regclass(wanted)::oid as id from unnest(array['ledger_txn', 'ledger_posting', 'ledger_key']) wanted)
        select wanted, id from kept
        union all select wanted, inhrelid from kept join pg_inherits on inhparent = id
      ) part
      left join pg_class c on c.oid = part.id
      where not exists (select from pg_trigger where tgrelid = c.oid and tgname = part.wanted || '_append_only' and tgenabled in ('O', 'A'))`,
  },
  {
    invariant: 3,
    sql: (from) => sql`
      select coalesce(t.tx_no, a.code || ':' || a.owner_id) as where,
        'posting ' || coalesce(c.seq, 0) || ' of ' || a.code || ':' || a.owner_id || ' does not follow from the one before' as text
      from (
        select p.account_id, p.team_id, p.txn_id, p.seq, p.balance_after_fen,
          lag(p.seq) over w as seq_before, lag(p.balance_after_fen) over w as balance_before, ${MOVED} as moved,
          ${from === null ? sql`p.seq` : sql`f.first_seq`} as first_seq
        from ledger_posting p join ledger_account a on a.id = p.account_id ${from === null ? sql`` : firstSince(from)}
        window w as (partition by p.account_id order by p.seq)
      ) c
      join ledger_account a on a.id = c.account_id
      left join ledger_txn t on t.team_id = c.team_id and t.id = c.txn_id
      where c.seq >= c.first_seq
        and (c.seq <> coalesce(c.seq_before, 0) + 1 or c.balance_after_fen <> coalesce(c.balance_before, 0) + c.moved or t.id is null)
      order by c.account_id, c.seq`,
  },
  {
    invariant: 3,
    sql: () => sql`
      select coalesce(t.tx_no, a.code || ':' || a.owner_id) as where, 'balance ' || a.balance_fen || ' of ' || a.code || ':'
        || a.owner_id || ' is not what its last posting says, ' || coalesce(p.balance_after_fen, 0) as text
      from ledger_account a
      left join lateral (select seq, balance_after_fen, team_id, txn_id from ledger_posting
        where account_id = a.id order by seq desc limit 1) p on true
      left join ledger_txn t on t.team_id = p.team_id and t.id = p.txn_id
      where a.balance_fen <> coalesce(p.balance_after_fen, 0) or a.last_seq <> coalesce(p.seq, 0)`,
  },
  { invariant: 3, sql: () => BALANCE_SINCE_SEAL },
  {
    invariant: 4,
    sql: () => sql`
      select code || ':' || owner_id as where, 'balance ' || sum(balance_fen) || ' is below its floor' as text
      from ledger_account group by code, owner_id
      having bool_or(balance_fen < floor_fen) or sum(balance_fen) < 0 and code = any(${codesWhere(({ floor }) => floor === 'alarm')}::text[])`,
  },
  {
    invariant: 5,
    sql: () => sql`
      select 'all accounts' as where, 'side A has ' || coalesce(sum(balance_fen) filter (where side = 'A'), 0) || ', side L '
        || coalesce(sum(balance_fen) filter (where side = 'L'), 0) as text
      from ledger_account
      having coalesce(sum(case side when 'A' then balance_fen else -balance_fen end), 0) <> 0`,
  },
  ...WITHDRAW_CHECKS,
  ...CHARGE_CHECKS,
  ...REFUND_CHECKS,
  ...RECEIVABLE_CHECKS,
  ...LOSS_CHECKS,
  ...INSURANCE_CHECKS,
  {
    invariant: 6,
    // A withdrawal debits at most its frozen amount to the frozen account. A finished withdrawal debits exactly this amount.
    sql: (from) => sql`
      select min(t.tx_no) as where, 'withdrawal ' || t.biz_no || ' left ' || sum(${MOVED}) || ' of what it froze' as text
      from ${from === null ? sql`ledger_txn t` : withdrawalsSince(from)}
      join ledger_posting p on p.team_id = t.team_id and p.txn_id = t.id
      join ledger_account a on a.id = p.account_id
      where a.code in ${FROZEN} and t.biz_type like 'WITHDRAW%'
      group by t.team_id, t.biz_no
      having sum(${MOVED}) < 0 or sum(${MOVED}) <> 0 and bool_or(t.biz_type in ('WITHDRAW_PAY', 'WITHDRAW_UNFREEZE'))`,
  },
  {
    invariant: 6,
    // The frozen balance equals the sum of open withdrawals.
    sql: () => sql`
      select a.code || ':' || a.owner_id as where, 'frozen ' || sum(a.balance_fen) || ', withdrawals under way ' || coalesce(min(o.fen), 0) as text
      from ledger_account a
      left join (
        select a.code, a.owner_id, sum(${MOVED}) as fen
        from ledger_account a
        join ledger_posting p on p.account_id = a.id
        join ledger_txn t on t.team_id = p.team_id and t.id = p.txn_id and t.biz_type = 'WITHDRAW_FREEZE'
        where a.code in ${FROZEN} and not exists (select from ledger_txn_key f where f.team_id = t.team_id and f.biz_no = t.biz_no
          and f.biz_type in ('WITHDRAW_PAY', 'WITHDRAW_UNFREEZE'))
        group by 1, 2
      ) o on o.code = a.code and o.owner_id = a.owner_id
      where a.code in ${FROZEN}
      group by a.code, a.owner_id having sum(a.balance_fen) <> coalesce(min(o.fen), 0)`,
  },
  {
    invariant: 7,
    sql: () => sql`
      select 'TEAM_PENDING:' || coalesce(a.owner_id, l.team_id) as where,
        'pending ' || coalesce(a.balance_fen, 0) || ', lines ' || coalesce(l.fen, 0) as text
      from (select owner_id, balance_fen from ledger_account where code = 'TEAM_PENDING') a
      full join (select team_id, sum(amount_fen) as fen from settle_line where state in ('pending', 'held') group by 1) l
        on l.team_id = a.owner_id
      where coalesce(a.balance_fen, 0) <> coalesce(l.fen, 0)`,
  },
  {
    invariant: 7,
    // Payment less refunds less settlement is zero for a settled order, and no order is settled twice.
    sql: (from) => sql`
      select min(o.tx_no) as where, 'order ' || o.order_no || ' has ' || sum(o.left_fen) || ' left in escrow' as text
      from (${escrowByOrder(from)}) o
      group by o.team_id, o.order_no
      having sum(o.left_fen) < 0 or sum(o.settled) > 1 or sum(o.settled) = 1 and sum(o.left_fen) <> 0`,
  },
  {
    invariant: 8,
    // An order's refunds never exceed its payment. The subquery is materialized, because the planner underestimates its rows.
    sql: (from) => sql`
      with moved as materialized (
        select o.team_id, o.order_no, o.tx_no, case p.dc when 'D' then p.amount_fen else -p.amount_fen end as fen
        from (${orderTransactions(from, PAID_AND_REFUNDED)}) o
        join ledger_posting p on p.team_id = o.team_id and p.txn_id = o.id
        join ledger_account a on a.id = p.account_id and a.code in ('CHANNEL', 'USER_BALANCE')
      )
      select min(tx_no) as where, 'order ' || order_no || ' was refunded ' || -sum(fen) || ' more than it was paid' as text
      from moved group by team_id, order_no having sum(fen) < 0`,
  },
  {
    invariant: 9,
    // For each merchant number, the movements equal the bills. An amount without a bill is suspended, assigned to a party or written off.
    sql: (from) => sql`
      with txn as materialized (
        select t.team_id, t.id, t.biz_type, ${KIND} as kind
        from ledger_txn t left join ledger_txn undone on undone.team_id = t.team_id and undone.id = t.reverses_id
        where ${since(sql`t.day`, from)}
      ), line as materialized (
        select txn.team_id, txn.id, txn.kind, a.code, a.owner_id, ${MOVED} as fen
        from txn
        join ledger_posting p on p.team_id = txn.team_id and p.txn_id = txn.id
        join ledger_account a on a.id = p.account_id
          and (a.code in ('CHANNEL', 'SUSPENSE') or a.code = 'ADJUSTMENT' and txn.kind = 'RECON_WRITEOFF'
            or a.code in ('TEAM_AVAILABLE', 'RIDER_AVAILABLE', 'MERCHANT_PAYABLE', 'ADJUSTMENT') and txn.kind = 'RECON_CLEAR')
      )
      select 'CHANNEL:' || number as where, 'differs by ' || sum(fen) || ' from its bills and what is suspended' as text
      from (
        select owner_id as number, case code when 'CHANNEL' then fen else -fen end as fen
        from line where code in ('CHANNEL', 'SUSPENSE')
        union all
        select (select min(o.owner_id) from line o where o.team_id = line.team_id and o.id = line.id and o.code in ('CHANNEL', 'SUSPENSE')),
          case code when 'ADJUSTMENT' then fen else -fen end
        from line where code not in ('CHANNEL', 'SUSPENSE')
        union all
        select b.merchant_number_id, case b.direction when 'in' then -b.net_fen else b.net_fen end
        from txn join bill b on ${isBillOf('b', 'txn')}
        where b.status = 'success' and txn.kind not like 'RECON%'
      ) parts
      group by number having sum(fen) <> 0`,
  },
  {
    invariant: 9,
    // For merchant numbers, the movements of closed days plus later movements must equal the current balances.
    sql: () => sql`
      select 'CHANNEL' as where, 'closed days and later movements make ' || moved.fen || ', the accounts hold ' || held.fen as text
      from (
        select coalesce((select sum(debit_fen - credit_fen) from ledger_day where team_id = 0 and code = 'CHANNEL'), 0)
          + coalesce((select sum(${MOVED}) from ledger_posting p join ledger_account a on a.id = p.account_id and a.code = 'CHANNEL'
            where ${IS_LIVE}), 0) as fen
      ) moved, (select coalesce(sum(balance_fen), 0) as fen from ledger_account where code = 'CHANNEL') held
      where moved.fen <> held.fen`,
  },
  {
    invariant: 10,
    // Withdrawal numbers are unique on the whole platform, so the check ignores the station.
    sql: (from) => sql`
      select max(t.tx_no) as where, 'withdrawal ' || t.biz_no || ' was paid ' || count(*) filter (where biz_type = 'WITHDRAW_PAY')
        || ' times' as text
      from ${from === null ? sql`ledger_txn` : sql`ledger_txn_key`} t where t.biz_type in ('WITHDRAW_PAY', 'WITHDRAW_RETURN')
        and ${from === null ? sql`true` : sql`t.biz_no in (select biz_no from ledger_txn where day >= ${from}::date and biz_type = 'WITHDRAW_PAY')`}
      group by t.biz_no
      having count(*) filter (where biz_type = 'WITHDRAW_PAY') > 1 + count(*) filter (where biz_type = 'WITHDRAW_RETURN')
        or count(*) filter (where biz_type = 'WITHDRAW_PAY') > count(distinct step) filter (where biz_type = 'WITHDRAW_PAY')`,
  },
  {
    invariant: 10,
    // The payment platform gives each payout its own number, so two successful payouts must not have the same number.
    sql: (from) => sql`
      select max(t.tx_no) as where, 'payout ' || b.channel_trade_no || ' was paid ' || count(*) || ' times' as text
      from bill b join ledger_txn t on t.team_id = b.team_id and t.id = b.txn_id
      where b.type = 'WITHDRAW_PAY' and b.status = 'success' and b.channel_trade_no is not null
        and ${
          from === null
            ? sql`true`
            : sql`b.channel_trade_no in (select n.channel_trade_no from bill n join ledger_txn x
          on x.team_id = n.team_id and x.id = n.txn_id where x.day >= ${from}::date and n.type = 'WITHDRAW_PAY')`
        }
      group by coalesce(b.channel, ''), b.channel_trade_no having count(*) > 1`,
  },
  ...KEY_CHECKS,
  {
    invariant: 11,
    sql: (from) => sql`
      select 'day ' || c.day as where, 'closed with debit ' || c.debit_fen || ', has ' || coalesce(sum(p.amount_fen)
        filter (where p.dc = 'D'), 0) as text
      from day_close c left join ledger_posting p on p.day = c.day
      where c.state = 'closed' and ${lastClosed(sql`c.day`, from)}
      group by c.day, c.debit_fen, c.credit_fen
      having coalesce(sum(p.amount_fen) filter (where p.dc = 'D'), 0) <> c.debit_fen
        or coalesce(sum(p.amount_fen) filter (where p.dc = 'C'), 0) <> c.credit_fen`,
  },
];

/** Selects all transactions of withdrawals that had a transaction since a day. */
const withdrawalsSince = (from: string) => sql`
  (select distinct team_id, biz_no from ledger_txn where day >= ${from}::date and biz_type like 'WITHDRAW%') touched
  join ledger_txn_key k on k.team_id = touched.team_id and k.biz_no = touched.biz_no and k.biz_type like 'WITHDRAW%'
  join ledger_txn t on t.team_id = k.team_id and t.id = k.txn_id`;

/**
 * Restricts each account to its last posting before a day and all later postings `p`. Accounts without postings since the day are
 * excluded.
 */
const firstSince = (from: string) => sql`
  join (select account_id, min(seq) as first_seq from ledger_posting where day >= ${from}::date group by 1) f
    on f.account_id = p.account_id and p.seq >= f.first_seq - 1`;

/**
 * Selects transactions of these types and their reversals, by order. With `from`, selects only orders with a transaction since that day.
 * Their transactions are looked up by order number, so that the nightly check does not read the orders of many years.
 */
function orderTransactions(from: string | null, types: readonly EntryType[]): RawBuilder<unknown> {
  const wanted = sql.val([...types]);
  if (from === null) return sql`${transactionsByOrder} where ${KIND} = any(${wanted}::text[])`;
  return sql`
    with touched as materialized (select distinct team_id, order_no from (${transactionsByOrder} where t.day >= ${from}::date) recent),
    done as materialized (
      select t.team_id, t.id, t.tx_no, t.biz_type as kind, t.biz_no as order_no
      from touched cross join unnest(${wanted}::text[]) type
      join ledger_txn_key k on k.team_id = touched.team_id and k.biz_type = type and k.biz_no = touched.order_no and k.reverses_id is null
      join ledger_txn t on t.team_id = k.team_id and t.id = k.txn_id and t.biz_type = k.biz_type and t.biz_no = k.biz_no
    )
    select team_id, id, tx_no, kind, order_no, false as is_undo from done
    union all
    select r.team_id, r.txn_id, r.tx_no, kind, order_no, true
    from done join ledger_txn_key r on r.team_id = done.team_id and r.reverses_id = done.id`;
}

const transactionsByOrder = sql`
  select t.team_id, t.id, t.tx_no, ${KIND} as kind, coalesce(undone.biz_no, t.biz_no) as order_no, undone.id is not null as is_undo
  from ledger_txn t left join ledger_txn undone on undone.team_id = t.team_id and undone.id = t.reverses_id`;

const ESCROWED = (Object.keys(ENTRY_TYPES) as EntryType[]).filter((type) => {
  const { debit, credit } = ENTRY_TYPES[type];
  return [...debit, ...credit].includes('ORDER_ESCROW');
});
const PAID_AND_REFUNDED: readonly EntryType[] = ['ORDER_PAY', 'ORDER_REFUND', 'REFUND_AFTER_SETTLE'];

/**
 * Sums what entries and their reversals leave in escrow, by order. Includes types that must not use the escrow account, so that the check
 * finds such postings.
 */
const escrowByOrder = (from: string | null): RawBuilder<unknown> => sql`
  select o.team_id, o.order_no, o.tx_no, ${MOVED} as left_fen,
    case when o.kind <> 'ORDER_SETTLE' then 0 when o.is_undo then -1 else 1 end as settled
  from (
    select * from (${orderTransactions(from, ESCROWED)}) escrowed
    union all
    ${transactionsByOrder} where ${since(sql`t.day`, from)} and ${KIND} <> all(${sql.val(ESCROWED)}::text[])
  ) o
  join ledger_posting p on p.team_id = o.team_id and p.txn_id = o.id
  join ledger_account a on a.id = p.account_id and a.code = 'ORDER_ESCROW'`;

/**
 * Finds breaches of the invariants, at most {@link NAMED} per check. An empty list means that no check found a breach.
 *
 * @param from Limits most checks to transactions of this day and later, with their accounts and orders. `null` checks everything.
 */
export async function findOffences(db: Db, from: string | null = null): Promise<Offence[]> {
  const found: Offence[] = [];
  for (const check of [...CHECKS, ...BILL_CHECKS, ...DAY_CHECKS]) {
    // Use `materialized`. Because of the limit, the planner would otherwise look for the first breach row by row. Usually there is no
    // breach.
    const { rows } = await sql<{ where: string; text: string }>`
      with broken as materialized (${check.sql(from)}) select * from broken limit ${NAMED}`.execute(db);
    found.push(...rows.map((row) => ({ invariant: check.invariant, ...row })));
  }
  return found;
}

/**
 * Runs {@link findOffences} in one snapshot without a time limit and compares the sealed months. Postings may continue meanwhile.
 *
 * @param read sealed months whose postings are read again; `null` reads all
 * @param kept seals that users recorded outside of the database
 */
export async function verifyBooks(
  db: Db,
  {
    from = null,
    read = null,
    kept = [],
  }: {
    readonly from?: string | null;
    readonly read?: readonly string[] | null;
    readonly kept?: readonly MonthSeal[];
  } = {},
): Promise<Offence[]> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (transaction) => {
      await sql`set local statement_timeout = 0`.execute(transaction);
      return [...(await findOffences(transaction, from)), ...(await sealOffences(transaction, read, kept))];
    });
}

/**
 * Finds the first day that the next nightly check reads. Usually the check starts at the day of the last passed check. Transactions posted
 * since then may have an earlier accounting day or time; the check then starts at the earliest of these days. The result is one day
 * earlier, because a day can begin later in UTC than in the platform's time zone.
 *
 * @returns `null` if no check has passed yet; the next check then reads all days
 */
export async function dayToCheck(db: Db, timeZone: string): Promise<string | null> {
  const passed = await db
    .selectFrom('ledger_check')
    .select('at')
    .where('passed', '=', true)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!passed) return null;
  // `idFloor` includes slightly older ids, because transactions may have run during the check.
  const { rows } = await sql<{ day: string | null }>`
    select min(least(day, (at at time zone ${timeZone})::date))::text as day from ledger_txn where id >= ${idFloor(passed.at)}`.execute(
    db,
  );
  const { day } = wallTime(passed.at, timeZone);
  const booked = rows[0]?.day ?? day;
  return addDays(booked < day ? booked : day, -1);
}

/**
 * Checks everything since the last passed check and stores the result (DOMAIN §4.5, docs/decisions/0073). Older days are compared only
 * with their seals and sums, and one sealed month is read again.
 */
export async function checkBooks(db: Db, clock: Clock, ids: Ids, timeZone: string): Promise<Offence[]> {
  const at = clock.now();
  const from = await dayToCheck(db, timeZone);
  const begun = performance.now();
  const month = await monthToCheck(db);
  const offences = await verifyBooks(db, { from, read: month ? [month] : [] });
  const passed = offences.length === 0;
  // If the check found offences, the month stays unchecked, so it is read again each night until the books are repaired.
  if (month && passed) await noteChecked(db, month, at);
  // Overdue money in escrow is a task for a user, not an error of the books. It does not change `passed`.
  offences.push(...(await escrowOffences(db, at)));
  await db
    .insertInto('ledger_check')
    .values({
      id: ids.next(),
      at,
      from_day: from,
      offences: JSON.stringify(offences),
      cost_ms: Math.round(performance.now() - begun),
      passed,
    })
    .execute();
  return offences;
}

/**
 * Reads the result of the last check. `offences` also contains overdue money in escrow; `passed` says whether the books are right.
 *
 * @returns `null` if there was no check
 */
export async function lastCheck(db: Db) {
  const row = await db
    .selectFrom('ledger_check')
    .select(['ledger_check.at', 'ledger_check.offences', 'ledger_check.passed', 'ledger_check.cost_ms as costMs'])
    .orderBy('ledger_check.at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}
