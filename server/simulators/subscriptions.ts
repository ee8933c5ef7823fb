import type { SimulatorParts, SimulatorStore } from './simulator';

/** This module stores message templates at a simulated platform, their subscribers, and the messages that were sent. */

const TEMPLATE = 'messageTemplate';
const SUBSCRIPTION = 'messageSubscription';
export const SENT_MESSAGE = 'sentMessage';

/** Identifies a template of a mini program. */
interface Place {
  readonly appId: string;
  readonly templateId: string;
}

interface SimulatedTemplate {
  /** Names of the template's fields in order. `null` means that they are unknown, so any fields are accepted. */
  readonly fields: readonly string[] | null;
}

export interface SimulatedMessage extends Place {
  readonly to: string;
  readonly page: string;
  readonly data: Readonly<Record<string, unknown>>;
}

const keyOf = ({ appId, templateId }: Place): string => `${appId}/${templateId}`;
const subscriptionOf = (place: Place, userId: string): string => `${keyOf(place)}/${userId}`;

export const messageTemplateOf = (store: SimulatorStore, place: Place): Promise<SimulatedTemplate | null> =>
  store.get<SimulatedTemplate>(TEMPLATE, keyOf(place));

/** Adds a template to a mini program, or replaces it. */
export const addMessageTemplate = (
  store: SimulatorStore,
  place: Place,
  fields: SimulatedTemplate['fields'],
): Promise<void> => store.put(TEMPLATE, keyOf(place), { fields } satisfies SimulatedTemplate);

/** Adds the templates from the settings. Known templates stay unchanged. @param templates template id by scene */
export async function addTemplatesOfSettings(store: SimulatorStore, appId: string, templates: unknown): Promise<void> {
  for (const templateId of Object.values((templates ?? {}) as Readonly<Record<string, string>>)) {
    const place = { appId, templateId };
    if (!(await messageTemplateOf(store, place))) await addMessageTemplate(store, place, null);
  }
}

/** Subscribes a user to further messages of a template. @param times number of messages */
export async function subscribeUser(store: SimulatorStore, place: Place, userId: string, times = 1): Promise<void> {
  const left = (await store.get<number>(SUBSCRIPTION, subscriptionOf(place, userId))) ?? 0;
  await store.put(SUBSCRIPTION, subscriptionOf(place, userId), left + times);
}

/**
 * Sends a message to a user and uses up one of the user's subscriptions.
 *
 * @returns `sent` · `never` if the user never subscribed · `usedUp` if no subscription is left
 */
export async function sendToSubscriber(
  parts: Pick<SimulatorParts, 'clock' | 'store'>,
  message: SimulatedMessage,
): Promise<'sent' | 'never' | 'usedUp'> {
  const { store, clock } = parts;
  const key = subscriptionOf(message, message.to);
  const left = await store.get<number>(SUBSCRIPTION, key);
  if (left === null) return 'never';
  if (left < 1) return 'usedUp';
  await store.put(SUBSCRIPTION, key, left - 1);
  await store.put(SENT_MESSAGE, `${clock.now().getTime()}${clock.randomInt(100_000, 999_999)}`, message);
  return 'sent';
}
