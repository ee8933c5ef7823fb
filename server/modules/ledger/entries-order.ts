import type { AccountCode } from '../../../contract/ledger';
import { percentOf, shareOf } from '../../../contract/shares';
import { refuse } from '../../core/http/refusal';
import type { CostItem, CostSnapshot } from './cost-snapshot';
import type { Occasion } from './entries';
import { type BillFacts, credit, debit, type Entry, type Line } from './rules';

/**
 * Entries of orders (DOMAIN §4.2): payment, refund, settlement. The shares of a total are rounded. One party gets the remainder, so the
 * shares always add up to the total.
 */

/** How an order was paid. Goods plus delivery equal channel + balance + subsidy. */
export interface Payment {
  /** Amount paid at the payment platform, to the merchant number `merchantNumberId`. */
  readonly channelFen: number;
  readonly merchantNumberId: number;
  /** Amount paid from the user's wallet. */
  readonly balanceFen: number;
  readonly userId: number;
  /** Value of coupons that the platform pays for. */
  readonly subsidyFen: number;
}

/** ORDER_PAY: the order was paid. @returns `null` if the total of the payment, including coupons, is 0 */
export function orderPay(on: Occasion, payment: Payment, bill: BillFacts): Entry | null {
  const total = payment.channelFen + payment.balanceFen + payment.subsidyFen;
  if (total === 0) return null;
  const lines = [
    debit('CHANNEL', payment.channelFen, payment.merchantNumberId),
    debit('USER_BALANCE', payment.balanceFen, payment.userId),
    debit('SUBSIDY', payment.subsidyFen),
    credit('ORDER_ESCROW', total),
  ];
  return { ...on, bizType: 'ORDER_PAY', lines, bill };
}

/** The amounts of a refund by the payment method that receives them. */
interface RefundParts {
  readonly channelFen: number;
  readonly balanceFen: number;
  readonly subsidyFen: number;
}

/**
 * Splits a refund in proportion to the payment (原路退回). Each amount is the cumulative amount after this refund less the cumulative
 * amount before this refund. Rounding errors therefore never accumulate, and a full refund returns exactly the payment. The wallet gets
 * the remainder.
 *
 * @param before what the user got back earlier, in fen
 * @throws Refusal 42232 the amount exceeds what is left
 */
export function refundParts(payment: Payment, before: number, amountFen: number): RefundParts {
  const paid = payment.channelFen + payment.balanceFen;
  if (before + amountFen > paid) throw refuse(42232);
  const upTo = (sum: number): RefundParts => {
    const channelFen = shareOf(sum, payment.channelFen, paid);
    return {
      channelFen,
      balanceFen: sum - channelFen,
      // If a coupon paid the whole order, the first refund (0 fen) returns the whole coupon.
      subsidyFen: paid === 0 ? payment.subsidyFen : shareOf(sum, payment.subsidyFen, paid),
    };
  };
  const now = upTo(before + amountFen);
  const then = paid === 0 ? { channelFen: 0, balanceFen: 0, subsidyFen: 0 } : upTo(before);
  return {
    channelFen: now.channelFen - then.channelFen,
    balanceFen: now.balanceFen - then.balanceFen,
    subsidyFen: now.subsidyFen - then.subsidyFen,
  };
}

/** Computes the amount left in escrow after refunds of `refundedFen`. */
export function escrowLeft(payment: Payment, refundedFen: number): number {
  const gone = refundedFen === 0 ? 0 : sumOf(refundParts(payment, 0, refundedFen));
  return sumOf(payment) - gone;
}

const sumOf = (parts: RefundParts): number => parts.channelFen + parts.balanceFen + parts.subsidyFen;

/** ORDER_REFUND: a refund before the settlement of the order. */
export function orderRefund(
  on: Occasion,
  payment: Payment,
  refund: { readonly before: number; readonly amountFen: number },
  bill: BillFacts,
): Entry {
  const parts = refundParts(payment, refund.before, refund.amountFen);
  const lines = [
    debit('ORDER_ESCROW', sumOf(parts)),
    credit('CHANNEL', parts.channelFen, payment.merchantNumberId),
    credit('USER_BALANCE', parts.balanceFen, payment.userId),
    credit('SUBSIDY', parts.subsidyFen),
  ];
  return { ...on, bizType: 'ORDER_REFUND', lines, bill };
}

