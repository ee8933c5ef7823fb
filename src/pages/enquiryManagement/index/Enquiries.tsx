import { BarChartOutlined } from '@ant-design/icons';
import { history, useSearchParams } from '@umijs/max';
import { lazy, Suspense } from 'react';
import { t as tNow } from '@/app/i18n/i18n';
import { ListPage } from '@/ui/ListPage';
import type { ListView } from '@/ui/ListPage/types';
import { ACTIONS, type EnquiryRow, INSIDE, LIST, summaryCards, trialAddress } from './list';

const EnquiryDrawer = lazy(() => import('./EnquiryDrawer').then((module) => ({ default: module.EnquiryDrawer })));
const Charts = lazy(() => import('./Charts').then((module) => ({ default: module.Charts })));
const Trial = lazy(() => import('./Trial').then((module) => ({ default: module.Trial })));

const VIEWS: readonly ListView[] = [
  {
    key: 'charts',
    label: 'enquiry.charts',
    icon: <BarChartOutlined aria-hidden />,
    render: ({ query }) => (
      <Suspense fallback={null}>
        <Charts query={query} />
      </Suspense>
    ),
  },
];
const nameOf = (row: EnquiryRow) => row.no;

/** Reads the id of the enquiry that the trial shows. @returns `null` if the query parameter is not a valid id */
function triedId(text: string | null): number | null {
  const id = Number(text);
  return text && Number.isSafeInteger(id) && id > 0 ? id : null;
}

/** Lists the platform's enquiries and our responses. */
export function Enquiries() {
  const [query] = useSearchParams();
  const tried = triedId(query.get('try'));
  return (
    <>
      <ListPage<'enquiry.Enquiry/getList'>
        {...LIST}
        inside={INSIDE}
        name="enquiry"
        title="enquiry.tabList"
        cards={9}
        summary={summaryCards}
        actions={ACTIONS}
        rowName={nameOf}
        views={VIEWS}
        note={({ fromDay, toDay }) =>
          fromDay && toDay ? tNow('enquiry.days', { from: fromDay, to: toDay }) : tNow('enquiry.allTimes')
        }
        empty={{ text: 'enquiry.empty' }}
        detail={(context) => (
          <Suspense fallback={null}>
            <EnquiryDrawer context={context} />
          </Suspense>
        )}
      />
      {tried === null ? null : (
        <Suspense fallback={null}>
          <Trial key={tried} id={tried} onClose={() => history.replace(trialAddress(null))} />
        </Suspense>
      )}
    </>
  );
}
