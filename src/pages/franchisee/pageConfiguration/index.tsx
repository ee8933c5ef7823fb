import { useSearchParams } from '@umijs/max';
import { lazy, Suspense } from 'react';
import { useT } from '@/app/i18n/i18n';
import { useData, useFresh, useRefresh } from '@/app/request/useData';
import { PageHeader } from '@/ui/PageHeader';
import { QueryBoundary } from '@/ui/QueryBoundary';
import { Tabs } from '@/ui/Tabs';

const Builder = lazy(() => import('./Builder').then((module) => ({ default: module.Builder })));
const Versions = lazy(() => import('./Versions').then((module) => ({ default: module.Versions })));
const Channels = lazy(() => import('./Channels').then((module) => ({ default: module.Channels })));

/** Shows the page configuration (申请页配置, DOMAIN §3.6): the public application page, its versions and channel codes. */
export default function PageConfiguration() {
  const t = useT();
  const [query, setQuery] = useSearchParams();
  return (
    <>
      <PageHeader title="menu.pageConfiguration" />
      <Tabs
        label={t('menu.pageConfiguration')}
        active={query.get('tab') ?? 'builder'}
        onChange={(tab) => setQuery(tab === 'builder' ? {} : { tab }, { replace: true })}
        items={[
          {
            key: 'builder',
            label: t('franchisePage.tabBuilder'),
            content: () => <Start key={query.get('version') ?? ''} version={query.get('version')} />,
          },
          {
            key: 'versions',
            label: t('franchisePage.tabVersions'),
            content: () => <Versions />,
          },
          {
            key: 'channels',
            label: t('franchisePage.tabChannels'),
            content: () => <Channels />,
          },
        ]}
      />
    </>
  );
}

const VERSION = /^\d{1,6}$/;

/** Opens the builder with the draft of a version, or with the current draft if the URL names no version. */
function Start({ version }: { readonly version: string | null }) {
  const refresh = useRefresh();
  const input = version !== null && VERSION.test(version) ? { version: Number(version) } : {};
  const draft = useData('franchise.Page/getDraft', input, { staleTime: 0 });
  const fresh = useFresh(draft);
  return (
    <QueryBoundary query={fresh} minHeight={480}>
      {(found) => (
        <Suspense fallback={null}>
          <Builder
            key={`${found.version}.${found.state}.${draft.dataUpdatedAt}`}
            draft={found}
            onSaved={() => refresh('franchise.')}
          />
        </Suspense>
      )}
    </QueryBoundary>
  );
}
