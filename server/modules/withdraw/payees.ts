import { PAYEE_ACCOUNTS, PAYEE_CHANNELS, type PayeeChannel } from '../../../contract/payee';
import { text } from '../../../contract/text';
import { maskAccount } from '../../core/access/mask';
import type { ActorContext } from '../../core/http/context';
import { invalid, refuse } from '../../core/http/refusal';
import { fieldMessage } from '../../core/http/validation';
import { activePayees, markVerified, type Owner, type PayeeRow, payeePlace, payeesOf, replacePayee } from './store';

/**
 * This module manages payee accounts (DOMAIN §5.3). One person enters an account and another person verifies it. Money is paid only
 * to verified accounts (42256).
 */

interface PayeeInput {
  readonly channel: PayeeChannel;
  readonly accountNo: string;
  readonly name: string;
  readonly bankName: string | null;
  readonly appId: string | null;
}

const WORDS = {
  verified: text('已核实', 'verified', 'verificada', '已核實'),
  replaced: text('已更换', 'replaced', 'substituída', '已更換'),
} as const;

const payeeText = (ctx: Pick<ActorContext, 't'>, { channel, last4 }: Pick<PayeeRow, 'channel' | 'last4'>) =>
  `${ctx.t(PAYEE_CHANNELS[channel])} ${maskAccount(`****${last4}`)}`;

/** Returns a text about each owner's active payee account, by owner id: the channel and the last four digits of the account number. */
export async function payeeTexts(
  ctx: Pick<ActorContext, 'db' | 't'>,
  subject: Owner['subject'],
  ids: readonly number[],
): Promise<Map<number, string>> {
  const payees = await activePayees(ctx.db, subject, ids);
  return new Map([...payees].map(([id, payee]) => [id, payeeText(ctx, payee)]));
}

/** Lists the payee accounts of an owner, newest first. @param mayVerify whether the caller has the permission to verify accounts */
export async function payeeAnswers(ctx: ActorContext, owner: Owner, mayVerify: boolean) {
  return (await payeesOf(ctx.db, owner)).map((payee) => ({
    ...{ id: payee.id, channelText: ctx.t(PAYEE_CHANNELS[payee.channel]), name: payee.name },
    ...{ account: maskAccount(`****${payee.last4}`), bankName: payee.bank_name },
    changedAt: payee.changed_at.toISOString(),
    verifiedAt: payee.verified_at?.toISOString() ?? null,
    isActive: payee.status === 'active',
    actions: mayVerify && isUnverified(payee) && payee.changed_by !== ctx.actor.accountId ? ['verify'] : [],
  }));
}

const isUnverified = (payee: PayeeRow): boolean => payee.status === 'active' && payee.verified_at === null;

/** Finds the first field that is missing or invalid for the channel. Returns `null` if there is none. */
function wrongField({
  channel,
  accountNo,
  bankName,
  appId,
}: PayeeInput): { field: string; rule: 'pattern' | 'required' } | null {
  if (!PAYEE_ACCOUNTS[channel].test(accountNo)) return { field: 'accountNo', rule: 'pattern' };
  if (channel === 'bank' && bankName === null) return { field: 'bankName', rule: 'required' };
  if (channel === 'wechat' && appId === null) return { field: 'appId', rule: 'required' };
  return null;
}

/**
 * Replaces the payee account of an owner. The caller has locked the owner. The new account is unverified.
 *
 * @returns the accounts before and after, for the audit record
 * @throws Refusal 40001 (a field is missing or invalid for the channel)
 */
export async function changePayee(ctx: ActorContext, owner: Owner, input: PayeeInput) {
  const wrong = wrongField(input);
  if (wrong) throw invalid([{ ...wrong, message: fieldMessage(wrong.rule, ctx.locale) }]);
  const before = (await activePayees(ctx.db, owner.subject, [owner.id])).get(owner.id);
  const { channel, accountNo, name } = input;
  const id = ctx.ids.next();
  const last4 = accountNo.slice(-4);
  await replacePayee(ctx.db, {
    ...{ id, owner_type: owner.subject, owner_id: owner.id, channel, name, last4 },
    account_no: ctx.ports.secrets.seal(accountNo, payeePlace(id)),
    bank_name: channel === 'bank' ? input.bankName : null,
    ...(channel === 'wechat' && { open_id: accountNo, app_id: input.appId }),
    ...{ changed_at: ctx.clock.now(), changed_by: ctx.actor.accountId },
  });
  const recorded = (payee: Pick<PayeeRow, 'channel' | 'last4' | 'name'>) => ({
    ...{ payeeChannel: payee.channel, payeeLast4: maskAccount(`****${payee.last4}`), payeeName: payee.name },
  });
  return { before: before ? recorded(before) : {}, after: recorded({ channel, last4, name }) };
}

/**
 * Verifies a payee account. The caller has locked its owner.
 * @throws Refusal 40305 (the caller entered the account), 40401 (unknown account), 42201 (already verified, or replaced)
 */
export async function verifyPayee(ctx: ActorContext, owner: Owner, payeeId: number): Promise<PayeeRow> {
  const payee = (await payeesOf(ctx.db, owner)).find(({ id }) => id === payeeId);
  if (!payee) throw refuse(40401);
  if (!isUnverified(payee)) {
    throw refuse(42201, { state: payee.status === 'replaced' ? WORDS.replaced : WORDS.verified });
  }
  if (payee.changed_by === ctx.actor.accountId) throw refuse(40305);
  await markVerified(ctx.db, payee.id, ctx.actor.accountId, ctx.clock.now());
  return payee;
}

/** Reveals the number of the owner's active payee account. @throws Refusal 40401 (no active account) */
export async function openPayee(ctx: ActorContext, { subject, id }: Owner): Promise<string> {
  const payee = (await activePayees(ctx.db, subject, [id])).get(id);
  if (!payee) throw refuse(40401);
  return ctx.ports.secrets.open(payee.account_no, payeePlace(payee.id));
}
