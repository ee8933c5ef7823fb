import { CATEGORY } from '@contract/information.fields';
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
import { type CategoryRow, closeForm, formAddress, formOf, INSIDE, openForm, target } from './parts';

const CategoryEditor = lazyWithRetry(() => import('./CategoryEditor').then((module) => module.CategoryEditor));

const LIST = listOf('information.Category/getList', CATEGORY, {
  columns: {
    name: (row) => <span className={row.level === 0 ? undefined : styles.below}>{row.name}</span>,
    icon: (row) =>
      row.iconUrl === null ? (
        '—'
      ) : (
        <img className={styles.icon} src={serverAddress(row.iconUrl)} alt="" loading="lazy" />
      ),
  },
});
const ACTIONS: readonly Action<CategoryRow>[] = [
  { key: 'edit', label: 'articleCategory.edit', to: ({ id }) => formAddress({ edit: id }) },
  {
    key: 'remove',
    label: 'articleCategory.remove',
    danger: true,
    confirm: { text: (names, _rows, t) => t('articleCategory.removeText', { names }) },
    call: post('information.Category/remove', target),
  },
];

/** Lists categories of articles (分类) in two levels. */
export function Categories() {
  const { can } = usePlatform();
  const { search } = useLocation();
  const form = formOf(search);
  const mayAdd = can(RULE['information.create']);
  const add = mayAdd ? <PageAction primary hotkey="n" label="articleCategory.add" run={() => openForm('new')} /> : null;
  return (
    <>
      <ListPage<'information.Category/getList'>
        {...LIST}
        inside={INSIDE}
        name="articleCategory"
        title="article.tabCategories"
        actions={ACTIONS}
        rowName={(row) => row.name}
        primary={add}
        empty={{ text: 'articleCategory.empty', action: add }}
      />
      <Suspense fallback={null}>
        {form === 'new' && mayAdd ? <CategoryEditor id={null} onClose={closeForm} /> : null}
        {form !== null && form !== 'new' && can(RULE['information.edit']) ? (
          <CategoryEditor key={form.edit} id={form.edit} onClose={closeForm} />
        ) : null}
      </Suspense>
    </>
  );
}
