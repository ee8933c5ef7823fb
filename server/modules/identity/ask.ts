import type { DataOf, ParsedOf } from '../../../contract/endpoint';
import type { identityEndpoints } from '../../../contract/identity';
import { IDENTITY } from '../../../contract/limits';
import { ruleById, ruleName, ruleNameText } from '../../../contract/permissions';
import { text } from '../../../contract/text';
import type { ActorContext } from '../../core/http/context';
import { assertBelowLimit } from '../../core/http/rate';
import { refuse } from '../../core/http/refusal';
import { wallClock } from '../../core/money/days';
import { notify } from '../notice';
import { readSetting } from '../site';
import { grantersOf } from './explain';
import { askedSince, grantLink } from './rules';
import { lastRequest, noteRequest } from './store';

/** Requests for a permission that a refused call required. */

const NOTICE = {
  title: text(
    '{name} 申请权限：{rule}',
    '{name} asks for: {rule}',
    '{name} solicita: {rule}',
    '{name} 申請權限：{rule}',
  ),
  withReason: text(
    '账号 {account} 的申请原因：{reason}',
    'Reason given by {account}: {reason}',
    'Motivo informado por {account}: {reason}',
    '帳號 {account} 的申請原因：{reason}',
  ),
  plain: text(
    '账号 {account} 未填写原因。',
    '{account} gave no reason.',
    '{account} não informou motivo.',
    '帳號 {account} 未填寫原因。',
  ),
} as const;
const TOLD = text('已通知 {names}', 'Notified {names}', 'Aviso enviado a {names}', '已通知 {names}');
const HOUR_SECONDS = 3_600;

/**
 * Sends the caller's request for a permission to the people who can grant it.
 *
 * @throws Refusal 40401 (unknown permission), 42346 (the caller has it), 42347 (requested within a day), 42348 (no person can grant it),
 *   42904 (too many requests)
 */
export async function askFor(
  ctx: ActorContext,
  { rule, reason = '' }: ParsedOf<(typeof identityEndpoints)['rights.Identity/askFor']>,
): Promise<DataOf<(typeof identityEndpoints)['rights.Identity/askFor']>> {
  const { accountId, account, name, accountType } = ctx.actor;
  const known = ruleById(rule);
  if (known === undefined) throw refuse(40401);
  ctx.audit({ objectId: rule, objectNo: known.code });
  if (ctx.can(rule)) throw refuse(42346);
  const at = ctx.clock.now();
  const since = askedSince(at);
  if (!(await noteRequest(ctx.db, { accountId, rule, reason, at, since }))) {
    const asked = (await lastRequest(ctx.db, { accountId, rule, since })) ?? at;
    const { timeZone } = await readSetting(ctx.db, 'locale');
    throw refuse(42347, { detail: wallClock(asked, timeZone) }, { askedAt: asked.toISOString() });
  }
  await assertBelowLimit(ctx, `ask:${accountId}`, IDENTITY.asksPerHour, HOUR_SECONDS);
  const granters = await grantersOf(ctx, rule);
  if (granters.length === 0) throw refuse(42348);
  const asker = { id: accountId, isSubAccount: accountType === 'station' || accountType === 'franchisee' };
  const linkOf = new Map(granters.map((granter) => [granter.id, grantLink(asker, rule, granter)]));
  for (const link of new Set(linkOf.values())) {
    await notify(ctx, {
      type: 'message',
      source: 'rights',
      title: NOTICE.title,
      content: reason === '' ? NOTICE.plain : NOTICE.withReason,
      params: { name, account, reason, rule: ruleNameText(rule) },
      link,
      accountIds: granters.flatMap(({ id }) => (linkOf.get(id) === link ? id : [])),
    });
  }
  const told = granters.map((granter) => granter.name);
  ctx.audit({
    objectId: rule,
    objectNo: known.code,
    after: { rule },
    detail: { told: granters.map(({ id }) => id) },
    ...(reason !== '' && { reason }),
  });
  return {
    rule,
    name: ruleName(rule, ctx.locale),
    told,
    askedAt: at.toISOString(),
    message: ctx.t(TOLD, { names: told.join(ctx.locale.startsWith('zh') ? '、' : ', ') }),
  };
}
