import { useSearchParams } from '@umijs/max';
import { lazy } from 'react';
import { useT } from '@/app/i18n/i18n';
import { PageHeader } from '@/ui/PageHeader';
import { Tabs } from '@/ui/Tabs';
import { Tasks } from './Tasks';

const Templates = lazy(() => import('./Templates').then((module) => ({ default: module.Templates })));
const Report = lazy(() => import('./Report').then((module) => ({ default: module.Report })));

/** Shows service notices (服务通知, DOMAIN §3.4): the tasks that send notices, their recipients, and the message templates. */
export default function ServiceNoticePage() {
  const t = useT();
  const [query, setQuery] = useSearchParams();
  const part = query.get('part');
  const task = Number(query.get('task'));
  const isReport = part === 'report' && Number.isSafeInteger(task) && task > 0;
  return (
    <>
      <PageHeader title="menu.serviceNotice" />
      <Tabs
        label={t('serviceNotice.tabs')}
        active={part === 'templates' ? part : 'tasks'}
        // The filters of the previous tab are removed, because each tab has its own filters.
        onChange={(key) => setQuery(key === 'tasks' ? {} : { part: key }, { replace: true })}
        items={[
          {
            key: 'tasks',
            label: t('serviceNotice.tabTasks'),
            content: () => (isReport ? <Report key={task} taskId={task} /> : <Tasks />),
          },
          { key: 'templates', label: t('serviceNotice.tabTemplates'), content: () => <Templates /> },
        ]}
      />
    </>
  );
}