/** A party that bears a refund after settlement, and its amount. */
export interface Bearer {
  readonly party: 'merchant' | 'rider' | 'team' | 'commission' | 'platform';
  readonly amountFen: number;
}

/**
 * REFUND_AFTER_SETTLE: a refund after the parties received their shares. The platform bears the amount that the bearers do not cover.
 *
 * @throws Refusal 42232 (the amount exceeds what is left of the payment), 42243 (the bearers' amounts exceed the refund)
 */
export function refundAfterSettle(
  on: Occasion,
  payment: Payment,
  refund: {
    readonly before: number;
    readonly amountFen: number;
    readonly bearers: readonly Bearer[];
    /** The amount that the franchisee gives back of its share of the commission. */
    readonly shareFen?: number;
  },
  parties: {
    readonly merchantId: number | null;
    readonly riderId: number | null;
    readonly franchiseeId?: number | null;
  },
  bill: BillFacts,
): Entry {
  // `subsidyFen` is not used: the parties keep the amount that a coupon paid.
  const { channelFen, balanceFen } = refundParts(payment, refund.before, refund.amountFen);
  const named = refund.bearers.reduce((sum, bearer) => sum + bearer.amountFen, 0);
  if (named > refund.amountFen) throw refuse(42243);
  const shareFen = refund.shareFen ?? 0;
  let shareLeft = shareFen;
  const lines: Line[] = refund.bearers.map(({ party, amountFen }) => {
    switch (party) {
      case 'merchant':
        return debit('MERCHANT_PAYABLE', amountFen, parties.merchantId ?? 0);
      case 'rider':
        return debit('RIDER_AVAILABLE', amountFen, parties.riderId ?? 0);
      case 'team':
        return debit('TEAM_AVAILABLE', amountFen, on.teamId);
      case 'commission': {
        // The franchisee's amount is subtracted first; the platform's commission account bears the rest.
        const own = Math.max(0, amountFen - shareLeft);
        shareLeft -= amountFen - own;
        return debit('COMMISSION', own);
      }
      default:
        return debit('COMPENSATION', amountFen);
    }
  });
  if (shareFen > 0) lines.push(debit('FRANCHISEE_AVAILABLE', shareFen, parties.franchiseeId ?? 0));
  lines.push(
    debit('COMPENSATION', refund.amountFen - named),
    credit('CHANNEL', channelFen, payment.merchantNumberId),
    credit('USER_BALANCE', balanceFen, payment.userId),
  );
  return { ...on, bizType: 'REFUND_AFTER_SETTLE', lines, bill };
}

/** The shares of an order by party. */
interface SettleParts {
  readonly riderFen: number;
  readonly merchantFen: number;
  readonly promotionFen: number;
  readonly commissionFen: number;
  /** Amounts of the rule fees that have their own posting, in the order of the rules. */
  readonly itemFens: readonly number[];
  readonly teamFen: number;
}

/** Selects the rule fees that the snapshot's own fields do not include. Each has its own posting. */
const ownItems = (cost: CostSnapshot): readonly CostItem[] => (cost.items ?? []).filter((item) => !isFolded(item));
/** Checks whether the snapshot's own fields include this fee: the station's technical service fee or promotion fee. */
export const isFolded = ({ kind, target }: Pick<CostItem, 'kind' | 'target'>): boolean =>
  target === 'team' && (kind === 'technical' || kind === 'promotion');

/**
 * Splits an order among its parties. Rider and merchant get their amounts first, less the fees that they bear. The station's fees are
 * paid next, up to the amount that is left. The station gets the remainder. A partial refund reduces all amounts in proportion.
 *
 * @param commissionFromOrder false if the reserve pays the commission
 */
