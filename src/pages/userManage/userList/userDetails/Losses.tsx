import { FOOD_LOSS } from '@contract/foodLoss.fields';
import { Link } from '@umijs/max';
import { useT } from '@/app/i18n/i18n';
import { useData } from '@/app/request/useData';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { Money } from '@/ui/Money';
import { Pages } from '@/ui/Pages';
import { QueryBoundary } from '@/ui/QueryBoundary';
import { cellOf } from '@/ui/resource/cells';
import { SmallTable } from '@/ui/SmallTable';
import { TimeText } from '@/ui/TimeText';
import { usePaging } from './Tab';

const ROWS = 50;

/** Lists the food losses of the user's orders, newest first. */
export function Losses({ userId }: { readonly userId: number }) {
  const t = useT();
  const paging = usePaging();
  const query = useData('foodLoss.Report/getList', { userId, page: paging.page, limit: ROWS }, { keepPrevious: true });
  return (
    <QueryBoundary
      query={query}
      minHeight={240}
      isEmpty={({ list }) => list.length === 0 && paging.page === 1}
      empty={
        <EmptyState
          text={t('user.lossesEmpty')}
          action={<Button onClick={() => query.refetch()}>{t('list.refresh')}</Button>}
        />
      }
    >
      {({ list, total }) => (
        <>
          <SmallTable
            isNamed
            label={t('user.tabLosses')}
            heads={[
              ...([t('foodLoss.no'), t('foodLoss.orderNo'), t('foodLoss.reason'), t('foodLoss.parties')] as const),
              ...([
                t('foodLoss.state'),
                t('foodLoss.createdAt'),
                t('foodLoss.lossFen'),
                t('foodLoss.paidFen'),
              ] as const),
            ]}
            figuresFrom={6}
            rows={list.map((loss) => ({
              key: loss.id,
              cells: [
                <Link key="no" to={`/foodLossManagement/index?open=${loss.id}`}>
                  {loss.no}
                </Link>,
                <code key="order">{loss.orderNo}</code>,
                loss.reasonText,
                loss.parties || '—',
                <span key="state">{cellOf(FOOD_LOSS, 'state', loss, t)}</span>,
                <TimeText key="at" at={loss.createdAt} mode="full" />,
                <Money key="loss" fen={loss.lossFen} sign />,
                <Money key="paid" fen={loss.paidFen} sign />,
              ],
            }))}
          />
          <Pages {...paging} more={paging.page * ROWS < total} />
        </>
      )}
    </QueryBoundary>
  );
}
