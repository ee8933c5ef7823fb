import type { Kysely } from 'kysely';
import { APPLET } from '../../../contract/applet.settings';
import type { NoticeContent } from '../../../contract/serviceNotice';
import type { DeliveryReason, ServiceChannel } from '../../../contract/serviceNotice.states';
import type { Clock } from '../../core/clock';
import type { Database } from '../../core/database/schema';
import { UpstreamFailure, UpstreamTimeout } from '../../core/platforms/outbound';
import type { Ports } from '../../core/platforms/ports';
import { codeAndWords } from '../../core/platforms/refusals';
import { inGroups, SMS_BATCH, smsPerSecond } from '../../core/platforms/sms-pace';
import { openedApplet } from '../applet';
import { openedServiceNumber } from '../serviceNumber';
import { enabledPlatform } from '../setting';

/** The channels of notices behind one interface. A message bears a number, so that it can be handed over again after a crash. */

export interface Outgoing {
  /** At most 32 characters; the same message has the same number, however often it is handed over. */
  readonly no: string;
  readonly userId: number;
  readonly taskId: number;
  /** Phone or OpenID; empty for the inbox of the app. */
  readonly address: string;
  readonly content: NoticeContent;
}

export type Outcome =
  | { readonly state: 'sent' | 'delivered'; readonly upstreamNo?: string }
  | { readonly state: 'skipped' | 'failed'; readonly reason: DeliveryReason; readonly error?: string };

export interface Sender {
  /** Whether a message may be handed over again with its number without a second one being sent. */
  readonly repeats: boolean;
  /** Messages that the channel takes in a second. */
  readonly perSecond: number;
  /** Messages that are handed over together. */
  readonly batch: number;
  send(messages: readonly Outgoing[]): Promise<readonly Outcome[]>;
}

interface Tools {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly ports: Pick<Ports, 'sms' | 'platforms' | 'secrets'>;
}

const each = (
  messages: readonly Outgoing[],
  send: (message: Outgoing) => Promise<Outcome>,
): Promise<readonly Outcome[]> => inGroups(messages, (message) => tried(message, send));

/** What the platform's codes mean for a message (WeChat: 43004 no follower, 43101 no subscription). */
const SKIPPED_BY_CODE: Readonly<Record<string, DeliveryReason>> = {
  '43004': 'unsubscribed',
  '43101': 'noSubscription',
};

async function tried(message: Outgoing, send: (message: Outgoing) => Promise<Outcome>): Promise<Outcome> {
  try {
    return await send(message);
  } catch (error) {
    if (error instanceof UpstreamTimeout) return { state: 'failed', reason: 'noAnswer' };
    if (!(error instanceof UpstreamFailure)) throw error;
    const skipped = SKIPPED_BY_CODE[error.code ?? ''];
    if (skipped) return { state: 'skipped', reason: skipped };
    return { state: 'failed', reason: 'refused', error: codeAndWords(error).slice(0, 200) };
  }
}

const dataOf = ({ fields }: NoticeContent) => Object.fromEntries(fields.map(({ key, value }) => [key, value]));

/** Rows of the inbox by their numbers: one that is there already stays as it is. */
function inboxSender({ db, clock }: Tools): Sender {
  return {
    repeats: true,
    perSecond: 20_000,
    batch: 1_000,
    async send(messages) {
      const at = clock.now();
      await db
        .insertInto('user_inbox')
        .values(
          messages.map(({ no, userId, taskId, content }) => ({
            no,
            user_id: userId,
            task_id: taskId,
            title: content.title ?? '',
            body: content.body ?? '',
            jump_path: content.jumpPath,
            created_at: at,
          })),
        )
        .onConflict((conflict) => conflict.column('no').doNothing())
        .execute();
      return messages.map(() => ({ state: 'delivered' }));
    },
  };
}

async function smsSender({ ports }: Tools): Promise<Sender> {
  return {
    repeats: await ports.sms.repeats(),
    perSecond: smsPerSecond(ports.sms),
    batch: SMS_BATCH,
    send: (messages) =>
      each(messages, async ({ no, address, content }) => {
        const { body, signName, upstreamId } = content;
        await ports.sms.send({
          no,
          tel: address,
          scene: 0,
          text: `【${signName ?? ''}】${body ?? ''}`,
          locale: 'zh-CN',
          params: { content: body ?? '' },
          ...(upstreamId && signName && { approved: { code: upstreamId, signName } }),
        });
        return { state: 'sent' };
      }),
  };
}

/** A mini program's page, without the leading slash that its code may have. */
const pageOf = (path: string | null) => (path && !path.startsWith('https://') ? path.replace(/^\//, '') : null);

async function subscribeSender(tools: Tools): Promise<Sender | null> {
  const wechat = await openedApplet(tools);
  if (!wechat) return null;
  return {
    // The platform knows no number of ours: a second call is a second message.
    repeats: false,
    perSecond: 100,
    batch: 40,
    send: (messages) =>
      each(messages, async ({ address, content }) => {
        const page = pageOf(content.jumpPath);
        await wechat.sendSubscribe({
          to: address,
          templateId: content.upstreamId ?? '',
          data: dataOf(content),
          ...(page !== null && { page }),
        });
        return { state: 'sent' };
      }),
  };
}

async function templateSender(tools: Tools): Promise<Sender | null> {
  const wechat = await openedServiceNumber(tools);
  if (!wechat) return null;
  const applet = await enabledPlatform({ db: tools.db, secrets: tools.ports.secrets }, APPLET.groups.applet);
  return {
    repeats: true,
    perSecond: 100,
    batch: 40,
    send: (messages) =>
      each(messages, async ({ no, address, content }) => {
        const { jumpPath, upstreamId } = content;
        const page = pageOf(jumpPath);
        const upstreamNo = await wechat.sendTemplate({
          to: address,
          templateId: upstreamId ?? '',
          data: dataOf(content),
          onceId: no,
          ...(jumpPath?.startsWith('https://') && { url: jumpPath }),
          ...(page !== null && applet && { miniProgram: { appId: applet.values.appId, page } }),
        });
        return { state: 'sent', ...(upstreamNo !== '' && { upstreamNo }) };
      }),
  };
}

/** The way of a channel by the settings in force; null where it is not configured or switched off. */
export async function senderOf(tools: Tools, channel: ServiceChannel): Promise<Sender | null> {
  switch (channel) {
    case 'inSite':
      return inboxSender(tools);
    case 'sms':
      return smsSender(tools);
    case 'appletSubscribe':
      return subscribeSender(tools);
    case 'officialTemplate':
      return templateSender(tools);
    default:
      return channel satisfies never;
  }
}
