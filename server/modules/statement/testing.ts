import { DAY_MS } from '../../../contract/units';
import {
  addSettleLines,
  depositIn,
  type Entry,
  fundHold,
  manual,
  type Occasion,
  orderPay,
  orderRefund,
  orderSettle,
  postAll,
  refundAfterSettle,
  riderReward,
  type SettleLine,
  snapshotOf,
  withdrawFreeze,
  withdrawPay,
  withdrawUnfreeze,
} from '../ledger';
import type { Tools } from './store';

/** Test helpers that generate ledger histories of stations with pseudo-random numbers, so that the tests are reproducible. */

const MERCHANT_NUMBER = 900_001;
const PLANS = [
  { feePlanId: 1, planName: '标准方案', planFrom: '2025-01-01T00:00:00.000Z', rateBp: 600, fixedFen: 0 },
  { feePlanId: 1, planName: '标准方案', planFrom: '2026-02-10T00:00:00.000Z', rateBp: 550, fixedFen: 20 },
  { feePlanId: null, planName: null, planFrom: null, rateBp: 350, fixedFen: 0 },
] as const;

/** Creates a generator of pseudo-random numbers below a limit. The same seed always gives the same numbers. */
export function chances(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return Math.floor((state / 0x8000_0000) * below);
  };
}

/** Inserts stations with these ids. It fills only the columns that statements need. */
export async function makeTeams({ db, clock }: Tools, ids: readonly number[]): Promise<void> {
  const at = clock.now();
  await db
    .insertInto('team')
    .values(ids.map((id) => ({ id, created_at: at, updated_at: at, name: `站点${id}` })))
    .execute();
}

const momentOn = (day: string, minute: number): Date => new Date(Date.parse(`${day}T01:00:00Z`) + minute * 60_000);

/** Generates random ledger entries of one station on given days, with rows for its orders. */
export class StationHistory {
  private serial = 0;
  /** The manual entries of the history. A test can reverse one of them. */
  readonly manuals: Entry[] = [];
  /** Settlement lines of the settled orders. */
  readonly lines: SettleLine[] = [];

  constructor(
    private readonly tools: Tools,
    readonly teamId: number,
    private readonly chance: (below: number) => number,
  ) {}

  on(day: string, bizNo?: string, at?: Date): Occasion {
    this.serial += 1;
    return {
      bizNo: bizNo ?? `S${this.teamId}-${this.serial}`,
      teamId: this.teamId,
      at: at ?? momentOn(day, this.serial),
      day,
    };
  }

  private get team() {
    return { subject: 'team', id: this.teamId } as const;
  }

  /** Creates opening balances that are large enough for all later entries. */
  opening(day: string): Entry[] {
    const fen = 1_000_000 + this.chance(50_000);
    return [
      depositIn(this.on(day), this.team, fen, MERCHANT_NUMBER, {}),
      manual(this.on(day), 'TEAM_AVAILABLE', this.teamId, 'in', fen),
    ];
  }

  /** Creates the entries of one random event on a day. */
  async happen(day: string): Promise<Entry[]> {
    const fen = 1 + this.chance(9_000);
    switch (this.chance(9)) {
      case 0: {
        const entry = manual(this.on(day), 'TEAM_AVAILABLE', this.teamId, this.chance(2) ? 'in' : 'out', fen);
        this.manuals.push(entry);
        return [entry];
      }
      case 1:
        return [fundHold(this.on(day), this.team, fen)];
      case 2: {
        const paid = this.on(day);
        const feeFen = this.chance(2) ? Math.floor(fen / 100) : 0;
        const payout = { amountFen: fen, feeFen, merchantNumberId: MERCHANT_NUMBER };
        const frozen = withdrawFreeze(paid, this.team, fen);
        return [
          frozen,
          this.chance(3) ? withdrawPay(paid, this.team, payout, {}) : withdrawUnfreeze(paid, this.team, fen),
        ];
      }
      case 3:
        return [riderReward(this.on(day), this.teamId + 1_000_000, fen, 'team')];
      case 4:
        return [
          {
            ...this.on(day),
            bizType: this.chance(2) ? 'SERVICE_FEE' : 'SMS_FEE',
            lines: [
              { account: 'TEAM_AVAILABLE', ownerId: this.teamId, dc: 'D', amountFen: fen },
              { account: 'SERVICE_FEE', ownerId: 0, dc: 'C', amountFen: fen },
            ],
          },
        ];
      default:
        return this.order(day);
    }
  }

