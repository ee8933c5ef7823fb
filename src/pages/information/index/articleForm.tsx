import type { Data, Input } from '@contract/index';
import { ARTICLE_KIND_TEXT, ARTICLE_LIMITS, AUDIENCE_TEXT, AUDIENCES } from '@contract/information.states';
import { LANGUAGE_NAMES, LOCALES, type Locale } from '@contract/text';
import { type Label, t } from '@/app/i18n/i18n';
import { readData } from '@/app/request/useData';
import { RichText } from '@/features/richText';
import type { FormValues } from '@/ui/EntityForm/store';
import type { Field, FieldGroup } from '@/ui/EntityForm/types';
import { FileUpload, type Shown } from '@/ui/FileUpload';
import { numbersOf, textOf } from './parts';

/** This module contains the values, fields and request of the article form. The user edits one language at a time. */

export type Detail = Data<'information.Article/getDetail'>;
type Form = Detail['form'];
type Save = Input<'information.Article/save'>;
type Writing = Data<'information.Article/getWriting'>;

const NO_TEXT: Form['title'] = { 'zh-CN': '', 'zh-TW': '', 'en-US': '', 'pt-BR': '' };
const NEW: Form = {
  kind: 'article',
  code: null,
  categoryId: null,
  title: NO_TEXT,
  summary: NO_TEXT,
  content: NO_TEXT,
  coverId: null,
  linkUrl: null,
  audience: ['userApp'],
  teamIds: [],
  tags: [],
  sort: 0,
  offlineAt: null,
  allowComment: false,
};
const PARTS = ['title', 'summary', 'content'] as const;
const nameIn = (part: (typeof PARTS)[number], locale: Locale): string => `${part}.${locale}`;
const TAG_SEPARATOR = /[,，、]/;

export function toForm(form: Form | undefined, language: Locale, agreement: boolean): FormValues {
  const { title, summary, content, tags, linkUrl, code, ...rest } = form ?? {
    ...NEW,
    kind: agreement ? ('agreement' as const) : NEW.kind,
  };
  const parts = { title, summary, content };
  return {
    ...rest,
    language,
    code: code ?? '',
    target: linkUrl === null ? 'text' : 'link',
    linkUrl: linkUrl ?? '',
    tags: tags.join(', '),
    ...Object.fromEntries(
      PARTS.flatMap((part) => LOCALES.map((locale) => [nameIn(part, locale), parts[part][locale]])),
    ),
  };
}

const inLanguages = (values: FormValues, part: (typeof PARTS)[number]) =>
  Object.fromEntries(LOCALES.map((locale) => [locale, textOf(values[nameIn(part, locale)])])) as Form['title'];
const tagsOf = (value: unknown): string[] => [
  ...new Set(
    textOf(value)
      .split(TAG_SEPARATOR)
      .map((tag) => tag.trim())
      .filter(Boolean),
  ),
];

export function fromForm(values: FormValues): Omit<Save, 'version'> {
  const kind = values.kind as Save['kind'];
  return {
    kind,
    code: kind === 'agreement' ? textOf(values.code) : null,
    categoryId: typeof values.categoryId === 'number' ? values.categoryId : null,
    title: inLanguages(values, 'title'),
    summary: inLanguages(values, 'summary'),
    content: inLanguages(values, 'content'),
    coverId: typeof values.coverId === 'number' ? values.coverId : null,
    linkUrl: isLink(values) ? textOf(values.linkUrl) : null,
    audience: values.audience as Save['audience'],
    teamIds: numbersOf(values.teamIds),
    tags: tagsOf(values.tags),
    sort: Number(values.sort),
    offlineAt: typeof values.offlineAt === 'string' && values.offlineAt !== '' ? values.offlineAt : null,
    allowComment: values.allowComment === true,
  };
}

const isArticle = ({ kind }: FormValues) => kind === 'article';
const isAgreement = ({ kind }: FormValues) => kind === 'agreement';
const isLink = (values: FormValues) => !isAgreement(values) && values.target === 'link';
const HTTPS = /^https:\/\/[^\s/]+\S*$/;
const pictureSrc = async (fileId: number) => (await readData('information.Article/getPicture', { fileId })).src;

function writtenFields({ languages, defaultLanguage, sensitiveWords }: Writing): Field[] {
  return languages.flatMap((locale): Field[] => {
    const isEdited = (values: FormValues) => values.language === locale;
    const label = (key: Label): Label => key;
    return [
      {
        kind: 'text',
        name: nameIn('title', locale),
        label: label('article.title'),
        when: isEdited,
        reveal: { language: locale },
        required: locale === defaultLanguage,
        ...ARTICLE_LIMITS.title,
      },
      {
        kind: 'textarea',
        name: nameIn('summary', locale),
        label: label('article.summary'),
        when: isEdited,
        reveal: { language: locale },
        rows: 2,
        max: ARTICLE_LIMITS.summary,
      },
      {
        kind: 'custom',
        name: nameIn('content', locale),
        label: label('article.content'),
        when: (values) => isEdited(values) && !isLink(values),
        reveal: { language: locale },
        render: (control) => (
          <RichText
            control={control}
            label={`${t('article.content')} ${LANGUAGE_NAMES[locale]}`}
            max={ARTICLE_LIMITS.content}
            words={sensitiveWords}
            pictures={{ scene: 'articlePicture', pictureSrc }}
          />
        ),
        check: (value) =>
          textOf(value).length > ARTICLE_LIMITS.content
            ? { rule: 'maxLength', params: { max: ARTICLE_LIMITS.content } }
            : null,
      },
    ];
  });
}