export function settleParts(
  cost: CostSnapshot,
  order: {
    readonly goodsFen: number;
    readonly totalFen: number;
    readonly escrowFen: number;
    readonly hasMerchant: boolean;
    /** False if the order has no rider: the fees of riders are then not charged. The default is true. */
    readonly hasRider?: boolean;
  },
  commissionFromOrder: boolean,
): SettleParts {
  const { totalFen, escrowFen } = order;
  let left = totalFen;
  const take = (wanted: number): number => {
    const taken = Math.min(wanted, left);
    left -= taken;
    return taken;
  };
  const whole = {
    riderFen: take(cost.riderIncomeFen),
    merchantFen: order.hasMerchant ? take(order.goodsFen - cost.merchantFeeFen) : 0,
    promotionFen: take(cost.promotionFeeFen),
    commissionFen: commissionFromOrder ? take(cost.technicalFeeFen) : 0,
  };
  const isBorne = ({ target }: CostItem): boolean =>
    target === 'team' || (target === 'merchant' ? order.hasMerchant : order.hasRider !== false);
  const wanted = ownItems(cost).map((item) => {
    if (!isBorne(item)) return 0;
    const fen = item.target === 'team' ? take(item.amountFen) : item.amountFen;
    return shrunk(fen, order, item.residual);
  });
  const share = (fen: number) => shareOf(fen, escrowFen, totalFen);
  const shared = {
    riderFen: share(whole.riderFen),
    merchantFen: share(whole.merchantFen),
    promotionFen: share(whole.promotionFen),
    commissionFen: share(whole.commissionFen),
  };
  return withItems(withRest(shared, escrowFen), ownItems(cost), wanted);
}

/** Reduces a fee in proportion to a partial refund. @param residual the party that gets the rounding remainder */
function shrunk(
  fen: number,
  { escrowFen, totalFen }: { readonly escrowFen: number; readonly totalFen: number },
  residual: CostItem['residual'],
): number {
  return residual === 'team' ? shareOf(fen, escrowFen, totalFen) : fen - shareOf(fen, totalFen - escrowFen, totalFen);
}

/** Limits the shares to the escrow. After rounding, the shares may exceed the escrow by a fen or two; the last shares are then reduced. */
function withRest(parts: Omit<SettleParts, 'teamFen' | 'itemFens'>, escrowFen: number): Omit<SettleParts, 'itemFens'> {
  let left = escrowFen;
  const limited = (fen: number): number => {
    const taken = Math.min(fen, left);
    left -= taken;
    return taken;
  };
  const riderFen = limited(parts.riderFen);
  const merchantFen = limited(parts.merchantFen);
  const promotionFen = limited(parts.promotionFen);
  const commissionFen = limited(parts.commissionFen);
  return { riderFen, merchantFen, promotionFen, commissionFen, teamFen: left };
}

/** Subtracts the rule fees from the share of the party that bears them. A fee never exceeds the share. */
function withItems(
  parts: Omit<SettleParts, 'itemFens'>,
  items: readonly CostItem[],
  wanted: readonly number[],
): SettleParts {
  const left = { rider: parts.riderFen, merchant: parts.merchantFen, team: parts.teamFen };
  const itemFens = items.map(({ target }, at) => {
    const taken = Math.min(wanted[at] ?? 0, left[target]);
    left[target] -= taken;
    return taken;
  });
  return { ...parts, riderFen: left.rider, merchantFen: left.merchant, teamFen: left.team, itemFens };
}

/** The data of a delivered order that its settlement needs. */
export interface SettledOrder {
  readonly goodsFen: number;
  readonly payment: Payment;
  /** Earlier refunds to the user, in fen. */
  readonly refundedFen: number;
  readonly merchantId: number | null;
  readonly riderId: number | null;
  readonly cost: CostSnapshot;
}

/**
 * ORDER_SETTLE with its related entries: the commission paid from the reserve, and the franchisee's share of the commission.
 *
 * @param fromReserve true if the station pays the commission from its reserve (settlementMode deposit) and the reserve is sufficient
 * @returns the entries, the amount that is pending until its due day, and the charge of each rule. If the escrow is empty, there are no
 *   entries and charges, and the amount is 0.
 */
