import assert from 'node:assert/strict';
import type { OrderEvent } from '../contract/order';
import type { TestApp } from './testing';

/** Test helpers that send orders of one station as the ordering system does. */

export interface OrderKey {
  readonly teamId: number;
  readonly orderNo: string;
}

type PaidEvent = Extract<OrderEvent, { event: 'paid' }>;

/** Builds the `paid` event of a food order: goods of ¥20 and a delivery fee of ¥10, paid with WeChat at `at`. */
export function paidEvent(
  place: OrderKey & { readonly at: string },
  people: { readonly userId: number; readonly merchantId: number },
  parts: Partial<PaidEvent> = {},
): PaidEvent {
  const { orderNo, teamId, at } = place;
  return {
    event: 'paid',
    orderNo,
    teamId,
    at,
    ...people,
    type: 'food',
    source: 'app',
    goodsFen: 2_000,
    deliveryFen: 1_000,
    paidFen: 3_000,
    channel: 'wechat',
    mchNo: '1999990001',
    tradeNo: `W${orderNo}`,
    distanceM: 1_000,
    lng: 104,
    lat: 30,
    promisedAt: at,
    ...parts,
  };
}

/** Last order number. It is shared so that several desks of one test use different numbers. */
let serial = 0;

/**
 * Sets the terms of a station, and creates helpers that build and send orders of the station.
 *
 * @param test must contain the demo's people and stations
 * @param terms replaces default terms. By default, the station belongs to a franchisee and has the settlement mode `balance` and the
 *   cycle `T1`
 */
export async function orderDesk(
  test: TestApp,
  teamId: number,
  terms: {
    settlement_mode?: 'balance' | 'deposit';
    settle_cycle?: 'T0' | 'T1';
    platform_rate_bp?: number;
    team_type?: 'self' | 'franchise';
    franchisee_id?: number | null;
  } = {},
) {
  const { db, clock } = test;
  const first = async (table: 'app_user' | 'merchant' | 'rider' | 'franchisee') =>
    (await db.selectFrom(table).select('id').orderBy('id').limit(1).executeTakeFirstOrThrow()).id;
  const userId = await first('app_user');
  const merchantId = await first('merchant');
  const riderId = await first('rider');
  await db
    .updateTable('team')
    .set({
      settlement_mode: 'balance',
      settle_cycle: 'T1',
      platform_rate_bp: 500,
      platform_fixed_fen: null,
      rider_share_bp: 6_000,
      team_type: 'franchise',
      franchisee_id: await first('franchisee'),
      credit_limit_fen: 0,
      ...terms,
    })
    .where('id', '=', teamId)
    .execute();
  const at = () => clock.now().toISOString();
  return {
    userId,
    merchantId,
    riderId,
    newKey(): OrderKey {
      serial += 1;
      return { teamId, orderNo: `HO${String(serial).padStart(6, '0')}` };
    },
    paid: ({ orderNo }: OrderKey, parts: Partial<PaidEvent> = {}): OrderEvent =>
      paidEvent({ teamId, orderNo, at: at() }, { userId, merchantId }, parts),
    delivered: ({ orderNo }: OrderKey): OrderEvent => ({ event: 'delivered', orderNo, teamId, at: at(), riderId }),
    refunded: ({ orderNo }: OrderKey, refundNo: string, amountFen: number): OrderEvent => ({
      event: 'refunded',
      orderNo,
      teamId,
      at: at(),
      refundNo,
      amountFen,
    }),
    /** Sends events and asserts that the server refuses none of them. */
    async push(...events: OrderEvent[]): Promise<void> {
      const { data, code, msg } = await test.call('order.Intake/push', { events }, { signed: true });
      assert.equal(code, 100, msg);
      assert.equal(data.refused, 0, JSON.stringify(data.rows));
    },
  };
}
