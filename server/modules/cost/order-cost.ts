import type { CostItem, CostSnapshot } from '../ledger';

/**
 * Adds the fees of rules to the costs of an order. A rule for the station's technical service fee replaces the station's rate. A rule for
 * the station's promotion fee is ignored if the ordering system set a promotion fee (`isPromotionTold`).
 */
export function withItems(cost: CostSnapshot, found: readonly CostItem[], isPromotionTold: boolean): CostSnapshot {
  const isStation = (item: CostItem, kind: CostItem['kind']) => item.target === 'team' && item.kind === kind;
  const items = found.filter((item) => !(isPromotionTold && isStation(item, 'promotion')));
  if (items.length === 0) return cost;
  const technical = items.find((item) => isStation(item, 'technical'));
  const promotion = items.find((item) => isStation(item, 'promotion'));
  return {
    ...cost,
    ...(technical && {
      feePlanId: null,
      planName: technical.name,
      planFrom: null,
      rateBp: technical.rateBp ?? 0,
      fixedFen: 0,
      technicalFeeFen: technical.amountFen,
    }),
    ...(promotion && { promotionFeeFen: promotion.amountFen }),
    items,
  };
}
