import type { DeliveryReason } from '../../../contract/serviceNotice.states';
import { openedAlipayMini } from '../alipayMini';
import { openedApplet } from '../applet';
import { openedDyApplet } from '../dyApplet';
import { fieldValues, miniProgramPage, type Outgoing, type Sender, type SenderTools, sendEach } from './sender';

/** Subscription messages of mini programs. Their platforms accept no idempotency key, so a second call sends a second message. */

function subscriptionSender(
  skipped: Readonly<Record<string, DeliveryReason>>,
  send: (message: Outgoing) => Promise<void>,
): Sender {
  return {
    repeatsMs: 0,
    perSecond: 100,
    batch: 40,
    send: (messages) =>
      sendEach(messages, skipped, async (message) => {
        await send(message);
        return { state: 'sent' };
      }),
  };
}

/** Fields that all three platforms share. */
const common = ({ address, content }: Outgoing) => ({
  to: address,
  templateId: content.upstreamId ?? '',
  data: fieldValues(content),
});

/** Returns the `page` field if the notice has a page. */
const optionalPage = ({ content }: Outgoing) => {
  const page = miniProgramPage(content);
  return page === null ? {} : { page };
};

/** Platform code 43101: the user has no subscription. */
const SKIPPED_BY_WECHAT = { '43101': 'noSubscription' } as const;

export async function appletSender(tools: SenderTools): Promise<Sender | null> {
  const wechat = await openedApplet(tools);
  return (
    wechat &&
    subscriptionSender(SKIPPED_BY_WECHAT, (message) =>
      wechat.sendSubscribe({ ...common(message), ...optionalPage(message) }),
    )
  );
}

/** Platform code: the user did not subscribe to the template, or the subscription is used. */
const SKIPPED_BY_ALIPAY = { MSG_UNSUBSCRIBED: 'noSubscription' } as const;

export async function alipaySender(tools: SenderTools): Promise<Sender | null> {
  const alipay = await openedAlipayMini(tools);
  return (
    alipay &&
    subscriptionSender(SKIPPED_BY_ALIPAY, (message) =>
      alipay.send({ ...common(message), page: miniProgramPage(message.content) ?? '' }),
    )
  );
}

/** Platform codes: 28014036 the user refuses messages, 28014041 the subscription is used, 28014043 the user did not subscribe. */
const SKIPPED_BY_DOUYIN = {
  '28014036': 'unsubscribed',
  '28014041': 'noSubscription',
  '28014043': 'noSubscription',
} as const;

export async function douyinSender(tools: SenderTools): Promise<Sender | null> {
  const douyin = await openedDyApplet(tools);
  return (
    douyin &&
    subscriptionSender(SKIPPED_BY_DOUYIN, (message) => douyin.send({ ...common(message), ...optionalPage(message) }))
  );
}
