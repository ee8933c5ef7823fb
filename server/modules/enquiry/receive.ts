import type { Kysely } from 'kysely';
import type { EnquiryState, RefuseReason } from '../../../contract/enquiry.states';
import type { LngLat } from '../../../contract/hexagon';
import { MINUTE_MS, SECOND_MS } from '../../../contract/units';
import type { Clock } from '../../core/clock';
import type { Database } from '../../core/database/schema';
import { refuse } from '../../core/http/refusal';
import type { Ids } from '../../core/ids';
import { wallTime } from '../../core/money/days';
import { businessNo } from '../../core/money/numbers';
import { circumstances, currentGround } from './ground';
import { decide } from './rules';
import { type EnquiryDetail, endQuote, expireDue, findByExternalNo, insertEnquiry } from './store';
import { roadMetres, roughly, streetOf } from './street';

/** Handles the callbacks of the short-video platform (DOMAIN §6.8 "Inbound"): enquiries, orders on quotes and cancellations. */

interface Tools {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly ids: Ids;
}

export interface EnquiryInput {
  /** The platform's enquiry number. A repeated request with the same number creates no new enquiry and gets the enquiry's current state. */
  readonly externalNo: string;
  readonly shopId: string;
  readonly shopName: string;
  readonly storeId: string | null;
  /** The station of the store. `null` means that no station belongs to the store, and the enquiry is refused. */
  readonly teamId: number | null;
  /** Coordinates in GCJ-02. */
  readonly from: LngLat | null;
  readonly to: LngLat | null;
  /** Postal address of the sender. Only its street is stored. */
  readonly fromAddress: string;
  readonly toAddress: string;
  /** Distance by road in metres. If it is `null`, it is estimated from the two coordinates, or is 0 if one of them is missing. */
  readonly distanceM: number | null;
  readonly weightG: number;
  readonly goodsFen: number;
  /** Wanted delivery time. `null` means immediately. */
  readonly wantAt: Date | null;
  /** `performance.now()` at the start of the call. The default is the moment when the function is called. */
  readonly begun?: number;
}

/** The answer to the platform. The platform repeats an enquiry in state `manual` until staff quote it or it expires. */
export interface EnquiryAnswer {
  readonly no: string;
  readonly externalNo: string;
  readonly state: EnquiryState;
  readonly reason: RefuseReason | null;
  readonly quoteFen: number | null;
  readonly etaMin: number | null;
  /** Moment when the quote expires, or when the time for staff to quote ends. */
  readonly expireAt: Date | null;
}

export const answerOf = (
  row: Pick<EnquiryDetail, 'no' | 'externalNo' | 'state' | 'refuseReason' | 'quoteFen' | 'etaMin' | 'expireAt'>,
): EnquiryAnswer => ({
  no: row.no,
  externalNo: row.externalNo,
  state: row.state,
  reason: row.refuseReason,
  quoteFen: row.quoteFen,
  etaMin: row.etaMin,
  expireAt: row.expireAt,
});

/** Returns the fields to store for a request. These fields do not identify the customer. */
function requestOf(input: EnquiryInput, distanceM: number) {
  const { externalNo, shopId, storeId, teamId, weightG, goodsFen, wantAt } = input;
  return {
    externalNo,
    shopId,
    storeId,
    teamId,
    from: input.from && roughly(input.from),
    to: input.to && roughly(input.to),
    fromStreet: streetOf(input.fromAddress),
    toStreet: streetOf(input.toAddress),
    distanceM,
    weightG,
    goodsFen,
    wantAt: wantAt?.toISOString() ?? null,
  };
}

const short = (text: string, most: number): string => [...text].slice(0, most).join('');

/**
 * Answers an enquiry (询价) of the platform, and stores the enquiry with the answer. The data for the answer come from the process's cache,
 * which is at most five seconds old. A repeated call with the same platform number creates no second enquiry.
 *
 * @returns the answer; for a repeated number, the current state of its enquiry
 */
