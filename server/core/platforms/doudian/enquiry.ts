import { RefusedCall, readSpi, type SpiKeys } from './sign';

/**
 * Price enquiries (询价) that the platform sends to a capacity provider, and their answers. Pure.
 *
 * The envelope (signature, `code`, `message`, `data`) is that of every SPI. The fields inside are given to a provider with its onboarding and
 * are not published; these follow the names of the published delivery interfaces. Only this file and the simulator know them.
 */

export interface EnquiryPlace {
  readonly address: string;
  /** `lng,lat`, GCJ-02. */
  readonly center: string;
}

export interface PriceEnquiry {
  /** The platform's number; the same number again is the same enquiry. */
  readonly externalNo: string;
  readonly shopId: string;
  readonly storeId: string;
  /** The order, where there already is one. */
  readonly orderId: string | null;
  readonly goodsValueFen: number;
  readonly weightGrams: number;
  readonly from: EnquiryPlace;
  readonly to: EnquiryPlace;
  /** When it shall arrive; null: as soon as possible. */
  readonly wantedAt: Date | null;
  readonly askedAt: Date;
}

/** Why we refuse, as in DOMAIN §3.9. */
export const ENQUIRY_REFUSALS = [
  'outOfArea',
  'closed',
  'overWeight',
  'overDistance',
  'noCapacity',
  'shopBlocked',
  'configError',
] as const;
export type EnquiryRefusal = (typeof ENQUIRY_REFUSALS)[number];

/** The platform's numbers for reasons, as it uses them for cancelled deliveries. */
const REFUSAL_CODES: Readonly<Record<EnquiryRefusal, readonly [code: number, words: string]>> = {
  outOfArea: [201, '超出配送范围'],
  overDistance: [201, '超出配送范围'],
  noCapacity: [203, '运力紧张无可接单骑手'],
  overWeight: [206, '物品超长超重无法完成配送'],
  closed: [208, '商家未营业'],
  shopBlocked: [200, '其他原因'],
  configError: [200, '其他原因'],
};

export type EnquiryAnswer =
  | {
      readonly kind: 'quoted';
      readonly quoteNo: string;
      readonly quoteFen: number;
      readonly etaMin: number;
      readonly validUntil: Date;
    }
  | { readonly kind: 'refused'; readonly reason: EnquiryRefusal }
  /** A person quotes: the platform asks again after so many seconds. */
  | { readonly kind: 'waiting'; readonly retryAfterSec: number };

const SECOND_MS = 1000;
const seconds = (at: Date) => Math.floor(at.getTime() / SECOND_MS);

const wholeNumber = (value: unknown): number => {
  const number = Number(value);
  if (!Number.isSafeInteger(number) || number < 0) throw new RefusedCall('a number is not valid');
  return number;
};

function requiredText(value: unknown): string {
  // JSON does not hold larger numbers exactly.
  const text = typeof value === 'string' || Number.isSafeInteger(value) ? String(value) : '';
  if (text === '' || text.length > 64) throw new RefusedCall('a number of the platform is missing');
  return text;
}

function place(value: unknown): EnquiryPlace {
  const { address, longitude, latitude } = (value ?? {}) as Readonly<Record<string, unknown>>;
  const [lng, lat] = [Number(longitude), Number(latitude)];
  if (!(Math.abs(lng) <= 180 && Math.abs(lat) <= 85)) throw new RefusedCall('a place is not valid');
  return { address: String(address ?? ''), center: `${lng.toFixed(6)},${lat.toFixed(6)}` };
}

/**
 * Reads an enquiry.
 *
 * @throws RefusedCall when the platform did not sign it, or a field is not valid
 */
export function readEnquiry(query: URLSearchParams, body: string, keys: SpiKeys, now: Date): PriceEnquiry {
  const fields = readSpi(query, body, keys, now);
  const wanted = fields.expect_delivery_time;
  return {
    externalNo: requiredText(fields.enquiry_id),
    shopId: requiredText(fields.shop_id),
    storeId: requiredText(fields.store_id),
    orderId: fields.shop_order_id ? requiredText(fields.shop_order_id) : null,
    goodsValueFen: wholeNumber(fields.goods_value),
    weightGrams: wholeNumber(fields.weight),
    from: place(fields.sender),
    to: place(fields.receiver),
    wantedAt: wanted ? new Date(wholeNumber(wanted) * SECOND_MS) : null,
    askedAt: new Date(wholeNumber(fields.create_time) * SECOND_MS),
  };
}

const result = (data: unknown) => JSON.stringify({ code: 0, message: 'success', data });

/** The body of our answer to an enquiry; its status is 200. */
export function writeEnquiryAnswer(externalNo: string, answer: EnquiryAnswer): string {
  switch (answer.kind) {
    case 'quoted':
      return result({
        enquiry_id: externalNo,
        result: 1,
        quote_id: answer.quoteNo,
        price: answer.quoteFen,
        eta: answer.etaMin,
        valid_until: seconds(answer.validUntil),
      });
    case 'refused': {
      const [code, words] = REFUSAL_CODES[answer.reason];
      return result({ enquiry_id: externalNo, result: 0, refuse_code: code, refuse_reason: words });
    }
    case 'waiting':
      return result({ enquiry_id: externalNo, result: 2, retry_after: answer.retryAfterSec });
  }
}

/** The body of our answer to a call that is refused (100001) or not readable (100002) or fails (100003). */
export const writeSpiFailure = (kind: 'signature' | 'parameter' | 'system'): string =>
  JSON.stringify(
    {
      signature: { code: 100001, message: '验签失败' },
      parameter: { code: 100002, message: '参数错误' },
      system: { code: 100003, message: '系统错误' },
    }[kind],
  );
