import { z } from 'zod';
import { WORD } from '../../../contract/words';
import { Refusal } from '../../core/http/refusal';
import { createDoudian, DOUDIAN_ORIGINS, type DoudianAdapter } from '../../core/platforms/doudian/adapter';
import { type PriceEnquiry, writeSpiFailure } from '../../core/platforms/doudian/enquiry';
import { type DoudianMessage, MESSAGE_ANSWER, RefusedCall } from '../../core/platforms/doudian/sign';
import type { CallbackAnswer, CallbackTools, Receiver } from '../../core/platforms/receiver';
import { cancelEnquiry, convertEnquiry, receiveEnquiry } from '../enquiry';
import { enabledSettings, type HourSettings, PLATFORM } from './platform';
import { addReports } from './reports';
import { boundTeam } from './store';

/** Receives calls from the platform (DOMAIN §6.8 "Inbound"): messages, and price enquiries that need an immediate answer. */

const TITLE = WORD.hourToReach;
const json = (body: string, status = 200): CallbackAnswer => ({
  status,
  type: 'application/json; charset=utf-8',
  body,
});

interface Reader {
  readonly adapter: DoudianAdapter;
  readonly values: HourSettings;
}

/** Returns the adapter that verifies signatures, and the settings. Returns `null` if hour-to-reach is disabled. */
async function readerOf(tools: CallbackTools): Promise<Reader | null> {
  const settings = await enabledSettings(tools);
  if (!settings) return null;
  const { values, secret } = settings;
  const [appSecret, pushSecret] = await Promise.all([secret('appSecret'), secret('pushSecret')]);
  const { appType, appKey, environment } = values;
  const config = { appType, appKey, appSecret: appSecret ?? '', pushSecret };
  const access = tools.ports.platforms.access(PLATFORM, environment, DOUDIAN_ORIGINS);
  return { adapter: createDoudian(config, { ...access, clock: tools.clock }), values };
}

/** Reads a signed call. Returns a refusal if the adapter refuses the call ({@link RefusedCall}) or if hour-to-reach is disabled. */
async function reading<T>(
  tools: CallbackTools,
  refusal: CallbackAnswer,
  read: (reader: Reader) => T,
): Promise<T | { readonly refusal: CallbackAnswer }> {
  const reader = await readerOf(tools);
  if (!reader) return { refusal };
  try {
    return read(reader);
  } catch (error) {
    if (error instanceof RefusedCall) return { refusal };
    throw error;
  }
}

/* ---- enquiries ---- */

interface AskedEnquiry {
  readonly enquiry: PriceEnquiry;
  readonly adapter: DoudianAdapter;
  readonly isAnswering: boolean;
  /** `performance.now()` at the start of the call. */
  readonly begun: number;
}

const NOT_SIGNED = json(writeSpiFailure('signature'));

/**
 * Receiver of price enquiries. The platform expects the answer within a second. A repeated request with the same number gets the current
 * state of the enquiry. This state changes when staff quote a price.
 */
const enquiries: Receiver<AskedEnquiry> = {
  address: 'callback.HourToReach/enquiry',
  platform: PLATFORM,
  title: TITLE,
  methods: ['POST'],
  isDirect: true,
  async read({ query, body }, tools) {
    const begun = performance.now();
    return reading(tools, NOT_SIGNED, ({ adapter, values }) => {
      const enquiry = adapter.readEnquiry(new URLSearchParams(query), body.toString('utf8'));
      return {
        eventId: `enquiry:${enquiry.externalNo}`,
        payload: { enquiry, adapter, isAnswering: values.enquiryEnabled, begun },
      };
    });
  },
  async handle(tools, { enquiry, adapter, isAnswering, begun }) {
    const { shopId, storeId } = enquiry;
    const teamId = isAnswering ? await boundTeam(tools.db, shopId, storeId) : null;
    return json(adapter.writeEnquiryAnswer(await receiveEnquiry(tools, { ...enquiry, teamId, begun })));
  },
  answer: (isReceived) => json(isReceived ? MESSAGE_ANSWER : writeSpiFailure('system')),
};

