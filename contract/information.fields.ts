import {
  ARTICLE_KIND_TEXT,
  type ArticleKind,
  AUDIENCE_TEXT,
  AUDIENCES,
  articleLifecycle,
  BANNER_POSITIONS,
  bannerLifecycle,
  FREQUENCY_TEXT,
  type Frequency,
  JUMP_TEXT,
  type JumpType,
  POSITIONS,
} from './information.states';
import { bp, choice, code, count, drawn, flag, moment, ref, refs, resource, search, state, text } from './resource';

/** Fields of articles, agreements and help pages (DOMAIN §3.12) in lists, filters and exports. */
export const ARTICLE = resource(
  'article',
  {
    keyword: search('article.keywordHint'),
    title: text({ opens: true, width: 200 }),
    cover: drawn({ width: 84 }),
    kind: choice(Object.keys(ARTICLE_KIND_TEXT) as ArticleKind[], {
      texts: ARTICLE_KIND_TEXT,
      filter: 'many',
      hidden: true,
    }),
    code: code({ nullable: true, hidden: true }),
    categoryId: ref('articleCategories', { nullable: true, filter: 'options' }),
    /** A row can have several audiences. The field `audienceText` names all of them. */
    audience: choice(AUDIENCES, { texts: AUDIENCE_TEXT, filter: 'many', width: 150 }),
    /** This column precedes the columns with long names, so that it is visible at a width of 1440 px. */
    state: state(articleLifecycle.states, { filter: 'many' }),
    teamIds: refs('teams', { filter: 'options' }),
    languages: text(),
    tags: text({ hidden: true }),
    pinned: flag({ card: 'fact' }),
    /** `true` for a published article with unpublished changes. */
    changed: flag({ hidden: true, filter: 'flag' }),
    views: count({ sort: true }),
    publishAt: moment({ nullable: true, sort: true, filter: 'days' }),
    offlineAt: moment({ nullable: true, hidden: true }),
    authorName: text({ width: 110 }),
    sort: count({ hidden: true }),
    liveNo: count({ nullable: true, hidden: true }),
    updatedAt: moment({ sort: true, card: 'fact' }),
  },
  {
    totals: {
      published: { kind: 'count', filter: { state: ['published'] } },
      scheduled: { kind: 'count', filter: { state: ['scheduled'] } },
      expiring: { kind: 'count' },
      runningBanners: { kind: 'count' },
      views7d: { kind: 'count' },
    },
    filters: ['keyword', 'kind', 'categoryId', 'audience', 'teamIds', 'state', 'changed', 'publishAt'],
  },
);

export const CATEGORY = resource('articleCategory', {
  name: text({ filter: 'text', width: 200 }),
  code: code({ filter: 'text' }),
  parentId: ref('articleCategories', { nullable: true }),
  icon: drawn(),
  sort: count(),
  visible: flag({ filter: 'flag' }),
  articles: count(),
  updatedAt: moment({ card: 'fact' }),
});

export const BANNER = resource(
  'banner',
  {
    title: text({ opens: true, filter: 'text', width: 180 }),
    image: drawn({ width: 100 }),
    position: choice(POSITIONS, { texts: BANNER_POSITIONS, filter: 'many' }),
    state: state(bannerLifecycle.states, { filter: 'many' }),
    jumpType: choice(Object.keys(JUMP_TEXT) as JumpType[], { texts: JUMP_TEXT }),
    jumpValue: text({ nullable: true, hidden: true }),
    teamIds: refs('teams', { filter: 'options', hidden: true }),
    startAt: moment({ sort: true, card: 'fact' }),
    endAt: moment({ sort: true }),
    frequency: choice(Object.keys(FREQUENCY_TEXT) as Frequency[], { texts: FREQUENCY_TEXT, hidden: true }),
    sort: count({ hidden: true }),
    exposures: count({ sort: true }),
    clicks: count({ sort: true }),
    clickBp: bp(),
    updatedAt: moment({ sort: true, hidden: true }),
  },
  {
    totals: {
      running: { kind: 'count', filter: { state: ['running'] } },
      scheduled: { kind: 'count', filter: { state: ['scheduled'] } },
      exposures: { kind: 'count' },
      clicks: { kind: 'count' },
    },
  },
);
