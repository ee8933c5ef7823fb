import assert from 'node:assert/strict';
import { type FeeTerms, snapshotOf } from './cost-snapshot';
import { earnedOf, limitBearers, movesOf } from './earned';
import {
  AVAILABLE,
  depositIn,
  depositOut,
  fundHold,
  fundUnhold,
  manual,
  type Occasion,
  type Owner,
  reversal,
  riderDeduct,
  riderReward,
  teamRelease,
  withdrawFreeze,
} from './entries';
import { channelFee, type ReconParty, reconEntry, transferIn, transferOut } from './entries-channel';
import { escrowLeft, orderPay, orderRefund, orderSettle, type Payment, refundAfterSettle } from './entries-order';
import { ModelBook } from './model';
import { assertFrozen, OwedRows, standing, withdrawalEntry } from './model-receivables';
import { followersIn, isReversalBlocked, reversibleIn } from './model-reversals';
import {
  CASE_STEPS,
  type CaseStepKind,
  firstTerms,
  isCaseStep,
  type Line,
  NUMBER,
  type Order,
  type Step,
  type Target,
  type Withdrawal,
  type WithdrawalState,
} from './model-steps';
import { receivableBook, receivableWaive } from './receivables';
import { credit, debit, type Entry } from './rules';

type SingleKind = Extract<
  Step['kind'],
  | 'hold'
  | 'unhold'
  | 'depositIn'
  | 'depositOut'
  | 'manualIn'
  | 'manualOut'
  | 'reward'
  | 'deduct'
  | 'channelFee'
  | 'topUp'
>;

/** A random history of one station with its rider, merchant, user and franchisee. */
export class History {
  readonly book = new ModelBook();
  readonly orders: Order[] = [];
  readonly withdrawals: Withdrawal[] = [];
  readonly lines: Line[] = [];
  /** Amounts in transit to the station's own merchant number, by transfer number. */
  readonly transfers = new Map<string, number>();
  private readonly owed = new OwedRows();
  private serial = 0;
  private terms: FeeTerms;

  constructor(
    readonly base: number,
    readonly target: Target | null,
    private readonly at: () => Date,
  ) {
    this.book.credit.set(base, 500);
    this.terms = firstTerms(base + 3);
  }

  private get team(): Owner & { subject: 'team' } {
    return { subject: 'team', id: this.base };
  }
  private get rider(): Owner & { subject: 'rider' } {
    return { subject: 'rider', id: this.base + 1 };
  }
  private on(bizNo?: string, step = 1): Occasion {
    this.serial += 1;
    return {
      bizNo: bizNo ?? `M${this.base}-${this.serial}`,
      step,
      teamId: this.base,
      at: this.at(),
      day: '2026-03-01',
    };
  }

  /** Posts to the model and to the target, and asserts that both return the same result. @returns whether the entries were posted */
  private async post(
    entries: readonly Entry[],
    line: { orderNo: string; fen: number } | null = null,
  ): Promise<boolean> {
    const answer = this.book.post(entries);
    const code = typeof answer === 'number' ? answer : 0;
    if (this.target) assert.equal(await this.target.post(entries, line), code, JSON.stringify(entries));
    return code === 0;
  }

  async step({ kind, pick, share, fen }: Step): Promise<void> {
    const of = <T>(list: readonly T[]): T | undefined => list[pick % Math.max(1, list.length)];
    const owner =
      [
        this.rider,
        this.team,
        { subject: 'franchisee', id: this.base + 3 } as const,
        { subject: 'merchant', id: this.base + 4 } as const,
      ][pick % 4] ?? this.team;
    const available = AVAILABLE[owner.subject];
    const part = (all: number) => Math.max(1, Math.floor(all * share));
    if (isCaseStep(kind)) {
      const from: readonly WithdrawalState[] = CASE_STEPS[kind].from;
      return this.takeStep(of(this.withdrawals.filter(({ state }) => from.includes(state))), kind);
    }
    switch (kind) {
      case 'pay':
        return this.pay(pick, share, fen);
      case 'deliver':
        return this.deliver(of(this.orders.filter(({ state }) => state === 'paid')), pick % 4 === 0);
      case 'refund':
        return this.refund(of(this.orders), share, pick);
      case 'fees':
        this.terms = { ...this.terms, rateBp: pick * 10, fixedFen: pick % 50, shareRateBp: Math.floor(share * 10_000) };
        return;
      case 'release':
        return this.release(of(this.lines.filter(({ state }) => state === 'pending')));
      case 'apply':
        return this.apply(owner, part(Math.max(1, this.book.balance(available, owner.id))));
      case 'reverse':
        return this.reverse(pick);
      case 'transfer': {
        const on = this.on();
        if (await this.post([transferOut(on, this.transfer(fen), {})])) this.transfers.set(on.bizNo, fen);
        return;
      }
      case 'arrive':
        return this.arrive(of([...this.transfers.keys()]), pick % 3 === 0);
      case 'clear':
        return this.clear(pick % 2 ? fen : -fen, pick);
      case 'owe':
        return this.owe(this.on(), fen);
      case 'waive':
        return this.waive(of(this.owed.open)?.bizNo);
      case 'tooMuch':
        // A merchant's account has no floor, because late refunds may exceed its balance. We use the station's account instead.
        return this.tooMuch(owner.subject === 'merchant' ? this.team : owner);
      default:
        await this.post([this.singleEntry(kind, { part, fen, isOdd: pick % 2 === 1 })]);
    }
  }

