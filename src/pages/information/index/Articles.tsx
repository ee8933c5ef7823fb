import { RULE } from '@contract/rule-ids';
import { useLocation } from '@umijs/max';
import { Suspense } from 'react';
import { lazyWithRetry } from '@/app/lazyWithRetry';
import { usePlatform } from '@/app/platform';
import { PageAction } from '@/ui/actions/PageAction';
import { ListPage } from '@/ui/ListPage';
import { AGREEMENTS, ARTICLE_ACTIONS, ARTICLES, type ArticleRow } from './articleList';
import { closeForm, formOf, INSIDE, openForm } from './parts';

const ArticleDrawer = lazyWithRetry(() => import('./ArticleDrawer').then((module) => module.ArticleDrawer));
// The editor is loaded lazily, because it contains the text editor, which the lists do not need.
const ArticleEditor = lazyWithRetry(() => import('./ArticleEditor').then((module) => module.ArticleEditor));

const nameOf = (row: ArticleRow) => row.title;
const ONLY_ARTICLES = { kind: 'article' };
const NO_ARTICLES = { kind: 'agreement,help' };

/** Lists articles (文章), or agreements and help (协议与帮助). Both lists use the same editor and the same actions. */
export function Articles({ agreements = false }: { readonly agreements?: boolean }) {
  const { can } = usePlatform();
  const { search } = useLocation();
  const form = formOf(search);
  const mayAdd = can(RULE['information.create']);
  const add = mayAdd ? (
    <PageAction
      primary
      hotkey="n"
      label={agreements ? 'article.addAgreement' : 'article.add'}
      run={() => openForm('new')}
    />
  ) : null;
  const editor = () => {
    if (form === null) return null;
    if (form === 'new') return mayAdd ? <ArticleEditor id={null} agreement={agreements} onClose={closeForm} /> : null;
    if (!can(RULE['information.edit'])) return null;
    return <ArticleEditor key={form.edit} id={form.edit} agreement={agreements} onClose={closeForm} />;
  };
  return (
    <>
      <ListPage<'information.Article/getList'>
        {...(agreements ? AGREEMENTS : ARTICLES)}
        key={String(agreements)}
        inside={INSIDE}
        cards={5}
        fixed={agreements ? NO_ARTICLES : ONLY_ARTICLES}
        name={agreements ? 'agreement' : 'article'}
        title={agreements ? 'article.tabAgreements' : 'article.tabArticles'}
        actions={ARTICLE_ACTIONS}
        rowName={nameOf}
        primary={add}
        empty={{ text: agreements ? 'article.emptyAgreements' : 'article.empty', action: add }}
        detail={(context) => (
          <Suspense fallback={null}>
            <ArticleDrawer context={context} />
          </Suspense>
        )}
      />
      <Suspense fallback={null}>{editor()}</Suspense>
    </>
  );
}
