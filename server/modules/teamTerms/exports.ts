import type { ParsedOf } from '../../../contract/endpoint';
import type { teamEndpoints } from '../../../contract/team';
import { TEAM_FIELDS } from '../../../contract/team.fields';
import { teamTermsCase } from '../../../contract/teamTerms.states';
import { text } from '../../../contract/text';
import { WORD } from '../../../contract/words';
import { batchOf, type ExportColumn, exportSource } from '../../core/export/export';
import type { ActorContext } from '../../core/http/context';
import type { TermsEffect } from '../cost';
import { listedTeams, teamFilterWords } from '../team';
import { countTerms, exportedTerms, type TermsRow } from './store';
import { changeTexts } from './words';

/**
 * This module exports the changes of terms of the listed stations. Each change is a row with the people who proposed and decided it.
 */

type Input = ParsedOf<(typeof teamEndpoints)['team.Team/getList']>;
interface Row {
  readonly id: number;
  readonly terms: TermsRow & { readonly team_name: string; readonly team_code: string };
  readonly changes: string;
  readonly state: string;
  readonly effect: TermsEffect | null;
}

const COLUMN = {
  no: text('变更单号', 'Change no.', 'Nº da mudança', '變更單號'),
  state: WORD.state,
  changes: WORD.changes,
  effectiveAt: WORD.takesEffect,
  reason: WORD.changeReason,
  maker: WORD.submittedBy,
  createdAt: WORD.submittedAt,
  checker: WORD.reviewer,
  decidedAt: WORD.reviewedAt,
  note: text('审核说明', 'Reviewer’s note', 'Nota do revisor', '審核說明'),
  effectMonth: text('测算月份', 'Month of the estimate', 'Mês da estimativa', '測算月份'),
  effectStation: text('站点影响（元）', 'Effect on the station (yuan)', 'Efeito na estação (yuan)', '站點影響（元）'),
  effectRider: text('骑手影响（元）', 'Effect on riders (yuan)', 'Efeito nos entregadores (yuan)', '騎手影響（元）'),
  effectPlatform: text(
    '平台影响（元）',
    'Effect on the platform (yuan)',
    'Efeito na plataforma (yuan)',
    '平台影響（元）',
  ),
} as const;

const effectColumn = (
  key: 'effectStation' | 'effectRider' | 'effectPlatform',
  of: (effect: TermsEffect) => number,
): ExportColumn<Row> => ({
  key,
  text: COLUMN[key],
  kind: 'fen',
  extra: true,
  amount: true,
  value: ({ effect }) => effect && of(effect),
});

const COLUMNS: readonly ExportColumn<Row>[] = [
  { key: 'no', text: COLUMN.no, value: ({ terms }) => terms.no },
  { key: 'name', text: TEAM_FIELDS.name, value: ({ terms }) => terms.team_name },
  { key: 'code', text: TEAM_FIELDS.code, value: ({ terms }) => terms.team_code },
  { key: 'state', text: COLUMN.state, value: ({ state }) => state },
  { key: 'changes', text: COLUMN.changes, value: ({ changes }) => changes },
  { key: 'effectiveAt', text: COLUMN.effectiveAt, kind: 'moment', value: ({ terms }) => terms.effective_at },
  { key: 'reason', text: COLUMN.reason, value: ({ terms }) => terms.reason },
  { key: 'maker', text: COLUMN.maker, value: ({ terms }) => terms.maker_name },
  { key: 'createdAt', text: COLUMN.createdAt, kind: 'moment', value: ({ terms }) => terms.created_at },
  { key: 'checker', text: COLUMN.checker, value: ({ terms }) => terms.checker_name },
  { key: 'decidedAt', text: COLUMN.decidedAt, kind: 'moment', value: ({ terms }) => terms.decided_at },
  { key: 'note', text: COLUMN.note, value: ({ terms }) => terms.note },
  { key: 'effectMonth', text: COLUMN.effectMonth, extra: true, value: ({ effect }) => effect?.month ?? null },
  effectColumn('effectStation', ({ stationFen }) => stationFen),
  effectColumn('effectRider', ({ riderFen }) => riderFen),
  effectColumn('effectPlatform', ({ platformFen }) => platformFen),
];

async function rowsOf(ctx: ActorContext, found: readonly Row['terms'][], now: Date): Promise<Row[]> {
  const changes = await changeTexts(ctx, found);
  return found.map((terms, index) => ({
    id: terms.id,
    terms,
    changes: (changes[index] ?? []).map(({ label, before, after }) => `${label}: ${before} → ${after}`).join('; '),
    state: teamTermsCase.stateText(
      teamTermsCase.stateAt({ state: terms.state, expireAt: terms.expire_at }, now),
      ctx.locale,
    ),
    effect: terms.effect as TermsEffect | null,
  }));
}

export const teamTermsExportSources = [
  exportSource<Input, Row>({
    module: 'team.terms',
    columns: COLUMNS,
    words: teamFilterWords,
    async open(ctx, wish) {
      const stations = await listedTeams(ctx, wish.input, wish.ids);
      // The chosen rows are stations, so export all changes of these stations.
      const range = { upTo: wish.upTo, ids: null };
      return {
        count: (most, after) => countTerms(ctx.db, { stations, range, after }, most),
        async batch(after, limit) {
          const found = await exportedTerms(ctx.db, { stations, range, after }, limit);
          return batchOf(await rowsOf(ctx, found, wish.upTo), limit);
        },
      };
    },
  }),
];
