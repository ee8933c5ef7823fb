import type { LngLat } from '../../../../contract/hexagon';
import { RefusedCall, readSpi, type SpiKeys } from './sign';

/**
 * Price enquiries (询价) from the platform to a capacity provider, and their answers. Pure.
 *
 * The envelope (signature, `code`, `message`, `data`) is the same for every SPI. The inner fields are disclosed to a provider at its
 * onboarding and are not published. These names follow the published delivery interfaces; only this file and the simulator use them.
 */

export interface PriceEnquiry {
  /** The platform's number; a repeated number is the same enquiry. */
  readonly externalNo: string;
  readonly shopId: string;
  readonly shopName: string;
  readonly storeId: string;
  /** GCJ-02. */
  readonly from: LngLat;
  readonly to: LngLat;
  readonly fromAddress: string;
  readonly toAddress: string;
  /** Metres by road; null when the platform does not provide it. */
  readonly distanceM: number | null;
  readonly weightG: number;
  readonly goodsFen: number;
  /** The requested time for the goods; null: now. */
  readonly wantAt: Date | null;
}

/** Reasons of a refusal, as in DOMAIN §3.9. */
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

const OTHER_REASON = [200, '其他原因'] as const;
/** The platform's codes of reasons, which it uses for cancelled deliveries. */
const REFUSAL_CODES: Readonly<Record<EnquiryRefusal, readonly [code: number, words: string]>> = {
  outOfArea: [201, '超出配送范围'],
  overDistance: [201, '超出配送范围'],
  noCapacity: [203, '运力紧张无可接单骑手'],
  overWeight: [206, '物品超长超重无法完成配送'],
  closed: [208, '商家未营业'],
  shopBlocked: OTHER_REASON,
  configError: OTHER_REASON,
};

export interface EnquiryAnswer {
  /** Our number. */
  readonly no: string;
  readonly externalNo: string;
  /** As in DOMAIN §3.9. The platform repeats an enquiry in the state `manual` until staff have quoted it. */
  readonly state: string;
  readonly reason: EnquiryRefusal | null;
  readonly quoteFen: number | null;
  /** Minutes. */
  readonly etaMin: number | null;
  /** End of the quote's validity, or of the time for a quote by staff. */
  readonly expireAt: Date | null;
}

/** Seconds until the platform repeats an enquiry that staff quote. */
const RETRY_SEC = 5;

const SECOND_MS = 1000;

const wholeNumber = (value: unknown): number => {
  const number = Number(value);
  if (!Number.isSafeInteger(number) || number < 0) throw new RefusedCall('a number is not valid');
  return number;
};

function requiredText(value: unknown): string {
  // JSON numbers lose precision above this.
  const text = typeof value === 'string' || Number.isSafeInteger(value) ? String(value) : '';
  if (text === '' || text.length > 64) throw new RefusedCall('a number of the platform is missing');
  return text;
}

function place(value: unknown): LngLat & { readonly address: string } {
  const { address, longitude, latitude } = (value ?? {}) as Readonly<Record<string, unknown>>;
  const [lng, lat] = [Number(longitude), Number(latitude)];
  if (!(Math.abs(lng) <= 180 && Math.abs(lat) <= 85)) throw new RefusedCall('a place is not valid');
  return { lng, lat, address: String(address ?? '') };
}

/**
 * Reads an enquiry.
 *
 * @throws RefusedCall when the platform did not sign it, or a field is not valid
 */
export function readEnquiry(query: URLSearchParams, body: string, keys: SpiKeys, now: Date): PriceEnquiry {
  const fields = readSpi(query, body, keys, now);
  const { expect_delivery_time: wanted, distance } = fields;
  const { address: fromAddress, ...from } = place(fields.sender);
  const { address: toAddress, ...to } = place(fields.receiver);
  return {
    externalNo: requiredText(fields.enquiry_id),
    shopId: requiredText(fields.shop_id),
    shopName: String(fields.shop_name ?? ''),
    storeId: requiredText(fields.store_id),
    ...{ from, to, fromAddress, toAddress },
    distanceM: distance === undefined || distance === null ? null : wholeNumber(distance),
    weightG: wholeNumber(fields.weight),
    goodsFen: wholeNumber(fields.goods_value),
    wantAt: wanted ? new Date(wholeNumber(wanted) * SECOND_MS) : null,
  };
}

const result = (data: unknown) => JSON.stringify({ code: 0, message: 'success', data });

/** Builds our answer to an enquiry; its status is 200. */
export function writeEnquiryAnswer(answer: EnquiryAnswer): string {
  const { no, externalNo, state, quoteFen, etaMin, expireAt } = answer;
  if ((state === 'quoted' || state === 'converted') && quoteFen !== null) {
    const validUntil = expireAt && Math.floor(expireAt.getTime() / SECOND_MS);
    const quote = { quote_id: no, price: quoteFen, eta: etaMin, valid_until: validUntil };
    return result({ enquiry_id: externalNo, result: 1, ...quote });
  }
  if (state === 'manual') return result({ enquiry_id: externalNo, result: 2, retry_after: RETRY_SEC });
  const [code, words] = answer.reason ? REFUSAL_CODES[answer.reason] : OTHER_REASON;
  return result({ enquiry_id: externalNo, result: 0, refuse_code: code, refuse_reason: words });
}

/** Builds our answer to a call that is refused (100001), unreadable (100002) or fails (100003). */
export const writeSpiFailure = (kind: 'signature' | 'parameter' | 'system'): string =>
  JSON.stringify(
    {
      signature: { code: 100001, message: '验签失败' },
      parameter: { code: 100002, message: '参数错误' },
      system: { code: 100003, message: '系统错误' },
    }[kind],
  );
