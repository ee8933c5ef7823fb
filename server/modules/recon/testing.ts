import type { StatedEntry } from '../../simulators/statement-files';
import { createTestApp } from '../../testing';
import type { Entry } from '../ledger';
import { orderPay, orderRefund, postAll, setCredit } from '../ledger';
import { newBatch } from './batches';
import { runBatch } from './run';
import { insertBatch } from './store';

/** A merchant number with one day's bills and statement, for the reconciliation tests. */

export const DAY = '2026-03-01';
export const WX_NUMBER = '1999990001';
const RULES = [2, 31, 38, 3804, 3806, 3807, 3808];

export async function openStage() {
  const t = await createTestApp();
  const { db, ids, clock } = t;
  const tools = { db, ids, clock };
  const numberId = ids.next();
  await db
    .insertInto('merchant_number')
    .values({
      id: numberId,
      channel: 'wechat',
      mch_no: WX_NUMBER,
      name: 'Mini program',
      role: 'both',
      enabled: true,
      created_at: clock.now(),
    })
    .execute();
  const teamId = ids.next();
  await db
    .insertInto('team')
    .values({
      id: teamId,
      code: 'T1',
      name: 'Tianfu',
      status: 'operating',
      lng: 104,
      lat: 30,
      created_at: clock.now(),
      updated_at: clock.now(),
    } as never)
    .execute();
  await setCredit(tools, teamId, 0);
  clock.set('2026-03-02T11:00:00+08:00');

  async function person(rules: readonly number[] | 'owner' = RULES) {
    const made = rules === 'owner' ? await t.account({ account: 'owner', type: 'owner' }) : await t.account({ rules });
    const token = await t.signIn(made.account);
    return { id: made.id, token, ticket: await t.ticket(token), locale: 'en-US' as const };
  }

  return {
    ...t,
    tools,
    numberId,
    teamId,
    person,

    /** Posts the entries as the station's orders and refunds. */
    async book(entries: readonly StatedEntry[]): Promise<void> {
      const booked = entries.flatMap(({ kind, tradeNo, outNo, orderNo, amountFen, at }): Entry[] => {
        const day = new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 10);
        const payment = {
          channelFen: kind === 'pay' ? amountFen : 1_000_000,
          merchantNumberId: numberId,
          balanceFen: 0,
          userId: 7,
          subsidyFen: 0,
        };
        const facts = { channel: 'wechat', counterType: 'user' as const, counterId: 7 };
        if (kind === 'pay') {
          const paid = orderPay({ bizNo: outNo, teamId, at, day }, payment, { ...facts, orderNo: outNo, tradeNo });
          return paid ? [paid] : [];
        }
        const bill = { ...facts, orderNo: orderNo ?? '', tradeNo: outNo, channelRefundNo: tradeNo };
        return [
          orderRefund({ bizNo: orderNo ?? '', teamId, at, day, step: 2 }, payment, { before: 0, amountFen }, bill),
        ];
      });
      await postAll(tools, booked);
    },

    /** Reads a file as the statement of a day. @returns the batch's id and the fault */
    async read(bytes: Uint8Array, day = DAY, kind: 'trade' | 'fund' = 'trade') {
      const row = newBatch(tools, { merchantNumberId: numberId, day, kind });
      await insertBatch(db, row);
      const fault = await runBatch({ ...tools, ports: t.ports }, row.id, { bytes, name: 'statement.csv', sha1: null });
      return { id: row.id, fault };
    },

    batch: (id: number) => db.selectFrom('recon_batch').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    items: (batchId: number) =>
      db.selectFrom('recon_item').selectAll().where('batch_id', '=', batchId).orderBy('id').execute(),
  };
}
export type ReconStage = Awaited<ReturnType<typeof openStage>>;
