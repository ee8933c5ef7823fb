import type { Data } from '@contract/index';
import { useT } from '@/app/i18n/i18n';
import { CopyText } from '@/ui/CopyText';
import { Money } from '@/ui/Money';
import { SmallTable } from '@/ui/SmallTable';
import { StatusTag } from '@/ui/StatusTag';
import { DayText, TimeText } from '@/ui/TimeText';

type Hold = Data<'finance.TeamFund/getDetail'>['holds'][number];

/** Lists the holds that finance placed, for example with their amounts, remaining amounts, reasons and expiry days. */
export function Holds({ holds }: { readonly holds: readonly Hold[] }) {
  const t = useT();
  if (holds.length === 0) return null;
  return (
    <SmallTable
      label={t('fund.holds')}
      isNamed
      heads={[
        t('fund.amount'),
        t('fund.holdLeft'),
        t('fund.reason'),
        t('fund.operator'),
        t('fund.heldSince'),
        t('fund.expireDay'),
        t('fund.txNo'),
      ]}
      rows={holds.map((hold) => ({
        key: hold.id,
        cells: [
          <Money key="amount" fen={hold.amountFen} />,
          <Money key="left" fen={hold.leftFen} />,
          hold.reason || '—',
          hold.byName || '—',
          <TimeText key="at" at={hold.createdAt} />,
          <span key="until">
            <DayText day={hold.expireDay} />
            {hold.isExpired ? <StatusTag tone="bad" text={t('fund.expired')} /> : null}
          </span>,
          hold.txNo ? <CopyText key="tx" text={hold.txNo} /> : '—',
        ],
      }))}
    />
  );
}
