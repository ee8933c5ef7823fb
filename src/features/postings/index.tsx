import type { Data } from '@contract/index';
import { useT } from '@/app/i18n/i18n';
import { CopyText } from '@/ui/CopyText';
import { Facts } from '@/ui/DetailDrawer';
import { Money } from '@/ui/Money';
import { SmallTable } from '@/ui/SmallTable';
import { DayText, TimeText } from '@/ui/TimeText';
import styles from './index.css';

type Transaction = NonNullable<Data<'finance.Bill/getDetail'>['transaction']>;

/** Shows one ledger transaction: its facts, and its postings in debit and credit columns. */
export function Postings({ transaction }: { readonly transaction: Transaction }) {
  const t = useT();
  const sum = (dc: 'D' | 'C') =>
    transaction.postings.reduce((total, posting) => total + (posting.dc === dc ? posting.amountFen : 0), 0);
  return (
    <>
      <SmallTable
        isNamed
        label={t('bill.postings')}
        heads={[t('bill.account'), t('bill.owner'), t('bill.debit'), t('bill.credit')]}
        rows={[
          ...transaction.postings.map(({ key, accountText, ownerName, dc, amountFen }) => ({
            key,
            cells: [
              accountText,
              ownerName || '—',
              dc === 'D' ? <Money key="d" fen={amountFen} /> : '',
              dc === 'C' ? <Money key="c" fen={amountFen} /> : '',
            ],
          })),
          {
            key: 'sum',
            cells: [
              t('bill.sum'),
              '',
              <strong key="d">
                <Money fen={sum('D')} />
              </strong>,
              <strong key="c">
                <Money fen={sum('C')} />
              </strong>,
            ],
          },
        ]}
      />
      <div className={styles.facts}>
        <Facts
          items={[
            { key: 'txNo', label: t('bill.txNo'), value: <CopyText text={transaction.txNo} /> },
            { key: 'type', label: t('bill.type'), value: transaction.typeText },
            { key: 'bizNo', label: t('bill.bizNo'), value: <CopyText text={transaction.bizNo} /> },
            { key: 'day', label: t('bill.day'), value: <DayText day={transaction.day} /> },
            { key: 'at', label: t('bill.at'), value: <TimeText at={transaction.at} mode="full" /> },
            { key: 'postedAt', label: t('bill.postedAt'), value: <TimeText at={transaction.postedAt} mode="full" /> },
            { key: 'operator', label: t('bill.operatorName'), value: transaction.operatorName },
            { key: 'remark', label: t('bill.remark'), value: transaction.remark },
            ...(transaction.reversesNo
              ? [{ key: 'reverses', label: t('bill.reverses'), value: <CopyText text={transaction.reversesNo} /> }]
              : []),
            ...(transaction.reversedByNo
              ? [
                  {
                    key: 'reversedBy',
                    label: t('bill.reversedBy'),
                    value: <CopyText text={transaction.reversedByNo} />,
                  },
                ]
              : []),
          ]}
        />
      </div>
    </>
  );
}
