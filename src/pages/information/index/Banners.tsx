import { BANNER } from '@contract/information.fields';
import { bannerLifecycle } from '@contract/information.states';
import { RULE } from '@contract/rule-ids';
import { useLocation } from '@umijs/max';
import { Suspense } from 'react';
import { lazyWithRetry } from '@/app/lazyWithRetry';
import { usePlatform } from '@/app/platform';
import { serverAddress } from '@/app/windowSettings';
import { PageAction } from '@/ui/actions/PageAction';
import { type Action, post } from '@/ui/actions/types';
import { ListPage } from '@/ui/ListPage';
import { listOf } from '@/ui/resource/list';
import styles from './index.css';
import { type BannerRow, closeForm, formAddress, formOf, INSIDE, openForm, target } from './parts';

const BannerDrawer = lazyWithRetry(() => import('./BannerDrawer').then((module) => module.BannerDrawer));
const BannerEditor = lazyWithRetry(() => import('./BannerEditor').then((module) => module.BannerEditor));

const LIST = listOf('information.Banner/getList', BANNER, {
  columns: {
    image: (row) => <img className={styles.cover} src={serverAddress(row.imageUrl)} alt="" loading="lazy" />,
  },
});
const label = (action: 'publish' | 'withdraw') => bannerLifecycle.transition(action).text;
const ACTIONS: readonly Action<BannerRow>[] = [
  { key: 'edit', label: 'banner.edit', hotkey: 'e', to: ({ id }) => formAddress({ edit: id }) },
  {
    key: 'publish',
    label: label('publish'),
    hotkey: 'p',
    confirm: { text: (names, _rows, t) => t('banner.publishText', { names }) },
    call: post('information.Banner/publish', target),
  },
  {
    key: 'withdraw',
    label: label('withdraw'),
    danger: true,
    confirm: { text: (names, _rows, t) => t('banner.withdrawText', { names }) },
    call: post('information.Banner/withdraw', target),
    bulk: post('information.Banner/bulkWithdraw', (rows: readonly BannerRow[]) => ({ ids: rows.map(({ id }) => id) })),
  },
  {
    key: 'remove',
    label: 'banner.remove',
    danger: true,
    confirm: { text: (names, _rows, t) => t('banner.removeText', { names }) },
    call: post('information.Banner/remove', target),
  },
];

/** Lists banners (轮播图) with their exposures and clicks. */
export function Banners() {
  const { can } = usePlatform();
  const { search } = useLocation();
  const form = formOf(search);
  const mayAdd = can(RULE['information.create']);
  const add = mayAdd ? <PageAction primary hotkey="n" label="banner.add" run={() => openForm('new')} /> : null;
  return (
    <>
      <ListPage<'information.Banner/getList'>
        {...LIST}
        inside={INSIDE}
        cards={4}
        name="banner"
        title="article.tabBanners"
        actions={ACTIONS}
        rowName={(row) => row.title}
        primary={add}
        empty={{ text: 'banner.empty', action: add }}
        detail={(context) => (
          <Suspense fallback={null}>
            <BannerDrawer context={context} />
          </Suspense>
        )}
      />
      <Suspense fallback={null}>
        {form === 'new' && mayAdd ? <BannerEditor id={null} onClose={closeForm} /> : null}
        {form !== null && form !== 'new' && can(RULE['information.edit']) ? (
          <BannerEditor key={form.edit} id={form.edit} onClose={closeForm} />
        ) : null}
      </Suspense>
    </>
  );
}
