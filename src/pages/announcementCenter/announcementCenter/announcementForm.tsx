import {
  ANNOUNCE,
  ANNOUNCE_CHANNEL_TEXT,
  ANNOUNCE_CHANNELS,
  AUDIENCE_TYPE_TEXT,
  AUDIENCE_TYPES,
  type AudienceType,
  hasTargetPart,
  LEVEL_TEXT,
  POPUP_TEXT,
  type TargetPart,
} from '@contract/announcement.states';
import type { Data, Input } from '@contract/index';
import { RIDER_TYPES } from '@contract/riderWork.states';
import { LANGUAGE_NAMES, LOCALES, type Locale } from '@contract/text';
import { t } from '@/app/i18n/i18n';
import { readData } from '@/app/request/useData';
import { RichText } from '@/features/richText';
import type { FormValues } from '@/ui/EntityForm/store';
import type { Field, FieldGroup } from '@/ui/EntityForm/types';
import { FileUpload } from '@/ui/FileUpload';
import { REGIONS_FIELD } from '@/ui/RegionPicker/field';
import { AudienceCount } from './AudienceCount';
import { isQuizComplete, QuizField, typedQuiz } from './QuizField';

/** This module contains the values, fields and request of the announcement form. The user edits one language at a time. */

export type Detail = Data<'announcement.Announcement/getDetail'>;
type Save = Input<'announcement.Announcement/save'>;
type Writing = Data<'announcement.Announcement/getWriting'>;

const PARTS = ['title', 'content'] as const;
const nameIn = (part: (typeof PARTS)[number], locale: Locale): string => `${part}.${locale}`;
/** Names of the form fields for excluded recipients. Only the field of the chosen audience becomes `excludeIds`. */
const EXCLUDED = { stations: 'excludeTeams', staff: 'excludeStaff', franchisees: 'excludeFranchisees' } as const;
type Excluded = (typeof EXCLUDED)[keyof typeof EXCLUDED];
const excludedField = (audience: AudienceType): Excluded =>
  audience === 'staff' || audience === 'franchisees' ? EXCLUDED[audience] : EXCLUDED.stations;

const NEW: FormValues = {
  level: 'normal',
  attachments: [],
  audienceType: 'stations',
  ...{ regions: [], teamIds: [], identityIds: [], riderTypes: [], franchiseeIds: [] },
  ...{ excludeTeams: [], excludeStaff: [], excludeFranchisees: [] },
  channels: ['inSite'],
  popup: 'none',
  mustConfirm: false,
  confirmText: '',
  quiz: [],
  publishMode: 'now',
  publishAt: null,
  expireAt: null,
  dynamicTarget: false,
};

/** Converts a stored announcement to form values. @param teamIds stations that are chosen for a new announcement */
export function toForm(stored: Detail | null, language: Locale, teamIds: readonly number[] = []): FormValues {
  const form = stored?.form;
  const written = Object.fromEntries(
    PARTS.flatMap((part) => LOCALES.map((locale) => [nameIn(part, locale), form?.[part][locale] ?? ''])),
  );
  if (!form) return { ...NEW, ...written, language, teamIds: [...teamIds] };
  const { title: _title, content: _content, target, confirmText, ...rest } = form;
  const { excludeIds, ...parts } = target;
  return {
    ...NEW,
    ...written,
    language,
    ...rest,
    ...parts,
    [excludedField(form.audienceType)]: excludeIds,
    confirmText: confirmText ?? '',
  };
}

const textOf = (value: unknown): string => String(value ?? '').trim();
const numbersOf = (value: unknown): number[] => (Array.isArray(value) ? value.map(Number) : []);
const momentOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const inLanguages = (values: FormValues, part: (typeof PARTS)[number]) =>
  Object.fromEntries(LOCALES.map((locale) => [locale, textOf(values[nameIn(part, locale)])])) as Save['title'];

/** Returns the target of the chosen audience. Values of other audiences are dropped. */
export function targetOf(values: FormValues) {
  const audience = values.audienceType as AudienceType;
  const part = <T,>(name: TargetPart, value: T[]): T[] => (hasTargetPart(audience, name) ? value : []);
  return {
    regions: part('regions', ((values.regions ?? []) as unknown[]).map(String)),
    teamIds: part('teamIds', numbersOf(values.teamIds)),
    identityIds: part('identityIds', numbersOf(values.identityIds)),
    riderTypes: part('riderTypes', (values.riderTypes ?? []) as (typeof RIDER_TYPES)[number][]),
    franchiseeIds: part('franchiseeIds', numbersOf(values.franchiseeIds)),
    excludeIds: part('excludeIds', numbersOf(values[excludedField(audience)])),
  };
}

