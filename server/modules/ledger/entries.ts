import type { CostBase, CostKind, CostTarget } from '../../../contract/cost.states';
import type { AccountCode } from '../../../contract/ledger';
import { percentOf, shareOf, technicalFeeOf } from '../../../contract/shares';
import type { SettleCycle } from '../../../contract/team.choices';
import { refuse } from '../../core/http/refusal';
import { type BillFacts, credit, debit, type Entry, type Line, mirrored } from './rules';

/**
 * The postings of each entry type, from its inputs (DOMAIN §4.2). Pure. Parts of a total are rounded, and the rest goes to the party
 * named residual, so that parts always sum to the total.
 */

/** When and where; every entry begins with it. */
export interface Occasion {
  readonly bizNo: string;
  readonly step?: number;
  readonly teamId: number;
  readonly at: Date;
  readonly day: string;
  readonly remark?: string;
  readonly operatorId?: number;
}

/* ---- orders ---- */

/** How an order was paid. The total of goods and delivery = channel + balance + subsidy. */
export interface Payment {
  /** At the payment platform, into this merchant number. */
  readonly channelFen: number;
  readonly merchantNumberId: number;
  /** From the user's wallet. */
  readonly balanceFen: number;
  readonly userId: number;
  /** Coupons that the platform pays for. */
  readonly subsidyFen: number;
}

/** A fee of an order by a rule, as it was when the order was paid (DOMAIN §9 decision 25). */
export interface CostItem {
  /** Id of the rule's version. */
  readonly rule: number;
  readonly ruleNo: string;
  readonly version: number;
  readonly name: string;
  readonly kind: CostKind;
  readonly target: CostTarget;
  readonly base: CostBase | null;
  readonly baseFen: number | null;
  readonly rateBp: number | null;
  readonly amountFen: number;
  /** Where the fee goes. */
  readonly account: 'COMMISSION' | 'PROMOTION_FEE' | 'SERVICE_FEE';
  /** Who bears what cannot be shared out in whole fen after a partial refund. */
  readonly residual: 'team' | 'platform';
}

/** What an order costs whom, fixed when it is paid: a later change of fees never touches it (costSnapshot). */
export interface CostSnapshot {
  readonly settlementMode: 'balance' | 'deposit';
  readonly settleCycle: SettleCycle;
  /** The plan or rate behind the technical service fee, for the explanation on a bill. */
  readonly feePlanId: number | null;
  readonly planName: string | null;
  /** Since when the plan was valid, ISO 8601; it has no version. */
  readonly planFrom: string | null;
  readonly rateBp: number;
  readonly fixedFen: number;
  readonly technicalFeeFen: number;
  readonly merchantFeeFen: number;
  readonly promotionFeeFen: number;
  readonly riderIncomeFen: number;
  readonly franchiseeId: number | null;
  readonly shareRateBp: number;
  /** Fees by rules. Those of the station for technical service and promotion are also in the fields above. */
  readonly items?: readonly CostItem[];
}

/** Fees of a station in force, as far as orders depend on them. */
export interface FeeTerms
  extends Omit<CostSnapshot, 'technicalFeeFen' | 'merchantFeeFen' | 'promotionFeeFen' | 'riderIncomeFen' | 'items'> {
  readonly riderShareBp: number;
}

/** The costs of an order at these terms. Merchant and promotion fees and a rider's income may be told by the ordering side. */
export function snapshotOf(
  terms: FeeTerms,
  order: {
    readonly goodsFen: number;
    readonly deliveryFen: number;
    readonly merchantFeeFen?: number | undefined;
    readonly promotionFeeFen?: number | undefined;
    readonly riderIncomeFen?: number | undefined;
  },
): CostSnapshot {
  const { riderShareBp, ...kept } = terms;
  const total = order.goodsFen + order.deliveryFen;
  return {
    ...kept,
    technicalFeeFen: technicalFeeOf(total, terms),
    merchantFeeFen: Math.min(order.goodsFen, order.merchantFeeFen ?? 0),
    promotionFeeFen: order.promotionFeeFen ?? 0,
    riderIncomeFen: order.riderIncomeFen ?? percentOf(order.deliveryFen, riderShareBp),
  };
}

/** ORDER_PAY; null where nothing was paid. */
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

/** What goes back where when the user gets so much money back. */
interface RefundParts {
  readonly channelFen: number;
  readonly balanceFen: number;
  readonly subsidyFen: number;
}

