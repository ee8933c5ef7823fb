import { type Kysely, sql } from 'kysely';
import type { ExportModule } from '../../contract/export.modules';
import type { Database } from '../../server/core/database/schema';
import { idAt } from '../../server/core/ids';

/** Large tables for exports. Each table also has an SQL query of the same rows, for the comparison with COPY. */

type Db = Kysely<Database>;

export interface BenchTable {
  readonly module: ExportModule;
  readonly name: string;
  readonly columns: readonly string[];
  /** Inserts missing rows. The newest row is at most a few minutes older than `from`. */
  fill(db: Db, rows: number, from: Date): Promise<void>;
  /** Builds a list filter by UTC days that covers the newest `rows` rows. */
  filter(rows: number, from: Date): Readonly<Record<string, string>>;
  /** Builds the SQL query for the newest `rows` rows. It selects the columns of the export in their stored form. */
  copied(rows: number): string;
}

const CHUNK = 100_000;
const TEAMS = 200;
const USERS = 5_000;
/** Id of the station whose movements are exported. */
const RICH = 9_001;

const dayOf = (at: Date) => at.toISOString().slice(0, 10);
const daysOf = (from: Date, seconds: number) => ({
  atFrom: dayOf(new Date(from.getTime() - seconds * 1_000)),
  atTo: dayOf(new Date(from.getTime() + 86_400_000)),
});

async function inChunks(db: Db, table: string, rows: number, fill: (first: number, last: number) => Promise<void>) {
  const { rows: found } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(db);
  for (let done = found[0]?.count ?? 0; done < rows; done += CHUNK) {
    await fill(done + 1, Math.min(done + CHUNK, rows));
    process.stderr.write(`\r${table} ${done + CHUNK} `);
  }
  await sql`vacuum analyze ${sql.table(table)}`.execute(db);
}

const series = (first: number, last: number) => sql`generate_series(${first}::bigint, ${last}::bigint) n`;

/** Operation records, one per second. */
export const records: BenchTable = {
  module: 'rights.record',
  name: 'operation records',
  columns: [
    ...['at', 'person', 'account', 'identity', 'module', 'action', 'object', 'objectNo', 'result', 'code', 'changes'],
    ...['reason', 'ip', 'device', 'requestId', 'cost', 'money', 'reveals', 'outOfHours'],
  ],
  fill: (db, rows, from) =>
    inChunks(db, 'operation_record', rows, async (first, last) => {
      await sql`insert into operation_record (id, at, account_id, account, identity_name, module, action, object_type,
          object_id, object_no, result_code, before, after, detail, reason, ip, ua, request_id, cost_ms)
        select ${idAt(from)}::bigint - n, ${from}::timestamptz - make_interval(secs => n), 0, 'lin', '运营', 'team', 'update', 'team', n % 5000,
          'CD' || n % 5000, 100, '{"name":"Old","promiseMin":45}', '{"name":"New","promiseMin":50}', null, null,
          '203.0.113.9', 'Mozilla/5.0 (X11; Linux x64) Chrome/140.0.0.0', to_hex(n), 12
        from ${series(first, last)}`.execute(db);
    }),
  filter: (rows, from) => daysOf(from, rows),
  copied: (
    rows,
  ) => `select at, account, identity_name, module, action, object_type, object_no, result_code, before, after,
      reason, ip, ua, request_id, cost_ms, money, reveals, out_of_hours
    from operation_record order by at desc, id desc limit ${rows}`,
};

const BILL_SECONDS = 5;

