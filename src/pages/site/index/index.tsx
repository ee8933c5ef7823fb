import { HistoryOutlined } from '@ant-design/icons';
import { useSearchParams } from '@umijs/max';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { Button } from '@/ui/Button';
import { PageHeader } from '@/ui/PageHeader';
import { Tabs } from '@/ui/Tabs';
import { TABS } from './groups';
import { SettingTab } from './SettingTab';

const Health = lazy(() => import('./Health').then((module) => ({ default: module.Health })));
const Problems = lazy(() => import('./Problems').then((module) => ({ default: module.Problems })));
const History = lazy(() => import('./History').then((module) => ({ default: module.History })));

/** How the system fares, and what people reported (docs/decisions/0016). */
const HEALTH_RULE = 4507;

/** Site settings (站点设置, DOMAIN §3.7): the tenant's own record and its defaults, one group a tab; then how the system fares. */
export default function SiteSettings() {
  const t = useT();
  const [query, setQuery] = useSearchParams();
  const [history, setHistory] = useState(false);
  const { can } = usePlatform();
  const wanted = query.get('tab');
  const group = TABS.find((tab) => tab === wanted);
  const watching = can(HEALTH_RULE) && (wanted === 'health' || wanted === 'problems') ? wanted : null;
  const active = group ?? watching ?? TABS[0];
  const open = (tab: string) => {
    // The list of problems has filters of its own.
    setQuery(tab === TABS[0] ? {} : { tab }, { replace: true });
  };
  const late = (content: ReactNode) => <Suspense fallback={null}>{content}</Suspense>;
  return (
    <>
      <PageHeader
        title="menu.siteIndex"
        extra={
          watching ? null : (
            <Button icon={<HistoryOutlined aria-hidden />} onClick={() => setHistory(true)}>
              {t('site.history')}
            </Button>
          )
        }
      />
      <Tabs
        label={t('menu.siteIndex')}
        active={active}
        onChange={open}
        items={[
          ...TABS.map((key) => ({ key, label: t(`site.tab_${key}`), content: () => <SettingTab group={key} /> })),
          ...(can(HEALTH_RULE)
            ? [
                { key: 'health', label: t('health.title'), content: () => late(<Health />) },
                { key: 'problems', label: t('health.problems'), content: () => late(<Problems />) },
              ]
            : []),
        ]}
      />
      {history ? (
        <Suspense fallback={null}>
          <History group={group ?? TABS[0]} onClose={() => setHistory(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
