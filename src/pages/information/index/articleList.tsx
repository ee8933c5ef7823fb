import type { Data } from '@contract/index';
import { ARTICLE } from '@contract/information.fields';
import { ARTICLE_KIND_TEXT, ARTICLE_LIMITS, articleLifecycle } from '@contract/information.states';
import { now } from '@/app/clock';
import type { Translate } from '@/app/i18n/i18n';
import { serverAddress } from '@/app/windowSettings';
import { type Action, post } from '@/ui/actions/types';
import { CutText } from '@/ui/CutText';
import type { Field } from '@/ui/EntityForm/types';
import { listOf } from '@/ui/resource/list';
import styles from './index.css';
import { formAddress, reasonIn, target } from './parts';

export type ArticleRow = Data<'information.Article/getList'>['list'][number];

const cover = (row: ArticleRow) =>
  row.coverUrl === null ? (
    '—'
  ) : (
    <img className={styles.cover} src={serverAddress(row.coverUrl)} alt="" loading="lazy" />
  );

/** Maximum width of a list of names in pixels. Longer lists are cut, so that the table's state and figures remain visible. */
const MOST = 120;
const teamIds = (row: ArticleRow, t: Translate) => (
  <CutText
    most={MOST}
    text={row.teamIds.length === 0 ? t('article.allTeams') : row.teamNames.join(t('list.separator'))}
  />
);
const languages = (row: ArticleRow) => <CutText most={MOST} text={row.languages} />;

export const ARTICLES = listOf('information.Article/getList', ARTICLE, {
  columns: { cover, teamIds, languages },
  filters: { kind: false },
});
/** Overrides `hidden: true` of {@link ARTICLE}: the list of agreements shows these columns, the list of articles hides them. */
const VISIBLE = { hidden: undefined } as never;
export const AGREEMENTS = listOf('information.Article/getList', ARTICLE, {
  columns: { cover: false, pinned: false, kind: VISIBLE, code: VISIBLE, teamIds, languages },
  filters: {
    kind: {
      options: (['agreement', 'help'] as const).map((value) => ({ value, label: ARTICLE_KIND_TEXT[value] })),
    } as never,
  },
});

const label = (action: Parameters<typeof articleLifecycle.transition>[0]) => articleLifecycle.transition(action).text;
const reason: Field = {
  kind: 'text',
  name: 'reason',
  label: 'article.reason',
  required: true,
  ...ARTICLE_LIMITS.reason,
};
const momentOrNull = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
const MINUTE = 60_000;

/** Actions on an article. The row's `actions` determine which of them are available. */
export const ARTICLE_ACTIONS: readonly Action<ArticleRow>[] = [
  { key: 'edit', label: 'article.edit', hotkey: 'e', to: ({ id }) => formAddress({ edit: id }) },
  {
    key: 'publish',
    label: label('publish'),
    hotkey: 'p',
    confirm: { text: (names, _rows, t) => t('article.publishText', { names }) },
    call: post('information.Article/publish', target),
    bulk: post('information.Article/bulkPublish', (rows: readonly ArticleRow[]) => ({ ids: rows.map(({ id }) => id) })),
  },
  {
    key: 'schedule',
    label: label('schedule'),
    confirm: { text: (names, _rows, t) => t('article.scheduleText', { names }) },
    fields: () => [
      {
        kind: 'moment',
        name: 'publishAt',
        label: 'article.scheduleAt',
        required: true,
        min: new Date(now() + MINUTE).toISOString(),
      },
      { kind: 'moment', name: 'offlineAt', label: 'article.offlineAt' },
    ],
    initial: ([row]) => ({ publishAt: null, offlineAt: row?.offlineAt ?? null }),
    call: post('information.Article/schedule', (row: ArticleRow, values) => ({
      ...target(row),
      publishAt: String(values.publishAt),
      offlineAt: momentOrNull(values.offlineAt),
    })),
  },
  {
    key: 'cancelSchedule',
    label: label('cancelSchedule'),
    confirm: { text: (names, _rows, t) => t('article.cancelScheduleText', { names }) },
    call: post('information.Article/cancelSchedule', target),
  },
  { key: 'preview', label: 'article.preview', to: ({ id }) => previewAddress(id) },
  {
    key: 'pin',
    label: 'article.pin',
    instant: true,
    call: post('information.Article/pin', (row: ArticleRow) => ({ ...target(row), pinned: true })),
  },
  {
    key: 'unpin',
    label: 'article.unpin',
    instant: true,
    call: post('information.Article/pin', (row: ArticleRow) => ({ ...target(row), pinned: false })),
  },
  {
    key: 'move',
    label: 'article.move',
    confirm: { text: (names, _rows, t) => t('article.moveText', { names }) },
    fields: () => [
      { kind: 'options', name: 'categoryId', label: 'article.categoryId', source: 'articleCategories', required: true },
    ],
    bulk: post('information.Article/bulkMove', (rows: readonly ArticleRow[], values) => ({
      ids: rows.map(({ id }) => id),
      categoryId: Number(values.categoryId),
    })),
  },
  {
    key: 'copy',
    label: 'article.copy',
    instant: true,
    call: post('information.Article/copy', ({ id }: ArticleRow) => ({ id })),
  },
  {
    key: 'withdraw',
    label: label('withdraw'),
    danger: true,
    confirm: { text: (names, _rows, t) => t('article.withdrawText', { names }) },
    fields: () => [reason],
    call: post('information.Article/withdraw', (row: ArticleRow, values) => ({ ...target(row), ...reasonIn(values) })),
    bulk: post('information.Article/bulkWithdraw', (rows: readonly ArticleRow[], values) => ({
      ids: rows.map(({ id }) => id),
      ...reasonIn(values),
    })),
  },
  {
    key: 'remove',
    label: 'article.remove',
    danger: true,
    confirm: { text: (names, _rows, t) => t('article.removeText', { names }) },
    call: post('information.Article/remove', target),
  },
];

/** Returns the URL that opens an article's drawer with the preview tab. */
function previewAddress(id: number): string {
  const address = new URL(formAddress(null), 'https://console.invalid');
  address.searchParams.set('open', String(id));
  address.searchParams.set('tab', 'preview');
  return `${address.pathname}${address.search}`;
}