const confirms = ({ mustConfirm, popup }: FormValues): boolean => mustConfirm === true || popup === 'untilConfirmed';

export function fromForm(values: FormValues): Omit<Save, 'version'> {
  const isPlanned = values.publishMode === 'at';
  return {
    title: inLanguages(values, 'title'),
    content: inLanguages(values, 'content'),
    level: values.level as Save['level'],
    attachments: numbersOf(values.attachments),
    audienceType: values.audienceType as AudienceType,
    target: targetOf(values),
    channels: values.channels as Save['channels'],
    popup: values.popup as Save['popup'],
    mustConfirm: confirms(values),
    confirmText: confirms(values) ? textOf(values.confirmText) || null : null,
    quiz: confirms(values) ? typedQuiz(values.quiz) : [],
    publishMode: isPlanned ? 'at' : 'now',
    publishAt: isPlanned ? momentOf(values.publishAt) : null,
    expireAt: momentOf(values.expireAt),
    dynamicTarget: values.dynamicTarget === true,
  };
}

const pictureSrc = async (fileId: number) => (await readData('announcement.Announcement/getPicture', { fileId })).src;
const has = (part: TargetPart) => (values: FormValues) => hasTargetPart(values.audienceType as AudienceType, part);
const excludes = (name: Excluded) => (values: FormValues) =>
  has('excludeIds')(values) && excludedField(values.audienceType as AudienceType) === name;

function writtenFields({ languages, defaultLanguage, sensitiveWords }: Writing): Field[] {
  return languages.flatMap((locale): Field[] => {
    const when = (values: FormValues) => values.language === locale;
    return [
      {
        kind: 'text',
        name: nameIn('title', locale),
        label: 'announcement.title',
        when,
        reveal: { language: locale },
        required: locale === defaultLanguage,
        ...ANNOUNCE.title,
      },
      {
        kind: 'custom',
        name: nameIn('content', locale),
        label: 'announcement.content',
        when,
        reveal: { language: locale },
        render: (control) => (
          <RichText
            control={control}
            label={`${t('announcement.content')} ${LANGUAGE_NAMES[locale]}`}
            max={ANNOUNCE.content}
            words={sensitiveWords}
            pictures={{ scene: 'announcementPicture', pictureSrc }}
          />
        ),
        check: (value) =>
          textOf(value).length > ANNOUNCE.content ? { rule: 'maxLength', params: { max: ANNOUNCE.content } } : null,
      },
    ];
  });
}

function textGroup(writing: Writing, stored: Detail | null): FieldGroup<FormValues> {
  const files = new Map((stored?.attachmentFiles ?? []).map(({ fileId, url, name }) => [fileId, { url, name }]));
  const { languages, defaultLanguage } = writing;
  return {
    key: 'text',
    title: 'announcement.groupText',
    fields: [
      {
        kind: 'radio',
        name: 'language',
        label: 'announcement.language',
        help: 'announcement.languageHelp',
        options: languages.map((value) => ({
          value,
          text:
            value === defaultLanguage
              ? t('announcement.languageDefault', { language: LANGUAGE_NAMES[value] })
              : LANGUAGE_NAMES[value],
        })),
      },
      ...writtenFields(writing),
      {
        kind: 'radio',
        name: 'level',
        label: 'announcement.level',
        required: true,
        options: (['normal', 'important', 'urgent'] as const).map((value) => ({ value, label: LEVEL_TEXT[value] })),
      },
      {
        kind: 'custom',
        name: 'attachments',
        label: 'announcement.attachments',
        render: ({ id, value, onChange, disabled, describedBy }) => (
          <FileUpload
            {...{ id, disabled, describedBy }}
            stored={files}
            scene="announcementFile"
            label={t('announcement.attachments')}
            max={ANNOUNCE.attachments}
            value={numbersOf(value)}
            onChange={onChange}
          />
        ),
      },
    ],
  };
}

const options = (
  name: string,
  source: Extract<Field, { kind: 'options' }>['source'],
  when: (values: FormValues) => boolean,
  more: Pick<Field, 'label' | 'help'>,
): Field => ({ kind: 'options', name, source, multiple: true, max: ANNOUNCE.targets, when, ...more });

