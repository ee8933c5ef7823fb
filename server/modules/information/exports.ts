import type { ParsedOf } from '../../../contract/endpoint';
import type { informationEndpoints } from '../../../contract/information';
import { ARTICLE, BANNER } from '../../../contract/information.fields';
import { AUDIENCE_TEXT, bannerStateAt } from '../../../contract/information.states';
import { LANGUAGE_NAMES, LOCALES } from '../../../contract/text';
import { daysText } from '../../core/export/export';
import { type ExportRow, resourceSource } from '../../core/export/resource-export';
import type { ActorContext } from '../../core/http/context';
import { valueText } from '../../core/list/answers';
import { scopedTeamIds, stationFilterNames, teamNames } from '../team';
import { separator } from './article-answers';
import { articleFilter } from './article-list';
import { type ArticleRecord, articleRows } from './article-store';
import { type BannerRecord, exportedBanners } from './banner-store';
import { bannerFilter, clickShare } from './banners';
import { categoryNames } from './category-store';
import { inLanguage } from './texts';

/** Exports articles and banners with their counters. */

type In<A extends keyof typeof informationEndpoints> = ParsedOf<(typeof informationEndpoints)[A]>;
const article = ({ record }: ExportRow) => record as ArticleRecord;
const banner = ({ record }: ExportRow) => record as BannerRecord & { readonly asOf: Date };

/** Returns the names of stations. Stations outside the caller's data scope are left out. */
const seenTeams = async (ctx: ActorContext, ids: readonly number[]) => {
  const seen = await scopedTeamIds(ctx, undefined);
  return teamNames(
    ctx.db,
    ids.filter((id) => seen === null || seen.includes(id)),
  );
};

export const informationExportSources = [
  resourceSource(ARTICLE, {
    module: 'information.article',
    table: 'article',
    query: async (ctx, input: In<'information.Article/getList'>) =>
      articleRows(ctx.db, await articleFilter(ctx, input)),
    words: async (ctx, input) => {
      const names = await categoryNames(ctx.db, ctx.locale, ctx.locale);
      return {
        categoryId: (input.categoryId ?? []).map((id) => names.get(id) ?? ''),
        teamIds: await stationFilterNames(ctx, input.teamIds ?? []),
        publishAt: daysText(input.publishAtFrom, input.publishAtTo),
      };
    },
    names: {
      categoryId: (ctx) => categoryNames(ctx.db, ctx.locale, ctx.locale),
      teamIds: seenTeams,
    },
    columns: {
      title: { reads: ['title'], value: (row) => inLanguage(article(row).title, row.ctx.locale, 'zh-CN') },
      audience: {
        reads: ['audience'],
        value: (row) =>
          article(row)
            .audience.map((one) => row.ctx.t(AUDIENCE_TEXT[one]))
            .join(separator(row.ctx)),
      },
      languages: {
        reads: ['title'],
        value: (row) =>
          LOCALES.filter((locale) => article(row).title[locale])
            .map((locale) => LANGUAGE_NAMES[locale])
            .join(separator(row.ctx)),
      },
      tags: { reads: ['tags'], value: (row) => article(row).tags.join(separator(row.ctx)) },
    },
  }),
  resourceSource(BANNER, {
    module: 'information.stat',
    table: 'banner',
    query: async (ctx, input: In<'information.Banner/getList'>) => {
      const filter = await bannerFilter(ctx, input);
      return exportedBanners(ctx.db, filter);
    },
    words: async (ctx, input) => ({ teamIds: await stationFilterNames(ctx, input.teamIds ?? []) }),
    names: { teamIds: seenTeams },
    columns: {
      state: {
        reads: ['state', 'startAt', 'endAt', 'asOf'],
        value: (row) => valueText(row.ctx, BANNER, 'state', bannerStateAt(banner(row), banner(row).asOf)),
      },
      clickBp: {
        reads: ['exposures', 'clicks'],
        value: (row) => clickShare(banner(row).exposures, banner(row).clicks),
      },
    },
  }),
];
