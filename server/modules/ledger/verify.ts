import { type Kysely, type RawBuilder, sql } from 'kysely';
import { ACCOUNT_CODES, ACCOUNTS } from '../../../contract/ledger';
import { ENTRY_TYPES, type EntryType } from '../../../contract/ledger.entries';
import type { Clock } from '../../core/clock';
import type { Database } from '../../core/database/schema';
import type { Ids } from '../../core/ids';
import { addDays, wallTime } from '../../core/money/days';
import { escrowOffences } from './escrow';
import { BALANCE_SINCE_SEAL, type MonthSeal, monthToCheck, noteChecked, sealOffences } from './months';
import { MOVED } from './moved';
import type { Offence } from './offence';
import { BILL_CHECKS } from './verify-bills';
import { CHARGE_CHECKS } from './verify-charges';
import { DAY_CHECKS } from './verify-days';
import { INSURANCE_CHECKS } from './verify-insurance';
import { LOSS_CHECKS } from './verify-losses';
import { RECEIVABLE_CHECKS } from './verify-receivables';
import { REFUND_CHECKS } from './verify-refunds';
import { type Check, WITHDRAW_CHECKS } from './verify-withdrawals';
import { IS_LIVE } from './watermark';

type Db = Kysely<Database>;

/** Maximum number of offences that are listed for each check. */
const NAMED = 5;

const since = (column: RawBuilder<unknown>, from: string | null) =>
  from === null ? sql`true` : sql`${column} >= ${from}::date`;
const codesWhere = (fits: (spec: (typeof ACCOUNTS)[keyof typeof ACCOUNTS]) => boolean) =>
  ACCOUNT_CODES.filter((code) => fits(ACCOUNTS[code]));

const FROZEN = sql`('TEAM_FROZEN', 'RIDER_FROZEN', 'FRANCHISEE_FROZEN', 'MERCHANT_FROZEN')`;
/** Type of the entry; of a reversal, the type of the entry that it undoes. */
const KIND = sql`coalesce(undone.biz_type, t.biz_type)`;

