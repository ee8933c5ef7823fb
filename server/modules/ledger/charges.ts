import { type Kysely, sql } from 'kysely';
import type { AccountCode } from '../../../contract/ledger';
import type { Database } from '../../core/database/schema';
import { wallTime } from '../../core/money/days';
import { businessNo } from '../../core/money/numbers';
import type { Tools } from './accounts';
import type { CostItem } from './cost-snapshot';
import type { ItemCharge } from './entries-order';
import type { Entry } from './rules';
import type { Posted } from './store';

/** Records of charges by fee rules (扣费记录). They are written in the same transaction as their postings. */

/** A charge to record. A charge without `txNo` is not paid yet. */
export interface NewCharge {
  readonly item: Pick<CostItem, 'rule' | 'ruleNo' | 'version' | 'kind' | 'target' | 'baseFen' | 'rateBp'>;
  readonly teamId: number;
  readonly targetId: number;
  readonly bizNo: string;
  readonly amountFen: number;
  readonly account: AccountCode;
  readonly deductedFrom: AccountCode;
  readonly txNo: string | null;
  readonly at: Date;
}

/** Builds the charges of settlements that were just posted. @param posted results of the entries, in the same order */
export function postedCharges(
  charges: readonly ItemCharge[],
  entries: readonly Entry[],
  posted: readonly Posted[],
): NewCharge[] {
  const numbers = new Map(entries.map((entry, at) => [entry, posted[at]?.txNo ?? null]));
  return charges.map(({ entry, item, targetId, amountFen, deductedFrom }) => ({
    item,
    targetId,
    amountFen,
    deductedFrom,
    account: item.account,
    teamId: entry.teamId,
    bizNo: entry.bizNo,
    txNo: numbers.get(entry) ?? null,
    at: entry.at,
  }));
}

/** Writes charges. An existing charge stays unchanged, unless its settlement was reversed; such a charge is written again. */
export async function addCharges({ db, ids }: Tools, charges: readonly NewCharge[], timeZone: string): Promise<void> {
  if (charges.length === 0) return;
  const rows = charges.map(({ item, at, ...charge }) => {
    const id = ids.next();
    return {
      id,
      created_at: at,
      no: businessNo('CC', wallTime(at, timeZone).day, id),
      rule_id: item.rule,
      rule_no: item.ruleNo,
      revision: item.version,
      kind: item.kind,
      target: item.target,
      target_id: charge.targetId,
      team_id: charge.teamId,
      biz_no: charge.bizNo,
      base_fen: item.baseFen,
      rate_bp: item.rateBp,
      amount_fen: charge.amountFen,
      account: charge.account,
      deducted_from: charge.deductedFrom,
      state: charge.txNo === null ? 'owed' : 'charged',
      tx_no: charge.txNo,
    };
  });
  await sql`
    insert into cost_charge (id, created_at, no, rule_id, rule_no, revision, kind, target, target_id, team_id, biz_no, base_fen,
      rate_bp, amount_fen, account, deducted_from, state, tx_no)
    select id, created_at, no, rule_id, rule_no, revision, kind, target, target_id, team_id, biz_no, base_fen, rate_bp, amount_fen,
      account, deducted_from, state, tx_no
    from json_populate_recordset(null::cost_charge, ${JSON.stringify(rows)}::json)
    on conflict (rule_no, team_id, biz_no) do update set amount_fen = excluded.amount_fen, target_id = excluded.target_id,
      deducted_from = excluded.deducted_from, state = 'charged', tx_no = excluded.tx_no, version = cost_charge.version + 1
      where cost_charge.state = 'reversed'`.execute(db);
}

/** Marks the charged fees of an order as reversed. The caller has already posted the reversal of the settlement. */
export async function reverseCharges(
  db: Kysely<Database>,
  { teamId, orderNo }: { readonly teamId: number; readonly orderNo: string },
): Promise<void> {
  await sql`
    update cost_charge set state = 'reversed', version = version + 1
    where team_id = ${teamId} and biz_no = ${orderNo} and state = 'charged'`.execute(db);
}
