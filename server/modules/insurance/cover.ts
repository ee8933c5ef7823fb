import { type Kysely, sql } from 'kysely';
import type { CoverState } from '../../../contract/insure.states';
import { INSURE } from '../../../contract/insure.states';
import type { PolicyState } from '../../../contract/insurePolicy.states';
import { MINUTE_MS } from '../../../contract/units';
import type { Database } from '../../core/database/schema';
import { wallTime } from '../../core/money/days';
import { businessNo } from '../../core/money/numbers';
import { addSteps } from '../case';
import { policies } from './kind';
import { type Cover, coverOf, isOfAge, isOffered } from './rules';
import { type Insured, insertPolicies, insuredById, type ProductRow, productsOn, type Tools } from './store';

/**
 * Insurance cover of riders. If a rider is not insured in advance, the cover begins with the first order that the rider accepts on a day.
 * The check of new orders, the pages of riders, and food losses read the cover.
 */

type Db = Kysely<Database>;

/** An order that a rider accepted. */
export interface Accepted {
  readonly riderId: number;
  readonly teamId: number;
  readonly orderNo: string;
  readonly at: Date;
}

const termsOf = (product: ProductRow) => ({
  premiumUnit: product.premium_unit,
  coverEnd: product.cover_end,
  minAge: product.min_age,
  maxAge: product.max_age,
  teamIds: product.team_ids,
});

/** Builds the row of a policy that waits for the insurer. @param of.by requester; id 0 means the system */
export function newPolicy(
  { ids, clock }: Pick<Tools, 'ids' | 'clock'>,
  product: ProductRow,
  of: {
    readonly riderId: number;
    readonly teamId: number;
    readonly cover: Cover;
    readonly day: string;
    readonly firstOrderNo: string | null;
    readonly by: { readonly id: number; readonly name: string };
  },
) {
  const id = ids.next();
  const now = clock.now();
  return {
    id,
    created_at: now,
    no: businessNo('IP', of.day, id),
    product_id: product.id,
    insurer_id: product.insurer_id,
    rider_id: of.riderId,
    team_id: of.teamId,
    cover_date: of.cover.date,
    cover_from: of.cover.from,
    cover_to: of.cover.to,
    premium_unit: product.premium_unit,
    price_fen: product.premium_fen,
    payer: product.payer,
    sums: JSON.stringify(product.sums),
    first_order_no: of.firstOrderNo,
    state: 'pending' as const,
    maker_id: of.by.id,
    maker_name: of.by.name,
    query_at: now,
  };
}

const SYSTEM = { id: 0, name: '' } as const;

/**
 * Creates policies for riders who accepted their first order of a day. It also counts orders for policies with a premium per order. A rider
 * whose cover by a product is still valid gets no second policy for that product.
 *
 * @param tools.db the transaction that stores the orders
 */
export async function coverOrders(tools: Tools, accepted: readonly Accepted[], timeZone: string): Promise<void> {
  if (accepted.length === 0) return;
  await beginCovers(tools, accepted, timeZone);
  // Count even if no enabled product has a premium per order. Policies of disabled or changed products continue.
  await countOrders(tools.db, accepted, tools.clock.now());
}

async function beginCovers(tools: Tools, accepted: readonly Accepted[], timeZone: string): Promise<void> {
  const products = await productsOn(tools.db);
  if (products.length === 0) return;
  const now = tools.clock.now();
  const first = new Map<number, Accepted>();
  for (const order of accepted) {
    const known = first.get(order.riderId);
    if (!known || order.at < known.at) first.set(order.riderId, order);
  }
  const ids = [...first.keys()];
  const covered = await coveredProducts(tools.db, ids, now);
  const riders = new Map((await insuredById(tools.db, ids)).map((rider) => [rider.id, rider]));
  const rows = [...first.values()].flatMap((order) => {
    const rider = riders.get(order.riderId);
    // Insurers do not cover the past. If an order is reported late, the cover begins when the report arrives.
    const isLate = now.getTime() - order.at.getTime() > INSURE.lateMinutes * MINUTE_MS;
    const from = isLate || order.at > now ? now : order.at;
    const { day } = wallTime(from, timeZone);
    return products.flatMap((product) => {
      const terms = termsOf(product);
      if (!rider || covered.has(`${order.riderId} ${product.id}`)) return [];
      if (!isOffered(terms, order.teamId) || !isOfAge(terms, rider.birth, day)) return [];
      const cover = coverOf(terms, day, from, timeZone);
      const { riderId, teamId, orderNo: firstOrderNo } = order;
      return [newPolicy(tools, product, { riderId, teamId, cover, day, firstOrderNo, by: SYSTEM })];
    });
  });
  const made = await insertPolicies(tools.db, rows);
  await addSteps(
    tools.db,
    made.map((id) => policies.lineOf(tools, id, 'submit')),
  );
}

