import type { Input } from '@contract/index';
import { CLOCK_TIME } from '@contract/limits';
import { NOTICE_CHANNEL_TEXT, NOTICE_CHANNELS, NOTICE_RULE, noticeEvent } from '@contract/notice.events';
import { useMemo, useState } from 'react';
import { useLocale, useT } from '@/app/i18n/i18n';
import { readData } from '@/app/request/useData';
import { EntityForm } from '@/ui/EntityForm';
import type { FormValues } from '@/ui/EntityForm/store';
import type { Fault, Field, FieldGroup } from '@/ui/EntityForm/types';
import { formatFigure } from '@/ui/Money/format';
import { StatusTag } from '@/ui/StatusTag';
import styles from './index.css';
import type { Rule } from './rule';

const isSet = (value: unknown) => typeof value === 'string' && value.trim() !== '';

const toForm = (rule: Rule): FormValues => ({
  enabled: rule.enabled,
  threshold: rule.threshold,
  channels: [...rule.channels],
  identityIds: [...rule.identityIds],
  accountIds: [...rule.accountIds],
  teamAdmins: rule.teamAdmins,
  mergeMin: rule.mergeMin,
  quietFrom: rule.quiet?.from ?? '',
  quietTo: rule.quiet?.to ?? '',
});

function fromForm(event: Rule['event'], values: FormValues): Omit<Input<'dashboard.Notice/saveRule'>, 'version'> {
  const ids = (name: string) => (Array.isArray(values[name]) ? values[name].map(Number) : []);
  const channels = NOTICE_CHANNELS.filter(
    (channel) => Array.isArray(values.channels) && values.channels.includes(channel),
  );
  const quiet =
    channels.includes('sms') && isSet(values.quietFrom) && isSet(values.quietTo)
      ? { from: String(values.quietFrom).trim(), to: String(values.quietTo).trim() }
      : null;
  return {
    event,
    enabled: values.enabled === true,
    threshold: typeof values.threshold === 'number' ? values.threshold : null,
    channels,
    identityIds: ids('identityIds'),
    accountIds: ids('accountIds'),
    teamAdmins: values.teamAdmins === true,
    mergeMin: Number(values.mergeMin),
    quiet,
  };
}

/** Returns whether text messages are chosen. Quiet hours only affect text messages. */
const withSms = (values: FormValues) => Array.isArray(values.channels) && values.channels.includes('sms');

/** Builds the field for the start or the end of the quiet hours. */
const clockField = (name: 'quietFrom' | 'quietTo', other: 'quietFrom' | 'quietTo'): Field => ({
  kind: 'text',
  name,
  label: `notice.${name}`,
  pattern: CLOCK_TIME,
  max: 5,
  inputMode: 'numeric',
  // Quiet hours need both a start and an end.
  required: (values) => withSms(values) && isSet(values[other]),
  check: (value, values): Fault | null =>
    isSet(value) && value === values[other] && name === 'quietTo' ? { rule: 'pattern' } : null,
  when: withSms,
  ...(name === 'quietTo' && { help: 'notice.quietHelp' }),
});

/** Builds the field for the threshold of an event, in the unit of the event. */
function thresholdField({ event }: Rule): Field | null {
  const { threshold } = noticeEvent(event);
  if (!threshold) return null;
  const { unit, min, max } = threshold;
  return unit === 'fen'
    ? { kind: 'money', name: 'threshold', label: 'notice.balanceBelow', minFen: min, maxFen: max, required: true }
    : { kind: 'number', name: 'threshold', label: 'notice.daysAhead', unit: 'notice.days', min, max, required: true };
}

function whenGroup(rule: Rule): FieldGroup<FormValues> {
  const threshold = thresholdField(rule);
  return {
    key: 'when',
    title: 'notice.groupWhen',
    fields: [
      { kind: 'switch', name: 'enabled', label: 'notice.enabled' },
      ...(threshold ? [threshold] : []),
      {
        kind: 'number',
        name: 'mergeMin',
        label: 'notice.merge',
        help: 'notice.mergeHelp',
        unit: 'notice.minutes',
        required: true,
        ...NOTICE_RULE.mergeMin,
      },
    ],
  };
}

const whoGroup = ({ ofTeam }: Rule): FieldGroup<FormValues> => ({
  key: 'who',
  title: 'notice.groupWho',
  fields: [
    {
      kind: 'options',
      name: 'identityIds',
      label: 'notice.identities',
      help: 'notice.identitiesHelp',
      source: 'identities',
      multiple: true,
      max: NOTICE_RULE.receivers,
    },
    {
      kind: 'options',
      name: 'accountIds',
      label: 'notice.people',
      help: 'notice.peopleHelp',
      source: 'colleagues',
      multiple: true,
      max: NOTICE_RULE.receivers,
    },
    ...(ofTeam
      ? [
          {
            kind: 'switch' as const,
            name: 'teamAdmins',
            label: 'notice.teamAdmins' as const,
            help: 'notice.teamAdminsHelp' as const,
          },
        ]
      : []),
  ],
});

const HOW_GROUP: FieldGroup<FormValues> = {
  key: 'how',
  title: 'notice.groupHow',
  fields: [
    {
      kind: 'many',
      name: 'channels',
      label: 'notice.channels',
      required: true,
      options: NOTICE_CHANNELS.map((channel) => ({ value: channel, label: NOTICE_CHANNEL_TEXT[channel] })),
    },
    clockField('quietFrom', 'quietTo'),
    clockField('quietTo', 'quietFrom'),
  ],
};

/** Returns the groups of the form: when the rule sends, to whom, and how. */
const groupsOf = (rule: Rule): readonly FieldGroup<FormValues>[] => [whenGroup(rule), whoGroup(rule), HOW_GROUP];

interface RuleFormProps {
  readonly rule: Rule;
  readonly smsSimulated: boolean;
  readonly smsQuota: number | null;
  readonly onDone: () => void;
}

/** Edits one notice rule in a form. */
export function RuleForm({ rule: opened, smsSimulated, smsQuota, onDone }: RuleFormProps) {
  const t = useT();
  const locale = useLocale();
  // A refetch of the list must not change the edited values.
  const [rule] = useState(opened);
  const groups = useMemo(() => groupsOf(rule), [rule]);
  const initial = useMemo(() => toForm(rule), [rule]);
  return (
    <>
      <p className={styles.intro}>{rule.help}</p>
      {smsSimulated ? (
        <p className={styles.intro}>
          <StatusTag tone="info" text={t('setting.simulator')} /> {t('notice.smsSimulated')}
        </p>
      ) : null}
      {smsQuota === null ? null : (
        <p className={styles.intro}>{t('notice.smsQuota', { n: formatFigure(smsQuota, 'count', locale) })}</p>
      )}
      <EntityForm<'dashboard.Notice/saveRule', FormValues>
        formKey={`notice.rule.${rule.event}`}
        title={rule.eventText}
        initial={initial}
        groups={groups}
        address="dashboard.Notice/saveRule"
        version={rule.version}
        toInput={(submission) => ({ ...fromForm(rule.event, submission.values), version: submission.version })}
        submit="notice.save"
        onDone={onDone}
        reload={async () => {
          const { list } = await readData('dashboard.Notice/getRules', {});
          const latest = list.find((one) => one.event === rule.event) ?? rule;
          return { values: toForm(latest), version: latest.version };
        }}
      />
    </>
  );
}