/**
 * A refund in the proportion paid (原路退回). Each refund takes the difference between what is due back after it and before it, so that
 * rounding never adds up and a full refund gives back exactly what was paid. Residual: the wallet.
 *
 * @param before money that the user got back earlier
 * @throws Refusal 42232 when it is more than what is left
 */
export function refundParts(payment: Payment, before: number, amountFen: number): RefundParts {
  const paid = payment.channelFen + payment.balanceFen;
  if (before + amountFen > paid) throw refuse(42232);
  const upTo = (sum: number): RefundParts => {
    const channelFen = shareOf(sum, payment.channelFen, paid);
    return {
      channelFen,
      balanceFen: sum - channelFen,
      // A coupon alone paid it: the first refund, of nothing, ends it.
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

/** What of the total still lies in escrow after the user got so much back. */
export function escrowLeft(payment: Payment, refundedFen: number): number {
  const gone = refundedFen === 0 ? 0 : sumOf(refundParts(payment, 0, refundedFen));
  return sumOf(payment) - gone;
}

const sumOf = (parts: RefundParts): number => parts.channelFen + parts.balanceFen + parts.subsidyFen;

/** ORDER_REFUND: before the order is settled. */
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

/** Who bears a refund after settlement, and how much of it. */
export interface Bearer {
  readonly party: 'merchant' | 'rider' | 'team' | 'commission' | 'platform';
  readonly amountFen: number;
}

/** REFUND_AFTER_SETTLE: the parties have their money already. Who is not named bears nothing; the platform bears the rest. */
export function refundAfterSettle(
  on: Occasion,
  payment: Payment,
  refund: {
    readonly before: number;
    readonly amountFen: number;
    readonly bearers: readonly Bearer[];
    /** Part of the commission's that the franchisee bears. */
    readonly shareFen?: number;
  },
  parties: {
    readonly merchantId: number | null;
    readonly riderId: number | null;
    readonly franchiseeId?: number | null;
  },
  bill: BillFacts,
): Entry {
  // What a coupon paid stays with the parties.
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
        // The franchisee gives its share back first.
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

/** Who gets what of an order. */
interface SettleParts {
  readonly riderFen: number;
  readonly merchantFen: number;
  readonly promotionFen: number;
  readonly commissionFen: number;
  /** Of each fee by a rule that is a posting of its own, in their order. */
  readonly itemFens: readonly number[];
  readonly teamFen: number;
}

/** Fees by rules that the older fields of the snapshot do not hold: each is a posting of its own. */
const ownItems = (cost: CostSnapshot): readonly CostItem[] => (cost.items ?? []).filter((item) => !isFolded(item));
/** The station's technical service fee and promotion fee are settled by their fields of the snapshot. */
export const isFolded = ({ kind, target }: Pick<CostItem, 'kind' | 'target'>): boolean =>
  target === 'team' && (kind === 'technical' || kind === 'promotion');

/**
 * Shares an order out. Rider and merchant come first, less the fees that they bear, then the station's fees as far as the order can bear
 * them; the station gets the rest (residual). After a partial refund all shrink alike.
 *
 * @param commissionFromOrder false where the reserve pays it
 */
export function settleParts(
  cost: CostSnapshot,
  order: {
    readonly goodsFen: number;
    readonly totalFen: number;
    readonly escrowFen: number;
    readonly hasMerchant: boolean;
    /** Default: there is one. */
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

/** What is left of a fee after a partial refund: the part that is not the residual party's is rounded. */
function shrunk(
  fen: number,
  { escrowFen, totalFen }: { readonly escrowFen: number; readonly totalFen: number },
  residual: CostItem['residual'],
): number {
  return residual === 'team' ? shareOf(fen, escrowFen, totalFen) : fen - shareOf(fen, totalFen - escrowFen, totalFen);
}

/** Rounded parts may exceed what there is by a fen or two: the last ones give way. */
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

/** Each party pays its fees by rules from what it gets, at most all of it. */
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

/** An order whose goods were delivered, as far as its settlement depends on it. */
export interface SettledOrder {
  readonly goodsFen: number;
  readonly payment: Payment;
  /** Money that the user got back before. */
  readonly refundedFen: number;
  readonly merchantId: number | null;
  readonly riderId: number | null;
  readonly cost: CostSnapshot;
}

/**
 * ORDER_SETTLE with what belongs to it: the commission out of the reserve, and the franchisee's share of the commission.
 *
 * @param fromReserve the station pays the commission from its reserve (settlementMode deposit), and the reserve has it
 * @returns the entries, what waits for its day, and what each rule charged; nothing where nothing lies in escrow any more
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
  // Without a rider: the rider's part is the station's.
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

/** What a rule charged of an order, and the entry that posts it. */
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

/** TEAM_RELEASE: a station's share of one order becomes available. */
export function teamRelease(on: Occasion, amountFen: number): Entry {
  const lines = [debit('TEAM_PENDING', amountFen, on.teamId), credit('TEAM_AVAILABLE', amountFen, on.teamId)];
  return { ...on, bizType: 'TEAM_RELEASE', lines };
}

/* ---- owners of balances ---- */

/** Who has balances that can be frozen and paid out. */
export type Subject = 'team' | 'rider' | 'franchisee' | 'merchant';
export interface Owner {
  readonly subject: Subject;
  readonly id: number;
}
/** The account that a withdrawal is taken from, and the account that holds its amount while the application is open. */
export const AVAILABLE = {
  team: 'TEAM_AVAILABLE',
  rider: 'RIDER_AVAILABLE',
  franchisee: 'FRANCHISEE_AVAILABLE',
  merchant: 'MERCHANT_PAYABLE',
} as const;
export const FROZEN = {
  team: 'TEAM_FROZEN',
  rider: 'RIDER_FROZEN',
  franchisee: 'FRANCHISEE_FROZEN',
  merchant: 'MERCHANT_FROZEN',
} as const;
const HELD = { team: 'TEAM_HELD', rider: 'RIDER_HELD' } as const;
const DEPOSIT = { team: 'TEAM_DEPOSIT', rider: 'RIDER_DEPOSIT', franchisee: 'FRANCHISEE_DEPOSIT' } as const;

/** WITHDRAW_FREEZE: an application was accepted. */
export function withdrawFreeze(on: Occasion, owner: Owner, amountFen: number): Entry {
  const lines = [
    debit(AVAILABLE[owner.subject], amountFen, owner.id),
    credit(FROZEN[owner.subject], amountFen, owner.id),
  ];
  return { ...on, bizType: 'WITHDRAW_FREEZE', lines };
}

/** WITHDRAW_UNFREEZE: rejected, cancelled, or failed and closed. */
export function withdrawUnfreeze(on: Occasion, owner: Owner, amountFen: number): Entry {
  const lines = [
    debit(FROZEN[owner.subject], amountFen, owner.id),
    credit(AVAILABLE[owner.subject], amountFen, owner.id),
  ];
  return { ...on, bizType: 'WITHDRAW_UNFREEZE', lines };
}

/** A payout. `feeFen` is 0 where the platform bears the fee. */
interface Payout {
  readonly amountFen: number;
  readonly feeFen: number;
  readonly merchantNumberId: number;
}

/** WITHDRAW_PAY: the payment platform said that it was paid. */
export function withdrawPay(on: Occasion, owner: Owner, payout: Payout, bill: BillFacts): Entry {
  const lines = [
    debit(FROZEN[owner.subject], payout.amountFen, owner.id),
    credit('CHANNEL', payout.amountFen - payout.feeFen, payout.merchantNumberId),
    credit('WITHDRAW_FEE', payout.feeFen),
  ];
  return { ...on, bizType: 'WITHDRAW_PAY', lines, bill: billTo(owner, payout.feeFen, bill) };
}

/** WITHDRAW_RETURN: the bank gave it back after success. */
export function withdrawReturn(on: Occasion, owner: Owner, payout: Payout, bill: BillFacts): Entry {
  const lines = [
    debit('CHANNEL', payout.amountFen - payout.feeFen, payout.merchantNumberId),
    debit('WITHDRAW_FEE', payout.feeFen),
    credit(AVAILABLE[owner.subject], payout.amountFen, owner.id),
  ];
  return { ...on, bizType: 'WITHDRAW_RETURN', lines, bill: billTo(owner, payout.feeFen, bill) };
}

function billTo(owner: Owner, feeFen: number, bill: BillFacts): BillFacts {
  return { counterType: owner.subject, counterId: owner.id, feeFen, ...bill };
}

/** FUND_HOLD: finance keeps a part back (管控冻结). */
export function fundHold(on: Occasion, owner: Owner & { subject: 'team' | 'rider' }, amountFen: number): Entry {
  const lines = [
    debit(AVAILABLE[owner.subject], amountFen, owner.id),
    credit(HELD[owner.subject], amountFen, owner.id),
  ];
  return { ...on, bizType: 'FUND_HOLD', lines };
}

/** FUND_UNHOLD. */
export function fundUnhold(on: Occasion, owner: Owner & { subject: 'team' | 'rider' }, amountFen: number): Entry {
  const { lines } = fundHold(on, owner, amountFen);
  return { ...on, bizType: 'FUND_UNHOLD', lines: mirrored(lines) };
}

/** DEPOSIT_IN: reserve, equipment deposit or a franchisee's deposit paid in (储备金、押金、保证金). */
export function depositIn(
  on: Occasion,
  owner: Owner & { subject: keyof typeof DEPOSIT },
  amountFen: number,
  merchantNumberId: number,
  bill: BillFacts,
): Entry {
  const lines = [debit('CHANNEL', amountFen, merchantNumberId), credit(DEPOSIT[owner.subject], amountFen, owner.id)];
  return { ...on, bizType: 'DEPOSIT_IN', lines, bill: billTo(owner, 0, bill) };
}

/** DEPOSIT_OUT: paid back. */
export function depositOut(...given: Parameters<typeof depositIn>): Entry {
  const { lines, ...entry } = depositIn(...given);
  return { ...entry, bizType: 'DEPOSIT_OUT', lines: mirrored(lines) };
}

/** MANUAL_IN or MANUAL_OUT: an approved adjustment (人工调整) of an owner's account. */
export function manual(
  on: Occasion,
  account: AccountCode,
  ownerId: number,
  direction: 'in' | 'out',
  amountFen: number,
): Entry {
  const lines = [debit('ADJUSTMENT', amountFen), credit(account, amountFen, ownerId)];
  return direction === 'in'
    ? { ...on, bizType: 'MANUAL_IN', lines }
    : { ...on, bizType: 'MANUAL_OUT', lines: mirrored(lines) };
}

/** RIDER_REWARD: paid by the station or the platform (奖励补贴). */
export function riderReward(on: Occasion, riderId: number, amountFen: number, payer: 'team' | 'platform'): Entry {
  const from = payer === 'team' ? debit('TEAM_AVAILABLE', amountFen, on.teamId) : debit('SUBSIDY', amountFen);
  return { ...on, bizType: 'RIDER_REWARD', lines: [from, credit('RIDER_AVAILABLE', amountFen, riderId)] };
}

/** RIDER_DEDUCT: to the station or the platform (扣款); of a food loss to the expense that has paid it. */
export function riderDeduct(
  on: Occasion,
  riderId: number,
  amountFen: number,
  payee: 'team' | 'platform' | 'loss',
): Entry {
  const platform = payee === 'loss' ? 'COMPENSATION' : 'ADJUSTMENT';
  const to = payee === 'team' ? credit('TEAM_AVAILABLE', amountFen, on.teamId) : credit(platform, amountFen);
  return { ...on, bizType: 'RIDER_DEDUCT', lines: [debit('RIDER_AVAILABLE', amountFen, riderId), to] };
}

/** DEPOSIT_OUT into the rider's own balance (押金退还, docs/decisions/0023): nothing leaves the platform. */
export function riderDepositBack(on: Occasion, riderId: number, amountFen: number): Entry {
  const lines = [debit('RIDER_DEPOSIT', amountFen, riderId), credit('RIDER_AVAILABLE', amountFen, riderId)];
  return { ...on, bizType: 'DEPOSIT_OUT', lines };
}

/** REVERSAL: the exact mirror of one transaction (冲正). */
export function reversal(
  on: Occasion,
  original: { readonly id: number; readonly lines: readonly Line[] },
  bill: BillFacts,
): Entry {
  return { ...on, bizType: 'REVERSAL', reversesId: original.id, lines: mirrored(original.lines), bill };
}

const TARGET_ACCOUNT = {
  team: 'TEAM_AVAILABLE',
  merchant: 'MERCHANT_PAYABLE',
  rider: 'RIDER_AVAILABLE',
} as const satisfies Readonly<Record<CostTarget, AccountCode>>;

/** SERVICE_FEE: a fee of a month or a year (周期费用). */
export function serviceFee(on: Occasion, amountFen: number): Entry {
  const lines = [debit('TEAM_AVAILABLE', amountFen, on.teamId), credit('SERVICE_FEE', amountFen)];
  return { ...on, bizType: 'SERVICE_FEE', lines };
}

/** FEE_WAIVE: a fee goes back to who paid it (费用减免); a franchisee keeps its share of it. */
export function feeWaive(
  on: Occasion,
  charge: {
    readonly account: AccountCode;
    readonly target: CostTarget;
    readonly targetId: number;
    readonly amountFen: number;
  },
): Entry {
  const lines = [
    debit(charge.account, charge.amountFen),
    credit(TARGET_ACCOUNT[charge.target], charge.amountFen, charge.targetId),
  ];
  return { ...on, bizType: 'FEE_WAIVE', lines };
}
