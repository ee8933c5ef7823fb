import { RULE } from '@contract/rule-ids';
import { useSearchParams } from '@umijs/max';
import { lazy } from 'react';
import { useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { useData } from '@/app/request/useData';
import { PageHeader } from '@/ui/PageHeader';
import { Tabs } from '@/ui/Tabs';
import { Mine } from './Mine';

const Approvals = lazy(() => import('./Approvals').then((module) => ({ default: module.Approvals })));
const Rules = lazy(() => import('./Rules').then((module) => ({ default: module.Rules })));

/** Shows the notice management page (通知管理, DOMAIN §3.2): the user's notices, the documents to approve, and the notice rules. */
export default function NoticeManagePage() {
  const t = useT();
  const { can } = usePlatform();
  const [query, setQuery] = useSearchParams();
  const { data: counts } = useData('approval.Case/getCounts', {});
  const waiting = counts?.forMe ?? 0;
  const open = (tab: string) => {
    // Drop the other query parameters, because each tab has its own filters.
    setQuery(tab === 'mine' ? {} : { tab }, { replace: true });
  };
  return (
    <>
      <PageHeader title="menu.noticeManage" />
      <Tabs
        label={t('notice.tabs')}
        active={query.get('tab')}
        onChange={open}
        items={[
          { key: 'mine', label: t('notice.tabMine'), content: () => <Mine /> },
          {
            key: 'approvals',
            label: waiting > 0 ? t('notice.tabApprovalsCount', { n: waiting }) : t('notice.tabApprovals'),
            content: () => <Approvals />,
          },
          ...(can(RULE['dashboard.notice.edit'])
            ? [
                {
                  key: 'rules',
                  label: t('notice.tabRules'),
                  content: () => <Rules />,
                },
              ]
            : []),
        ]}
      />
    </>
  );
}
