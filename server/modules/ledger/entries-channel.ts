import type { Occasion } from './entries';
import { type BillFacts, credit, debit, type Entry, mirrored } from './rules';

/** Entries about money at payment platforms: fees, statement differences and transfers between merchant numbers. Pure functions. */

/** CHANNEL_FEE: the payment platform charged a fee. @param amountFen A negative amount means that the platform returned fees. */
export function channelFee(on: Occasion, merchantNumberId: number, amountFen: number, bill: BillFacts): Entry {
  const size = Math.abs(amountFen);
  const lines = [debit('CHANNEL_COST', size), credit('CHANNEL', size, merchantNumberId)];
  const kept = amountFen < 0 ? mirrored(lines) : lines;
  return { ...on, bizType: 'CHANNEL_FEE', lines: kept, bill: { counterType: 'channel', ...bill } };
}

/* ---- reconciliation ---- */

/** The account that the entry of a statement difference debits or credits, and the id of the account's owner. */
export type ReconParty = {
  readonly account: 'SUSPENSE' | 'CHANNEL' | 'TEAM_AVAILABLE' | 'RIDER_AVAILABLE' | 'MERCHANT_PAYABLE' | 'ADJUSTMENT';
  readonly ownerId: number;
};

/**
 * RECON_SUSPEND, RECON_CLEAR, RECON_WRITEOFF: posts the amount of a difference (DOMAIN §4.2).
 *
 * @param gapFen A positive gap means that `from` has more money than the books state. The gap is then credited to the counter account
 *   `to`. A negative gap is debited to `to`.
 */
export function reconEntry(
  on: Occasion,
  bizType: 'RECON_SUSPEND' | 'RECON_CLEAR' | 'RECON_WRITEOFF',
  gapFen: number,
  { from, to, bill }: { readonly from: ReconParty; readonly to: ReconParty; readonly bill: BillFacts },
): Entry {
  const size = Math.abs(gapFen);
  const lines = [debit(from.account, size, from.ownerId), credit(to.account, size, to.ownerId)];
  return { ...on, bizType, lines: gapFen < 0 ? mirrored(lines) : lines, bill: { counterType: 'channel', ...bill } };
}

/* ---- transfers between merchant numbers ---- */

/** A transfer of money from one of our merchant numbers to another. */
interface Transfer {
  readonly fromId: number;
  readonly toId: number;
  readonly amountFen: number;
}

/** CHANNEL_TRANSFER_OUT: the money left the sending number. */
export function transferOut(on: Occasion, { fromId, toId, amountFen }: Transfer, bill: BillFacts): Entry {
  const lines = [debit('TRANSFER', amountFen, toId), credit('CHANNEL', amountFen, fromId)];
  return { ...on, bizType: 'CHANNEL_TRANSFER_OUT', lines, bill: { counterType: 'channel', counterId: toId, ...bill } };
}

/** CHANNEL_TRANSFER_IN: the money arrived. @param arrivedAt the merchant number that received the money; `fromId` if it was returned */
export function transferIn(
  on: Occasion,
  { fromId, toId, amountFen, arrivedAt }: Transfer & { readonly arrivedAt: number },
  bill: BillFacts,
): Entry {
  const lines = [debit('CHANNEL', amountFen, arrivedAt), credit('TRANSFER', amountFen, toId)];
  const counterId = arrivedAt === toId ? fromId : toId;
  return { ...on, bizType: 'CHANNEL_TRANSFER_IN', lines, bill: { counterType: 'channel', counterId, ...bill } };
}