/**
 * Finds the products of the riders' pending and confirmed policies whose cover includes `now`. Each entry is a text `riderId productId`.
 */
async function coveredProducts(db: Db, riderIds: readonly number[], now: Date): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ key: string }>`
    select rider_id || ' ' || product_id as key from insure_policy
    where rider_id = any(${sql.val([...riderIds])}::bigint[]) and cover_to > ${now} and cover_from <= ${now}
      and state in ('pending', 'insured', 'inForce')`.execute(db);
  return new Set(rows.map(({ key }) => key));
}

/** Adds the number of accepted orders to each rider's current policies with a premium per order. */
async function countOrders(db: Db, accepted: readonly Accepted[], now: Date): Promise<void> {
  const counts = new Map<number, number>();
  for (const { riderId } of accepted) counts.set(riderId, (counts.get(riderId) ?? 0) + 1);
  const asked = [...counts].map(([id, n]) => ({ id, n }));
  await sql`
    update insure_policy set orders = orders + c.n
    from json_to_recordset(${JSON.stringify(asked)}::json) as c(id bigint, n int)
    where insure_policy.rider_id = c.id and premium_unit = 'order' and cover_to > ${now} and cover_from <= ${now}
      and state in ('pending', 'insured', 'inForce')`.execute(db);
}

/** A rider's policy, with the fields that the check of a new order reads. */
export interface CoverRow {
  readonly riderId: number;
  readonly state: PolicyState;
  readonly from: Date;
  readonly to: Date;
  readonly createdAt: Date;
}

/**
 * Reads the policies of several riders, except surrendered policies and policies with a requested surrender.
 *
 * @param since only policies whose cover ends after this moment
 */
export async function coversSince(db: Db, riderIds: readonly number[], since: Date): Promise<Map<number, CoverRow[]>> {
  const found = new Map<number, CoverRow[]>();
  if (riderIds.length === 0) return found;
  const { rows } = await sql<CoverRow>`
    select rider_id as "riderId", state, cover_from as from, cover_to as to, created_at as "createdAt" from insure_policy
    where rider_id = any(${sql.val([...riderIds])}::bigint[]) and cover_to > ${since} and state <> 'surrendered'
      and surrender_at is null`.execute(db);
  for (const row of rows) found.set(row.riderId, [...(found.get(row.riderId) ?? []), row]);
  return found;
}

const HELD: readonly PolicyState[] = ['insured', 'inForce', 'ended'];

/**
 * Finds the cover state of a rider at a moment. Confirmed policies take precedence over pending policies, and pending policies over failed
 * policies.
 */
export function coverAt(
  rows: readonly CoverRow[],
  at: Date,
): { state: CoverState; to: Date | null; since: Date | null } {
  const there = rows.filter(({ from, to }) => from <= at && at < to);
  const held = there.filter(({ state }) => HELD.includes(state));
  if (held.length > 0) {
    const to = held.reduce((latest, row) => (row.to > latest ? row.to : latest), held[0]?.to ?? at);
    return { state: 'covered', to, since: null };
  }
  const waiting = there.find(({ state }) => state === 'pending');
  if (waiting) return { state: 'pending', to: null, since: waiting.createdAt };
  return { state: there.length > 0 ? 'failed' : 'none', to: null, since: null };
}

/** Finds the cover state of riders at a moment. The result has no entry for riders without a current or later policy. */
export async function coverStates(
  db: Db,
  riderIds: readonly number[],
  at: Date,
): Promise<ReadonlyMap<number, CoverState>> {
  const covers = await coversSince(db, riderIds, at);
  return new Map([...covers].map(([riderId, rows]) => [riderId, coverAt(rows, at).state]));
}

/**
 * Whether the first order of a day would begin a cover. `noProduct`: there is no product for the station. `age`: there is no product for
 * the rider's age.
 */
export type CoverOffer = 'offered' | 'noProduct' | 'age';

export function offerFor(
  products: readonly ProductRow[],
  { teamId, birth }: Pick<Insured, 'teamId' | 'birth'>,
  day: string,
): CoverOffer {
  const here = products.map(termsOf).filter((terms) => isOffered(terms, teamId));
  if (here.length === 0) return 'noProduct';
  return here.some((terms) => isOfAge(terms, birth, day)) ? 'offered' : 'age';
}

/** Finds the insurer whose policy covered a rider at a moment. If there are several policies, the policy created last is used. */
export async function insurerAt(db: Db, riderId: number, at: Date): Promise<number | null> {
  const policy = await db
    .selectFrom('insure_policy')
    .select('insurer_id as id')
    .where('rider_id', '=', riderId)
    .where('cover_from', '<=', at)
    .where('cover_to', '>', at)
    .where('state', 'in', [...HELD])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return policy?.id ?? null;
}
