import { proposalCase } from '@contract/approval.states';
import type { Data } from '@contract/index';
import { type Action, post } from '@/ui/actions/types';
import { ListPage } from '@/ui/ListPage';
import type { Column, FilterOf } from '@/ui/ListPage/types';
import { StatusTag } from '@/ui/StatusTag';
import { TimeText } from '@/ui/TimeText';
import styles from './index.css';

type Row = Data<'approval.Proposal/getList'>['list'][number];

const FILTERS: readonly FilterOf<'approval.Proposal/getList'>[] = [
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
];

const COLUMNS: readonly Column<Row>[] = [
  {
    key: 'title',
    title: 'notice.proposal',
    width: 220,
    opens: true,
    render: (row) => (
      <span className={styles.notice}>
        <span className={styles.title}>{row.title}</span>
        <span className={styles.content}>{row.objectNo}</span>
      </span>
    ),
  },
  {
    key: 'changes',
    title: 'notice.changes',
    width: 420,
    render: (row, t) => (
      <ul className={styles.changes}>
        {row.changes.map(({ field, label, before, after }) => (
          <li key={field}>
            <strong>{label}</strong> <del>{before || t('notice.nothing')}</del> →{' '}
            <ins>{after || t('notice.nothing')}</ins>
          </li>
        ))}
      </ul>
    ),
  },
  { key: 'maker', title: 'notice.maker', render: (row) => row.makerName },
  { key: 'createdAt', title: 'notice.proposedAt', sort: true, render: (row) => <TimeText at={row.createdAt} /> },
  { key: 'expireAt', title: 'notice.expireAt', render: (row) => <TimeText at={row.expireAt} /> },
  {
    key: 'status',
    title: 'list.state',
    render: (row) => <StatusTag tone={proposalCase.states[row.status].tone} text={row.statusText} />,
  },
  {
    key: 'decided',
    title: 'notice.decidedBy',
    render: (row) =>
      row.decidedAt === null ? null : (
        <span className={styles.notice}>
          <span>{row.decidedByName}</span>
          <span className={styles.content}>{row.note}</span>
        </span>
      ),
  },
];

const NOTE = { min: 2, max: 200 } as const;

const ACTIONS: readonly Action<Row>[] = [
  {
    key: 'approve',
    label: 'notice.approve',
    confirm: { text: (names, rows, t) => t('notice.approveText', { names, maker: rows[0]?.makerName ?? '' }) },
    call: post('approval.Proposal/approve', ({ id, version }) => ({ id, version })),
  },
  {
    key: 'reject',
    label: 'notice.reject',
    danger: true,
    confirm: { text: (names, rows, t) => t('notice.rejectText', { names, maker: rows[0]?.makerName ?? '' }) },
    fields: () => [{ kind: 'text', name: 'note', label: 'notice.rejectNote', required: true, ...NOTE }],
    call: post('approval.Proposal/reject', ({ id, version }, values) => ({
      id,
      version,
      note: String(values.note ?? ''),
    })),
  },
  {
    key: 'withdraw',
    label: 'notice.withdraw',
    danger: true,
    confirm: { text: (names, _rows, t) => t('notice.withdrawText', { names }) },
    call: post('approval.Proposal/withdraw', ({ id, version }) => ({ id, version })),
  },
];

/** What waits for this person's agreement, and what he proposed himself (4E, DOMAIN §0.3). */
export function Approvals() {
  return (
    <ListPage<'approval.Proposal/getList'>
      inside={['tab']}
      address="approval.Proposal/getList"
      name="approval"
      title="notice.tabApprovals"
      rowName={(row) => (row.objectNo ? `${row.title} · ${row.objectNo}` : row.title)}
      filters={FILTERS}
      columns={COLUMNS}
      actions={ACTIONS}
      summary={({ forMe, byMe }) => [
        { key: 'forMe', label: 'notice.boxForMe', value: forMe, filter: { box: 'forMe' } },
        { key: 'byMe', label: 'notice.boxByMe', value: byMe, filter: { box: 'byMe' } },
      ]}
      empty={{ text: 'notice.approvalsEmpty' }}
    />
  );
}
