import type { Occasion } from './entries';
import { type BillFacts, credit, debit, type Entry, type Line, mirrored } from './rules';

/** Entries about insurance premiums (保费, DOMAIN §4.2). Pure functions. */

/** A premium and its payer. */
export interface Premium {
  readonly payer: 'platform' | 'team' | 'rider';
  readonly riderId: number;
  readonly insurerId: number;
  readonly amountFen: number;
  /** The amount that the payer bears. The platform bears the rest. */
  readonly borneFen: number;
}

function payerLine({ payer, riderId, borneFen }: Premium, teamId: number): Line {
  if (payer === 'team') return debit('TEAM_AVAILABLE', borneFen, teamId);
  if (payer === 'rider') return debit('RIDER_AVAILABLE', borneFen, riderId);
  return debit('COMPENSATION', borneFen);
}

const premiumLines = (premium: Premium, teamId: number): Line[] => [
  payerLine(premium, teamId),
  debit('COMPENSATION', premium.amountFen - premium.borneFen),
  credit('INSURANCE_PAYABLE', premium.amountFen, premium.insurerId),
];

/** INSURE_PREMIUM: the premium of a policy that the insurer accepted. If the price is per order, it is posted when the cover ends. */
export const insurePremium = (on: Occasion, premium: Premium): Entry => ({
  ...on,
  bizType: 'INSURE_PREMIUM',
  lines: premiumLines(premium, on.teamId),
});

/** INSURE_REFUND: the policy was surrendered. The payer and the platform get back what they paid. */
export const insureRefund = (on: Occasion, premium: Premium): Entry => ({
  ...on,
  bizType: 'INSURE_REFUND',
  lines: mirrored(premiumLines(premium, on.teamId)),
});

/**
 * INSURE_ADJUST: the insurer's premium differs from the posted premium. The platform bears an increase. A reduction is returned to
 * the payer and the platform.
 *
 * @param change.amountFen change of the debt to the insurer; a negative amount is a reduction
 * @param change.payerFen the payer's share of a reduction; the platform gets the rest
 */
export function insureAdjust(
  on: Occasion,
  premium: Pick<Premium, 'payer' | 'riderId' | 'insurerId'>,
  { amountFen, payerFen }: { readonly amountFen: number; readonly payerFen: number },
): Entry {
  const amount = Math.abs(amountFen);
  const lines =
    amountFen > 0
      ? [debit('COMPENSATION', amount), credit('INSURANCE_PAYABLE', amount, premium.insurerId)]
      : mirrored(premiumLines({ ...premium, amountFen: amount, borneFen: payerFen }, on.teamId));
  return { ...on, bizType: 'INSURE_ADJUST', lines };
}

/** INSURE_REMIT: pays premiums to the insurer from a merchant number. */
export function insureRemit(
  on: Occasion,
  {
    insurerId,
    amountFen,
    merchantNumberId,
  }: Pick<Premium, 'insurerId' | 'amountFen'> & { readonly merchantNumberId: number },
  bill: BillFacts,
): Entry {
  const lines = [debit('INSURANCE_PAYABLE', amountFen, insurerId), credit('CHANNEL', amountFen, merchantNumberId)];
  return { ...on, bizType: 'INSURE_REMIT', lines, bill: { counterType: 'insurer', counterId: insurerId, ...bill } };
}