/**
 * The invariants of DOMAIN §4.3, each as a query for breaches. Statements have no tables yet, so invariant 9 is checked only as far as
 * accounts, postings, bills and closed days allow.
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
      select wanted as where, 'nothing keeps it from being changed' as text
      from unnest(array['ledger_txn', 'ledger_posting']) wanted
      where not exists (select from pg_trigger where tgrelid = to_regclass(wanted) and tgname = wanted || '_append_only'
        and tgenabled in ('O', 'A'))`,
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
    // A withdrawal takes at most what it froze from the frozen account, and exactly that amount once it is over.
    sql: (from) => sql`
      select min(t.tx_no) as where, 'withdrawal ' || t.biz_no || ' left ' || sum(${MOVED}) || ' of what it froze' as text
      from ledger_txn t
      join ledger_posting p on p.team_id = t.team_id and p.txn_id = t.id
      join ledger_account a on a.id = p.account_id
      where a.code in ${FROZEN} and t.biz_type like 'WITHDRAW%'
        and ${from === null ? sql`true` : sql`(t.team_id, t.biz_no) in (select team_id, biz_no from ledger_txn where day >= ${from}::date)`}
      group by t.team_id, t.biz_no
      having sum(${MOVED}) < 0 or sum(${MOVED}) <> 0 and bool_or(t.biz_type in ('WITHDRAW_PAY', 'WITHDRAW_UNFREEZE'))`,
  },
  {
    invariant: 6,
    // The frozen balance equals the amounts of open withdrawals.
    sql: () => sql`
      select a.code || ':' || a.owner_id as where, 'frozen ' || sum(a.balance_fen) || ', withdrawals under way ' || coalesce(min(o.fen), 0) as text
      from ledger_account a
      left join (
        select a.code, a.owner_id, sum(${MOVED}) as fen
        from ledger_account a
        join ledger_posting p on p.account_id = a.id
        join ledger_txn t on t.team_id = p.team_id and t.id = p.txn_id and t.biz_type = 'WITHDRAW_FREEZE'
        where a.code in ${FROZEN} and not exists (select from ledger_txn f where f.team_id = t.team_id and f.biz_no = t.biz_no
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
    // Payment less refunds less settlement: nothing is left of a settled order, and no order is settled twice.
    sql: (from) => sql`
      select min(o.tx_no) as where, 'order ' || o.order_no || ' has ' || sum(o.left_fen) || ' left in escrow' as text
      from (${escrowByOrder(from)}) o
      group by o.team_id, o.order_no
      having sum(o.left_fen) < 0 or sum(o.settled) > 1 or sum(o.settled) = 1 and sum(o.left_fen) <> 0`,
  },
  {
    invariant: 8,
    // Payments of users by order, less refunds. Materialized, because the planner underestimates the number of rows.
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
    // By merchant number: movements equal the bills. Amounts without a payment's bill are suspended, assigned to a party or written off.
    sql: (from) => sql`
      with txn as materialized (
        select t.team_id, t.id, ${KIND} as kind
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
        from txn join bill b on b.team_id = txn.team_id and b.txn_id = txn.id
        where b.status = 'success' and txn.kind not like 'RECON%'
      ) parts
      group by number having sum(fen) <> 0`,
  },
  {
    invariant: 9,
    // The closing balances of closed days plus later movements.
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
    // Numbers of withdrawals are unique on the whole platform, so the check ignores the station.
    sql: (from) => sql`
      select max(t.tx_no) as where, 'withdrawal ' || t.biz_no || ' was paid ' || count(*) filter (where biz_type = 'WITHDRAW_PAY')
        || ' times' as text
      from ledger_txn t where t.biz_type in ('WITHDRAW_PAY', 'WITHDRAW_RETURN')
        and ${from === null ? sql`true` : sql`t.biz_no in (select biz_no from ledger_txn where day >= ${from}::date and biz_type = 'WITHDRAW_PAY')`}
      group by t.biz_no
      having count(*) filter (where biz_type = 'WITHDRAW_PAY') > 1 + count(*) filter (where biz_type = 'WITHDRAW_RETURN')
        or count(*) filter (where biz_type = 'WITHDRAW_PAY') > count(distinct step) filter (where biz_type = 'WITHDRAW_PAY')`,
  },
  {
    invariant: 10,
    // A payout has one number at its payment platform.
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
  {
    invariant: 10,
    sql: () => sql`
      select 'ledger_txn_biz' as where, 'nothing keeps a step of a withdrawal from being posted twice' as text
      where not exists (select from pg_index where indexrelid = to_regclass('ledger_txn_biz') and indisunique and indisvalid)`,
  },
  {
    invariant: 11,
    sql: () => sql`
      select 'day ' || c.day as where, 'closed with debit ' || c.debit_fen || ', has ' || coalesce(sum(p.amount_fen)
        filter (where p.dc = 'D'), 0) as text
      from day_close c left join ledger_posting p on p.day = c.day
      where c.state = 'closed' and c.day >= (select max(day) from day_close where state = 'closed') - 40
      group by c.day, c.debit_fen, c.credit_fen
      having coalesce(sum(p.amount_fen) filter (where p.dc = 'D'), 0) <> c.debit_fen
        or coalesce(sum(p.amount_fen) filter (where p.dc = 'C'), 0) <> c.credit_fen`,
  },
];

/** For each account that moved since a day: its first posting since that day, and the posting before it. */
const firstSince = (from: string) => sql`
  join (select account_id, min(seq) as first_seq from ledger_posting where day >= ${from}::date group by 1) f
    on f.account_id = p.account_id and p.seq >= f.first_seq - 1`;

/**
 * Selects transactions of these types and their reversals, by order. With `from`, only those of orders with activity since that day.
 * They are looked up by number, so that the nightly check does not read the orders of years.
 */
