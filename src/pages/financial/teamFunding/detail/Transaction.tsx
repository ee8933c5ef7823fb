import type { Data } from '@contract/index';
import { type Label, useT } from '@/app/i18n/i18n';
import { useData } from '@/app/request/useData';
import { serverAddress } from '@/app/windowSettings';
import shared from '@/features/funds/index.css';
import { Settlement } from '@/features/settlement';
import { CopyText } from '@/ui/CopyText';
import { DetailDrawer, Facts } from '@/ui/DetailDrawer';
import { Money } from '@/ui/Money';
import { SmallTable } from '@/ui/SmallTable';
import { DayText, TimeText } from '@/ui/TimeText';
import styles from './index.css';

type Detail = Data<'finance.TeamFund/getTransaction'>;

const OWNER: Readonly<Record<Detail['postings'][number]['owner'], Label | null>> = {
  station: null,
  other: 'fund.ownerOther',
  platform: 'fund.ownerPlatform',
};

/**
 * Shows one transaction with its postings and its cause. If the transaction is reversed or is itself a reversal, the drawer links to the
 * other transaction.
 */
export function Transaction({
  teamId,
  txNo,
  onOpen,
}: {
  readonly teamId: number;
  readonly txNo: string;
  readonly onOpen: (txNo: string | null) => void;
}) {
  const t = useT();
  const query = useData('finance.TeamFund/getTransaction', { teamId, txNo });
  return (
    <DetailDrawer<Detail>
      query={query}
      title={(txn) => t('fund.transaction', { no: txn.txNo })}
      tab={null}
      onTab={() => undefined}
      onClose={() => onOpen(null)}
      tabs={(txn) => [
        { key: 'postings', label: t('fund.postings'), content: () => <Postings txn={txn} onOpen={onOpen} /> },
      ]}
    />
  );
}

function Postings({ txn, onOpen }: { readonly txn: Detail; readonly onOpen: (txNo: string) => void }) {
  const t = useT();
  const pair = (no: string, label: 'fund.reverses' | 'fund.reversedBy') => (
    <button type="button" className={styles.link} onClick={() => onOpen(no)}>
      {t(label, { no })}
    </button>
  );
  const cell = (fen: number | null) => (fen === null ? '' : <Money fen={fen} sign />);
  return (
    <>
      <Facts
        items={[
          { key: 'type', label: t('fund.type'), value: txn.typeText },
          { key: 'related', label: t('fund.related'), value: <CopyText text={txn.relatedNo} /> },
          { key: 'at', label: t('fund.at'), value: <TimeText at={txn.at} mode="full" /> },
          { key: 'day', label: t('fund.day'), value: <DayText day={txn.day} /> },
          { key: 'postedAt', label: t('fund.postedAt'), value: <TimeText at={txn.postedAt} mode="full" /> },
          { key: 'operator', label: t('fund.operator'), value: txn.operatorName },
          { key: 'bill', label: t('fund.bill'), value: txn.billNo ? <CopyText text={txn.billNo} /> : null },
          { key: 'remark', label: t('fund.remark'), value: txn.remark },
        ]}
      />
      {txn.voucher ? <Voucher voucher={txn.voucher} /> : null}
      {txn.reversesNo ? <p>{pair(txn.reversesNo, 'fund.reverses')}</p> : null}
      {txn.reversedByNo ? <p>{pair(txn.reversedByNo, 'fund.reversedBy')}</p> : null}
      <SmallTable
        label={t('fund.postings')}
        isNamed
        heads={[t('fund.account'), t('fund.debit'), t('fund.creditSide'), t('fund.balanceAfter')]}
        rows={[
          ...txn.postings.map((posting, at) => {
            const owner = OWNER[posting.owner];
            return {
              key: at,
              cells: [
                `${posting.accountText}${owner ? ` ${t(owner)}` : ''}`,
                cell(posting.debitFen),
                cell(posting.creditFen),
                cell(posting.balanceAfterFen),
              ],
            };
          }),
          { key: 'sum', cells: [t('fund.sum'), cell(txn.sumFen), cell(txn.sumFen), ''] },
        ]}
      />
      {txn.settlement ? <Settlement settlement={txn.settlement} /> : null}
    </>
  );
}

/** Shows the evidence of a payment that was made outside the console. */
function Voucher({ voucher }: { readonly voucher: NonNullable<Detail['voucher']> }) {
  const t = useT();
  const { tradeNo, merchantNo, merchantName, evidence } = voucher;
  return (
    <Facts
      title={t('fund.voucher')}
      items={[
        { key: 'tradeNo', label: t('fund.tradeNo'), value: <CopyText text={tradeNo} /> },
        { key: 'channel', label: t('fund.channel'), value: `${merchantNo} ${merchantName}` },
        {
          key: 'evidence',
          label: t('fund.evidence'),
          value: (
            <span className={shared.twoLines}>
              {evidence.map((file) => (
                <a key={file.fileId} href={serverAddress(file.url)} target="_blank" rel="noreferrer">
                  {file.name}
                </a>
              ))}
            </span>
          ),
        },
      ]}
    />
  );
}
