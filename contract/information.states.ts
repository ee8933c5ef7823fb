import { lifecycle } from './lifecycle';
import { publishingSteps } from './publishing';
import { type Text, text } from './text';
import { WORD } from './words';

/**
 * This file declares limits, labels and states of articles, categories and banners (信息管理, DOMAIN §3.12). It imports no library,
 * because the browser loads it.
 */

/** Limits of articles. Lengths are in characters. `sort` is a position in a list. */
export const ARTICLE_LIMITS = {
  title: { min: 2, max: 50 },
  summary: 120,
  /** Maximum characters of the HTML in one language. */
  content: 50_000,
  tags: 5,
  tag: { min: 1, max: 12 },
  sort: { min: 0, max: 999 },
  /** Maximum number of pinned articles in one category. */
  pinned: 5,
  linkUrl: 500,
  code: /^[a-z][a-zA-Z0-9-]{1,31}$/,
  reason: { min: 2, max: 200 },
  /** Seconds until a preview link expires. */
  previewSeconds: 600,
  /** Number of days before the end of an article from which the article counts as expiring. */
  expiringDays: 7,
  viewDays: 7,
} as const;

export const CATEGORY_LIMITS = { name: { min: 2, max: 20 }, code: /^[a-z][a-zA-Z0-9-]{1,31}$/ } as const;

export const BANNER_LIMITS = {
  title: { min: 2, max: 50 },
  jumpValue: 500,
  /** Maximum number of banners that run in one position at the same time. */
  running: 10,
  sort: { min: 0, max: 999 },
  statDays: 30,
} as const;

export const ARTICLE_KIND_TEXT = {
  article: WORD.article,
  agreement: text('协议', 'Agreement', 'Termo', '協議'),
  help: WORD.help,
} as const;
export type ArticleKind = keyof typeof ARTICLE_KIND_TEXT;

/** Apps and pages that can show an article or a banner. */
export const AUDIENCE_TEXT = {
  userApp: WORD.userApp,
  riderApp: WORD.riderApp,
  merchantApp: WORD.merchantApp,
  franchisePage: text('加盟页', 'Franchise page', 'Página de franquia', '加盟頁'),
} as const;
export type Audience = keyof typeof AUDIENCE_TEXT;
export const AUDIENCES = Object.keys(AUDIENCE_TEXT) as [Audience, ...Audience[]];

const PUBLISH = 11006;

export const articleLifecycle = lifecycle({
  entity: 'article',
  states: {
    draft: { text: WORD.draft, tone: 'neutral' },
    scheduled: { text: WORD.scheduled, tone: 'info' },
    published: { text: WORD.publishedMasculine, tone: 'good' },
    withdrawn: { text: WORD.withdrawnMasculine, tone: 'bad' },
    expired: { text: text('已下线', 'Expired', 'Expirado', '已下線'), tone: 'neutral' },
  },
  transitions: publishingSteps({
    rule: PUBLISH,
    publish: ['draft', 'scheduled', 'withdrawn', 'expired', 'published'],
    schedule: ['draft', 'withdrawn', 'expired'],
    expire: text('到时下线', 'Expired on schedule', 'Expirou no horário', '到時下線'),
  }),
});
export type ArticleState = keyof typeof articleLifecycle.states;

/** Returns the state at a given time. An article past its end counts as expired, even before a job has stored the expired state. */
export const articleStateAt = (
  { state, offlineAt }: { readonly state: ArticleState; readonly offlineAt: Date | null },
  now: Date,
): ArticleState => (state === 'published' && offlineAt !== null && offlineAt <= now ? 'expired' : state);

/** Returns whether the article's times cover the whole period. A withdrawal can still end the publication earlier. */
export const isPublishedDuring = (
  article: { readonly state: ArticleState; readonly publishAt: Date | null; readonly offlineAt: Date | null },
  from: Date,
  to: Date,
): boolean => {
  const { state, publishAt, offlineAt } = article;
  const hasBegun = state === 'published' || (state === 'scheduled' && publishAt !== null && publishAt <= from);
  return hasBegun && (offlineAt === null || offlineAt >= to);
};

