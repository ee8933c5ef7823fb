import { useSearchParams } from '@umijs/max';
import { lazy, type ReactNode } from 'react';
import { type Label, useT } from '@/app/i18n/i18n';
import { PageHeader } from '@/ui/PageHeader';
import { Tabs } from '@/ui/Tabs';

const Basic = lazy(() => import('./Basic').then((module) => ({ default: module.Basic })));
const Security = lazy(() => import('./Security').then((module) => ({ default: module.Security })));
const Binding = lazy(() => import('./Binding').then((module) => ({ default: module.Binding })));
const Notify = lazy(() => import('./Notify').then((module) => ({ default: module.Notify })));
const LoginLog = lazy(() => import('./LoginLog').then((module) => ({ default: module.LoginLog })));

/** The tabs of SPEC §2 in order. The code of a tab is loaded when the tab opens. */
const TABS: readonly { readonly key: string; readonly label: Label; readonly content: ReactNode }[] = [
  { key: 'basic', label: 'account.tabBasic', content: <Basic /> },
  { key: 'security', label: 'account.tabSecurity', content: <Security /> },
  { key: 'binding', label: 'account.tabBinding', content: <Binding /> },
  { key: 'notify', label: 'account.tabNotify', content: <Notify /> },
  { key: 'history', label: 'account.tabHistory', content: <LoginLog /> },
];

/** Shows the user's own account (账号信息, DOMAIN §3.2). */
export default function AccountInfoPage() {
  const t = useT();
  const [query, setQuery] = useSearchParams();
  const active = TABS.find((tab) => tab.key === query.get('tab')) ?? TABS[0];
  return (
    <>
      <PageHeader title="menu.accountInfo" />
      <Tabs
        label={t('menu.accountInfo')}
        active={active?.key ?? null}
        // Drop the query parameters of other tabs, such as filters and page number.
        onChange={(tab) => setQuery(tab === TABS[0]?.key ? {} : { tab }, { replace: true })}
        items={TABS.map(({ key, label, content }) => ({
          key,
          label: t(label),
          content: () => content,
        }))}
      />
    </>
  );
}
