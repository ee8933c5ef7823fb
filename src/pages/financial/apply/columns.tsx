import type { Data } from '@contract/index';
import { WITHDRAW_FIELDS, withdrawCase } from '@contract/withdraw.states';
import { getLocale, type Translate } from '@/app/i18n/i18n';
import type { Column } from '@/ui/ListPage/types';
import { Money } from '@/ui/Money';
import { formatMoney } from '@/ui/Money/format';
import { StatusTag } from '@/ui/StatusTag';
import { TimeText } from '@/ui/TimeText';
import { TwoLines } from '@/ui/TwoLines';
import styles from './index.css';

export type ApplyRow = Data<'finance.Withdraw/getList'>['list'][number];

export const yuan = (fen: number): string => formatMoney(fen, getLocale());
export const accountOf = ({ payeeLast4 }: Pick<ApplyRow, 'payeeLast4'>): string =>
  payeeLast4 === '' ? '' : `****${payeeLast4}`;

export function ApplyState({ row }: { readonly row: Pick<ApplyRow, 'state' | 'stateText' | 'reason'> }) {
  return (
    <TwoLines>
      <StatusTag tone={withdrawCase.states[row.state].tone} text={row.stateText} />
      {row.reason ? (
        <small className={styles.clamped} title={row.reason}>
          {row.reason}
        </small>
      ) : null}
    </TwoLines>
  );
}

export function Risks({ texts }: { readonly texts: readonly string[] }) {
  if (texts.length === 0) return '—';
  return (
    <span className={styles.risks}>
      {texts.map((text) => (
        <span key={text}>{text}</span>
      ))}
    </span>
  );
}

const who = (name: string | null, at: string | null) =>
  name === null ? (
    '—'
  ) : (
    <TwoLines>
      <span>{name}</span>
      <small>
        <TimeText at={at} />
      </small>
    </TwoLines>
  );

const net = (row: ApplyRow, t: Translate) => (
  <TwoLines>
    <Money fen={row.netFen} />
    <small>{row.feeFree ? t('withdrawal.free') : t('withdrawal.feeOf', { x: yuan(row.feeFen) })}</small>
  </TwoLines>
);

/** Columns of the list of withdrawal applications (DOMAIN §3.5). */
export const COLUMNS: readonly Column<ApplyRow>[] = [
  { key: 'no', title: WITHDRAW_FIELDS.no, opens: true, width: 200, render: (row) => <code>{row.wdNo}</code> },
  { key: 'state', title: WITHDRAW_FIELDS.state, render: (row) => <ApplyState row={row} /> },
  {
    key: 'subject',
    title: WITHDRAW_FIELDS.subject,
    card: 'fact',
    render: (row) => (
      <TwoLines>
        <span className={styles.clamped} title={row.subjectName}>
          {row.subjectName}
        </span>
        <small>{row.subjectTypeText}</small>
      </TwoLines>
    ),
  },
  {
    key: 'amount',
    title: WITHDRAW_FIELDS.amountFen,
    card: 'fact',
    unit: 'withdrawal.yuan',
    sort: true,
    align: 'end',
    render: (row) => <Money fen={row.amountFen} />,
  },
  { key: 'net', title: WITHDRAW_FIELDS.netFen, unit: 'withdrawal.yuan', align: 'end', render: net },
  {
    key: 'payee',
    title: WITHDRAW_FIELDS.payeeName,
    render: (row) => (
      <TwoLines>
        <span className={styles.clamped} title={row.payeeName}>
          {row.payeeName}
        </span>
        <small>
          {row.channelText} {accountOf(row)}
        </small>
      </TwoLines>
    ),
  },
  { key: 'risk', title: WITHDRAW_FIELDS.riskTags, render: (row) => <Risks texts={row.riskTexts} /> },
  {
    key: 'applied',
    title: WITHDRAW_FIELDS.appliedAt,
    sort: 'appliedAt',
    render: (row) => <TimeText at={row.appliedAt} />,
  },
  { key: 'team', title: WITHDRAW_FIELDS.team, hidden: true, render: (row) => row.teamName ?? '—' },
  {
    key: 'reviewer',
    title: WITHDRAW_FIELDS.reviewer,
    hidden: true,
    render: (row) => who(row.reviewerName, row.reviewedAt),
  },
  { key: 'payer', title: WITHDRAW_FIELDS.payer, hidden: true, render: (row) => who(row.payerName, row.payStartedAt) },
  {
    key: 'balance',
    title: WITHDRAW_FIELDS.balanceAfterFen,
    hidden: true,
    unit: 'withdrawal.yuan',
    align: 'end',
    render: (row) => <Money fen={row.balanceAfterFen} sum />,
  },
  {
    key: 'finished',
    title: WITHDRAW_FIELDS.finishedAt,
    hidden: true,
    sort: 'finishedAt',
    render: (row) => <TimeText at={row.finishedAt} />,
  },
];
