import type { Data, Input } from '@contract/index';
import { CLOCK_TIME } from '@contract/limits';
import {
  CHANNEL_FORM,
  reachesOthers,
  SERVICE_CHANNEL_TEXT,
  SERVICE_CHANNELS,
  SERVICE_NOTICE,
  type ServiceChannel,
  TEMPLATE_PERSON_TEXT,
  TEMPLATE_PERSONS,
  type TemplatePerson,
} from '@contract/serviceNotice.states';
import type { Label } from '@/app/i18n/i18n';
import { type FormValues, trimmed } from '@/ui/EntityForm/store';
import type { Fault, Field, FieldGroup } from '@/ui/EntityForm/types';
import { FieldsEditor, fieldsFault, type TypedField, typedFields } from './FieldsEditor';

/** This module contains the form of a template: its values, its fields, and the conversion to the request. */

type Detail = Data<'user.Notice/getTemplate'>;
type Save = Input<'user.Notice/saveTemplate'>;

export function toForm(template: Detail | null): FormValues {
  const quiet = template ? template.quiet : SERVICE_NOTICE.quiet;
  return {
    code: template?.code ?? '',
    name: template?.name ?? '',
    channel: template?.channel ?? 'inSite',
    personType: template?.personType ?? 'user',
    upstreamId: template?.upstreamId ?? '',
    signName: template?.signName ?? '',
    title: template?.title ?? '',
    body: template?.body ?? '',
    fields: template?.fields ?? [],
    jumpPath: template?.jumpPath ?? '',
    dailyCap: template?.dailyCap ?? SERVICE_NOTICE.dailyCap.initial,
    quietFrom: quiet?.from ?? '',
    quietTo: quiet?.to ?? '',
    unitFen: template?.unitFen ?? SERVICE_NOTICE.unitFen.initial,
  };
}

export function fromForm(values: FormValues): Save {
  const channel = values.channel as ServiceChannel;
  const form = CHANNEL_FORM[channel];
  const [from, to] = [trimmed(values, 'quietFrom'), trimmed(values, 'quietTo')];
  return {
    code: trimmed(values, 'code'),
    name: trimmed(values, 'name'),
    channel,
    personType: reachesOthers(channel) ? (values.personType as TemplatePerson) : 'user',
    upstreamId: form.hasUpstream ? trimmed(values, 'upstreamId') : null,
    signName: channel === 'sms' ? trimmed(values, 'signName') : null,
    title: form.hasTitle ? trimmed(values, 'title') : null,
    body: form.hasBody ? trimmed(values, 'body') : null,
    fields: form.hasFields ? typedFields(channel, values.fields as readonly TypedField[]) : [],
    jumpPath: trimmed(values, 'jumpPath') || null,
    dailyCap: Number(values.dailyCap),
    quietHours: from && to ? { from, to } : null,
    unitFen: form.hasPrice ? Number(values.unitFen) : 0,
  };
}

const has = (part: 'hasTitle' | 'hasBody' | 'hasFields' | 'hasUpstream' | 'hasPrice') => (values: FormValues) =>
  CHANNEL_FORM[values.channel as ServiceChannel]?.[part] ?? false;
const opens = (values: FormValues) => CHANNEL_FORM[values.channel as ServiceChannel]?.opens ?? 'any';
const FIELDS_HELP: Partial<Record<ServiceChannel, Label>> = {
  alipayMessage: 'noticeTemplate.keywordsHelp',
  dySubscribe: 'noticeTemplate.namesHelp',
};
const isSms = (values: FormValues) => values.channel === 'sms';
const clockFault = (value: unknown): Fault | null =>
  value === '' || value === null || CLOCK_TIME.test(String(value).trim())
    ? null
    : { rule: 'pattern', text: 'noticeTemplate.clockFault' };

