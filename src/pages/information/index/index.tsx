import { useSearchParams } from '@umijs/max';

import { useT } from '@/app/i18n/i18n';
import { lazyWithRetry } from '@/app/lazyWithRetry';
import { PageHeader } from '@/ui/PageHeader';
import { Tabs } from '@/ui/Tabs';
import { Articles } from './Articles';

const Categories = lazyWithRetry(() => import('./Categories').then((module) => module.Categories));
const Banners = lazyWithRetry(() => import('./Banners').then((module) => module.Banners));

/** Shows the page for the content of apps and mini programs (信息管理, DOMAIN §3.12): articles, categories, banners, agreements and help. */
export default function InformationPage() {
  const t = useT();
  const [query, setQuery] = useSearchParams();
  return (
    <>
      <PageHeader title="menu.informationIndex" />
      <Tabs
        label={t('article.tabs')}
        active={query.get('part')}
        // Drop the other query parameters, because each tab has its own filters.
        onChange={(part) => setQuery(part === 'articles' ? {} : { part }, { replace: true })}
        items={[
          { key: 'articles', label: t('article.tabArticles'), content: () => <Articles /> },
          { key: 'categories', label: t('article.tabCategories'), content: () => <Categories /> },
          { key: 'banners', label: t('article.tabBanners'), content: () => <Banners /> },
          { key: 'agreements', label: t('article.tabAgreements'), content: () => <Articles agreements /> },
        ]}
      />
    </>
  );
}