/** Bills of orders with their costs, one every five seconds. A million bills cover 58 days of 200 stations. */
export const bills: BenchTable = {
  module: 'financial.bill',
  name: 'bills',
  columns: [
    ...[
      'billNo',
      'at',
      'type',
      'direction',
      'teamId',
      'counterType',
      'counterName',
      'orderNo',
      'amountFen',
      'feeFen',
      'netFen',
    ],
    ...[
      'technicalFeeFen',
      'planName',
      'planFrom',
      'merchantFeeFen',
      'promotionFeeFen',
      'riderIncomeFen',
      'channel',
      'merchantNo',
    ],
    ...['channelTradeNo', 'status', 'reconState', 'operatorName'],
  ],
  async fill(db, rows, from) {
    await sql`insert into team (id, code, name, status, lng, lat, created_at, updated_at)
      select n, 'S' || n, '站点 ' || n, 'operating', 104, 30, ${from}, ${from} from generate_series(1, ${TEAMS}::int) n
      on conflict do nothing`.execute(db);
    await sql`insert into app_user (id, nickname, source, status, first_login_at, created_at, updated_at)
      select n, '顾客 ' || n, 'wx', 'normal', ${from}, ${from}, ${from} from generate_series(1, ${USERS}::int) n
      on conflict do nothing`.execute(db);
    await sql`insert into merchant_number (id, channel, mch_no, name, created_at)
      select n, 'wechat', '16000000' || n, 'Merchant number ' || n, ${from} from generate_series(1, 3) n
      on conflict do nothing`.execute(db);
    const place = sql`n % ${sql.lit(TEAMS)} + 1`;
    // An id is never older than the time of its row.
    const id = sql`n + ${idAt(from)}::bigint`;
    const at = sql`${from}::timestamptz - make_interval(secs => n * ${sql.lit(BILL_SECONDS)})`;
    await inChunks(db, 'customer_order', rows, async (first, last) => {
      await sql`insert into customer_order (id, team_id, order_no, app_user_id, type, source, status, goods_fen, delivery_fen,
          paid_fen, distance_m, lng, lat, paid_at, promised_at, cost_snapshot)
        select ${id}, ${place}, 'CD' || 20260000000000 + n, n % ${USERS}::int + 1, 'food', 'app', 'delivered', 3000, 500, 3500, 900,
          104, 30, ${at}, ${at}, jsonb_build_object('settlementMode', 'balance', 'settleCycle', 'T1', 'feePlanId', 7,
            'planName', '标准方案', 'planFrom', '2026-01-01T00:00:00.000Z', 'rateBp', 600, 'fixedFen', 0,
            'technicalFeeFen', 200 + n * 7919 % 900, 'merchantFeeFen', n % 100, 'promotionFeeFen', 0,
            'riderIncomeFen', 400 + n % 300, 'franchiseeId', null, 'shareRateBp', 0)
        from ${series(first, last)}`.execute(db);
    });
    await inChunks(db, 'bill', rows, async (first, last) => {
      await sql`insert into ledger_txn (id, team_id, tx_no, biz_type, biz_no, day, at, content, posted_at)
        select ${id}, ${place}, 'TX' || 20260000000000 + n, 'ORDER_PAY', 'CD' || 20260000000000 + n, (${at})::date, ${at}, '', ${at}
        from ${series(first, last)}`.execute(db);
      await sql`insert into bill (id, team_id, bill_no, txn_id, type, direction, counter_type, counter_id, order_no, amount_fen,
          fee_fen, net_fen, channel, merchant_number_id, channel_trade_no, status, recon_state, at)
        select ${id}, ${place}, 'BL' || 20260000000000 + n, ${id}, case when n % 20 = 0 then 'ORDER_REFUND' else 'ORDER_PAY' end,
          case when n % 20 = 0 then 'out' else 'in' end, 'user', n % ${USERS}::int + 1, 'CD' || 20260000000000 + n,
          500 + n * 7919 % 9000, 0, 500 + n * 7919 % 9000, case when n % 4 = 0 then 'alipay' else 'wechat' end, n % 3 + 1,
          '42000' || 20260000000000 + n, 'success', 'pending', ${at}
        from ${series(first, last)}`.execute(db);
    });
    await sql`vacuum analyze ledger_txn`.execute(db);
  },
  filter: (rows, from) => daysOf(from, rows * BILL_SECONDS),
  copied: (
    rows,
  ) => `select b.bill_no, b.at, b.type, b.direction, b.team_id, b.counter_type, b.counter_id, b.counter_name,
      b.order_no, b.amount_fen, b.fee_fen, b.net_fen, o.cost_snapshot, b.channel, b.merchant_number_id, b.channel_trade_no,
      b.status, b.recon_state, t.operator_id
    from bill b join ledger_txn t on t.team_id = b.team_id and t.id = b.txn_id
    left join customer_order o on o.team_id = b.team_id and o.order_no = b.order_no
    order by b.at desc, b.id desc limit ${rows}`,
};

/** Movements of a station's available balance, one every 100 seconds. */
export const flow: BenchTable = {
  module: 'financial.flow',
  name: 'movements of a station',
  columns: ['at', 'txNo', 'type', 'account', 'related', 'in', 'out', 'balanceAfter', 'remark', 'operator'],
  async fill(db, rows, from) {
    await sql`insert into team (id, code, name, status, lng, lat, created_at, updated_at)
      values (${RICH}, 'S9001', 'Rich', 'operating', 104, 30, ${from}, ${from}) on conflict do nothing`.execute(db);
    await sql`insert into ledger_account (id, code, owner_id, side, balance_fen, last_seq, opened_at)
      values (${RICH}, 'TEAM_AVAILABLE', ${RICH}, 'L', 0, 0, ${from}) on conflict do nothing`.execute(db);
    await inChunks(db, 'ledger_posting', rows, async (first, last) => {
      const at = sql`${from}::timestamptz - make_interval(secs => n * 100)`;
      const id = sql`100000000 + ${sql.lit(rows)} - n`;
      await sql`insert into ledger_txn (id, team_id, tx_no, biz_type, biz_no, day, at, content, posted_at)
        select ${id}, ${RICH}, 'TY' || 20260000000000 + n, case when n % 9 = 0 then 'SMS_FEE' else 'TEAM_RELEASE' end,
          'CD' || 20260000000000 + n, (${at})::date, ${at}, '', ${at} from ${series(first, last)}`.execute(db);
      await sql`insert into ledger_posting (account_id, seq, team_id, txn_id, day, at, dc, amount_fen, balance_after_fen)
        select ${RICH}, ${sql.lit(rows)} - n + 1, ${RICH}, ${id}, (${at})::date, ${at}, case when n % 9 = 0 then 'D' else 'C' end,
          5 + n * 7919 % 9000, n * 31 from ${series(first, last)}`.execute(db);
    });
    await sql`vacuum analyze ledger_txn`.execute(db);
  },
  filter: (rows, from) => ({
    teamId: String(RICH),
    from: dayOf(new Date(from.getTime() - rows * 100_000)),
    to: dayOf(new Date(from.getTime() + 86_400_000)),
  }),
  copied: (
    rows,
  ) => `select p.at, t.tx_no, t.biz_type, p.account_id, t.biz_no, p.dc, p.amount_fen, p.balance_after_fen, t.remark,
      t.operator_id, t.reverses_id
    from ledger_posting p join ledger_txn t on t.team_id = p.team_id and t.id = p.txn_id
    where p.account_id = ${RICH} and p.team_id = ${RICH}
    order by p.day desc, p.at desc, p.txn_id desc limit ${rows}`,
};