  /** Builds the entry of a step that posts one entry and changes no other state. */
  private singleEntry(
    kind: SingleKind,
    { part, fen, isOdd }: { readonly part: (all: number) => number; readonly fen: number; readonly isOdd: boolean },
  ): Entry {
    switch (kind) {
      case 'hold':
        return fundHold(this.on(), this.team, part(this.book.balance('TEAM_AVAILABLE', this.base)));
      case 'unhold':
        return fundUnhold(this.on(), this.team, part(this.book.balance('TEAM_HELD', this.base)));
      case 'depositIn':
        return depositIn(this.on(), this.team, fen, NUMBER, {});
      case 'depositOut':
        return depositOut(this.on(), this.team, part(this.book.balance('TEAM_DEPOSIT', this.base)), NUMBER, {});
      case 'manualIn':
      case 'manualOut':
        return manual(this.on(), 'TEAM_AVAILABLE', this.base, kind === 'manualIn' ? 'in' : 'out', fen);
      case 'reward':
        return riderReward(this.on(), this.rider.id, fen, isOdd ? 'team' : 'platform');
      case 'deduct':
        return riderDeduct(this.on(), this.rider.id, fen, isOdd ? 'team' : 'platform');
      case 'channelFee':
        return channelFee(this.on(), NUMBER, fen, {});
      case 'topUp': {
        const lines = [debit('CHANNEL', fen, NUMBER), credit('USER_BALANCE', fen, this.base + 2)];
        return { ...this.on(), bizType: 'USER_TOPUP', lines };
      }
    }
  }

  private async apply(owner: Withdrawal['owner'], amountFen: number): Promise<void> {
    const no = this.on().bizNo;
    if (await this.post([withdrawFreeze(this.on(no), owner, amountFen)]))
      this.withdrawals.push({ no, owner, amountFen, feeFen: Math.floor(amountFen / 100), state: 'review' });
  }

  /** Tries to withdraw more than the balance, and asserts that the attempt is refused and writes nothing. */
  private async tooMuch({ subject, id }: Withdrawal['owner']): Promise<void> {
    const before = this.book.journal.length;
    const fen = Math.max(0, this.book.balance(AVAILABLE[subject], id)) + 501;
    assert.equal(await this.post([withdrawFreeze(this.on(), { subject, id }, fen)]), false);
    assert.equal(this.book.journal.length, before);
  }

  private async owe(on: Occasion, fen: number): Promise<void> {
    if (await this.post([receivableBook(on, fen, 'COMPENSATION')])) this.owed.add(on.bizNo, fen);
  }

  private async waive(bizNo: string | undefined): Promise<void> {
    const row = this.owed.open.find((one) => one.bizNo === bizNo);
    if (!row) return;
    assert.ok(Array.isArray(this.book.post([receivableWaive(this.on(), row.leftFen, 'ADJUSTMENT')])));
    if (this.target) await this.target.waive(row.bizNo);
    row.leftFen = 0;
  }

  private transfer = (amountFen: number) => ({ fromId: NUMBER, toId: this.base + 5, amountFen });

  /** Completes a transfer: the money arrives at its target number or returns to its source. */
  private async arrive(no: string | undefined, comesBack: boolean): Promise<void> {
    if (no === undefined) return;
    const transfer = this.transfer(this.transfers.get(no) ?? 0);
    const arrivedAt = comesBack ? transfer.fromId : transfer.toId;
    assert.ok(await this.post([transferIn(this.on(no), { ...transfer, arrivedAt }, {})]));
    this.transfers.delete(no);
  }

