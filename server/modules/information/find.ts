import { articleLifecycle } from '../../../contract/information.states';
import type { SearchHit } from '../../../contract/search';
import type { ActorContext } from '../../core/http/context';
import { newest, searchHit } from '../../core/list/search-hit';
import { readSetting } from '../site';
import { articleFilter } from './article-list';
import { articleRows } from './article-store';
import { inLanguage } from './texts';

/** Finds articles by title in any language, by tag or by code, for the global search. */
export async function findArticles(ctx: ActorContext, words: string, limit: number): Promise<SearchHit[]> {
  const { defaultLocale } = await readSetting(ctx.db, 'locale');
  const filter = await articleFilter(ctx, { keyword: words });
  const list = await newest(articleRows(ctx.db, filter), 'article', limit);
  return list.map(({ id, title, code, state, publishAt }) =>
    searchHit(ctx, articleLifecycle.states[state], {
      id,
      title: inLanguage(title, ctx.locale, defaultLocale),
      note: code ?? '',
      at: publishAt,
    }),
  );
}
