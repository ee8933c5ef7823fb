import { WORD } from '../../../contract/words';
import {
  type InsurerEvent,
  isSignedCallback,
  readInsurerEvent,
  signedMoment,
} from '../../core/platforms/insurer-events';
import type { CallbackAnswer, Receiver } from '../../core/platforms/receiver';
import { takeClaimEvent } from './claim-results';
import { secretPlace } from './insurer';
import { takePolicyEvent } from './settle';
import { productsOfAgreement } from './store';

/** Receives insurers' events (DOMAIN §6.8 "Inbound"): decisions about policies and claims. */

interface Told {
  readonly event: InsurerEvent;
  /** Products of the agreement that signed the event. An event about a policy or claim of another product is ignored. */
  readonly productIds: readonly number[];
}

const answer = (isReceived: boolean): CallbackAnswer => ({
  status: isReceived ? 200 : 401,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(isReceived ? { code: 'OK' } : { code: 'FAIL' }),
});
const REFUSED = { refusal: answer(false) } as const;

const insurerReceiver: Receiver<Told> = {
  address: 'callback.Insure/notify',
  platform: 'insurer',
  title: WORD.insurer,
  methods: ['POST'],
  async read({ query, headers, body }, { db, ports }) {
    const agreementNo = headers.get('x-agreement') ?? '';
    const products = await productsOfAgreement(db, agreementNo);
    const signed = products.filter(({ id, api_secret: sealed }) => {
      const secret = sealed && ports.secrets.open(sealed, secretPlace(id));
      return secret !== null && isSignedCallback(secret, headers, body);
    });
    const event = signed.length > 0 && query === '' ? readInsurerEvent(body) : null;
    if (!event) return REFUSED;
    return {
      eventId: `${agreementNo}:${event.event.eventId}`,
      payload: { event, productIds: signed.map(({ id }) => id) },
      signedAt: signedMoment(headers),
    };
  },
  async handle(tools, { event: told, productIds }) {
    if (told.about === 'policy') await takePolicyEvent(tools, told.event, productIds);
    else await takeClaimEvent(tools, told.event, productIds);
    return undefined;
  },
  answer,
};

export const insuranceReceivers: readonly Receiver[] = [insurerReceiver as Receiver];
