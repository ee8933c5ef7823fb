import type { OrderEvent } from '../../contract/order';
import { createSecretBox } from '../../server/core/access/secrets';
import { systemClock } from '../../server/core/clock';
import { leaseIds } from '../../server/core/database/nodes';
import { issueClient } from '../../server/core/http/signed';
import { paidEvent } from '../../server/testing-orders';
import type { Console } from './console';

/** Order events for a running console, like those of the ordering system, and the client key that signs them. */

/** Ids of stations, users, merchants and riders for the orders, and the WeChat Pay merchant number that receives the payments. */
export interface Town {
  readonly teams: readonly number[];
  readonly users: readonly number[];
  readonly merchants: readonly number[];
  readonly riders: readonly number[];
  readonly mchNo: string;
}

export async function readTown(server: Pick<Console, 'query'>): Promise<Town> {
  return server.query(async (db) => {
    const ids = async (table: 'app_user' | 'merchant' | 'rider') =>
      (await db.selectFrom(table).select('id').orderBy('id').limit(500).execute()).map(({ id }) => id);
    const teams = await db.selectFrom('team').select('id').where('status', '=', 'operating').execute();
    const number = await db
      .selectFrom('merchant_number')
      .select('mch_no as mchNo')
      .where('channel', '=', 'wechat')
      .orderBy('id')
      .executeTakeFirstOrThrow();
    return {
      teams: teams.map(({ id }) => id),
      users: await ids('app_user'),
      merchants: await ids('merchant'),
      riders: await ids('rider'),
      mchNo: number.mchNo,
    };
  });
}

let serial = 0;
const run = systemClock.now().getTime() % 1_000_000_000;

/** Builds a new order: the events of its payment and of its immediate delivery (ORDER_PAY and ORDER_SETTLE). */
export function newOrder(town: Town): [OrderEvent, OrderEvent] {
  serial += 1;
  const one = (list: readonly number[]) => list[serial % list.length] ?? 0;
  const at = systemClock.now().toISOString();
  const place = { orderNo: `IN${run}-${serial}`, teamId: one(town.teams), at };
  const people = { userId: one(town.users), merchantId: one(town.merchants) };
  const paid = paidEvent(place, people, { paidFen: 2_800, mchNo: town.mchNo });
  return [paid, { ...place, event: 'delivered', riderId: one(town.riders) }];
}

export type OrderClient = Awaited<ReturnType<typeof issueClient>>;

/** Creates a client key for sending orders. @param secretKey the console's `SECRET_KEY`, 64 hexadecimal digits */
export function makeClient(server: Pick<Console, 'query'>, secretKey: string, name: string): Promise<OrderClient> {
  return server.query(async (db) => {
    const secrets = createSecretBox([Buffer.from(secretKey, 'hex')], systemClock);
    const ids = await leaseIds(db, systemClock);
    try {
      return await issueClient({ db, clock: systemClock, ids, secrets }, name);
    } finally {
      await ids.release();
    }
  });
}