export async function receiveEnquiry(tools: Tools, input: EnquiryInput): Promise<EnquiryAnswer> {
  const { db, clock, ids } = tools;
  const begun = input.begun ?? performance.now();
  const ground = await currentGround(db, clock);
  const now = clock.now();
  const distanceM = input.distanceM ?? (input.from && input.to ? roadMetres(input.from, input.to) : 0);
  const about = circumstances(ground, input, { at: input.wantAt ?? now, now });
  const decision = decide({ ...input, distanceM }, about);
  const { outcome, reason, quote } = decision;
  const tariff = about.rule?.tariff;
  const window =
    outcome === 'manual' ? (tariff?.manualWindowSec ?? 0) * SECOND_MS : (tariff?.validMinutes ?? 0) * MINUTE_MS;
  const id = ids.next();
  const isQuoted = outcome === 'quoted';
  const answer: EnquiryAnswer = {
    no: businessNo('EQ', wallTime(now, ground.timeZone).day, id),
    externalNo: input.externalNo,
    state: outcome,
    reason,
    quoteFen: isQuoted ? quote.quoteFen : null,
    etaMin: isQuoted ? quote.etaMin : null,
    expireAt: outcome === 'refused' ? null : new Date(now.getTime() + window),
  };
  const request = requestOf(input, distanceM);
  const isNew = await insertEnquiry(db, {
    id,
    created_at: now,
    no: answer.no,
    external_no: input.externalNo,
    shop_id: input.shopId,
    shop_name: short(input.shopName, 60),
    store_id: input.storeId,
    team_id: about.station ? input.teamId : null,
    from_lng: request.from?.lng ?? null,
    from_lat: request.from?.lat ?? null,
    to_lng: request.to?.lng ?? null,
    to_lat: request.to?.lat ?? null,
    from_street: request.fromStreet,
    to_street: request.toStreet,
    distance_m: distanceM,
    weight_g: input.weightG,
    goods_fen: input.goodsFen,
    want_at: input.wantAt,
    state: outcome,
    refuse_reason: reason,
    rule_id: about.rule?.id ?? null,
    quote_fen: answer.quoteFen,
    cost_fen: quote?.costFen ?? null,
    eta_min: answer.etaMin,
    steps: JSON.stringify(quote?.steps ?? []),
    expire_at: answer.expireAt,
    order_no: null,
    request: JSON.stringify(request),
    answer: JSON.stringify(answer),
    answer_ms: Math.max(0, Math.round(performance.now() - begun)),
  });
  if (isNew) return answer;
  const known = await findByExternalNo(db, input.externalNo);
  if (!known) throw refuse(40401);
  return answerOf(known);
}

/** Returns the refusal for an enquiry that has no valid quote to convert or cancel. */
function refusalFor({ state, expireAt }: Pick<EnquiryDetail, 'state' | 'expireAt'>, now: Date) {
  if (state === 'converted') return refuse(42322);
  if (state === 'expired' || (expireAt !== null && expireAt <= now)) return refuse(42321);
  return refuse(42201, { state });
}

/**
 * Converts a quote when the platform places an order on it. A repeated call for the same order changes nothing.
 * @throws Refusal 40401 unknown enquiry · 42321 the quote has expired · 42322 another order was placed on it · 42201 not quoted
 */
export async function convertEnquiry(
  { db, clock }: Pick<Tools, 'db' | 'clock'>,
  { externalNo, orderNo }: { readonly externalNo: string; readonly orderNo: string },
): Promise<EnquiryAnswer> {
  const now = clock.now();
  const isDone = await endQuote(db, externalNo, { state: 'converted', order_no: orderNo }, now);
  const row = await findByExternalNo(db, externalNo);
  if (!row) throw refuse(40401);
  if (isDone || row.orderNo === orderNo) return answerOf(row);
  throw refusalFor(row, now);
}

/**
 * Cancels a quote for the platform. A repeated call changes nothing.
 * @throws Refusal 40401 unknown enquiry · 42321 the quote has expired · 42322 an order was placed on it · 42201 not quoted
 */
export async function cancelEnquiry(
  { db, clock }: Pick<Tools, 'db' | 'clock'>,
  { externalNo }: { readonly externalNo: string },
): Promise<EnquiryAnswer> {
  const now = clock.now();
  const isDone = await endQuote(db, externalNo, { state: 'cancelled' }, now);
  const row = await findByExternalNo(db, externalNo);
  if (!row) throw refuse(40401);
  if (isDone || row.state === 'cancelled') return answerOf(row);
  throw refusalFor(row, now);
}

const BATCH = 500;
/** Expires overdue enquiries. @returns the number of expired enquiries */
export async function expireEnquiries({ db, clock }: Pick<Tools, 'db' | 'clock'>): Promise<number> {
  let all = 0;
  for (;;) {
    const done = await expireDue(db, clock.now(), BATCH);
    all += done;
    if (done < BATCH) return all;
  }
}
