import { useSearchParams } from '@umijs/max';
import { lazy, Suspense } from 'react';
import { t as tNow, useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { useOpenForm } from '@/app/useOpenForm';
import { PageAction } from '@/ui/actions/PageAction';
import { ListPage } from '@/ui/ListPage';
import { PageHeader } from '@/ui/PageHeader';
import { Tabs } from '@/ui/Tabs';
import { ACTIONS } from './actions';
import { LIST, type LossRow } from './list';

const LossDrawer = lazy(() => import('./LossDrawer').then((module) => ({ default: module.LossDrawer })));
const ReportForm = lazy(() => import('./ReportForm').then((module) => ({ default: module.ReportForm })));
const Figures = lazy(() => import('./Figures').then((module) => ({ default: module.Figures })));

const CREATE_RULE = 6001;
const INSIDE = ['part', 'form'];
const nameOf = (row: LossRow) => row.no;

/** Shows the food losses page (餐损管理, DOMAIN §3.9): reports, liability, compensation. */
export default function FoodLossPage() {
  const t = useT();
  const { can } = usePlatform();
  const [query, setQuery] = useSearchParams();
  const mayReport = can(CREATE_RULE);
  const [form, open] = useOpenForm({ new: mayReport });
  const add = mayReport ? <PageAction primary hotkey="n" label="foodLoss.create" run={() => open('new')} /> : null;
  return (
    <>
      <PageHeader title="menu.foodLoss" />
      <Tabs
        label={t('foodLoss.tabs')}
        active={query.get('part')}
        // Drop the other query parameters, because each tab has its own filters.
        onChange={(part) => setQuery(part === 'cases' ? {} : { part }, { replace: true })}
        items={[
          {
            key: 'cases',
            label: t('foodLoss.tabCases'),
            content: () => (
              <ListPage<'foodLoss.Report/getList'>
                {...LIST}
                inside={INSIDE}
                name="foodLoss"
                title="foodLoss.tabCases"
                cards={6}
                actions={ACTIONS}
                rowName={nameOf}
                note={({ fromDay, toDay }, filters) => {
                  if (fromDay === null || toDay === null) return tNow('foodLoss.allTimes');
                  const isAsked = 'createdAtFrom' in filters || 'createdAtTo' in filters;
                  return tNow(isAsked ? 'foodLoss.days' : 'foodLoss.daysAndOpen', { from: fromDay, to: toDay });
                }}
                primary={add}
                empty={{ text: 'foodLoss.empty', action: add }}
                detail={(context) => (
                  <Suspense fallback={null}>
                    <LossDrawer context={context} />
                  </Suspense>
                )}
              />
            ),
          },
          {
            key: 'figures',
            label: t('foodLoss.tabFigures'),
            content: () => <Figures />,
          },
        ]}
      />
      <Suspense fallback={null}>{form === 'new' ? <ReportForm onClose={() => open(null)} /> : null}</Suspense>
    </>
  );
}
