import { sql } from 'kysely';
import type { ParsedOf } from '../../../contract/endpoint';
import { RULE } from '../../../contract/rule-ids';
import type { serviceNoticeEndpoints } from '../../../contract/serviceNotice';
import { SERVICE_NOTICE } from '../../../contract/serviceNotice.states';
import { text } from '../../../contract/text';
import { seesPhones } from '../../core/access/phones';
import { idIn } from '../../core/database/id-in';
import { IMPORT_WORDS } from '../../core/files/sheet-import';
import type { ActorContext } from '../../core/http/context';
import { invalid, refuse } from '../../core/http/refusal';
import { scopedTeamIds } from '../team';

/**
 * User lists from a file (上传名单): one column with phones or user numbers. Users out of the caller's scope count as unknown.
 * Callers who see phones masked give user numbers only: the figures of a list of phones would say which of them belong to users
 * (docs/decisions/0061).
 */

type In = ParsedOf<(typeof serviceNoticeEndpoints)['user.Notice/uploadList']>;

const PHONE = /^1[3-9]\d{9}$/;
const NUMBER = /^[1-9]\d{0,15}$/;
const NUMBERS_ONLY = text(
  '您没有查看手机号的权限，名单请使用用户编号',
  'You cannot see phones, so the list must contain user numbers',
  'Você não vê telefones: a lista deve conter números de usuário',
  '您沒有檢視手機號的權限，名單請使用使用者編號',
);

async function linesOf(content: string): Promise<string[][]> {
  // Load the parsers on first use: importing them at start would cost 0.1 s.
  const { readSheet, UnreadableSheet } = await import('../../core/files/sheet');
  try {
    return await readSheet(Buffer.from(content, 'base64'));
  } catch (error) {
    if (error instanceof UnreadableSheet) throw refuse(40008);
    throw error;
  }
}

/** Finds users by phone or number within the caller's stations. @throws Refusal 40001 phones of a caller who sees them masked */
async function usersOf(ctx: ActorContext, words: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const teamIds = await scopedTeamIds(ctx, undefined);
  const seesThem = seesPhones(ctx.actor, RULE['user.list.unmask']);
  const phones = seesThem ? words.filter((word) => PHONE.test(word)) : [];
  const numbers = words.filter((word) => NUMBER.test(word)).map(Number);
  const found = await ctx.db
    .selectFrom('app_user')
    .where('status', '<>', 'cancelled')
    .where((eb) => eb.or([sql<boolean>`tel = any(${sql.val(phones)}::text[])`, idIn('app_user.id', numbers)]))
    .$if(teamIds !== null, (query) => query.where(idIn('app_user.home_team_id', teamIds ?? [])))
    .select(['id', 'tel'])
    .execute();
  const users = new Map(
    found.flatMap(({ id, tel }) => [[String(id), id] as const, ...(tel && seesThem ? [[tel, id] as const] : [])]),
  );
  // A user number may look like a phone.
  if (!seesThem && words.some((word) => PHONE.test(word) && !users.has(word)))
    throw invalid([{ field: 'content', rule: 'userNumbers', message: ctx.t(NUMBERS_ONLY) }]);
  return users;
}

/** @throws Refusal 40001 too many rows, or phones that the caller may not see · 40008 not a table · 42236 no user was found */
export async function uploadList(ctx: ActorContext, { name, content }: In) {
  const lines = await linesOf(content);
  const words = lines.map(([cell = '']) => cell.replace(/[\s-]/g, '').replace(/^\+86/, '')).filter(Boolean);
  // Skip a heading: a first cell that is neither a phone nor a number.
  const values = words.filter((word, at) => at > 0 || PHONE.test(word) || NUMBER.test(word));
  if (values.length > SERVICE_NOTICE.listRows) {
    const message = ctx.t(IMPORT_WORDS.tooMany, { n: SERVICE_NOTICE.listRows });
    throw invalid([{ field: 'content', rule: 'max', message }]);
  }
  const users = await usersOf(ctx, [...new Set(values)]);
  const ids = values.flatMap((word) => users.get(word) ?? []);
  const matched = [...new Set(ids)];
  if (matched.length === 0) throw refuse(42236);
  const listId = ctx.ids.next();
  const of = { id: listId, created_at: ctx.clock.now(), name, rows: values.length, matched: matched.length };
  await ctx.db
    .insertInto('service_notice_list')
    .values({ ...of, by_id: ctx.actor.accountId })
    .execute();
  await sql`
    insert into service_notice_list_user (list_id, user_id)
    select ${listId}, unnest(${sql.val(matched)}::bigint[])`.execute(ctx.db);
  ctx.audit({ objectId: listId, after: { name, rows: values.length, matched: matched.length } });
  return {
    listId,
    rows: values.length,
    matched: matched.length,
    repeated: ids.length - matched.length,
    unknown: values.length - ids.length,
  };
}
