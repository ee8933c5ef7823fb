import { useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { useData } from '@/app/request/useData';
import { Button } from '@/ui/Button';
import { Facts } from '@/ui/DetailDrawer';
import { ExportButton } from '@/ui/ExportButton';
import { Money } from '@/ui/Money';
import { Pages } from '@/ui/Pages';
import { QueryBoundary } from '@/ui/QueryBoundary';
import { SmallTable } from '@/ui/SmallTable';
import { TimeText } from '@/ui/TimeText';
import styles from './index.css';
import { type Inside, nothing, Section } from './parts';

const ROWS = 20;
const sum = (fen: number | null) => <Money fen={fen} sum sign />;

/** Shows shares by month, and the movements of the share balance: all movements, or those of the chosen month. */
export function Shares({ franchisee }: Inside) {
  const t = useT();
  const [month, setMonth] = useState<string | null>(null);
  if (franchisee.months.length === 0) return nothing(t('franchisee.noShares'));
  return (
    <>
      <Section title={t('franchisee.tabShares')}>
        <SmallTable
          isNamed
          label={t('franchisee.tabShares')}
          heads={[
            t('franchisee.month'),
            t('franchisee.monthOrders'),
            t('franchisee.shareIn'),
            t('franchisee.shareBack'),
            t('franchisee.shareNet'),
          ]}
          rows={franchisee.months.map(({ month: key, orders, shareFen, backFen }) => ({
            key,
            cells: [
              <Button key="month" type="link" size="small" className={styles.month} onClick={() => setMonth(key)}>
                {key}
              </Button>,
              String(orders),
              sum(shareFen),
              sum(backFen),
              sum(shareFen === null || backFen === null ? null : shareFen - backFen),
            ],
          }))}
        />
      </Section>
      <Section title={month === null ? t('franchisee.flow') : t('franchisee.flowOf', { month })}>
        {month === null ? null : (
          <Button size="small" onClick={() => setMonth(null)}>
            {t('franchisee.allMonths')}
          </Button>
        )}{' '}
        <ExportButton
          list="franchise.Franchisee/getShareFlow"
          filter={{ id: String(franchisee.id), ...(month !== null && { month }) }}
        />
        <Flow key={month} id={franchisee.id} month={month} />
      </Section>
    </>
  );
}

function Flow({ id, month }: { readonly id: number; readonly month: string | null }) {
  const t = useT();
  const [page, setPage] = useState(1);
  const input = { id, page, limit: ROWS, ...(month !== null && { month }) };
  const flow = useData('franchise.Franchisee/getShareFlow', input, { keepPrevious: true });
  return (
    <QueryBoundary query={flow} minHeight={240}>
      {({ list, total, summary }) => (
        <>
          <Facts
            items={(['openingFen', 'closingFen'] as const).map((key) => ({
              key,
              label: t(`franchisee.${key}`),
              value: sum(summary[key]),
            }))}
          />
          <SmallTable
            isNamed
            label={t('franchisee.flow')}
            heads={[
              t('franchisee.at'),
              t('franchisee.type'),
              t('franchisee.stationName'),
              t('franchisee.relatedNo'),
              t('franchisee.amountFen'),
              t('franchisee.balanceAfterFen'),
            ]}
            rows={list.map((row) => ({
              key: String(row.id),
              cells: [
                <TimeText key="at" at={row.at} mode="full" />,
                row.typeText,
                row.stationName || '—',
                row.relatedNo,
                sum(row.amountFen),
                sum(row.balanceAfterFen),
              ],
            }))}
          />
          <Pages page={page} more={page * ROWS < total} onPage={setPage} />
        </>
      )}
    </QueryBoundary>
  );
}
