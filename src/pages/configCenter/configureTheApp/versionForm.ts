import {
  APP_PACKAGE,
  APP_PLATFORMS,
  APP_TEXT,
  APP_VERSION,
  APPS,
  FORCE_TEXT,
  FORCES,
  PLATFORM_TEXT,
  VERSION_NAME,
} from '@contract/appVersion.states';
import type { Data, Input } from '@contract/index';
import { LOCALES, type Locale, type Text, text } from '@contract/text';
import type { FormValues } from '@/ui/EntityForm/store';
import type { FieldGroup } from '@/ui/EntityForm/types';

/** This module contains the values, fields and request of the version form. */

type Version = Data<'config.App/getVersion'>['form'];
type Save = Input<'config.App/saveVersion'>;

const SHA = /^[0-9a-f]{64}$/i;
const ADDRESS = /^https:\/\/[^\s/]+\S*$/;
const noteName = (locale: Locale): string => `notes.${locale}`;
/** Names of the languages, each in the language itself. */
const LANGUAGES: Readonly<Record<Locale, string>> = {
  'zh-CN': '简体中文',
  'zh-TW': '繁體中文',
  'en-US': 'English',
  'pt-BR': 'Português',
};
const noteLabel = (locale: Locale): Text =>
  text(
    `更新说明（${LANGUAGES[locale]}）`,
    `Release notes (${LANGUAGES[locale]})`,
    `Notas da versão (${LANGUAGES[locale]})`,
    `更新說明（${LANGUAGES[locale]}）`,
  );

const NEW: Version = {
  app: 'userApp',
  platform: 'android',
  versionName: '',
  build: 1,
  channel: 'official',
  minSystem: '',
  address: '',
  packageName: '',
  packageSize: null,
  sha256: null,
  signSha256: null,
  force: 'none',
  grayPercent: 100,
  notes: { 'zh-CN': '', 'zh-TW': '', 'en-US': '', 'pt-BR': '' },
};

export function toForm({ notes, ...rest }: Version = NEW): FormValues {
  return {
    ...rest,
    sha256: rest.sha256 ?? '',
    signSha256: rest.signSha256 ?? '',
    ...Object.fromEntries(LOCALES.map((locale) => [noteName(locale), notes[locale]])),
  };
}

const textOf = (value: unknown): string => String(value ?? '').trim();

export function fromForm(values: FormValues): Omit<Save, 'version'> {
  const isAndroid = values.platform === 'android';
  const notes = Object.fromEntries(LOCALES.map((locale) => [locale, textOf(values[noteName(locale)])]));
  return {
    app: values.app as Save['app'],
    platform: values.platform as Save['platform'],
    versionName: textOf(values.versionName),
    build: Number(values.build),
    channel: textOf(values.channel),
    minSystem: textOf(values.minSystem),
    address: textOf(values.address),
    packageName: textOf(values.packageName),
    packageSize: isAndroid ? Number(values.packageSize) : null,
    sha256: isAndroid ? textOf(values.sha256) : null,
    signSha256: isAndroid ? textOf(values.signSha256) : null,
    force: values.force as Save['force'],
    grayPercent: Number(values.grayPercent),
    notes: notes as Save['notes'],
  };
}

const isAndroid = (values: FormValues): boolean => values.platform === 'android';

export const GROUPS: readonly FieldGroup<FormValues>[] = [
  {
    key: 'package',
    title: 'appVersion.groupPackage',
    fields: [
      {
        kind: 'radio',
        name: 'app',
        label: 'appVersion.app',
        required: true,
        options: APPS.map((value) => ({ value, label: APP_TEXT[value] })),
      },
      {
        kind: 'radio',
        name: 'platform',
        label: 'appVersion.platform',
        required: true,
        options: APP_PLATFORMS.map((value) => ({ value, label: PLATFORM_TEXT[value] })),
      },
      {
        kind: 'text',
        name: 'versionName',
        label: 'appVersion.versionName',
        help: 'appVersion.versionNameHelp',
        required: true,
        pattern: VERSION_NAME,
      },
      { kind: 'number', name: 'build', label: 'appVersion.build', required: true, ...APP_VERSION.build },
      {
        kind: 'text',
        name: 'channel',
        label: 'appVersion.channel',
        help: 'appVersion.channelHelp',
        required: true,
        pattern: APP_VERSION.channel,
      },
      {
        kind: 'text',
        name: 'minSystem',
        label: 'appVersion.minSystem',
        help: 'appVersion.minSystemHelp',
        required: true,
        pattern: APP_VERSION.minSystem,
      },
      {
        kind: 'text',
        name: 'packageName',
        label: 'appVersion.packageName',
        help: 'appVersion.packageNameHelp',
        required: true,
        pattern: APP_PACKAGE,
        max: 100,
      },
      {
        kind: 'text',
        name: 'address',
        label: 'appVersion.address',
        help: 'appVersion.addressHelp',
        required: true,
        wide: true,
        pattern: ADDRESS,
        max: APP_VERSION.address,
      },
      {
        kind: 'number',
        name: 'packageSize',
        label: 'appVersion.packageSize',
        unit: 'appVersion.bytes',
        required: true,
        when: isAndroid,
        ...APP_VERSION.size,
      },
      { kind: 'text', name: 'sha256', label: 'appVersion.sha256', required: true, when: isAndroid, pattern: SHA },
      {
        kind: 'text',
        name: 'signSha256',
        label: 'appVersion.signSha256',
        required: true,
        when: isAndroid,
        pattern: SHA,
      },
    ],
  },
  {
    key: 'offer',
    title: 'appVersion.groupOffer',
    fields: [
      {
        kind: 'radio',
        name: 'force',
        label: 'appVersion.force',
        required: true,
        options: FORCES.map((value) => ({ value, label: FORCE_TEXT[value] })),
      },
      {
        kind: 'number',
        name: 'grayPercent',
        label: 'appVersion.grayPercent',
        unit: 'appVersion.percent',
        required: true,
        ...APP_VERSION.gray,
      },
    ],
  },
  {
    key: 'notes',
    title: 'appVersion.groupNotes',
    fields: LOCALES.map((locale) => ({
      kind: 'textarea' as const,
      name: noteName(locale),
      label: noteLabel(locale),
      rows: 3,
      max: APP_VERSION.notes,
    })),
  },
];
