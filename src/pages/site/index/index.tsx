import { RULE } from '@contract/rule-ids';
import { useDispatch } from '@umijs/max';
import { lazy, type ReactNode, Suspense } from 'react';
import { useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { SettingsPage } from '@/features/settings';

const Health = lazy(() => import('./Health').then((module) => ({ default: module.Health })));
const Problems = lazy(() => import('./Problems').then((module) => ({ default: module.Problems })));

/** Endpoints of the site settings. System health and reported problems have their own tabs (docs/decisions/0016). */

const CALLS = {
  get: 'site.Site/getSetting',
  save: 'site.Site/saveSetting',
  history: 'site.Site/getSettingHistory',
  version: 'site.Site/getSettingVersion',
  restore: 'site.Site/restoreSetting',
} as const;

/**
 * Shows the site settings (站点设置, DOMAIN §3.7): data and defaults of the tenant with one group per tab, system health, and reported
 * problems.
 */
export default function SiteSettings() {
  const t = useT();
  const dispatch = useDispatch();
  const { can } = usePlatform();
  const late = (content: ReactNode) => <Suspense fallback={null}>{content}</Suspense>;
  return (
    <SettingsPage
      title="menu.siteIndex"
      formKey="site"
      calls={CALLS}
      groups={[
        { key: 'identity', label: 'site.tab_identity' },
        { key: 'locale', label: 'site.tab_locale' },
        { key: 'map', label: 'site.tab_map', test: 'site.Site/testMap' },
        { key: 'teamDefaults', label: 'site.tab_teamDefaults' },
        { key: 'security', label: 'site.tab_security' },
        { key: 'business', label: 'site.tab_business' },
        { key: 'sms', label: 'site.tab_sms', test: 'site.Site/testSms' },
      ]}
      others={
        can(RULE['site.health'])
          ? [
              { key: 'health', label: t('health.title'), content: () => late(<Health />) },
              { key: 'problems', label: t('health.problems'), content: () => late(<Problems />) },
            ]
          : []
      }
      // Load the user again. This updates the name, the languages, the map and the debug monitor of the console.
      onSaved={() => dispatch({ type: 'user/fetchCurrent' })}
    />
  );
}
