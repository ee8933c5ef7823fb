import { STATEMENT_FIELDS, STATEMENT_STATES, statementCase } from '@contract/statement.states';
import type { Text } from '@contract/text';
import { lazy, Suspense, useMemo } from 'react';
import { usePlatform } from '@/app/platform';
import { ListPage } from '@/ui/ListPage';
import type { Column, FilterOf, SummaryCard, SummaryOf } from '@/ui/ListPage/types';
import { dayIn } from '@/ui/TimeText/format';
import { ACTIONS } from './actions';
import { COLUMNS, COLUMNS_OF_ONE, type StatementRow } from './columns';

const StatementDrawer = lazy(() => import('./StatementDrawer').then((module) => ({ default: module.StatementDrawer })));

const OF_ALL = ['part'];
const OF_ONE = ['tab', 'teamId', 'asOf'];
/** Number of past months that the filter offers. */
const MONTHS = 24;

/** Returns the `MONTHS` months before the month of a day as `yyyy-MM`, latest first. */
function monthsBefore(day: string): string[] {
  const [year = 0, month = 1] = day.split('-').map(Number);
  const last = year * 12 + month - 2;
  return Array.from({ length: MONTHS }, (_, back) => {
    const at = last - back;
    return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`;
  });
}
const asText = (words: string): Text => ({ 'zh-CN': words, 'zh-TW': words, 'en-US': words, 'pt-BR': words });

const KEYWORD: FilterOf<'finance.Statement/getList'> = {
  kind: 'text',
  key: 'keyword',
  label: 'statement.keyword',
  placeholder: 'statement.keywordHint',
};
const STATE: FilterOf<'finance.Statement/getList'> = {
  kind: 'many',
  key: 'state',
  label: STATEMENT_FIELDS.state,
  options: STATEMENT_STATES.map((value) => ({ value, label: statementCase.states[value].text })),
};
const TEAM: FilterOf<'finance.Statement/getList'> = {
  kind: 'options',
  key: 'teamIds',
  label: STATEMENT_FIELDS.team,
  source: 'teams',
};

function summaryCards(sums: SummaryOf<'finance.Statement/getList'>): readonly SummaryCard[] {
  const money = { kind: 'fen', unit: 'list.yuan' } as const;
  return [
    { key: 'drafts', label: 'statement.drafts', value: sums.drafts, filter: { state: ['draft'] } },
    {
      key: 'pending',
      label: 'statement.pending',
      value: sums.pending,
      filter: { state: ['pendingConfirm', 'revised'] },
    },
    { key: 'confirmed', label: 'statement.confirmed', value: sums.confirmed, filter: { state: ['confirmed'] } },
    { key: 'disputed', label: 'statement.disputed', value: sums.disputed, filter: { state: ['disputed'] } },
    {
      key: 'payable',
      label: STATEMENT_FIELDS.payableFen,
      value: sums.payableFen,
      ...money,
      help: 'statement.payableHelp',
    },
    {
      key: 'credited',
      label: STATEMENT_FIELDS.creditedFen,
      value: sums.creditedFen,
      ...money,
      help: 'statement.creditedHelp',
    },
  ];
}

/** Removes sorting by amount from a column, for users who may not see amounts. */
const withoutSumOrder = ({ sort, ...column }: Column<StatementRow>): Column<StatementRow> =>
  column.key === 'payableFen' || sort === undefined ? column : { ...column, sort };

const nameOf = (row: StatementRow): string => `${row.teamName} ${row.month}`;

/** Lists the monthly statements (月结单) of one station, or of all stations that the user can see. */
export function Statements({ teamId }: { readonly teamId?: number }) {
  const { now, timeZone, reveals } = usePlatform();
  const today = dayIn(now(), timeZone);
  const isOne = teamId !== undefined;
  const filters = useMemo((): readonly FilterOf<'finance.Statement/getList'>[] => {
    const month: FilterOf<'finance.Statement/getList'> = {
      kind: 'many',
      key: 'month',
      label: STATEMENT_FIELDS.month,
      options: monthsBefore(today).map((value) => ({ value, label: asText(value) })),
    };
    return isOne ? [month, STATE] : [KEYWORD, month, TEAM, STATE];
  }, [today, isOne]);
  const columns = isOne ? COLUMNS_OF_ONE : COLUMNS;
  // Sorting by a hidden amount would reveal the order of the amounts.
  const shown = reveals('amount') ? columns : columns.map(withoutSumOrder);
  const inside = isOne ? OF_ONE : OF_ALL;
  return (
    <ListPage<'finance.Statement/getList'>
      inside={inside}
      {...(isOne && { fixed: { teamIds: String(teamId) } })}
      address="finance.Statement/getList"
      name={isOne ? 'statementsOfTeam' : 'statements'}
      title="statement.tab"
      rowName={nameOf}
      filters={filters}
      columns={shown}
      actions={ACTIONS}
      cards={6}
      summary={summaryCards}
      detail={(context) => (
        <Suspense fallback={null}>
          <StatementDrawer context={context} inside={inside} />
        </Suspense>
      )}
      empty={{ text: 'statement.empty' }}
    />
  );
}