interface BannerPosition {
  readonly text: Text;
  readonly audience: Audience;
  /** Minimum size of the picture in pixels. The same numbers define its aspect ratio. */
  readonly width: number;
  readonly height: number;
}
export const BANNER_POSITIONS = {
  home: { text: text('首页', 'Home', 'Início', '首頁'), audience: 'userApp', width: 750, height: 300 },
  mine: { text: text('我的', 'My page', 'Minha página', '我的'), audience: 'userApp', width: 750, height: 200 },
  riderHome: {
    text: text('骑手首页', 'Rider home', 'Início do entregador', '騎手首頁'),
    audience: 'riderApp',
    width: 750,
    height: 300,
  },
  splash: { text: text('开屏', 'Splash', 'Abertura', '開屏'), audience: 'userApp', width: 750, height: 1334 },
  popup: { text: WORD.popUp, audience: 'userApp', width: 600, height: 800 },
} as const satisfies Record<string, BannerPosition>;
export type BannerPositionKey = keyof typeof BANNER_POSITIONS;
export const POSITIONS = Object.keys(BANNER_POSITIONS) as [BannerPositionKey, ...BannerPositionKey[]];

/** Allowed relative deviation from the required aspect ratio. */
const RATIO_TOLERANCE = 0.02;
/** Returns whether a picture has the required aspect ratio and minimum size. */
export function fitsPlace(
  picture: { readonly width: number; readonly height: number },
  place: { readonly width: number; readonly height: number },
): boolean {
  if (picture.width < place.width || picture.height < place.height) return false;
  const [own, wanted] = [picture.width / picture.height, place.width / place.height];
  return Math.abs(own - wanted) / wanted <= RATIO_TOLERANCE;
}
/** Required aspect ratio (16:9) and minimum size in pixels of an article's cover picture. */
export const COVER = { width: 640, height: 360 } as const;

export const JUMP_TEXT = {
  none: text('不跳转', 'None', 'Nenhum', '不跳轉'),
  article: WORD.article,
  page: text('应用内页面', 'Page of the app', 'Página do app', '應用內頁面'),
  miniProgram: text('小程序', 'Mini program', 'Miniprograma', '小程式'),
  web: text('网页', 'Web page', 'Página web', '網頁'),
} as const;
export type JumpType = keyof typeof JUMP_TEXT;
/** Format of the value to which a banner links, by kind of link. For the kind `article` the value is an article id. */
export const JUMP_PATTERN: Readonly<Record<Exclude<JumpType, 'none'>, RegExp>> = {
  article: /^[1-9]\d{0,15}$/,
  page: /^\/[\w/-]{1,200}(\?[\w=&%.-]{0,200})?$/,
  miniProgram: /^[a-zA-Z0-9_-]{6,40}(:\/?[\w/-]{1,200}(\?[\w=&%.-]{0,200})?)?$/,
  web: /^https:\/\/[^\s"'<>\\]{4,492}$/,
};

export const FREQUENCY_TEXT = {
  always: text('每次', 'Every time', 'Sempre', '每次'),
  daily: text('每天一次', 'Once a day', 'Uma vez por dia', '每天一次'),
  once: text('仅一次', 'Once', 'Uma vez', '僅一次'),
} as const;
export type Frequency = keyof typeof FREQUENCY_TEXT;

export const bannerLifecycle = lifecycle({
  entity: 'banner',
  states: {
    draft: { text: WORD.draft, tone: 'neutral' },
    scheduled: { text: text('待上线', 'Scheduled', 'Agendado', '待上線'), tone: 'info' },
    running: { text: WORD.campaignRunning, tone: 'good' },
    ended: { text: text('已结束', 'Ended', 'Encerrado', '已結束'), tone: 'neutral' },
    withdrawn: { text: WORD.withdrawnMasculine, tone: 'bad' },
  },
  transitions: [
    {
      action: 'publish',
      from: ['draft', 'withdrawn'],
      to: 'running',
      by: 'staff',
      rule: PUBLISH,
      risk: 'confirm',
      text: WORD.publish,
    },
    {
      action: 'withdraw',
      from: ['scheduled', 'running'],
      to: 'withdrawn',
      by: 'staff',
      rule: PUBLISH,
      risk: 'confirm',
      text: WORD.withdraw,
    },
    {
      action: 'start',
      from: ['scheduled'],
      to: 'running',
      by: 'system',
      risk: 'none',
      text: text('到时上线', 'Started on schedule', 'Iniciado no horário', '到時上線'),
    },
    {
      action: 'end',
      from: ['running'],
      to: 'ended',
      by: 'system',
      risk: 'none',
      text: text('到时结束', 'Ended on schedule', 'Encerrado no horário', '到時結束'),
    },
  ],
});
export type BannerState = keyof typeof bannerLifecycle.states;
/** States that are stored. A published banner is scheduled, running or ended, depending on its times. */
export type StoredBannerState = 'draft' | 'published' | 'withdrawn';

export function bannerStateAt(
  { state, startAt, endAt }: { readonly state: StoredBannerState; readonly startAt: Date; readonly endAt: Date },
  now: Date,
): BannerState {
  if (state !== 'published') return state;
  if (now < startAt) return 'scheduled';
  return now < endAt ? 'running' : 'ended';
}
