import { useSearchParams } from '@umijs/max';
import { type ReactNode, Suspense } from 'react';
import { useT } from '@/app/i18n/i18n';
import { lazyWithRetry } from '@/app/lazyWithRetry';
import { PageHeader } from '@/ui/PageHeader';
import { Tabs } from '@/ui/Tabs';
import { Articles } from './Articles';

const Categories = lazyWithRetry(() => import('./Categories').then((module) => module.Categories));
const Banners = lazyWithRetry(() => import('./Banners').then((module) => module.Banners));
const late = (content: ReactNode) => <Suspense fallback={null}>{content}</Suspense>;

/** What apps and mini programs show (信息管理, DOMAIN §3.12): articles, categories, banners, agreements and help. */
export default function InformationPage() {
  const t = useT();
  const [query, setQuery] = useSearchParams();
  return (
    <>
      <PageHeader title="menu.informationIndex" />
      <Tabs
        label={t('article.tabs')}
        active={query.get('part')}
        // Each tab has filters of its own.
        onChange={(part) => setQuery(part === 'articles' ? {} : { part }, { replace: true })}
        items={[
          { key: 'articles', label: t('article.tabArticles'), content: () => <Articles /> },
          { key: 'categories', label: t('article.tabCategories'), content: () => late(<Categories />) },
          { key: 'banners', label: t('article.tabBanners'), content: () => late(<Banners />) },
          { key: 'agreements', label: t('article.tabAgreements'), content: () => <Articles agreements /> },
        ]}
      />
    </>
  );
}