  /**
   * Returns the money of open transfers, and the balance of the transfers' own merchant number, to the shared merchant number. Payouts may
   * have used that money, and no merchant number may end below zero.
   */
  async endTransfers(): Promise<void> {
    for (const no of [...this.transfers.keys()]) await this.arrive(no, true);
    const back = { fromId: this.base + 5, toId: NUMBER, amountFen: this.book.balance('CHANNEL', this.base + 5) };
    if (back.amountFen === 0) return;
    const on = this.on();
    assert.ok(await this.post([transferOut(on, back, {}), transferIn(on, { ...back, arrivedAt: NUMBER }, {})]));
  }

  /** Assigns a suspended difference to a party. */
  private async clear(gapFen: number, pick: number): Promise<void> {
    const parties: readonly ReconParty[] = [
      { account: 'TEAM_AVAILABLE', ownerId: this.base },
      { account: 'RIDER_AVAILABLE', ownerId: this.rider.id },
      { account: 'MERCHANT_PAYABLE', ownerId: this.base + 4 },
      { account: 'ADJUSTMENT', ownerId: 0 },
    ];
    const to = parties[pick % parties.length] as ReconParty;
    const from = { account: 'SUSPENSE', ownerId: NUMBER } as const;
    await this.post([reconEntry(this.on(), 'RECON_CLEAR', gapFen, { from, to, bill: {} })]);
  }

  private async pay(pick: number, share: number, fen: number): Promise<void> {
    const total = fen + (pick % 900);
    const goodsFen = Math.floor(total * share);
    const subsidyFen = pick % 5 === 0 ? Math.floor(total / 7) : 0;
    const wallet = this.book.balance('USER_BALANCE', this.base + 2);
    const balanceFen = Math.min(wallet, pick % 3 === 0 ? Math.floor((total - subsidyFen) / 2) : 0);
    const payment: Payment = {
      channelFen: total - subsidyFen - balanceFen,
      merchantNumberId: NUMBER,
      balanceFen,
      userId: this.base + 2,
      subsidyFen,
    };
    const on = this.on();
    const order: Order = {
      orderNo: on.bizNo,
      goodsFen,
      payment,
      refundedFen: 0,
      refunds: 0,
      settles: 0,
      merchantId: pick % 4 === 0 ? null : this.base + 4,
      riderId: pick % 7 === 0 ? null : this.rider.id,
      cost: snapshotOf(this.terms, { goodsFen, deliveryFen: total - goodsFen, merchantFeeFen: pick }),
      state: 'paid',
    };
    const entry = orderPay(on, payment, { orderNo: on.bizNo });
    if (entry && (await this.post([entry]))) this.orders.push(order);
  }

  private async deliver(order: Order | undefined, reserve: boolean): Promise<void> {
    if (!order) return;
    order.settles += 1;
    const fits = this.book.balance('TEAM_DEPOSIT', this.base) >= order.cost.technicalFeeFen;
    const { entries, pendingFen } = orderSettle(this.on(order.orderNo, order.settles), order, reserve && fits);
    // The settlement uses the fees fixed at payment, not the current fees.
    const fees = entries
      .flatMap(({ lines }) => lines)
      .filter(({ account, dc }) => account === 'COMMISSION' && dc === 'C');
    for (const { amountFen } of fees) assert.ok(amountFen <= order.cost.technicalFeeFen + 1);
    const line = pendingFen > 0 ? { orderNo: order.orderNo, fen: pendingFen } : null;
    if (entries.length > 0 && !(await this.post(entries, line))) return;
    order.state = 'settled';
    const known = this.lines.find(({ orderNo }) => orderNo === order.orderNo);
    if (line && known)
      this.lines.splice(this.lines.indexOf(known), 1, { ...line, state: 'pending', releases: known.releases });
    else if (line) this.lines.push({ ...line, state: 'pending', releases: 0 });
  }

