import { CASE_TYPES } from '@contract/case-types';
import type { Data } from '@contract/index';
import { type CaseRow, caseName } from '@/features/cases/actions';
import { ALL_ACTIONS, CaseDrawer, CaseState } from '@/features/cases/CaseDrawer';
import { ListPage } from '@/ui/ListPage';
import type { Column, FilterOf, SummaryCard } from '@/ui/ListPage/types';
import { Money } from '@/ui/Money';
import { TimeText } from '@/ui/TimeText';
import { TwoLines } from '@/ui/TwoLines';
import styles from './index.css';

const FILTERS: readonly FilterOf<'approval.Case/getList'>[] = [
  {
    kind: 'one',
    key: 'box',
    label: 'notice.box',
    options: [
      { value: 'forMe', label: 'notice.boxForMe' },
      { value: 'byMe', label: 'notice.boxByMe' },
      { value: 'decided', label: 'notice.boxDecided' },
    ],
  },
  {
    kind: 'many',
    key: 'types',
    label: 'cases.kind',
    options: CASE_TYPES.map(({ key, title }) => ({ value: key, label: title })),
  },
  { kind: 'options', key: 'teamIds', label: 'cases.station', source: 'teams' },
];
/** Default value of the box filter: documents that wait for the user. */
const FIRST_BOX = 'forMe';

const COLUMNS: readonly Column<CaseRow>[] = [
  {
    key: 'title',
    title: 'cases.document',
    width: 200,
    opens: true,
    render: (row) => (
      <TwoLines title={[row.title, row.no].filter(Boolean).join(' ')}>
        <span>{row.title}</span>
        {row.no ? <code>{row.no}</code> : null}
      </TwoLines>
    ),
  },
  { key: 'state', title: 'cases.state', render: (row) => <CaseState row={row} /> },
  { key: 'type', title: 'cases.kind', render: (row) => row.typeText },
  {
    key: 'object',
    card: 'fact',
    title: 'cases.object',
    render: (row) => (
      <span className={styles.object} title={row.object}>
        {row.object || '—'}
      </span>
    ),
  },
  {
    key: 'amount',
    card: 'fact',
    title: 'cases.amount',
    unit: 'list.yuan',
    align: 'end',
    render: (row) => (row.amountFen === null ? '—' : <Money fen={row.amountFen} />),
  },
  { key: 'maker', title: 'cases.maker', render: (row) => row.makerName },
  { key: 'createdAt', title: 'cases.createdAt', sort: true, render: (row) => <TimeText at={row.createdAt} /> },
  {
    key: 'expireAt',
    title: 'cases.expireAt',
    render: (row) => <TimeText at={row.decidedAt === null ? row.expireAt : null} mode="day" />,
  },
  {
    key: 'decided',
    title: 'cases.decidedBy',
    render: (row, t) =>
      row.decidedAt === null ? (
        '—'
      ) : (
        <TwoLines>
          <span>
            {row.decidedByName || t('cases.system')} · <TimeText at={row.decidedAt} />
          </span>
          {row.note ? <small>{row.note}</small> : null}
        </TwoLines>
      ),
  },
];

const INSIDE = ['tab'];

/** Maximum number of cards for document kinds. The filter offers all kinds. */
const KINDS = 5;

type Counts = Data<'approval.Case/getList'>['summary']['types'];
/** Returns cards of at most {@link KINDS} document kinds. Chosen kinds have priority, then kinds with more documents in the box. */
function kindsOf(counts: Counts, box: 'forMe' | 'byMe', chosen: unknown): readonly SummaryCard[] {
  const isChosen = (key: string) => Array.isArray(chosen) && chosen.includes(key);
  const cards = CASE_TYPES.map(({ key, title }) => ({
    key,
    label: title,
    value: counts.find(({ type }) => type === key)?.[box] ?? 0,
    filter: { types: [key] },
  }));
  const most = cards
    .toSorted((one, other) => Number(isChosen(other.key)) - Number(isChosen(one.key)) || other.value - one.value)
    .slice(0, KINDS);
  return cards.filter((card) => most.includes(card));
}

/** Lists documents of all kinds (DOMAIN §0.3). The box filter selects, for example, documents that the user must decide. */
export function Approvals() {
  return (
    <ListPage<'approval.Case/getList'>
      inside={INSIDE}
      address="approval.Case/getList"
      name="approval"
      title="notice.tabApprovals"
      rowName={caseName}
      filters={FILTERS}
      columns={COLUMNS}
      actions={ALL_ACTIONS}
      detail={(context) => <CaseDrawer context={context} inside={INSIDE} />}
      cards={KINDS + 2}
      summary={({ forMe, byMe, types }, { box = FIRST_BOX, types: chosen = [] }) => [
        {
          key: 'forMe',
          label: 'notice.boxForMe',
          value: forMe,
          filter: { box: FIRST_BOX },
          isChosen: box === FIRST_BOX,
        },
        { key: 'byMe', label: 'notice.boxByMe', value: byMe, filter: { box: 'byMe' } },
        ...kindsOf(types, box === 'byMe' ? 'byMe' : 'forMe', chosen),
      ]}
      empty={{ text: 'notice.approvalsEmpty' }}
    />
  );
}