/* ---- messages ---- */

/**
 * Tags of the messages that the receiver handles: test messages, and messages that change data. Messages with other tags are accepted and
 * change nothing.
 */
const TAGS = { test: '0', paid: '101', cancelled: '106' } as const;

/**
 * An order of the platform and the enquiry on which it was placed. `p_id` is part of the platform's documentation. `enquiry_id` is not; we
 * assume that it is the platform's number of the enquiry. A message without `enquiry_id` belongs to an order without an enquiry and changes
 * nothing.
 */
const orderMessage = z.object({
  p_id: z.coerce.string().regex(/^[\w-]{6,22}$/),
  enquiry_id: z.coerce.string().min(1).max(64),
});

/** Parses the content of a message, which is an object or a JSON text. Returns `null` if it describes no order. */
function orderOf({ data }: DoudianMessage) {
  let content = data;
  if (typeof data === 'string') {
    try {
      // Order numbers exceed the range of exact JSON numbers, so convert them to strings first.
      content = JSON.parse(data.replace(/:\s*(\d{16,})/g, ':"$1"'));
    } catch {
      return null;
    }
  }
  return orderMessage.safeParse(content).data ?? null;
}

async function orderPlaced(tools: CallbackTools, isAccepting: boolean, message: DoudianMessage): Promise<void> {
  const order = orderOf(message);
  if (!order) return;
  const { db, ids, clock } = tools;
  await convertEnquiry(tools, { externalNo: order.enquiry_id, orderNo: order.p_id });
  if (!isAccepting) return;
  const now = clock.now();
  await addReports({ db, ids, now }, [{ orderNo: order.p_id, teamId: null, status: 'waiting', at: now }]);
}

/**
 * Applies a message to its enquiry. Staff must check an order whose message is refused.
 *
 * @throws Refusal 42201 (the enquiry has no valid quote), 42321 (the quote has expired), 42322 (another order was placed on the quote)
 */
async function takeMessage(tools: CallbackTools, isAccepting: boolean, message: DoudianMessage): Promise<void> {
  try {
    if (message.tag === TAGS.paid) await orderPlaced(tools, isAccepting, message);
    const order = message.tag === TAGS.cancelled ? orderOf(message) : null;
    if (order) await cancelEnquiry(tools, { externalNo: order.enquiry_id });
  } catch (error) {
    const isOrdered = error instanceof Refusal && error.code === 42322 && message.tag === TAGS.cancelled;
    const isUnknown = error instanceof Refusal && error.code === 40401;
    if (!isOrdered && !isUnknown) throw error;
  }
}

const NOT_RECEIVED = JSON.stringify({ code: 1, msg: 'failed' });

const messages: Receiver<{ readonly list: readonly DoudianMessage[]; readonly isAccepting: boolean }> = {
  address: 'callback.HourToReach/message',
  platform: PLATFORM,
  title: TITLE,
  methods: ['POST'],
  async read({ headers, body }, tools) {
    return reading(tools, json(NOT_RECEIVED, 401), ({ adapter, values }) => {
      const list = adapter.readMessages(headers, body.toString('utf8'));
      if (list.every(({ tag }) => tag === TAGS.test)) return { echo: json(MESSAGE_ANSWER) };
      const eventId = `message:${list.map(({ id }) => id).join(',')}`;
      return { eventId, payload: { list, isAccepting: values.autoAccept } };
    });
  },
  async handle(tools, { list, isAccepting }) {
    for (const message of list) await takeMessage(tools, isAccepting, message);
    return undefined;
  },
  answer: (isReceived) => json(isReceived ? MESSAGE_ANSWER : NOT_RECEIVED),
};

export const hourToReachReceivers: readonly Receiver[] = [enquiries as Receiver, messages as Receiver];
