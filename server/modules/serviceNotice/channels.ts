import { APPLET } from '../../../contract/applet.settings';
import type { NoticeContent } from '../../../contract/serviceNotice';
import { type DeliveryReason, SERVICE_CHANNELS, type ServiceChannel } from '../../../contract/serviceNotice.states';
import { SERVICE_NUMBER } from '../../../contract/serviceNumber.settings';
import type { Ports } from '../../core/platforms/ports';
import { inGroups, SMS_BATCH, smsPerSecond } from '../../core/platforms/sms-pace';
import { openedUserPush } from '../app';
import { openedApplet } from '../applet';
import { openedServiceNumber } from '../serviceNumber';
import { enabledPlatform } from '../setting';
import { pushSender } from './push-sender';
import { type Outcome, type Outgoing, outcomeOf, type Sender, type SenderTools } from './sender';

/** The channels of notices, each behind the interface of `sender.ts`. */

/** WeChat: 43004 no follower, 43101 no subscription. */
const SKIPPED_BY_WECHAT: Readonly<Record<string, DeliveryReason>> = {
  '43004': 'unsubscribed',
  '43101': 'noSubscription',
};
/** A number that is known as long as the messages are. */
const ALWAYS = Number.POSITIVE_INFINITY;

const each = (
  messages: readonly Outgoing[],
  skipped: Readonly<Record<string, DeliveryReason>>,
  send: (message: Outgoing) => Promise<Outcome>,
): Promise<readonly Outcome[]> => inGroups(messages, (message) => outcomeOf(skipped, () => send(message)));

const dataOf = ({ fields }: NoticeContent) => Object.fromEntries(fields.map(({ key, value }) => [key, value]));

/** Rows of the inbox by their numbers: one that is there already stays as it is. */
function inboxSender({ db, clock }: SenderTools): Sender {
  return {
    repeatsMs: ALWAYS,
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

async function smsSender({ ports }: SenderTools): Promise<Sender> {
  return {
    repeatsMs: (await ports.sms.repeats()) ? ALWAYS : 0,
    perSecond: smsPerSecond(ports.sms),
    batch: SMS_BATCH,
    send: (messages) =>
      each(messages, {}, async ({ no, address, content }) => {
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

async function subscribeSender(tools: SenderTools): Promise<Sender | null> {
  const wechat = await openedApplet(tools);
  if (!wechat) return null;
  return {
    // The platform knows no number of ours: a second call is a second message.
    repeatsMs: 0,
    perSecond: 100,
    batch: 40,
    send: (messages) =>
      each(messages, SKIPPED_BY_WECHAT, async ({ address, content }) => {
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

async function templateSender(tools: SenderTools): Promise<Sender | null> {
  const wechat = await openedServiceNumber(tools);
  if (!wechat) return null;
  const applet = await enabledPlatform({ db: tools.db, secrets: tools.ports.secrets }, APPLET.groups.applet);
  return {
    repeatsMs: ALWAYS,
    perSecond: 100,
    batch: 40,
    send: (messages) =>
      each(messages, SKIPPED_BY_WECHAT, async ({ no, address, content }) => {
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
export async function senderOf(tools: SenderTools, channel: ServiceChannel): Promise<Sender | null> {
  switch (channel) {
    case 'inSite':
      return inboxSender(tools);
    case 'sms':
      return smsSender(tools);
    case 'appletSubscribe':
      return subscribeSender(tools);
    case 'officialTemplate':
      return templateSender(tools);
    case 'appPush':
      return pushSender(tools);
    default:
      return channel satisfies never;
  }
}

/** Whether a channel is configured and enabled. */
export async function isReady(
  { db, ports }: Pick<SenderTools, 'db'> & { readonly ports: Pick<Ports, 'platforms' | 'secrets'> },
  channel: ServiceChannel,
): Promise<boolean> {
  const on = { db, secrets: ports.secrets };
  switch (channel) {
    case 'inSite':
    case 'sms':
      return true;
    case 'appletSubscribe':
      return (await enabledPlatform(on, APPLET.groups.applet)) !== null;
    case 'officialTemplate':
      return (await enabledPlatform(on, SERVICE_NUMBER.groups.serviceNumber)) !== null;
    case 'appPush':
      return (await openedUserPush({ db, ports })) !== null;
    default:
      return channel satisfies never;
  }
}

/** The channels that are configured and enabled. */
export async function readyChannels(tools: Parameters<typeof isReady>[0]): Promise<ReadonlySet<ServiceChannel>> {
  const ready = new Set<ServiceChannel>();
  for (const channel of SERVICE_CHANNELS) if (await isReady(tools, channel)) ready.add(channel);
  return ready;
}