export function orderSettle(
  on: Occasion,
  order: SettledOrder,
  fromReserve: boolean,
): { readonly entries: readonly Entry[]; readonly pendingFen: number; readonly charges: readonly ItemCharge[] } {
  const totalFen = sumOf(order.payment);
  const escrowFen = escrowLeft(order.payment, order.refundedFen);
  if (escrowFen === 0) return { entries: [], pendingFen: 0, charges: [] };
  const people = { hasMerchant: order.merchantId !== null, hasRider: order.riderId !== null };
  const parts = settleParts(order.cost, { goodsFen: order.goodsFen, totalFen, escrowFen, ...people }, !fromReserve);
  // An order without a rider gives the rider's amount to the station.
  const riderFen = order.riderId === null ? 0 : parts.riderFen;
  const pendingFen = parts.teamFen + parts.riderFen - riderFen;
  const settle: Entry = {
    ...on,
    bizType: 'ORDER_SETTLE',
    lines: [
      debit('ORDER_ESCROW', escrowFen),
      credit('MERCHANT_PAYABLE', parts.merchantFen, order.merchantId ?? 0),
      credit('RIDER_AVAILABLE', riderFen, order.riderId ?? 0),
      credit('COMMISSION', parts.commissionFen),
      credit('PROMOTION_FEE', parts.promotionFen),
      ...ownItems(order.cost).map(({ account }, at) => credit(account, parts.itemFens[at] ?? 0)),
      credit('TEAM_PENDING', pendingFen, on.teamId),
    ],
  };
  const entries = [settle];
  const reserveFen = fromReserve ? shareOf(order.cost.technicalFeeFen, escrowFen, totalFen) : 0;
  if (reserveFen > 0) {
    const lines = [debit('TEAM_DEPOSIT', reserveFen, on.teamId), credit('COMMISSION', reserveFen)];
    entries.push({ ...on, bizType: 'COMMISSION_DEPOSIT', lines });
  }
  const [, reserve] = entries;
  const shareFen = percentOf(parts.commissionFen + reserveFen, order.cost.shareRateBp);
  if (order.cost.franchiseeId !== null && shareFen > 0) {
    const lines = [debit('COMMISSION', shareFen), credit('FRANCHISEE_AVAILABLE', shareFen, order.cost.franchiseeId)];
    entries.push({ ...on, bizType: 'FRANCHISE_SHARE', lines });
  }
  const fees = { ...parts, reserveFen };
  return { entries, pendingFen, charges: itemCharges(order, fees, { settle, reserve: reserve ?? settle }) };
}

/** The charge of a rule for an order, and the entry that posts it. */
export interface ItemCharge {
  readonly item: CostItem;
  readonly targetId: number;
  readonly amountFen: number;
  readonly deductedFrom: AccountCode;
  readonly entry: Entry;
}

function itemCharges(
  order: SettledOrder,
  fees: SettleParts & { readonly reserveFen: number },
  { settle, reserve }: { readonly settle: Entry; readonly reserve: Entry },
): ItemCharge[] {
  const own = ownItems(order.cost);
  const ids = { team: settle.teamId, merchant: order.merchantId ?? 0, rider: order.riderId ?? 0 };
  const charges = (order.cost.items ?? []).map((item): ItemCharge => {
    const about = { item, targetId: ids[item.target], deductedFrom: 'ORDER_ESCROW' as const, entry: settle };
    if (!isFolded(item)) return { ...about, amountFen: fees.itemFens[own.indexOf(item)] ?? 0 };
    if (item.kind === 'promotion') return { ...about, amountFen: fees.promotionFen };
    if (fees.reserveFen === 0) return { ...about, amountFen: fees.commissionFen };
    return { ...about, amountFen: fees.reserveFen, deductedFrom: 'TEAM_DEPOSIT', entry: reserve };
  });
  return charges.filter(({ amountFen }) => amountFen > 0);
}
