import type { ParsedOf } from '../../../contract/endpoint';
import type { statementEndpoints } from '../../../contract/statement';
import { STATEMENT_FIELDS, statementCase } from '../../../contract/statement.states';
import type { Text } from '../../../contract/text';
import { WORD } from '../../../contract/words';
import type { StatementFeeLine } from '../../core/database/tables/statement';
import { type ExportColumn, exportSource, joinNonEmpty } from '../../core/export/export';
import type { ActorContext } from '../../core/http/context';
import { scopedTeamIds, stationFilterText } from '../team';
import { feeText, type StatementAnswer, statementAnswers } from './answers';
import { exportedStatementCount, exportedStatements, type StatementFilter } from './list-store';

/** This module defines two exports of statements. The first has one row per statement, the second has one row per fee line. */

type Input = Omit<
  ParsedOf<(typeof statementEndpoints)['finance.Statement/getList']>,
  'page' | 'limit' | 'sortField' | 'sortOrder'
>;
interface Row {
  readonly id: number;
  readonly shown: StatementAnswer;
}
interface FeeRow extends Row {
  readonly line: StatementFeeLine;
  readonly feeText: string;
}

const KEYWORD = WORD.keyword;
const SUMS = [
  'goodsFen',
  'deliveryFen',
  'technicalFeeFen',
  'deliveryFeeFen',
  'promotionFeeFen',
  'otherFeesFen',
  'refundsFen',
  'compensationFen',
  'adjustmentsFen',
  'payableFen',
  'creditedFen',
  'openingFen',
  'closingFen',
  'correctedFen',
] as const;

/** Adds the unit to a column title: `金额（元）`. */
const inYuan = (label: Text): Text => ({
  'zh-CN': `${label['zh-CN']}（元）`,
  'zh-TW': `${label['zh-TW']}（元）`,
  'en-US': `${label['en-US']} (yuan)`,
  'pt-BR': `${label['pt-BR']} (yuan)`,
});
const moment = (at: string | null) => (at === null ? null : new Date(at));

const HEAD: readonly ExportColumn<Row>[] = [
  { key: 'no', text: STATEMENT_FIELDS.no, value: ({ shown }) => shown.no },
  { key: 'month', text: STATEMENT_FIELDS.month, value: ({ shown }) => shown.month },
  { key: 'team', text: STATEMENT_FIELDS.team, value: ({ shown }) => shown.teamName },
  { key: 'revision', text: STATEMENT_FIELDS.revision, kind: 'number', value: ({ shown }) => shown.revision },
  { key: 'state', text: STATEMENT_FIELDS.state, value: ({ shown }) => shown.stateText },
];

const COLUMNS: readonly ExportColumn<Row>[] = [
  ...HEAD,
  { key: 'orders', text: STATEMENT_FIELDS.orders, kind: 'number', value: ({ shown }) => shown.orders },
  ...SUMS.map(
    (key): ExportColumn<Row> => ({
      key,
      text: inYuan(STATEMENT_FIELDS[key]),
      kind: 'fen',
      amount: true,
      value: ({ shown }) => shown[key],
    }),
  ),
  { key: 'sent', text: STATEMENT_FIELDS.sentAt, kind: 'moment', value: ({ shown }) => moment(shown.sentAt) },
  {
    key: 'confirmed',
    text: STATEMENT_FIELDS.confirmedAt,
    kind: 'moment',
    value: ({ shown }) => moment(shown.confirmedAt),
  },
  { key: 'dispute', text: STATEMENT_FIELDS.disputeText, extra: true, value: ({ shown }) => shown.disputeText },
  { key: 'answer', text: STATEMENT_FIELDS.answer, extra: true, value: ({ shown }) => shown.answerText },
];

const FEE_COLUMNS: readonly ExportColumn<FeeRow>[] = [
  ...HEAD,
  { key: 'fee', text: STATEMENT_FIELDS.fee, value: (row) => row.feeText },
  { key: 'rule', text: STATEMENT_FIELDS.ruleName, value: ({ line }) => line.ruleName },
  { key: 'rate', text: STATEMENT_FIELDS.rate, kind: 'bp', value: ({ line }) => line.rateBp },
  {
    key: 'base',
    text: inYuan(STATEMENT_FIELDS.baseFen),
    kind: 'fen',
    amount: true,
    value: ({ line }) => (line.fee === 'otherFees' ? null : line.baseFen),
  },
  { key: 'amount', text: inYuan(STATEMENT_FIELDS.amountFen), kind: 'fen', amount: true, value: ({ line }) => line.fen },
  { key: 'first', text: STATEMENT_FIELDS.firstAt, kind: 'moment', value: ({ line }) => moment(line.firstAt) },
  { key: 'last', text: STATEMENT_FIELDS.lastAt, kind: 'moment', value: ({ line }) => moment(line.lastAt) },
];

async function words(ctx: ActorContext, input: Input) {
  const separator = ctx.locale.startsWith('zh') ? '、' : ', ';
  return joinNonEmpty(
    { label: KEYWORD, value: input.keyword ?? '' },
    { label: STATEMENT_FIELDS.month, value: (input.month ?? []).join(separator) },
    await stationFilterText(ctx, STATEMENT_FIELDS.team, input.teamIds),
    {
      label: STATEMENT_FIELDS.state,
      value: (input.state ?? []).map((state) => statementCase.stateText(state, ctx.locale)).join(separator),
    },
  );
}

async function filterOf(ctx: ActorContext, { teamIds, ...wanted }: Input): Promise<StatementFilter> {
  return {
    ...wanted,
    scope: ctx.actor.scope,
    ...(teamIds?.length && { teamIds: (await scopedTeamIds(ctx, teamIds)) ?? undefined }),
  };
}

/** Defines an export of statements. @param rowsOf converts one statement to export rows */
function fileOf<R extends Row>(
  module: 'statement.list' | 'statement.fees',
  columns: readonly ExportColumn<R>[],
  rows: 'statements' | 'fees',
  rowsOf: (ctx: ActorContext, row: Row, fees: readonly StatementFeeLine[]) => R[],
) {
  return exportSource<Input, R>({
    module,
    columns,
    words,
    async open(ctx, wish) {
      const filter = await filterOf(ctx, wish.input);
      return {
        count: async (most, after) => Math.min(most, await exportedStatementCount(ctx.db, filter, wish, after, rows)),
        async batch(after, limit) {
          const records = await exportedStatements(ctx.db, filter, wish, after, limit);
          const shown = statementAnswers(ctx, records);
          const last = records.at(-1);
          return {
            rows: records.flatMap(({ fees, id }, at) => rowsOf(ctx, { id, shown: shown[at] as StatementAnswer }, fees)),
            last: last === undefined || records.length < limit ? null : [last.id],
          };
        },
      };
    },
  });
}

export const statementExportSources = [
  fileOf<Row>('statement.list', COLUMNS, 'statements', (_ctx, row) => [row]),
  fileOf<FeeRow>('statement.fees', FEE_COLUMNS, 'fees', (ctx, row, fees) =>
    fees.map((line) => ({ ...row, line, feeText: feeText(ctx, line) })),
  ),
];
