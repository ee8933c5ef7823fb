import type { ParsedOf } from '../../../contract/endpoint';
import { text } from '../../../contract/text';
import { MINUTE_MS } from '../../../contract/units';
import type { userEndpoints } from '../../../contract/user';
import { USER } from '../../../contract/user.states';
import { WORD } from '../../../contract/words';
import type { ActorContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import { actionAnswer, assertPresent } from './answers';
import { lockInScope, userInScope } from './filter';
import { changeUser, joinTags } from './store';

/** This module stores the tags and remarks that staff write about users. */

type In<A extends keyof typeof userEndpoints> = ParsedOf<(typeof userEndpoints)[A]>;

const WORDS = {
  tagged: text('标签已保存', 'Tags saved', 'Etiquetas salvas', '標籤已儲存'),
  noted: text('备注已保存', 'Remark saved', 'Observação salva', '備註已儲存'),
  saved: WORD.saved,
  late: text(
    '超过 10 分钟，不能再修改',
    'No longer editable after 10 minutes',
    'Não editável após 10 minutos',
    '超過 10 分鐘，不能再修改',
  ),
} as const;

/**
 * Replaces a user's tags or adds tags.
 * @throws Refusal 40302 (out of scope), 40401 (unknown user), 42201 (the user has left)
 */
export async function setTags(ctx: ActorContext, id: number, tags: readonly string[], how: 'replace' | 'add') {
  const user = await lockInScope(ctx, id);
  assertPresent(user);
  const next = joinTags(how === 'add' ? user.tags : [], tags);
  const by = { at: ctx.clock.now(), accountId: ctx.actor.accountId };
  const version = await changeUser(ctx.db, user, { tags: JSON.stringify(next) }, by);
  ctx.audit({ objectId: id, objectNo: String(id), before: { tags: user.tags }, after: { tags: next } });
  return actionAnswer(ctx, { id, status: user.status, version }, WORDS.tagged);
}

/** Adds a remark about a user. @throws Refusal 40302 (out of scope), 40401 (unknown user), 42201 (the user has left) */
export async function addRemark(ctx: ActorContext, { id: userId, content }: In<'user.User/addRemark'>) {
  const user = await lockInScope(ctx, userId);
  assertPresent(user);
  const at = ctx.clock.now();
  const { accountId, name } = ctx.actor;
  const row = { id: ctx.ids.next(), created_at: at, updated_at: at, user_id: userId, content };
  await ctx.db
    .insertInto('user_remark')
    .values({ ...row, author_id: accountId, author_name: name })
    .execute();
  ctx.audit({ objectId: userId, objectNo: String(userId) });
  return { id: row.id, state: 'saved', stateText: ctx.t(WORDS.saved), version: 1, message: ctx.t(WORDS.noted) };
}

/** Tests whether a person may edit a remark. Only its author may, and only for {@link USER.remarkMinutes} minutes. */
export const mayEditRemark = (
  remark: { readonly author_id: number; readonly created_at: Date },
  reader: { readonly accountId: number; readonly now: Date },
): boolean =>
  remark.author_id === reader.accountId &&
  reader.now.getTime() - remark.created_at.getTime() <= USER.remarkMinutes * MINUTE_MS;

/**
 * Edits a remark.
 * @throws Refusal 40301 (another person wrote it), 40302 (out of scope), 40401 (unknown remark), 40901 (changed meanwhile),
 * 42201 (too late, or the user has left)
 */
export async function editRemark(ctx: ActorContext, { id, version, content }: In<'user.User/editRemark'>) {
  const { db } = ctx;
  const remark = await db.selectFrom('user_remark').where('id', '=', id).selectAll().forUpdate().executeTakeFirst();
  if (!remark) throw refuse(40401);
  const user = await userInScope(ctx, remark.user_id);
  assertPresent(user);
  ctx.audit({ objectId: user.id, objectNo: String(user.id) });
  if (remark.author_id !== ctx.actor.accountId) throw refuse(40301);
  const at = ctx.clock.now();
  if (!mayEditRemark(remark, { accountId: ctx.actor.accountId, now: at })) throw refuse(42201, { state: WORDS.late });
  if (version !== remark.version) throw refuse(40901, {}, { changedAt: remark.updated_at.toISOString() });
  await db
    .updateTable('user_remark')
    .set({ content, version: version + 1, updated_at: at })
    .where('id', '=', id)
    .execute();
  return { id, state: 'saved', stateText: ctx.t(WORDS.saved), version: version + 1, message: ctx.t(WORDS.noted) };
}
