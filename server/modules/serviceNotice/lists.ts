import { type SqlBool, sql } from 'kysely';
import type { ParsedOf } from '../../../contract/endpoint';
import { MOBILE as PHONE } from '../../../contract/limits';
import type { serviceNoticeEndpoints } from '../../../contract/serviceNotice';
import type { NoticeAudience } from '../../../contract/serviceNotice.audience';
import { type NoticePerson, SERVICE_NOTICE } from '../../../contract/serviceNotice.states';
import { type Text, text } from '../../../contract/text';
import { seesPhones } from '../../core/access/phones';
import { idIn } from '../../core/database/id-in';
import { IMPORT_WORDS } from '../../core/files/sheet-import';
import type { ActorContext } from '../../core/http/context';
import { invalid, refuse } from '../../core/http/refusal';
import { TABLES } from '../inbox';
import { scopedTeamIds } from '../team';
import { belongs, UNMASK } from './people';

/**
 * Lists of people from a file (上传名单). The file has one column of phones or of the numbers that staff use for people. People out of the
 * caller's scope count as unknown. A caller who sees phones masked may use only numbers (docs/decisions/0061). The reason: figures of a
 * list of phones would reveal which phones belong to users. Phones of merchants are masked for every caller.
 */

type In = ParsedOf<(typeof serviceNoticeEndpoints)['user.Notice/uploadList']>;

const NUMBER = /^[1-9]\d{0,15}$/;
/** Patterns of the numbers that identify a person. A first cell that is neither such a number nor a phone is a heading. */
const CELL: Readonly<Record<NoticePerson, RegExp>> = {
  user: NUMBER,
  rider: /^(?=.*\d)[A-Z0-9]{1,12}$/i,
  merchant: NUMBER,
};
const NUMBERS_ONLY: Readonly<Record<NoticePerson, Text>> = {
  user: text(
    '您没有查看手机号的权限，名单请使用用户编号',
    'You cannot see phone numbers, so the list must contain user numbers',
    'Você não vê telefones: a lista deve conter números de usuário',
    '您沒有檢視手機號的權限，名單請使用使用者編號',
  ),
  rider: text(
    '您没有查看骑手手机号的权限，名单请使用骑手编号',
    "You cannot see riders' phone numbers, so the list must contain rider numbers",
    'Você não vê telefones de entregadores: a lista deve conter números de entregador',
    '您沒有檢視騎手手機號的權限，名單請使用騎手編號',
  ),
  merchant: text(
    '名单请使用商家编号',
    'The list must contain merchant numbers',
    'A lista deve conter números de comerciante',
    '名單請使用商家編號',
  ),
};
const EVERYONE: NoticeAudience = { kind: 'all' };

async function linesOf(content: string): Promise<string[][]> {
  // Load the parsers on first use. Importing them at startup would take 0.1 s.
  const { readSheet, UnreadableSheet } = await import('../../core/files/sheet');
  try {
    return await readSheet(Buffer.from(content, 'base64'));
  } catch (error) {
    if (error instanceof UnreadableSheet) throw refuse(40008);
    throw error;
  }
}

/**
 * Finds people at the caller's stations by phone or number.
 *
 * @throws Refusal 40001 (the list contains phones, but the caller sees only masked phones)
 */
async function peopleOf(ctx: ActorContext, type: NoticePerson, words: readonly string[]) {
  const teamIds = await scopedTeamIds(ctx, undefined);
  const unmask = UNMASK[type];
  const seesThem = unmask !== null && seesPhones(ctx.actor, unmask);
  const phones = seesThem ? words.filter((word) => PHONE.test(word)) : [];
  const { table, team, no } = TABLES[type];
  const numbers = words.filter((word) => CELL[type].test(word));
  const byNumber =
    type === 'rider'
      ? sql<SqlBool>`rider.rider_no = any(${sql.val(numbers)}::text[])`
      : idIn(`${table}.id`, numbers.map(Number));
  const { rows } = await sql<{ id: number; no: string; tel: string | null }>`
    select id, ${sql.ref(no)}::text as no, tel from ${sql.table(table)}
    where ${belongs(type, EVERYONE, false)} and (tel = any(${sql.val(phones)}::text[]) or ${byNumber})
      and ${teamIds === null ? sql`true` : idIn(team, teamIds)}`.execute(ctx.db);
  const people = new Map(
    rows.flatMap((row) => [[row.no, row.id] as const, ...(row.tel && seesThem ? [[row.tel, row.id] as const] : [])]),
  );
  // An id may look like a phone, so we refuse only phone-like values that are not an id.
  if (!seesThem && words.some((word) => PHONE.test(word) && !people.has(word)))
    throw invalid([{ field: 'content', rule: 'userNumbers', message: ctx.t(NUMBERS_ONLY[type]) }]);
  return people;
}

/**
 * Stores an uploaded list.
 *
 * @throws Refusal 40001 (too many rows, or phones in the list of a caller who sees only masked phones), 40008 (not a table), 42236 (no
 *   person was found)
 */
export async function uploadList(ctx: ActorContext, { personType, name, content }: In) {
  const lines = await linesOf(content);
  const cells = lines.map(([cell = '']) => cell.replace(/[\s-]/g, '').replace(/^\+86/, '')).filter(Boolean);
  const words = personType === 'rider' ? cells.map((cell) => cell.toUpperCase()) : cells;
  // Skip a heading: the first cell, if it is neither a phone nor a number.
  const values = words.filter((word, at) => at > 0 || PHONE.test(word) || CELL[personType].test(word));
  if (values.length > SERVICE_NOTICE.listRows) {
    const message = ctx.t(IMPORT_WORDS.tooMany, { n: SERVICE_NOTICE.listRows });
    throw invalid([{ field: 'content', rule: 'max', message }]);
  }
  const people = await peopleOf(ctx, personType, [...new Set(values)]);
  const ids = values.flatMap((word) => people.get(word) ?? []);
  const matched = [...new Set(ids)];
  if (matched.length === 0) throw refuse(42236);
  const listId = ctx.ids.next();
  const of = {
    id: listId,
    person_type: personType,
    created_at: ctx.clock.now(),
    name,
    rows: values.length,
    matched: matched.length,
  };
  await ctx.db
    .insertInto('service_notice_list')
    .values({ ...of, by_id: ctx.actor.accountId })
    .execute();
  await sql`
    insert into service_notice_list_user (list_id, user_id)
    select ${listId}, unnest(${sql.val(matched)}::bigint[])`.execute(ctx.db);
  ctx.audit({ objectId: listId, after: { name, personType, rows: values.length, matched: matched.length } });
  return {
    listId,
    rows: values.length,
    matched: matched.length,
    repeated: ids.length - matched.length,
    unknown: values.length - ids.length,
  };
}