function orderTransactions(from: string | null, types: readonly EntryType[]): RawBuilder<unknown> {
  const wanted = sql.val([...types]);
  if (from === null) return sql`${transactionsByOrder} where ${KIND} = any(${wanted}::text[])`;
  return sql`
    with touched as materialized (select distinct team_id, order_no from (${transactionsByOrder} where t.day >= ${from}::date) recent),
    done as materialized (
      select t.team_id, t.id, t.tx_no, t.biz_type as kind, t.biz_no as order_no
      from touched cross join unnest(${wanted}::text[]) type
      join ledger_txn t on t.team_id = touched.team_id and t.biz_type = type and t.biz_no = touched.order_no and t.reverses_id is null
    )
    select team_id, id, tx_no, kind, order_no, false as is_undo from done
    union all
    select r.team_id, r.id, r.tx_no, kind, order_no, true from done join ledger_txn r on r.team_id = done.team_id and r.reverses_id = done.id`;
}

const transactionsByOrder = sql`
  select t.team_id, t.id, t.tx_no, ${KIND} as kind, coalesce(undone.biz_no, t.biz_no) as order_no, undone.id is not null as is_undo
  from ledger_txn t left join ledger_txn undone on undone.team_id = t.team_id and undone.id = t.reverses_id`;

const ESCROWED = (Object.keys(ENTRY_TYPES) as EntryType[]).filter((type) => {
  const { debit, credit } = ENTRY_TYPES[type];
  return [...debit, ...credit].includes('ORDER_ESCROW');
});
const PAID_AND_REFUNDED: readonly EntryType[] = ['ORDER_PAY', 'ORDER_REFUND', 'REFUND_AFTER_SETTLE'];

/** Sums what each entry or its reversal leaves in escrow, by order. Entries of all types are included, since none may leave a rest. */
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
 * Finds breaches of the invariants. An empty list means that the books are right.
 *
 * @param from only transactions of this day and later, and the accounts and orders that they touch; null: everything
 */
export async function findOffences(db: Db, from: string | null = null): Promise<Offence[]> {
  const found: Offence[] = [];
  for (const check of [...CHECKS, ...BILL_CHECKS, ...DAY_CHECKS]) {
    // Materialized: because of the limit, the planner would otherwise search row by row for a first breach, and usually there is none.
    const { rows } = await sql<{ where: string; text: string }>`
      with broken as materialized (${check.sql(from)}) select * from broken limit ${NAMED}`.execute(db);
    found.push(...rows.map((row) => ({ invariant: check.invariant, ...row })));
  }
  return found;
}

/**
 * Runs {@link findOffences} in one snapshot without a time limit while postings continue, and compares the sealed months.
 *
 * @param read sealed months whose postings are read again; null: all
 * @param kept seals that were noted outside of the database
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

/** Number of days that the nightly check reads. Closed months are compared with their seals, one each night. */
const NIGHTLY_DAYS = 7;

/** Checks the last days and stores the result (DOMAIN §4.5). The books of months take longer than a request may. */
export async function checkBooks(db: Db, clock: Clock, ids: Ids, timeZone: string): Promise<Offence[]> {
  const at = clock.now();
  const from = addDays(wallTime(at, timeZone).day, -NIGHTLY_DAYS);
  const begun = performance.now();
  const month = await monthToCheck(db);
  const offences = [
    ...(await verifyBooks(db, { from, read: month ? [month] : [] })),
    ...(await escrowOffences(db, at)),
  ];
  if (month) await noteChecked(db, month, at);
  await db
    .insertInto('ledger_check')
    .values({
      id: ids.next(),
      at,
      from_day: from,
      offences: JSON.stringify(offences),
      cost_ms: Math.round(performance.now() - begun),
    })
    .execute();
  return offences;
}

/** Reads the result of the last check; null if there was none. */
export async function lastCheck(db: Db) {
  const row = await db
    .selectFrom('ledger_check')
    .select(['ledger_check.at', 'ledger_check.offences', 'ledger_check.cost_ms as costMs'])
    .orderBy('ledger_check.at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}
