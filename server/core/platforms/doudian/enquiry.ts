import type { LngLat } from '../../../../contract/hexagon';
import { RefusedCall, readSpi, type SpiKeys } from './sign';

/**
 * Reads price enquiries (询价) that the platform sends to a delivery provider, and writes the answers.
 *
 * The envelope (signature, `code`, `message`, `data`) is the same for every call of the platform to us (SPI). The platform discloses the
 * fields inside the envelope only to providers and does not publish them. Our names follow the published delivery interfaces.
 */

export interface PriceEnquiry {
  /** The platform's number of the enquiry. An enquiry with the same number is a repetition. */
  readonly externalNo: string;
  readonly shopId: string;
  readonly shopName: string;
  readonly storeId: string;
  /** Coordinates in GCJ-02. */
  readonly from: LngLat;
  readonly to: LngLat;
  readonly fromAddress: string;
  readonly toAddress: string;
  /** Road distance in metres. `null` when the platform does not provide it. */
  readonly distanceM: number | null;
  readonly weightG: number;
  readonly goodsFen: number;
  /** The requested delivery time. `null` means as soon as possible. */
  readonly wantAt: Date | null;
}

/** The reasons for a refused enquiry (DOMAIN §3.9). */
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
/** The platform's reason codes for cancelled deliveries. Our refusals of enquiries use the same codes. */
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
  /** Our number of the enquiry. */
  readonly no: string;
  readonly externalNo: string;
  /** The state as in DOMAIN §3.9. While it is `manual`, the platform repeats the enquiry. */
  readonly state: string;
  readonly reason: EnquiryRefusal | null;
  readonly quoteFen: number | null;
  /** Estimated delivery time in minutes. */
  readonly etaMin: number | null;
  /** The time when the quote expires. For a `manual` enquiry, the time when staff can no longer quote a price. */
  readonly expireAt: Date | null;
}

/** Seconds after which the platform repeats a `manual` enquiry. */
const RETRY_SEC = 5;

const SECOND_MS = 1000;

const wholeNumber = (value: unknown): number => {
  const number = Number(value);
  if (!Number.isSafeInteger(number) || number < 0) throw new RefusedCall('a number is not valid');
  return number;
};

function requiredText(value: unknown): string {
  // JSON parsing may have rounded a number that is not a safe integer, so we refuse it.
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
 * Reads an enquiry and checks its signature.
 *
 * @throws RefusedCall when the signature is wrong or a field is not valid
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

/** Builds our answer to an enquiry. The caller sends it with HTTP status 200. */
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

/** Builds our answer to a call with a wrong signature (100001), an invalid parameter (100002) or an error of ours (100003). */
export const writeSpiFailure = (kind: 'signature' | 'parameter' | 'system'): string =>
  JSON.stringify(
    {
      signature: { code: 100001, message: '验签失败' },
      parameter: { code: 100002, message: '参数错误' },
      system: { code: 100003, message: '系统错误' },
    }[kind],
  );
