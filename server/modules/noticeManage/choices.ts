import type { DataOf, ParsedOf } from '../../../contract/endpoint';
import type { noticeEndpoints } from '../../../contract/notice';
import {
  CHOICE_CHANNEL_TEXT,
  CHOICE_CHANNELS,
  isAlwaysOn,
  NOTICE_CHANNELS,
  NOTICE_EVENT_CODES,
  noticeEvent,
} from '../../../contract/notice.events';
import { text } from '../../../contract/text';
import type { ActorContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import { identitiesOf } from '../account';
import { bindingAnswer } from '../serviceNumber';
import { rulesInForce } from './delivery';
import { isReceiver } from './rules';
import { switchedOff, writeChoice } from './store';

/**
 * A user's choice of notices (新消息通知, DOMAIN §3.2). A choice can only remove receivers and channels of a rule. Users therefore
 * cannot cause text messages at the platform's expense.
 */

const ALWAYS = text(
  '该通知的站内消息不能关闭',
  'This notice always arrives in the console',
  'Este aviso sempre chega ao console',
  '該通知的站內訊息不能關閉',
);

/** Returns the state of the channel "official account". Its messages follow the user's choices for console notices (`delivery.ts`). */
async function accountState(ctx: ActorContext) {
  const { isOffered, isSimulated, boundAt } = await bindingAnswer(ctx);
  if (!isOffered) return 'missing';
  return boundAt === null ? 'unbound' : isSimulated ? 'simulated' : 'ready';
}

async function channelStates(ctx: ActorContext) {
  const { sms } = ctx.ports;
  const smsState = (await sms.isSimulated()) ? 'simulated' : (await sms.quotaLeft()) === 0 ? 'empty' : 'ready';
  const states = { inSite: 'ready', sms: smsState, officialAccount: await accountState(ctx) } as const;
  return CHOICE_CHANNELS.map((channel) => ({
    channel,
    text: ctx.t(CHOICE_CHANNEL_TEXT[channel]),
    state: states[channel],
  }));
}

/** Reads whether the caller receives notices, for each event and channel. */
export async function readChoices(
  ctx: ActorContext,
): Promise<DataOf<(typeof noticeEndpoints)['dashboard.Account/getNotify']>> {
  const { accountId, accountType } = ctx.actor;
  const [channels, rules, off, identities] = await Promise.all([
    channelStates(ctx),
    rulesInForce(ctx.db),
    switchedOff(ctx.db, { accountIds: [accountId] }),
    identitiesOf(ctx.db, accountId),
  ]);
  const person = {
    id: accountId,
    identityIds: identities.map(({ id }) => id),
    isTeamAdmin: accountType === 'station',
  };
  return {
    channels,
    list: NOTICE_EVENT_CODES.map((event) => {
      const rule = rules.get(event);
      if (!rule) throw new Error(`the event ${event} has no rule`);
      const { text: name, help, right, scope } = noticeEvent(event);
      const reaches = scope !== 'platform' || ctx.actor.scopeOf(right).kind === 'all';
      return {
        event,
        eventText: ctx.t(name),
        help: ctx.t(help),
        receives: isReceiver(rule, { ...person, holdsRight: ctx.can(right) && reaches }),
        cells: NOTICE_CHANNELS.map((channel) => ({
          channel,
          used: rule.channels.includes(channel),
          on: isAlwaysOn(event, channel) || !off.some((choice) => choice.event === event && choice.channel === channel),
          fixed: isAlwaysOn(event, channel),
        })),
      };
    }),
  };
}

/** Stores whether the caller receives an event on a channel. @throws Refusal 42201 the notice is mandatory */
export async function saveChoice(
  ctx: ActorContext,
  { event, channel, on }: ParsedOf<(typeof noticeEndpoints)['dashboard.Account/saveNotify']>,
): Promise<DataOf<(typeof noticeEndpoints)['dashboard.Account/saveNotify']>> {
  const { accountId, account } = ctx.actor;
  ctx.audit({ objectId: accountId, objectNo: account });
  if (!on && isAlwaysOn(event, channel)) throw refuse(42201, {}, null, ctx.t(ALWAYS));
  const wasOn = await writeChoice(ctx.db, { accountId, event, channel, on, at: ctx.clock.now() });
  ctx.audit({
    objectId: accountId,
    objectNo: account,
    before: { event, channel, on: wasOn },
    after: { event, channel, on },
  });
  return { event, channel, on };
}
