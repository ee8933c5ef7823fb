import { incidentCase } from '../../../contract/siteIncident.states';
import { SEVERE } from '../../../contract/siteSafety.states';
import { text } from '../../../contract/text';
import { WORD } from '../../../contract/words';
import { refuse } from '../../core/http/refusal';
import { wallClock } from '../../core/money/days';
import { messageText } from '../../core/texts';
import { decidableByRule, defineCase, readRecord } from '../case';
import { presentOf } from '../site';
import { assertTeamInScope, scopesOfTeam, teamNames } from '../team';
import { INCIDENT_TABLE, type IncidentRow } from './store';

/** The workflow of incidents: permissions, texts of the inbox, and the conditions for closing. */

const WORDS = {
  investigate: text('事故 {no} 开始调查', '{no} is under investigation', '{no} em investigação', '事故 {no} 開始調查'),
  analyse: text(
    '原因与责任已登记',
    'Cause and liability recorded',
    'Causa e responsabilidade registradas',
    '原因與責任已登記',
  ),
  close: text('事故 {no} 已结案', '{no} closed', '{no} encerrado', '事故 {no} 已結案'),
  void: text('事故 {no} 已作废', '{no} voided', '{no} anulado', '事故 {no} 已作廢'),
} as const;
const INCIDENT = 5207;
const PAGE = 53;

export const linkTo = (id: number): string => `/safetyModule/siteSafety/detail?kind=incident&id=${id}`;

export const incidents = defineCase({
  type: incidentCase,
  table: INCIDENT_TABLE,
  record: (row: IncidentRow) => readRecord(row),
  object: (ctx, row) => assertTeamInScope(ctx, row.team_id),
  effects: {
    close: async (ctx, { row }) => {
      if (SEVERE.includes(row.severity) && row.maker_id === ctx.actor.accountId) throw refuse(40305);
      if (row.measures.some(({ doneOn }) => doneOn === null)) throw refuse(42296);
      return {};
    },
  },
  done: WORDS,
  lineTexts: { submit: WORD.reported },
  recorded: ({ row }, state, { after }) => ({
    before: { state: row.state },
    after: { state, teamId: row.team_id, ...after },
  }),
  decidable: (db, actor) => decidableByRule(db, actor, { table: INCIDENT_TABLE, rule: INCIDENT }),
  faces: async (ctx, rows) => {
    const names = await teamNames(
      ctx.db,
      rows.map(({ team_id: id }) => id),
    );
    return rows.map((row) => ({
      title: `${ctx.t(messageText(`siteIncident.kind_${row.kind}`))} · ${ctx.t(messageText(`siteIncident.severity_${row.severity}`))}`,
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
    extras: async (ctx, row) => {
      const { timeZone } = await presentOf(ctx);
      const fact = (key: 'happenedAt' | 'place' | 'injured' | 'description', value: string) => ({
        key,
        label: ctx.t(messageText(`siteIncident.${key}`)),
        value,
        link: key === 'happenedAt' ? linkTo(row.id) : null,
      });
      return {
        facts: [
          fact('happenedAt', wallClock(row.happened_at, timeZone)),
          fact('place', row.place ?? ''),
          fact('injured', String(row.injured)),
          fact('description', row.description),
        ],
      };
    },
  },
});
