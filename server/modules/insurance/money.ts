import { inSavepoint } from '../../core/database/transaction';
import { Refusal } from '../../core/http/refusal';
import { balancesOf, followCredit, headroomOf, insurePremium, insureRefund, type Premium, post } from '../ledger';
import { presentOf } from '../site';
import { creditLimits } from '../team';
import { borneBy, premiumOf } from './rules';
import { openMonth, type PolicyRow, type Tools } from './store';

/** Premiums in the ledger (DOMAIN §4.2). The policy number is the idempotency key. */

/** Refusal codes of the ledger for a balance that is too low and for a frozen account. */
const CANNOT_PAY: readonly number[] = [42241, 42242];

async function occasionOf(tools: Tools, { no, team_id: teamId }: PolicyRow, operatorId: number) {
  const { at, day } = await presentOf(tools);
  return { bizNo: no, teamId, at, day, operatorId };
}

const premiumFor = (row: PolicyRow, amountFen: number, borneFen: number): Premium => ({
  payer: row.payer,
  riderId: row.rider_id,
  insurerId: row.insurer_id,
  amountFen,
  borneFen,
});

/**
 * Returns the amount that the payer can spend, in fen. The amount of a station includes its credit limit. For the platform the result is 0.
 */
async function spendableOf({ db }: Tools, { payer, team_id: teamId, rider_id: riderId }: PolicyRow): Promise<number> {
  if (payer === 'platform') return 0;
  if (payer === 'team') return (await headroomOf(db, [teamId])).get(teamId) ?? 0;
  return (await balancesOf(db, ['RIDER_AVAILABLE'], [riderId])).get(`RIDER_AVAILABLE:${riderId}`) ?? 0;
}

/**
 * Posts INSURE_PREMIUM. If the payer's balance is too low, even with a station's credit limit, the platform pays the rest. If the ledger
 * also refuses this entry, for example because the balance has decreased concurrently, the platform pays the whole premium.
 *
 * @returns the changed columns of the policy, or `null` if no premium is due
 */
export async function postPremium(tools: Tools, row: PolicyRow) {
  const premiumFen = premiumOf(row.premium_unit, row.price_fen, row.orders);
  if (premiumFen === 0) return null;
  const on = await occasionOf(tools, row, 0);
  if (row.payer === 'team') await followCredit(tools.db, await creditLimits(tools.db, [row.team_id]));
  const parts = [premiumFen, borneBy(row.payer, premiumFen, await spendableOf(tools, row)), 0];
  for (const borneFen of [...new Set(parts)]) {
    try {
      const entry = insurePremium(on, premiumFor(row, premiumFen, borneFen));
      const { txNo } = await inSavepoint(tools.db, () => post(tools, entry));
      await openMonth(tools, row.insurer_id, row.cover_date.slice(0, 7));
      return { premium_fen: premiumFen, borne_fen: borneFen, tx_no: txNo };
    } catch (error) {
      const isShort = error instanceof Refusal && CANNOT_PAY.includes(error.code);
      if (!isShort || borneFen === 0) throw error;
    }
  }
  throw new Error(`no part of the premium of ${row.no} could be posted`);
}

/** Posts INSURE_REFUND of a surrender. Each payer gets its amount back. @returns the transaction number, or `null` if nothing was paid */
export async function postRefund(tools: Tools, row: PolicyRow, operatorId: number): Promise<string | null> {
  if (row.tx_no === null) return null;
  const on = await occasionOf(tools, row, operatorId);
  return (await post(tools, insureRefund(on, premiumFor(row, row.premium_fen, row.borne_fen)))).txNo;
}