function tagFault(value: unknown) {
  const tags = tagsOf(value);
  const { tags: most, tag } = ARTICLE_LIMITS;
  if (tags.length > most) return { rule: 'arrayMax', params: { max: most } } as const;
  if (tags.some((one) => [...one].length > tag.max)) return { rule: 'maxLength', params: { max: tag.max } } as const;
  return null;
}

function kindFields(agreement: boolean): Field[] {
  if (!agreement) return [];
  return [
    {
      kind: 'radio',
      name: 'kind',
      label: 'article.kind',
      required: true,
      options: (['agreement', 'help'] as const).map((value) => ({ value, label: ARTICLE_KIND_TEXT[value] })),
    },
    {
      kind: 'text',
      name: 'code',
      label: 'article.code',
      help: 'article.codeHelp',
      required: true,
      when: isAgreement,
      pattern: ARTICLE_LIMITS.code,
      max: 32,
    },
  ];
}

/** Builds the fields for the kind of an agreement, and for the texts in one language at a time or the URL that replaces the content. */
function textGroup(writing: Writing, agreement: boolean): FieldGroup<FormValues> {
  const { languages, defaultLanguage } = writing;
  return {
    key: 'text',
    title: 'article.groupText',
    fields: [
      ...kindFields(agreement),
      {
        kind: 'radio',
        name: 'language',
        label: 'article.language',
        help: 'article.languageHelp',
        options: languages.map((value) => ({
          value,
          text:
            value === defaultLanguage
              ? t('article.languageDefault', { language: LANGUAGE_NAMES[value] })
              : LANGUAGE_NAMES[value],
        })),
      },
      {
        kind: 'radio',
        name: 'target',
        label: 'article.target',
        when: (values) => !isAgreement(values),
        options: [
          { value: 'text', label: 'article.target_text' },
          { value: 'link', label: 'article.target_link' },
        ],
      },
      ...writtenFields(writing),
      {
        kind: 'text',
        name: 'linkUrl',
        label: 'article.linkUrl',
        help: 'article.linkUrlHelp',
        required: true,
        when: isLink,
        pattern: HTTPS,
        max: ARTICLE_LIMITS.linkUrl,
      },
    ],
  };
}

/** Builds the fields for category, audience, stations, cover, tags, end of publication, order and comments. */
function shownGroup(stored: ReadonlyMap<number, Shown>, isEndFixed: boolean): FieldGroup<FormValues> {
  return {
    key: 'shown',
    title: 'article.groupShown',
    fields: [
      {
        kind: 'options',
        name: 'categoryId',
        label: 'article.categoryId',
        source: 'articleCategories',
        required: isArticle,
      },
      {
        kind: 'many',
        name: 'audience',
        label: 'article.audience',
        required: true,
        options: AUDIENCES.map((value) => ({ value, label: AUDIENCE_TEXT[value] })),
      },
      {
        kind: 'options',
        name: 'teamIds',
        label: 'article.teamIds',
        help: 'article.teamIdsHelp',
        source: 'teams',
        multiple: true,
        max: 200,
      },
      {
        kind: 'custom',
        name: 'coverId',
        label: 'article.cover',
        help: 'article.coverHelp',
        when: (values) => !isAgreement(values),
        render: ({ id, value, onChange, disabled, describedBy }) => (
          <FileUpload
            {...{ id, disabled, describedBy, stored }}
            scene="articleCover"
            label={t('article.cover')}
            value={value as number | null}
            onChange={onChange}
          />
        ),
      },
      {
        kind: 'text',
        name: 'tags',
        label: 'article.tags',
        help: 'article.tagsHelp',
        max: 80,
        when: (values) => !isAgreement(values),
        check: tagFault,
      },
      {
        kind: 'moment',
        name: 'offlineAt',
        label: 'article.offlineAt',
        disabled: isEndFixed,
        disabledReason: 'article.offlineAtFixed',
      },
      { kind: 'number', name: 'sort', label: 'article.sort', help: 'article.sortHelp', ...ARTICLE_LIMITS.sort },
      { kind: 'switch', name: 'allowComment', label: 'article.allowComment', when: isArticle },
    ],
  };
}

/**
 * Builds the groups of the form.
 *
 * @param agreement `true` for an agreement or a help text, `false` for an article
 * @param stored the article's current cover by file id
 * @param isEndFixed whether the end of the publication cannot change, because the article is published and the user may not publish
 */
export function groupsOf(
  writing: Writing,
  agreement: boolean,
  stored: ReadonlyMap<number, Shown>,
  isEndFixed: boolean,
): readonly FieldGroup<FormValues>[] {
  return [textGroup(writing, agreement), shownGroup(stored, isEndFixed)];
}
