import { ALIPAY_MINI } from '../../../contract/alipayMini.settings';
import { APPLET } from '../../../contract/applet.settings';
import { DY_APPLET } from '../../../contract/dyApplet.settings';
import { type DeliveryReason, SERVICE_CHANNELS, type ServiceChannel } from '../../../contract/serviceNotice.states';
import { SERVICE_NUMBER } from '../../../contract/serviceNumber.settings';
import type { Ports } from '../../core/platforms/ports';
import { SMS_BATCH, smsPerSecond } from '../../core/platforms/sms-pace';
import { openedUserPush } from '../app';
import { openedServiceNumber } from '../serviceNumber';
import { enabledPlatform } from '../setting';
import { pushSender } from './push-sender';
import { fieldValues, miniProgramPage, type Sender, type SenderTools, sendEach } from './sender';
import { alipaySender, appletSender, douyinSender } from './subscription-senders';

/** Senders of the channels, and the choice of a channel's sender. Each sender implements the interface of `sender.ts`. */

/** Platform codes: 43004 the user does not follow the official account, 43101 the user refuses the account's messages. */
const SKIPPED_BY_ACCOUNT: Readonly<Record<string, DeliveryReason>> = {
  '43004': 'unsubscribed',
  '43101': 'noSubscription',
};
/** Value of `repeatsMs` for a channel that always detects a repeated message number. */
const ALWAYS = Number.POSITIVE_INFINITY;

/** Creates the sender for the inbox. A message whose number already exists stays unchanged. */
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
          messages.map(({ no, personType, personId, taskId, content }) => ({
            no,
            person_type: personType,
            user_id: personId,
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
    perSecond: await smsPerSecond(ports.sms),
    batch: SMS_BATCH,
    send: (messages) =>
      sendEach(messages, {}, async ({ no, address, content }) => {
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

async function templateSender(tools: SenderTools): Promise<Sender | null> {
  const wechat = await openedServiceNumber(tools);
  if (!wechat) return null;
  const applet = await enabledPlatform({ db: tools.db, secrets: tools.ports.secrets }, APPLET.groups.applet);
  return {
    repeatsMs: ALWAYS,
    perSecond: 100,
    batch: 40,
    send: (messages) =>
      sendEach(messages, SKIPPED_BY_ACCOUNT, async ({ no, address, content }) => {
        const { jumpPath, upstreamId } = content;
        const page = miniProgramPage(content);
        const upstreamNo = await wechat.sendTemplate({
          to: address,
          templateId: upstreamId ?? '',
          data: fieldValues(content),
          onceId: no,
          ...(jumpPath?.startsWith('https://') && { url: jumpPath }),
          ...(page !== null && applet && { miniProgram: { appId: applet.values.appId, page } }),
        });
        return { state: 'sent', ...(upstreamNo !== '' && { upstreamNo }) };
      }),
  };
}

/** Creates the sender of a channel from the channel's stored settings. @returns `null` if the channel is not configured or not enabled */
export async function senderOf(tools: SenderTools, channel: ServiceChannel): Promise<Sender | null> {
  switch (channel) {
    case 'inSite':
      return inboxSender(tools);
    case 'sms':
      return smsSender(tools);
    case 'appletSubscribe':
      return appletSender(tools);
    case 'officialTemplate':
      return templateSender(tools);
    case 'alipayMessage':
      return alipaySender(tools);
    case 'dySubscribe':
      return douyinSender(tools);
    case 'appPush':
      return pushSender(tools);
    default:
      return channel satisfies never;
  }
}

/** Checks whether a channel is configured and enabled. The inbox and text messages are always ready. */
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
    case 'alipayMessage':
      return (await enabledPlatform(on, ALIPAY_MINI.groups.alipayMini)) !== null;
    case 'dySubscribe':
      return (await enabledPlatform(on, DY_APPLET.groups.dyApplet)) !== null;
    case 'appPush':
      return (await openedUserPush({ db, ports })) !== null;
    default:
      return channel satisfies never;
  }
}

/** Lists the channels that are configured and enabled. */
export async function readyChannels(tools: Parameters<typeof isReady>[0]): Promise<ReadonlySet<ServiceChannel>> {
  const ready = new Set<ServiceChannel>();
  for (const channel of SERVICE_CHANNELS) if (await isReady(tools, channel)) ready.add(channel);
  return ready;
}
