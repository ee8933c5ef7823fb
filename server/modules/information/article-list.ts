import type { ParsedOf } from '../../../contract/endpoint';
import type { informationEndpoints } from '../../../contract/information';
import { ARTICLE_LIMITS } from '../../../contract/information.states';
import { DAY_MS } from '../../../contract/units';
import type { ActorContext } from '../../core/http/context';
import { paged } from '../../core/list/paged';
import { addDays } from '../../core/money/days';
import { optionalDays } from '../../core/money/period';
import { presentOf, readSetting } from '../site';
import { scopedTeamIds } from '../team';
import { articleAnswers } from './article-answers';
import { type ArticleFilter, articlePage, articleTotals } from './article-store';

type Input = ParsedOf<(typeof informationEndpoints)['information.Article/getList']>;

/**
 * Builds the list's filter with the caller's data scope.
 *
 * @throws Refusal 40006 (invalid range of days), 40302 (a station outside the data scope)
 */
export async function articleFilter(ctx: ActorContext, input: Partial<Input>): Promise<ArticleFilter> {
  const { keyword, kind, categoryId, audience, teamIds, state, changed, publishAtFrom, publishAtTo } = input;
  const { timeZone } = await readSetting(ctx.db, 'locale');
  return {
    keyword,
    kind,
    categoryId,
    audience,
    state,
    changed,
    publishAt: optionalDays(publishAtFrom, publishAtTo, timeZone),
    teamIds: teamIds ? await scopedTeamIds(ctx, teamIds) : null,
    seen: await scopedTeamIds(ctx, undefined),
  };
}

export function articleList(ctx: ActorContext, input: Input) {
  return paged(ctx, input, async (page) => {
    const filter = await articleFilter(ctx, input);
    const sort = { field: input.sortField ?? 'updatedAt', order: input.sortOrder ?? 'desc' } as const;
    const { list, total } = await articlePage(ctx.db, filter, sort, page);
    const { at, day } = await presentOf(ctx);
    const summary = await articleTotals(ctx.db, filter, {
      now: at,
      expiring: new Date(at.getTime() + ARTICLE_LIMITS.expiringDays * DAY_MS),
      day: addDays(day, 1 - ARTICLE_LIMITS.viewDays),
    });
    return { list: await articleAnswers(ctx, list), total, summary };
  });
}
