import { FUND_AUDIT_FIELDS, fundAuditCase } from '@contract/fundAudit.states';
import type { Data } from '@contract/index';
import { Link } from '@umijs/max';
import { getLocale, useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { detailLink } from '@/features/funds/links';
import type { Column } from '@/ui/ListPage/types';
import { Masked } from '@/ui/Masked';
import { Money } from '@/ui/Money';
import { formatMoney } from '@/ui/Money/format';
import { StatusTag } from '@/ui/StatusTag';
import { TimeText } from '@/ui/TimeText';
import { TwoLines } from '@/ui/TwoLines';
import styles from './index.css';

export type EntryRow = Data<'fundAudit.Rider/getList'>['list'][number];

/** Permission id of the page with a station's movements. Users with this permission may open transactions. */
const MOVEMENTS_RULE = 34;

export const signed = (row: Pick<EntryRow, 'direction' | 'amountFen'>): number =>
  row.direction === 'in' ? row.amountFen : -row.amountFen;
export const yuan = (fen: number): string => formatMoney(fen, getLocale());

/** Shows a transaction number. The number links to the postings if the user may open them. */
export function Transaction({ teamId, txNo }: { readonly teamId: number; readonly txNo: string }) {
  const { can } = usePlatform();
  return can(MOVEMENTS_RULE) ? <Link to={`${detailLink(teamId)}&tx=${txNo}`}>{txNo}</Link> : <code>{txNo}</code>;
}

/** Shows the state of an entry. For an owing or waived entry, the collected part of the amount is also shown. */
export function EntryState({ row }: { readonly row: EntryRow }) {
  const t = useT();
  const isPartly = row.state === 'owing' || row.state === 'waived';
  return (
    <TwoLines>
      <StatusTag tone={fundAuditCase.states[row.state].tone} text={row.stateText} />
      {isPartly ? (
        <small>{t('fundAudit.collectedOf', { x: yuan(row.collectedFen), y: yuan(row.amountFen) })}</small>
      ) : null}
    </TwoLines>
  );
}

function Who({ name, at }: { readonly name: string; readonly at: string }) {
  return (
    <TwoLines>
      <span>{name}</span>
      <small>
        <TimeText at={at} />
      </small>
    </TwoLines>
  );
}

/** Columns of the rider fund audit list (DOMAIN §3.9). */
export const COLUMNS: readonly Column<EntryRow>[] = [
  { key: 'no', title: 'fundAudit.no', opens: true, width: 200, render: (row) => <code>{row.no}</code> },
  { key: 'state', title: 'fundAudit.state', render: (row) => <EntryState row={row} /> },
  {
    key: 'rider',
    title: FUND_AUDIT_FIELDS.rider,
    card: 'fact',
    render: (row) => (
      <TwoLines>
        <span>{row.riderName}</span>
        <small>
          <Masked value={row.riderTel} />
        </small>
      </TwoLines>
    ),
  },
  { key: 'kind', title: FUND_AUDIT_FIELDS.kind, render: (row) => row.kindText },
  {
    key: 'amount',
    title: FUND_AUDIT_FIELDS.amountFen,
    card: 'fact',
    unit: 'fundAudit.yuan',
    sort: true,
    align: 'end',
    render: (row) => <Money fen={signed(row)} />,
  },
  {
    key: 'reason',
    title: FUND_AUDIT_FIELDS.reason,
    render: (row) => (
      <TwoLines>
        <span className={styles.clamped} title={row.reason}>
          {row.reason}
        </span>
        {row.relatedNo ? <code>{row.relatedNo}</code> : null}
      </TwoLines>
    ),
  },
  { key: 'team', title: 'fundAudit.team', render: (row) => row.teamName },
  {
    key: 'balance',
    title: 'fundAudit.balance',
    help: 'fundAudit.balanceHelp',
    unit: 'fundAudit.yuan',
    align: 'end',
    render: (row) => <Money fen={row.balanceFen} sum />,
  },
  {
    key: 'after',
    title: 'fundAudit.after',
    help: 'fundAudit.afterHelp',
    unit: 'fundAudit.yuan',
    align: 'end',
    render: (row) => <Money fen={row.afterFen} />,
  },
  {
    key: 'maker',
    title: 'fundAudit.maker',
    sort: 'createdAt',
    render: (row) => <Who name={row.makerName} at={row.createdAt} />,
  },
  {
    key: 'checker',
    hidden: true,
    title: 'fundAudit.checker',
    sort: 'decidedAt',
    render: (row) =>
      row.checkerName === null || row.decidedAt === null ? '—' : <Who name={row.checkerName} at={row.decidedAt} />,
  },
  { key: 'fundedBy', hidden: true, title: FUND_AUDIT_FIELDS.fundedBy, render: (row) => row.fundedByText },
  {
    key: 'source',
    hidden: true,
    title: 'fundAudit.source',
    render: (row) => (
      <TwoLines>
        <span>{row.sourceText}</span>
        {row.sourceNo ? <code>{row.sourceNo}</code> : null}
      </TwoLines>
    ),
  },
  {
    key: 'txNo',
    title: 'fundAudit.txNo',
    render: (row, t) => {
      const [first, ...others] = row.txNos;
      if (first === undefined) return '—';
      return (
        <TwoLines>
          <Transaction teamId={row.teamId} txNo={first} />
          {others.length > 0 ? <small>{t('fundAudit.moreTx', { n: others.length })}</small> : null}
        </TwoLines>
      );
    },
  },
  { key: 'direction', title: FUND_AUDIT_FIELDS.direction, hidden: true, render: (row) => row.directionText },
  {
    key: 'evidence',
    title: FUND_AUDIT_FIELDS.evidence,
    hidden: true,
    align: 'end',
    render: (row) => row.evidenceCount,
  },
];
