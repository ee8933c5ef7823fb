import { HistoryOutlined } from '@ant-design/icons';
import { useSearchParams } from '@umijs/max';
import { lazy, Suspense, useState } from 'react';
import { Button } from '@/components/Button';
import { PageHeader } from '@/components/PageHeader';
import { useSay } from '@/components/say';
import { Tabs } from '@/components/Tabs';
import { TABS } from './groups';
import { SettingTab } from './SettingTab';

const History = lazy(() => import('./History').then((module) => ({ default: module.History })));

/** Site settings (站点设置, DOMAIN §3.7): the tenant's own record and its defaults, one group a tab. */
export default function SiteSettings() {
  const say = useSay();
  const [query, setQuery] = useSearchParams();
  const [history, setHistory] = useState(false);
  const active = TABS.find((tab) => tab === query.get('tab')) ?? TABS[0];
  const open = (tab: string) => {
    const next = new URLSearchParams(query);
    if (tab === TABS[0]) next.delete('tab');
    else next.set('tab', tab);
    setQuery(next, { replace: true });
  };
  return (
    <>
      <PageHeader
        title="menu.siteIndex"
        extra={
          <Button icon={<HistoryOutlined aria-hidden />} onClick={() => setHistory(true)}>
            {say('site.history')}
          </Button>
        }
      />
      <Tabs
        label={say('menu.siteIndex')}
        active={active}
        onChange={open}
        items={TABS.map((key) => ({ key, label: say(`site.tab_${key}`), content: () => <SettingTab group={key} /> }))}
      />
      {history ? (
        <Suspense fallback={null}>
          <History group={active} onClose={() => setHistory(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