const MESSAGE_FIELDS: readonly Field[] = [
  {
    kind: 'text',
    name: 'upstreamId',
    label: 'noticeTemplate.upstreamId',
    required: true,
    when: has('hasUpstream'),
    ...SERVICE_NOTICE.upstreamId,
  },
  {
    kind: 'text',
    name: 'signName',
    label: 'noticeTemplate.signName',
    required: true,
    when: isSms,
    ...SERVICE_NOTICE.signName,
  },
  {
    kind: 'text',
    name: 'title',
    label: 'noticeTemplate.title',
    help: 'noticeTemplate.bodyHelp',
    required: true,
    when: has('hasTitle'),
    ...SERVICE_NOTICE.titleText,
  },
  {
    kind: 'textarea',
    name: 'body',
    label: 'noticeTemplate.body',
    help: 'noticeTemplate.bodyHelp',
    required: true,
    rows: 4,
    when: has('hasBody'),
    ...SERVICE_NOTICE.body,
  },
  {
    kind: 'custom',
    name: 'fields',
    label: 'noticeTemplate.fields',
    help: (values) => FIELDS_HELP[values.channel as ServiceChannel] ?? 'noticeTemplate.fieldsHelp',
    required: true,
    wide: true,
    when: has('hasFields'),
    check: fieldsFault,
    render: (control, values) => <FieldsEditor control={control} channel={values.channel as ServiceChannel} />,
    follows: ['channel'],
    read: (value) => (value as readonly TypedField[]).map((field) => `${field.key}: ${field.value}`).join(', ') || '—',
  },
  {
    kind: 'text',
    name: 'jumpPath',
    label: 'noticeTemplate.jumpPath',
    help: (values) => (opens(values) === 'any' ? 'noticeTemplate.jumpPathHelp' : 'noticeTemplate.pageHelp'),
    required: (values) => opens(values) === 'requiredPage',
    max: SERVICE_NOTICE.jumpPath,
  },
];

/** Builds the groups of the form. @param isSaved `true` disables code and channel, which a saved template cannot change */
export const groupsOf = (isSaved: boolean): readonly FieldGroup<FormValues>[] => [
  {
    key: 'basic',
    title: 'noticeTemplate.groupBasic',
    fields: [
      {
        kind: 'text',
        name: 'code',
        label: 'noticeTemplate.code',
        help: 'noticeTemplate.codeHelp',
        required: true,
        max: 32,
        pattern: SERVICE_NOTICE.code,
        disabled: isSaved,
        disabledReason: 'noticeTemplate.channelHelp',
      },
      { kind: 'text', name: 'name', label: 'noticeTemplate.name', required: true, ...SERVICE_NOTICE.name },
      {
        kind: 'choice',
        name: 'channel',
        label: 'noticeTemplate.channel',
        help: 'noticeTemplate.channelHelp',
        required: true,
        options: SERVICE_CHANNELS.map((value) => ({ value, label: SERVICE_CHANNEL_TEXT[value] })),
        disabled: isSaved,
        disabledReason: 'noticeTemplate.channelHelp',
      },
      {
        kind: 'radio',
        name: 'personType',
        label: 'noticeTemplate.personType',
        help: 'noticeTemplate.personTypeHelp',
        required: true,
        when: (values) => reachesOthers(values.channel as ServiceChannel),
        options: TEMPLATE_PERSONS.map((value) => ({ value, label: TEMPLATE_PERSON_TEXT[value] })),
      },
    ],
  },
  { key: 'message', title: 'noticeTemplate.groupMessage', fields: MESSAGE_FIELDS },
  {
    key: 'limits',
    title: 'noticeTemplate.groupLimits',
    fields: [
      {
        kind: 'number',
        name: 'dailyCap',
        label: 'noticeTemplate.dailyCap',
        help: 'noticeTemplate.dailyCapHelp',
        required: true,
        min: SERVICE_NOTICE.dailyCap.min,
        max: SERVICE_NOTICE.dailyCap.max,
      },
      {
        kind: 'text',
        name: 'quietFrom',
        label: 'noticeTemplate.quietFrom',
        help: 'noticeTemplate.quietHelp',
        check: clockFault,
        required: (values) => trimmed(values, 'quietTo') !== '',
      },
      {
        kind: 'text',
        name: 'quietTo',
        label: 'noticeTemplate.quietTo',
        check: clockFault,
        required: (values) => trimmed(values, 'quietFrom') !== '',
      },
      {
        kind: 'money',
        name: 'unitFen',
        label: 'noticeTemplate.unitFen',
        help: 'noticeTemplate.unitFenHelp',
        required: true,
        when: has('hasPrice'),
        minFen: SERVICE_NOTICE.unitFen.min,
        maxFen: SERVICE_NOTICE.unitFen.max,
      },
    ],
  },
];
