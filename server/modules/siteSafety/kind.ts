import { inspectionCase } from '../../../contract/siteInspection.states';
import { text } from '../../../contract/text';
import type { ActorContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import { messageText } from '../../core/texts';
import { decidableByRule, defineCase, readRecord } from '../case';
import { assertTeamInScope, scopesOfTeam, teamNames } from '../team';
import { INSPECTION_TABLE, type InspectionRow } from './store';

/** The workflow of inspections: effects, permissions and texts of the inbox. */

const WORDS = {
  start: text('检查 {no} 已开始', '{no} started', '{no} iniciada', '檢查 {no} 已開始'),
  complete: text('检查 {no} 已提交', '{no} submitted', '{no} enviada', '檢查 {no} 已提交'),
  fix: text('整改已登记', 'Rectification recorded', 'Correção registrada', '整改已登記'),
  recheck: text('检查 {no} 已复查', '{no} rechecked', '{no} reverificada', '檢查 {no} 已複查'),
  assign: text('检查人已更新', 'Inspector assigned', 'Inspetor atribuído', '檢查人已更新'),
  extend: text('检查 {no} 已延期', '{no} extended', '{no} prorrogada', '檢查 {no} 已延期'),
  cancel: text('检查 {no} 已取消', '{no} cancelled', '{no} cancelada', '檢查 {no} 已取消'),
} as const;
const INSPECT = 5206;
const PAGE = 53;

export const linkTo = (id: number): string => `/safetyModule/siteSafety/detail?kind=inspection&id=${id}`;

export const inspections = defineCase({
  type: inspectionCase,
  table: INSPECTION_TABLE,
  record: (row: InspectionRow) => readRecord(row),
  object: (ctx, row) => assertTeamInScope(ctx, row.team_id),
  effects: {
    start: async (ctx) => ({
      keepsDecision: true,
      set: {
        inspector_id: ctx.actor.accountId,
        inspector_name: ctx.actor.name,
        started_at: ctx.clock.now(),
      },
    }),
  },
  done: WORDS,
  lineTexts: { submit: text('已安排', 'Planned', 'Planejada', '已安排') },
  recorded: ({ row }, state, { before, after }) => ({
    before: { state: row.state, ...before },
    after: { state, teamId: row.team_id, ...after },
  }),
  decidable: (db, actor) => decidableByRule(db, actor, { table: INSPECTION_TABLE, rule: INSPECT }),
  faces: async (ctx, rows) => {
    const names = await teamNames(
      ctx.db,
      rows.map(({ team_id: id }) => id),
    );
    return rows.map((row) => ({
      title: ctx.t(messageText(`siteInspection.kind_${row.kind}`)),
      object: names.get(row.team_id) ?? '',
      link: linkTo(row.id),
    }));
  },
  detail: {
    admit: async (ctx, row) => {
      if (!ctx.can(PAGE)) throw refuse(40401);
      const team = await scopesOfTeam(ctx.db, row.team_id);
      if (!team?.seenBy(ctx.actor.scopeOf(PAGE))) throw refuse(40302);
    },
    extras: (ctx: ActorContext, row) => {
      const fact = (key: 'plannedOn' | 'inspectorName' | 'score' | 'badCount' | 'deadline', value: string) => ({
        key,
        label: ctx.t(messageText(`siteInspection.${key}`)),
        value,
        link: key === 'plannedOn' ? linkTo(row.id) : null,
      });
      return {
        facts: [
          fact('plannedOn', row.planned_on),
          fact('inspectorName', row.inspector_name),
          fact('score', row.score === null ? '' : String(row.score)),
          fact('badCount', row.bad_count === null ? '' : String(row.bad_count)),
          fact('deadline', row.deadline ?? ''),
        ],
      };
    },
  },
});
