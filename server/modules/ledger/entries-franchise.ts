import type { Occasion } from './entries';
import { type BillFacts, credit, debit, type Entry } from './rules';

/** Entries of franchise contracts (DOMAIN §4.2, §9 decision 21). Pure functions. */

/** FRANCHISE_IN: the fee of a contract was received. It becomes revenue month by month. */
export function franchiseIn(
  on: Occasion,
  fee: { readonly franchiseeId: number; readonly amountFen: number; readonly merchantNumberId: number },
  bill: BillFacts,
): Entry {
  const { franchiseeId, amountFen, merchantNumberId } = fee;
  return {
    ...on,
    bizType: 'FRANCHISE_IN',
    lines: [debit('CHANNEL', amountFen, merchantNumberId), credit('FRANCHISE_DEFERRED', amountFen, franchiseeId)],
    bill: { counterType: 'franchisee', counterId: franchiseeId, feeFen: 0, ...bill },
  };
}

/** FRANCHISE_RECOGNISE: recognises the next portion of the fee as revenue. The step is the number of the portion. */
export function franchiseRecognise(on: Occasion, franchiseeId: number, amountFen: number): Entry {
  const lines = [debit('FRANCHISE_DEFERRED', amountFen, franchiseeId), credit('FRANCHISE_FEE', amountFen)];
  return { ...on, bizType: 'FRANCHISE_RECOGNISE', lines };
}