const AUDIENCE: FieldGroup<FormValues> = {
  key: 'audience',
  title: 'announcement.groupAudience',
  fields: [
    {
      kind: 'choice',
      name: 'audienceType',
      label: 'announcement.audience',
      required: true,
      options: AUDIENCE_TYPES.map((value) => ({ value, label: AUDIENCE_TYPE_TEXT[value] })),
    },
    {
      ...REGIONS_FIELD,
      name: 'regions',
      label: 'announcement.regions',
      help: 'announcement.regionsHelp',
      when: has('regions'),
    },
    options('teamIds', 'teams', has('teamIds'), { label: 'announcement.teamIds', help: 'announcement.teamIdsHelp' }),
    options('identityIds', 'identities', has('identityIds'), {
      label: 'announcement.identityIds',
      help: 'announcement.identityIdsHelp',
    }),
    {
      kind: 'many',
      name: 'riderTypes',
      label: 'announcement.riderTypes',
      when: has('riderTypes'),
      options: RIDER_TYPES.map((value) => ({ value, label: `rider.riderType_${value}` as const })),
    },
    options('franchiseeIds', 'franchisees', has('franchiseeIds'), {
      label: 'announcement.franchiseeIds',
      help: 'announcement.franchiseeIdsHelp',
    }),
    options('excludeTeams', 'teams', excludes('excludeTeams'), { label: 'announcement.excludeTeams' }),
    options('excludeStaff', 'staff', excludes('excludeStaff'), { label: 'announcement.excludeStaff' }),
    options('excludeFranchisees', 'franchisees', excludes('excludeFranchisees'), {
      label: 'announcement.excludeFranchisees',
    }),
    {
      kind: 'switch',
      name: 'dynamicTarget',
      label: 'announcement.dynamicTarget',
      help: 'announcement.dynamicTargetHelp',
    },
    {
      kind: 'custom',
      name: 'count',
      label: 'announcement.count',
      follows: Object.keys(NEW),
      render: (_control, values) => (
        <AudienceCount audienceType={values.audienceType as AudienceType} target={targetOf(values)} />
      ),
    },
    {
      kind: 'many',
      name: 'channels',
      label: 'announcement.channels',
      help: 'announcement.channelsHelp',
      required: true,
      options: ANNOUNCE_CHANNELS.map((value) => ({
        value,
        label: ANNOUNCE_CHANNEL_TEXT[value],
        disabled: value === 'inSite',
      })),
    },
  ],
};

const wayGroup = ({ defaultLanguage }: Writing): FieldGroup<FormValues> => ({
  key: 'way',
  title: 'announcement.groupWay',
  fields: [
    {
      kind: 'radio',
      name: 'popup',
      label: 'announcement.popup',
      help: 'announcement.popupHelp',
      options: (['none', 'once', 'untilConfirmed'] as const).map((value) => ({ value, label: POPUP_TEXT[value] })),
    },
    {
      kind: 'switch',
      name: 'mustConfirm',
      label: 'announcement.mustConfirm',
      when: ({ popup }) => popup !== 'untilConfirmed',
    },
    {
      kind: 'text',
      name: 'confirmText',
      label: 'announcement.confirmText',
      help: 'announcement.confirmTextHelp',
      when: confirms,
      ...ANNOUNCE.confirmText,
    },
    {
      kind: 'custom',
      name: 'quiz',
      label: 'announcement.quiz',
      help: 'announcement.quizHelp',
      when: confirms,
      follows: ['language'],
      render: (control, values) => <QuizField control={control} locale={values.language as Locale} />,
      check: (value) =>
        isQuizComplete(value, defaultLanguage) ? null : { rule: 'required', text: 'announcement.quizIncomplete' },
    },
  ],
});

const isPlanned = ({ publishMode }: FormValues) => publishMode === 'at';
const timeFields = (isPublished: boolean): Field[] => [
  ...(isPublished
    ? []
    : ([
        {
          kind: 'radio',
          name: 'publishMode',
          label: 'announcement.publishMode',
          required: true,
          options: (['now', 'at'] as const).map((value) => ({
            value,
            label: `announcement.publishMode_${value}` as const,
          })),
        },
        { kind: 'moment', name: 'publishAt', label: 'announcement.publishAt', required: true, when: isPlanned },
      ] as const)),
  { kind: 'moment', name: 'expireAt', label: 'announcement.expireAt', help: 'announcement.expireAtHelp' },
];

/** Returns the groups of the form. For a published announcement, audience, channels and time of publication are omitted. */
export function groupsOf(writing: Writing, stored: Detail | null): readonly FieldGroup<FormValues>[] {
  const isPublished = stored?.state === 'published';
  return [
    textGroup(writing, stored),
    ...(isPublished ? [] : [AUDIENCE]),
    wayGroup(writing),
    { key: 'time', title: 'announcement.groupTime', fields: timeFields(isPublished) },
  ];
}