  private async order(day: string): Promise<Entry[]> {
    const { chance } = this;
    const on = this.on(day);
    const goodsFen = 500 + chance(9_000);
    const deliveryFen = 300 + chance(500);
    const payment = {
      channelFen: goodsFen + deliveryFen,
      merchantNumberId: MERCHANT_NUMBER,
      balanceFen: 0,
      userId: 5,
      subsidyFen: 0,
    };
    const fromReserve = chance(4) === 0;
    const terms = {
      ...(PLANS[chance(PLANS.length)] as (typeof PLANS)[number]),
      settlementMode: fromReserve ? ('deposit' as const) : ('balance' as const),
      settleCycle: 'T1' as const,
      riderShareBp: 7_000,
      franchiseeId: chance(2) ? 9_000_000 + this.teamId : null,
      shareRateBp: 2_000,
    };
    const cost = snapshotOf(terms, { goodsFen, deliveryFen, promotionFeeFen: chance(2) * 50 });
    await this.writeOrder(on, { goodsFen, deliveryFen, cost });
    const entries: Entry[] = [orderPay(on, payment, { orderNo: on.bizNo }) as Entry];
    const refundFen = chance(4) === 0 ? Math.floor(payment.channelFen / 3) : 0;
    if (chance(6) === 0) {
      const whole = { before: 0, amountFen: payment.channelFen };
      return [...entries, orderRefund(on, payment, whole, { orderNo: on.bizNo })];
    }
    const order = { goodsFen, payment, refundedFen: 0, merchantId: 3, riderId: 4, cost };
    const settled = orderSettle(on, order, fromReserve);
    entries.push(...settled.entries);
    const dueAt = new Date(on.at.getTime() + DAY_MS);
    if (settled.pendingFen > 0) {
      this.lines.push({ teamId: this.teamId, orderNo: on.bizNo, amountFen: settled.pendingFen, dueAt, at: on.at });
    }
    if (refundFen > 0) {
      // A station cannot pay more of a refund than it earned from the order.
      const earned = settled.pendingFen - (fromReserve ? cost.technicalFeeFen : 0);
      const bearers = [{ party: 'team' as const, amountFen: Math.max(0, Math.min(100, refundFen, earned)) }];
      const refund = { before: 0, amountFen: refundFen, bearers };
      entries.push(refundAfterSettle(on, payment, refund, { merchantId: 3, riderId: 4 }, { orderNo: on.bizNo }));
    }
    return entries;
  }

  private async writeOrder(
    { bizNo, at }: Occasion,
    facts: { readonly goodsFen: number; readonly deliveryFen: number; readonly cost: object },
  ): Promise<void> {
    const { db, ids } = this.tools;
    await db
      .insertInto('customer_order')
      .values({
        ...{ id: ids.next(), team_id: this.teamId, order_no: bizNo, app_user_id: 5, type: 'food', source: 'app' },
        ...{ status: 'delivered', goods_fen: facts.goodsFen, delivery_fen: facts.deliveryFen },
        ...{ paid_fen: facts.goodsFen + facts.deliveryFen, distance_m: 1_000, lng: 104, lat: 30 },
        ...{ paid_at: at, promised_at: at, delivered_at: at, cost_snapshot: JSON.stringify(facts.cost) },
      })
      .execute();
  }
}

/** Posts entries in order and in batches, and then adds the lines of settled orders. */
export async function postHistory(
  tools: Tools,
  entries: readonly Entry[],
  lines: readonly SettleLine[] = [],
): Promise<void> {
  for (let at = 0; at < entries.length; at += 500) {
    await postAll({ ...tools, isHistory: true }, entries.slice(at, at + 500));
  }
  await addSettleLines(tools, lines);
}