  private async refund(order: Order | undefined, share: number, pick: number): Promise<void> {
    if (!order) return;
    const left = order.payment.channelFen + order.payment.balanceFen - order.refundedFen;
    const amountFen = pick % 4 === 0 ? left : Math.floor(left * share);
    if (amountFen === 0) return;
    const on = this.on(order.orderNo, order.refunds + 1);
    const wanted = [{ party: 'team' as const, amountFen: Math.floor(amountFen / 3) }];
    const { bearers } = limitBearers(wanted, earnedOf(standing(this.book, order.orderNo).flatMap(movesOf)));
    // The amount that the station's balance cannot cover becomes a receivable.
    const wantedFen = bearers[0]?.amountFen ?? 0;
    const teamFen = Math.min(wantedFen, this.book.balance('TEAM_AVAILABLE', this.base) + 500);
    const refund = { before: order.refundedFen, amountFen, bearers: [{ party: 'team' as const, amountFen: teamFen }] };
    const entry =
      order.state === 'paid'
        ? orderRefund(on, order.payment, refund, { orderNo: order.orderNo })
        : refundAfterSettle(on, order.payment, refund, order, { orderNo: order.orderNo });
    const owedFen = order.state === 'paid' ? 0 : wantedFen - teamFen;
    const booked = owedFen > 0 ? [receivableBook(on, owedFen, 'COMPENSATION')] : [];
    if (!(await this.post([entry, ...booked]))) return;
    if (owedFen > 0) this.owed.add(on.bizNo, owedFen);
    order.refundedFen += amountFen;
    order.refunds += 1;
  }

  private async release(line: Line | undefined): Promise<void> {
    if (!line) return;
    const entry = teamRelease(this.on(line.orderNo, line.releases + 1), line.fen);
    const collected = this.owed.collect(line.fen, () => this.on());
    assert.ok(Array.isArray(this.book.post([entry, ...collected])), 'what waits is there');
    if (this.target) assert.equal(await this.target.release(entry, line.orderNo), 0);
    line.state = 'released';
    line.releases += 1;
  }

  /** Runs a step of a withdrawal. While the result of a payout is unknown, the money stays frozen. */
  private async takeStep(withdrawal: Withdrawal | undefined, kind: CaseStepKind): Promise<void> {
    if (!withdrawal) return;
    const { to, entry } = CASE_STEPS[kind];
    if (entry !== null)
      assert.ok(
        await this.post([withdrawalEntry(this.on(withdrawal.no), withdrawal, entry)]),
        'what was frozen is there',
      );
    withdrawal.state = to;
  }

  private async reverse(pick: number): Promise<void> {
    const candidates = reversibleIn(this.book);
    const original = candidates[pick % Math.max(1, candidates.length)];
    if (!original) return;
    const { entry } = original;
    const line = this.lines.find(({ orderNo }) => orderNo === entry.bizNo);
    if (isReversalBlocked(this.book, this, entry)) return;
    const on = this.on(`X${original.id}-${this.base}`);
    const answer = this.book.post(
      [original, ...followersIn(this.book, entry)].map(({ id, entry: { lines } }) =>
        reversal({ ...on, bizNo: `X${id}-${this.base}` }, { id, lines }, {}),
      ),
    );
    const code = typeof answer === 'number' ? answer : 0;
    if (this.target) assert.equal(await this.target.reverse(entry, on), code, `${entry.bizType} ${code}`);
    if (code !== 0) return;
    if (entry.bizType === 'TEAM_RELEASE' && line) line.state = 'pending';
    if (entry.bizType === 'ORDER_SETTLE') {
      const order = this.orders.find(({ orderNo }) => orderNo === entry.bizNo);
      if (order) order.state = 'paid';
      if (line) line.state = 'reversed';
    }
  }

  mustBeSound(): void {
    this.book.mustBeSound();
    const waiting = this.lines.filter(({ state }) => state === 'pending').reduce((sum, { fen }) => sum + fen, 0);
    assert.equal(this.book.balance('TEAM_PENDING', this.base), waiting);
    const escrow = this.orders
      .filter(({ state }) => state === 'paid')
      .reduce((sum, order) => sum + escrowLeft(order.payment, order.refundedFen), 0);
    assert.equal(this.book.balance('ORDER_ESCROW', 0), escrow);
    assertFrozen(this.book, this.withdrawals);
    assert.equal(this.book.balance('RECEIVABLE', this.base), this.owed.sumFen);
    const underWay = [...this.transfers.values()].reduce((sum, fen) => sum + fen, 0);
    assert.equal(this.book.balance('TRANSFER', this.base + 5), underWay);
    for (const { payment, refundedFen } of this.orders)
      assert.ok(refundedFen <= payment.channelFen + payment.balanceFen);
  }
}
