import { teamTermsCase } from '../../../contract/teamTerms.states';
import { text } from '../../../contract/text';
import { WORD } from '../../../contract/words';
import { seesAmounts } from '../../core/access/access';
import type { ActorContext } from '../../core/http/context';
import { invalid, refuse } from '../../core/http/refusal';
import { yuanText } from '../../core/money/amounts';
import { wallClock } from '../../core/money/days';
import { messageText } from '../../core/texts';
import { defineCase, readRecord } from '../case';
import type { TermsEffect } from '../cost';
import { balancesOf, setCredit } from '../ledger';
import { readSetting } from '../site';
import { applyTerms, assertTeamInScope, scopesOfTeam, teamNames, termsOfTeam } from '../team';
import { effectOn } from './effect';
import { decidableTerms, TERMS_TABLE, type TermsRow } from './store';
import { changeTexts, signedYuan } from './words';

/** This module defines the workflow of changed terms: its effects, texts and permissions. */

const WORDS = {
  approved: text(
    '已通过，新条款自 {at} 起生效',
    'Approved; the new terms apply from {at}',
    'Aprovada; as novas condições valem a partir de {at}',
    '已通過，新條款自 {at} 起生效',
  ),
  rejected: WORD.rejectedFeminine,
  withdrawn: WORD.withdrawnFeminine,
  changed: text(
    '站点条款在提交后已被修改，请驳回后重新提交',
    'The station’s terms have changed since this proposal; reject it and propose again',
    'As condições da estação mudaram desde esta proposta; recuse-a e proponha de novo',
    '站點條款在提交後已被修改，請駁回後重新提交',
  ),
  queued: text(
    '已通过的条款变更将于 {at} 生效，在此之前只能通过同一时间生效的变更',
    'An approved change takes effect at {at}; until then, only changes for the same time can be approved',
    'Uma mudança aprovada passa a valer em {at}; até lá, só podem ser aprovadas mudanças para o mesmo momento',
    '已通過的條款變更將於 {at} 生效，在此之前只能通過同一時間生效的變更',
  ),
  creditUsed: text(
    '信用额度不能低于已使用的 {x} 元',
    'Credit limit cannot be below ¥{x} already used',
    'O limite de crédito não pode ficar abaixo de ¥{x} já usados',
    '信用額度不能低於已使用的 {x} 元',
  ),
  title: text(
    '条款变更{state}：{name}',
    'Terms {state}: {name}',
    'Condições {state}: {name}',
    '條款變更{state}：{name}',
  ),
  content: WORD.handledByChecker,
  station: WORD.station,
  reason: WORD.changeReason,
  effectiveAt: WORD.takesEffect,
  nextMorning: text(
    '通过后的下一个 04:00',
    'The next 04:00 after approval',
    'Às próximas 04:00 após a aprovação',
    '通過後的下一個 04:00',
  ),
} as const;
const TEAM_LIST = 11;

/** Returns the link to the fees tab of a station. The tab shows pending changes next to the terms in force. */
export const linkTo = (teamId: number): string => `/teamList/index?open=${teamId}&tab=fees`;

export const teamTerms = defineCase({
  type: teamTermsCase,
  table: TERMS_TABLE,
  record: (row: TermsRow) => readRecord(row),
  object: (ctx, row) => assertTeamInScope(ctx, row.team_id),
  effects: {
    approve: async (ctx, { row }) => {
      const effect = await effectOfRow(ctx, row);
      const applied = await applyTerms(ctx, row.team_id, {
        base: row.base,
        changes: row.changes,
        effectiveAt: row.effective_at,
        reason: row.reason,
      });
      if (!applied) throw refuse(40901, {}, null, ctx.t(WORDS.changed));
      const { timeZone } = await readSetting(ctx.db, 'locale');
      if ('queuedFor' in applied)
        throw refuse(42201, {}, null, ctx.t(WORDS.queued, { at: wallClock(applied.queuedFor, timeZone) }));
      await followCreditOf(ctx, row, applied.team.settlementMode);
      return {
        set: { effect: JSON.stringify(effect) },
        params: { at: wallClock(applied.from, timeZone) },
        after: { effectiveFrom: applied.from.toISOString() },
      };
    },
    reject: async (ctx, { row }) => ({ set: { effect: JSON.stringify(await effectOfRow(ctx, row)) } }),
  },
  done: { approve: WORDS.approved, reject: WORDS.rejected, withdraw: WORDS.withdrawn },
  notice: ({ row, object: team, note }, state) => ({
    title: WORDS.title,
    content: WORDS.content,
    link: linkTo(row.team_id),
    params: { name: team.name, state: teamTermsCase.states[state].text, note },
  }),
  recorded: ({ row }, state, { after }) => ({
    before: { state: row.state, ...row.base },
    after: { state, teamId: row.team_id, ...row.changes, ...after },
  }),
  decidable: decidableTerms,
  faces: async (ctx, rows) => {
    const names = await teamNames(
      ctx.db,
      rows.map(({ team_id }) => team_id),
    );
    const changes = await changeTexts(ctx, rows);
    return rows.map((row, index) => ({
      title: (changes[index] ?? []).map(({ label }) => label).join(' · '),
      object: names.get(row.team_id) ?? '',
      link: linkTo(row.team_id),
    }));
  },
  detail: {
    admit: async (ctx, row) => {
      if (!ctx.can(TEAM_LIST)) throw refuse(40401);
      const team = await scopesOfTeam(ctx.db, row.team_id);
      if (!team?.seenBy(ctx.actor.scopeOf(TEAM_LIST))) throw refuse(40302);
    },
    extras: async (ctx, row) => {
      const [changes = []] = await changeTexts(ctx, [row]);
      return { facts: await facts(ctx, row), changes };
    },
  },
});

