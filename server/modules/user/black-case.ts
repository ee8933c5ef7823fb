import { type Selectable, type SqlBool, sql } from 'kysely';
import { RULE } from '../../../contract/rule-ids';
import { type Text, text } from '../../../contract/text';
import { BLACK_REASON_TEXT, BLACK_SCOPE_TEXT } from '../../../contract/user.states';
import { blacklistCase } from '../../../contract/userBlacklist.states';
import { WORD } from '../../../contract/words';
import { idIn } from '../../core/database/id-in';
import type { Database } from '../../core/database/schema';
import { inTransaction } from '../../core/database/transaction';
import type { ActorContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import type { Job } from '../../core/jobs';
import { wallClock } from '../../core/money/days';
import { messageText } from '../../core/texts';
import { addSteps, caseTable, decidableByRule, defineCase, readRecord } from '../case';
import { readSetting } from '../site';
import { teamNames } from '../team';
import { evidenceLinks } from '../teamFund';
import { closeOverdue } from './black-store';
import { shownTeams } from './elsewhere';
import { lockInScope, userInScope } from './filter';
import { changeUser, lockUser } from './store';

/** This module defines the workflow of blacklist entries. It defines what lifting does, who may read an entry, and how an entry ends. */

type BlackRow = Selectable<Database['user_black_record']>;

const TABLE = caseTable('user_black_record', { neverExpires: true });
const WORDS = {
  basis: text('依据', 'Basis', 'Fundamento', '依據'),
  byStaff: text(
    '由有“拉黑”权限的员工解除',
    'Lifted by staff with the permission to blacklist',
    'Liberado por funcionário com permissão para bloquear',
    '由有「加入黑名單」權限的員工解除',
  ),
  byDeadline: text(
    '截止时间 {until} 已到，由系统解除',
    'Ended by the system at its deadline {until}',
    'Encerrado pelo sistema no prazo {until}',
    '截止時間 {until} 已到，由系統解除',
  ),
  openUntil: text(
    '截止时间 {until} 到达时由系统解除；有“拉黑”权限的员工可以提前解除',
    'The system ends it at its deadline {until}; staff with the permission to blacklist can lift it earlier',
    'O sistema encerra no prazo {until}; funcionários com permissão para bloquear podem liberar antes',
    '截止時間 {until} 到達時由系統解除；有「加入黑名單」權限的員工可以提前解除',
  ),
  open: text(
    '没有截止时间；由有“拉黑”权限的员工解除',
    'No deadline; staff with the permission to blacklist lift it',
    'Sem prazo; funcionários com permissão para bloquear liberam',
    '沒有截止時間；由有「加入黑名單」權限的員工解除',
  ),
} as const satisfies Record<string, Text>;

/** Text of the history step that created the entry. */
export const LISTED = text('已拉黑', 'Blacklisted', 'Usuário bloqueado', '已加入黑名單');

const linkTo = ({ id, user_id: userId }: BlackRow) =>
  `/userManage/userList/userDetails?id=${userId}&tab=black&open=${id}`;
/** Replaces the reader's data scope with the scope of the permission for the user's page. */
const readerOf = (ctx: ActorContext): ActorContext => ({
  ...ctx,
  actor: { ...ctx.actor, scope: ctx.actor.scopeOf(RULE['user.detail']) },
});

/** Returns the text that explains how an entry ended, or how it can end. */
function basisOf({ state, until }: BlackRow): Text {
  if (state === 'lifted') return WORDS.byStaff;
  if (state === 'ended') return WORDS.byDeadline;
  return until === null ? WORDS.open : WORDS.openUntil;
}

/**
 * Loads the nicknames of the entries' users.
 *
 * @returns a function that finds an entry's nickname, or the user id if the nickname is missing
 */
async function nicknames(db: ActorContext['db'], rows: readonly BlackRow[]): Promise<(row: BlackRow) => string> {
  const ids = rows.map(({ user_id: id }) => id);
  const users = await db.selectFrom('app_user').where(idIn('id', ids)).select(['id', 'nickname']).execute();
  const nameOf = new Map(users.map(({ id, nickname }) => [id, nickname]));
  return ({ user_id: id }) => nameOf.get(id) ?? String(id);
}

async function factsOf(ctx: ActorContext, row: BlackRow) {
  const { timeZone } = await readSetting(ctx.db, 'locale');
  const until = row.until === null ? '' : wallClock(row.until, timeZone);
  const stations = (await shownTeams(readerOf(ctx), row.team_ids))(row.team_ids);
  const nameOf = await nicknames(ctx.db, [row]);
  const fact = (key: string, label: Text, value: string, link: string | null = null) => ({
    key,
    label: ctx.t(label),
    value,
    link,
  });
  return [
    fact('user', WORD.user, nameOf(row), ctx.can(RULE['user.detail']) ? linkTo(row) : null),
    fact('reasonType', messageText('user.reasonType'), ctx.t(BLACK_REASON_TEXT[row.reason_type])),
    fact('reason', messageText('user.reason'), row.reason),
    fact('scope', messageText('user.scope'), stations.join(', ') || ctx.t(BLACK_SCOPE_TEXT[row.scope])),
    fact('basis', WORDS.basis, ctx.t(basisOf(row), { until })),
  ];
}

export const blacklists = defineCase({
  type: blacklistCase,
  table: TABLE,
  record: (row: BlackRow) => ({ ...readRecord({ ...row, no: '' }), no: null, expireAt: row.until }),
  object: (ctx, row) => lockInScope(ctx, row.user_id),
  effects: {
    lift: async (ctx, { object: user }) => {
      const by = { at: ctx.clock.now(), accountId: ctx.actor.accountId };
      await changeUser(ctx.db, user, { status: 'normal', black_until: null }, by);
      return {};
    },
  },
  done: { lift: blacklistCase.steps.lift.happened },
  lineTexts: { submit: LISTED },
  recorded: ({ row }, state) => ({
    before: { state: row.state },
    after: { state },
    detail: { userId: row.user_id },
  }),
  // An open entry does not appear in the approval inbox, because it waits for no decision.
  decidable: (db, actor) => {
    const ofStations = decidableByRule(db, actor, { table: TABLE, rule: RULE['user.list.blacklist'] });
    return sql<SqlBool>`(user_black_record.state <> 'open' and ${ofStations})`;
  },
  faces: async (ctx, rows) => {
    const teams = await teamNames(
      ctx.db,
      rows.flatMap(({ team_id: teamId }) => teamId ?? []),
    );
    const nameOf = await nicknames(ctx.db, rows);
    return rows.map((row) => ({
      title: nameOf(row),
      object: row.team_id === null ? '' : (teams.get(row.team_id) ?? ''),
      link: linkTo(row),
    }));
  },
  detail: {
    admit: async (ctx, row) => {
      if (!ctx.can(RULE['user.detail'])) throw refuse(40401);
      await userInScope(readerOf(ctx), row.user_id);
    },
    extras: async (ctx, row) => {
      const files = await evidenceLinks(ctx, row.evidence);
      return { facts: await factsOf(ctx, row), evidence: row.evidence.flatMap((id) => files.get(id) ?? []) };
    },
  },
});

/**
 * Lifts an entry.
 * @throws Refusal 40302 (out of scope), 40401 (unknown entry), 40901 (changed meanwhile), 42201 (not open)
 */
export async function liftEntry(ctx: ActorContext, input: { id: number; version: number; reason: string }) {
  const entry = await ctx.db
    .selectFrom('user_black_record')
    .where('id', '=', input.id)
    .select('user_id as userId')
    .executeTakeFirst();
  // Every transaction locks the user before the entry. The same order prevents deadlocks.
  if (entry) await lockUser(ctx.db, entry.userId);
  return blacklists.run(ctx, 'lift', input);
}

/** Ends the entries whose deadline has passed and sets the state of their users to `normal`. */
export const endEntries: Job['run'] = async (db, clock, ids) => {
  await inTransaction({ db, clock, ids }, async (tools) => {
    const ended = await closeOverdue(tools.db, clock.now());
    await addSteps(
      tools.db,
      ended.map((id) => blacklists.lineOf(tools, id, 'end')),
    );
  });
};
