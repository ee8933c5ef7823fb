import type { Data } from '@contract/index';
import { useSay } from '@/app/i18n/translate';
import { CopyText } from '@/ui/CopyText';
import { Facts } from '@/ui/DetailDrawer';
import { Money } from '@/ui/Money';
import { SmallTable } from '@/ui/SmallTable';
import { TimeText } from '@/ui/TimeText';
import styles from './index.css';

type Transaction = Data<'finance.Bill/getDetail'>['transaction'];

/** One transaction of the ledger: what it is, and what it moved, debit and credit side by side. */
export function Postings({ transaction }: { readonly transaction: Transaction }) {
  const say = useSay();
  const sum = (dc: 'D' | 'C') =>
    transaction.postings.reduce((total, posting) => total + (posting.dc === dc ? posting.amountFen : 0), 0);
  return (
    <>
      <SmallTable
        isNamed
        label={say('bill.postings')}
        heads={[say('bill.account'), say('bill.owner'), say('bill.debit'), say('bill.credit')]}
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
              say('bill.sum'),
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
            { key: 'txNo', label: say('bill.txNo'), value: <CopyText text={transaction.txNo} /> },
            { key: 'type', label: say('bill.type'), value: transaction.typeText },
            { key: 'bizNo', label: say('bill.bizNo'), value: <CopyText text={transaction.bizNo} /> },
            { key: 'day', label: say('bill.day'), value: transaction.day },
            { key: 'at', label: say('bill.at'), value: <TimeText at={transaction.at} mode="full" /> },
            { key: 'operator', label: say('bill.operator'), value: transaction.operatorName },
            { key: 'remark', label: say('bill.remark'), value: transaction.remark },
            ...(transaction.reversesNo
              ? [{ key: 'reverses', label: say('bill.reverses'), value: <CopyText text={transaction.reversesNo} /> }]
              : []),
            ...(transaction.reversedByNo
              ? [
                  {
                    key: 'reversedBy',
                    label: say('bill.reversedBy'),
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