/** Returns the effect that was stored at the decision. For a pending change, computes the effect from the station's present terms. */
async function effectOfRow(ctx: ActorContext, row: TermsRow): Promise<TermsEffect | null> {
  if (row.state !== 'pending') return row.effect as TermsEffect | null;
  const { base, next } = await nextOf(ctx, row);
  return await effectOn(ctx, { teamId: row.team_id, since: row.created_at, before: base, after: next });
}

/** Computes the terms with and without the change, based on the station's present terms. */
async function nextOf(ctx: ActorContext, row: TermsRow) {
  const base = await termsOfTeam(ctx, row.team_id);
  return { base: { ...base, ...row.base }, next: { ...base, ...row.changes } };
}

/**
 * Sets the ledger's credit limit after a change. Does nothing if the change has no credit limit or the settlement mode is not `deposit`.
 *
 * @throws Refusal 40001 when the station already owes more than the new limit
 */
async function followCreditOf(ctx: ActorContext, { team_id: teamId, changes }: TermsRow, mode: string | null) {
  const limit = changes.creditLimitFen;
  if (limit === undefined || mode !== 'deposit') return;
  if (await setCredit(ctx, teamId, Number(limit ?? 0))) return;
  const balances = await balancesOf(ctx.db, ['TEAM_AVAILABLE', 'TEAM_DEPOSIT'], [teamId]);
  const x = yuanText(Math.max(0, -Math.min(0, ...balances.values())));
  throw invalid([{ field: 'creditLimitFen', rule: 'min', message: ctx.t(WORDS.creditUsed, { x }) }]);
}

async function facts(ctx: ActorContext, row: TermsRow) {
  const names = await teamNames(ctx.db, [row.team_id]);
  const { timeZone } = await readSetting(ctx.db, 'locale');
  const fact = (key: string, label: string, value: string, link: string | null = null) => ({ key, label, value, link });
  const of = (key: 'station' | 'reason' | 'effectiveAt', value: string, link: string | null = null) =>
    fact(key, ctx.t(WORDS[key]), value, link);
  return [
    of('station', names.get(row.team_id) ?? '', ctx.can(TEAM_LIST) ? linkTo(row.team_id) : null),
    of('effectiveAt', row.effective_at ? wallClock(row.effective_at, timeZone) : ctx.t(WORDS.nextMorning)),
    of('reason', row.reason),
    ...(await effectFacts(ctx, row)),
  ];
}

async function effectFacts(ctx: ActorContext, row: TermsRow) {
  const effect = seesAmounts(ctx) ? await effectOfRow(ctx, row) : null;
  if (!effect) return [];
  const fact = (key: 'effectStation' | 'effectRider' | 'effectPlatform', fen: number) => ({
    key,
    label: ctx.t(messageText(`terms.${key}`)),
    value: signedYuan(ctx, fen),
    link: null,
  });
  const { month, orders, changed } = effect;
  return [
    {
      key: 'effectMonth',
      label: ctx.t(messageText('terms.effectMonth')),
      value: ctx.t(messageText('terms.effectOrders'), { month, n: orders, m: changed }),
      link: null,
    },
    fact('effectStation', effect.stationFen),
    fact('effectRider', effect.riderFen),
    fact('effectPlatform', effect.platformFen),
  ];
}
