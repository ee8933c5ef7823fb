import { INSURE, INSURE_KINDS, INSURE_PAYERS } from '../../../contract/insure.states';
import { policyCase } from '../../../contract/insurePolicy.states';
import type { ActorContext } from '../../core/http/context';

/**
 * Lists at most `INSURE.rows` policies of a rider. The policy whose cover ends last comes first. The caller must check that the user may
 * read the rider.
 */
export async function policiesOfRider(ctx: Pick<ActorContext, 'db' | 't' | 'locale'>, riderId: number) {
  const rows = await ctx.db
    .selectFrom('insure_policy')
    .innerJoin('insure_product', 'insure_product.id', 'insure_policy.product_id')
    .select([
      'insure_policy.id',
      'insure_policy.no',
      'insure_policy.state',
      'insure_policy.cover_from as coverFrom',
      'insure_policy.cover_to as coverTo',
      'insure_policy.premium_fen as premiumFen',
      'insure_policy.price_fen as priceFen',
      'insure_policy.payer',
      'insure_product.name as productName',
      'insure_product.kind',
    ])
    .where('insure_policy.rider_id', '=', riderId)
    .orderBy('insure_policy.cover_to', 'desc')
    .orderBy('insure_policy.id', 'desc')
    .limit(INSURE.rows)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    no: row.no,
    stateText: policyCase.stateText(row.state, ctx.locale),
    tone: policyCase.states[row.state].tone as string,
    coverFrom: row.coverFrom.toISOString(),
    coverTo: row.coverTo.toISOString(),
    premiumFen: row.premiumFen || row.priceFen,
    payerText: ctx.t(INSURE_PAYERS[row.payer]),
    productName: row.productName,
    kindText: ctx.t(INSURE_KINDS[row.kind]),
  }));
}
