import type { TestApp } from './testing';

/** Inserts a rider's application in state `paying`, without a payout. Nothing is posted in the ledger. @returns the application's id */
export async function payingApplication({ db, ids, clock }: TestApp, riderId = 1): Promise<number> {
  const [id, payeeId] = [ids.next(), ids.next()];
  const at = clock.now();
  await db
    .insertInto('payee_account')
    .values({
      ...{ id: payeeId, owner_type: 'rider', owner_id: riderId, channel: 'wechat', account_no: Buffer.from('sealed') },
      ...{ last4: '0001', name: '张三', changed_at: at },
    })
    .execute();
  await db
    .insertInto('withdraw_apply')
    .values({
      ...{ id, created_at: at, no: `WD${id}`, subject_type: 'rider', subject_id: riderId, subject_name: '张三' },
      ...{ amount_fen: 100, fee_fen: 0, net_fen: 100, fee_free: false, fee_mode: 'deduct', config_version: 0 },
      ...{ is_dual: false, channel: 'wechat', payee_id: payeeId, payee_name: '张三', risk_tags: '[]' },
      ...{ balance_after_fen: 0, state: 'paying', maker_name: '张三', payer_id: 1, payer_name: 'payer' },
    })
    .execute();
  return id;
}
