import type { LossParty, LossPayee, LossReason } from '../../../contract/foodLoss.states';
import { type Text, text } from '../../../contract/text';

/**
 * Suggests liability by rule (责任建议) from the reason and the facts of the order. Each applied rule adds a sentence.
 * Pure functions: no database, no clock.
 */

/** The facts that determine the suggestion. Times are in minutes. */
export interface LossFacts {
  readonly reason: LossReason;
  readonly hasRider: boolean;
  readonly hasMerchant: boolean;
  /** Time from payment to the rider's acceptance. `null` means that no rider accepted the order. */
  readonly acceptMin: number | null;
  /** Delay beyond the promised time; 0 or less means on time. `null` means that the order was not delivered. */
  readonly lateMin: number | null;
}

export interface Suggestion {
  readonly shares: readonly { readonly party: LossParty; readonly shareBp: number }[];
  readonly payTo: LossPayee;
  readonly why: readonly Text[];
}

/** Minutes after the payment. If no rider accepts the order within this time, the station shares the liability for a late order. */
const SLOW_MIN = 10;

const WHY = {
  rider: text(
    '餐品在骑手保管期间受损。',
    'The food was damaged in the rider’s custody.',
    'A refeição estava com o entregador.',
    '餐品在騎手保管期間受損。',
  ),
  packaging: text(
    '包装由商家负责，商家承担 20%。',
    'The merchant is responsible for the packaging and bears 20%.',
    'A embalagem é do comerciante: 20%.',
    '包裝由商家負責，商家承擔 20%。',
  ),
  merchant: text(
    '餐品由商家出品和配齐。',
    'The merchant makes and packs the food.',
    'O comerciante prepara e embala a refeição.',
    '餐品由商家出品和配齊。',
  ),
  theft: text(
    '被盗时骑手有保管责任，平台分担 30%。',
    'The rider is responsible for the food; the platform bears 30% of a theft.',
    'O entregador guarda a refeição; a plataforma arca com 30% do roubo.',
    '被竊時騎手有保管責任，平台分擔 30%。',
  ),
  inTime: text(
    '订单按承诺时间送达。',
    'The order arrived in time.',
    'O pedido chegou no prazo.',
    '訂單按承諾時間送達。',
  ),
  late: text(
    '送达晚于承诺时间。',
    'The delivery was later than promised.',
    'A entrega passou do prazo prometido.',
    '送達晚於承諾時間。',
  ),
  slow: text(
    '站点超过 10 分钟未派出，站点承担一半。',
    'The station found no rider within 10 minutes and bears half.',
    'A estação não encontrou entregador em 10 minutos e arca com metade.',
    '站點超過 10 分鐘未派出，站點承擔一半。',
  ),
  recipient: text(
    '收件人没有收下餐品，赔付商家的货款。',
    'The recipient did not take the food; the merchant is paid.',
    'O destinatário não recebeu; o comerciante é pago.',
    '收件人沒有收下餐品，賠付商家的貨款。',
  ),
  accident: text(
    '交通事故由保险公司赔付。',
    'The insurer pays for traffic accidents.',
    'Um acidente cabe à seguradora.',
    '交通事故由保險公司賠付。',
  ),
  noParty: text(
    '订单没有这一责任方，由平台承担。',
    'The order has no such party; the platform bears it.',
    'O pedido não tem essa parte; a plataforma arca.',
    '訂單沒有這一責任方，由平台承擔。',
  ),
  other: text(
    '没有适用的规则，由平台承担。',
    'No rule applies; the platform bears it.',
    'Nenhuma regra se aplica; a plataforma arca.',
    '沒有適用的規則，由平台承擔。',
  ),
} as const;

const all = (party: LossParty, why: Text, payTo: LossPayee = 'user'): Suggestion => ({
  shares: [{ party, shareBp: 10_000 }],
  payTo,
  why: [why],
});
const platform = (why: Text) => all('platform', why);

/** Suggests the liability. @returns shares that total 100 %; a rider or merchant has a share only if the order has one */
export function suggestLiability(facts: LossFacts): Suggestion {
  const { reason, hasRider, hasMerchant } = facts;
  switch (reason) {
    case 'spilled':
    case 'damaged':
      if (!hasRider) return hasMerchant ? all('merchant', WHY.merchant) : platform(WHY.noParty);
      return hasMerchant ? both('rider', 8_000, 'merchant', [WHY.rider, WHY.packaging]) : all('rider', WHY.rider);
    case 'lost':
      return hasRider ? all('rider', WHY.rider) : platform(WHY.noParty);
    case 'stolen':
      return hasRider ? both('rider', 7_000, 'platform', [WHY.theft]) : platform(WHY.noParty);
    case 'wrongItem':
    case 'missingItem':
    case 'spoiled':
    case 'foreignObject':
      return hasMerchant ? all('merchant', WHY.merchant) : platform(WHY.noParty);
    case 'late':
      return late(facts);
    case 'refused':
    case 'unreachable':
      return hasMerchant ? all('user', WHY.recipient, 'merchant') : all('user', WHY.recipient);
    case 'accident':
      return all('insurer', WHY.accident);
    default:
      return platform(WHY.other);
  }
}

function both(first: LossParty, shareBp: number, second: LossParty, why: readonly Text[]): Suggestion {
  const shares = [
    { party: first, shareBp },
    { party: second, shareBp: 10_000 - shareBp },
  ];
  return { shares, payTo: 'user', why };
}

function late({ hasRider, acceptMin, lateMin }: LossFacts): Suggestion {
  if (lateMin !== null && lateMin <= 0) return all('user', WHY.inTime);
  const isSlow = acceptMin === null || acceptMin > SLOW_MIN;
  if (!hasRider) return all('team', WHY.slow);
  return isSlow ? both('rider', 5_000, 'team', [WHY.late, WHY.slow]) : all('rider', WHY.late);
}
