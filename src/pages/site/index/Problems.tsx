import { PROBLEM, PROBLEM_STATE_TEXT } from '@contract/health.limits';
import { lazy, Suspense } from 'react';
import { type Action, post } from '@/ui/actions/types';
import { ListPage } from '@/ui/ListPage';
import type { Column, FilterOf } from '@/ui/ListPage/types';
import { StatusTag } from '@/ui/StatusTag';
import { TimeText } from '@/ui/TimeText';
import styles from './health.css';
import { type ProblemRow, STATE_TONE } from './problem';

const ProblemDrawer = lazy(() => import('./ProblemDrawer').then((module) => ({ default: module.ProblemDrawer })));

const LONGEST_NAME = 30;

const FILTERS: readonly FilterOf<'site.Monitor/getProblems'>[] = [
  {
    kind: 'many',
    key: 'state',
    label: 'health.state',
    options: [
      { value: 'new', label: PROBLEM_STATE_TEXT.new },
      { value: 'handled', label: PROBLEM_STATE_TEXT.handled },
    ],
  },
];

const COLUMNS: readonly Column<ProblemRow>[] = [
  {
    key: 'content',
    title: 'health.problem',
    width: 360,
    opens: true,
    render: (row) => row.content,
  },
  {
    key: 'state',
    title: 'health.state',
    render: (row) => <StatusTag tone={STATE_TONE[row.state]} text={row.stateText} />,
  },
  { key: 'reporter', title: 'health.reporter', render: (row) => row.accountName },
  { key: 'page', title: 'health.page', render: (row) => row.pageText ?? <code>{row.page}</code> },
  { key: 'createdAt', title: 'health.reportedAt', sort: true, render: (row) => <TimeText at={row.createdAt} /> },
  { key: 'handledBy', title: 'health.handledBy', render: (row) => row.handledByName ?? '—' },
  { key: 'note', title: 'health.note', render: (row) => <span className={styles.error}>{row.note || '—'}</span> },
];

const ACTIONS: readonly Action<ProblemRow>[] = [
  {
    key: 'handle',
    label: 'health.handle',
    hotkey: 'h',
    confirm: { text: (names, _rows, t) => t('health.handleText', { names }) },
    fields: () => [{ kind: 'text', name: 'note', label: 'health.note', multiline: true, max: PROBLEM.note }],
    call: post('site.Monitor/handleProblem', ({ id, version }, values) => ({
      id,
      version,
      state: 'handled',
      note: String(values.note ?? ''),
    })),
  },
  {
    key: 'reopen',
    label: 'health.reopen',
    confirm: { text: (names, _rows, t) => t('health.reopenText', { names }) },
    call: post('site.Monitor/handleProblem', ({ id, version, note }) => ({ id, version, state: 'new', note })),
  },
];

const nameOf = (row: ProblemRow): string =>
  row.content.length > LONGEST_NAME ? `${row.content.slice(0, LONGEST_NAME)}…` : row.content;

/** Lists problems that users reported (问题报告), with data that helps to find the cause. */
export function Problems() {
  return (
    <ListPage<'site.Monitor/getProblems'>
      inside={['tab']}
      address="site.Monitor/getProblems"
      name="problems"
      title="health.problems"
      rowName={nameOf}
      filters={FILTERS}
      columns={COLUMNS}
      actions={ACTIONS}
      cards={1}
      summary={({ open }) => [{ key: 'open', label: 'health.openProblems', value: open, filter: { state: ['new'] } }]}
      empty={{ text: 'health.problemsEmpty' }}
      detail={(context) => (
        <Suspense fallback={null}>
          <ProblemDrawer {...context} />
        </Suspense>
      )}
    />
  );
}
