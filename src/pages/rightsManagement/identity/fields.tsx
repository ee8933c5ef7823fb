import { IDENTITY_TYPE_TEXT } from '@contract/identity.states';
import type { Data } from '@contract/index';
import { IDENTITY } from '@contract/limits';
import { getLocale, type Translate } from '@/app/i18n/i18n';
import { HoursEditor } from '@/features/hoursEditor';
import { copyToAll, type DayHours, weekProblem, wholeWeek } from '@/features/hoursEditor/hours';
import { hoursText } from '@/features/hoursEditor/text';
import { AddressList } from '@/ui/AddressList';
import { isAddress } from '@/ui/AddressList/addresses';
import type { FieldGroup } from '@/ui/EntityForm/types';
import { Switch } from '@/ui/library/Switch';
import styles from './index.css';
import { RuleTree } from './RuleTree';
import { ScopePicker } from './ScopePicker';
import type { IdentityForm, ScopeValue } from './values';

const TYPES = ['hq', 'station', 'franchisee'] as const;
/** Hours that the form proposes for each day when the user restricts the hours in which the identity is effective. */
const OFFICE_HOURS: readonly DayHours[] = copyToAll([{ weekday: 1, ranges: [{ from: '08:00', to: '20:00' }] }], 1);

interface Surroundings {
  readonly t: Translate;
  readonly rules: Data<'rights.Identity/getRuleTree'>;
  /** The edited identity, or `null` for a new one. */
  readonly detail: Data<'rights.Identity/getDetail'> | null;
}

type Group = FieldGroup<IdentityForm>;
type IdentityField = Group['fields'][number];

const basicsGroup = ({ detail }: Surroundings): Group => {
  const isUsed = (detail?.staffCount ?? 0) > 0;
  return {
    key: 'basics',
    title: 'identity.groupBasics',
    fields: [
      { kind: 'text', name: 'name', label: 'identity.name', required: true, ...IDENTITY.name },
      {
        kind: 'radio',
        name: 'type',
        label: 'identity.type',
        required: true,
        options: TYPES.map((value) => ({ value, label: IDENTITY_TYPE_TEXT[value] })),
        help: 'identity.typeHelp',
        disabled: isUsed,
        disabledReason: 'identity.typeStays',
      },
      { kind: 'textarea', name: 'description', label: 'identity.description', rows: 2, ...IDENTITY.description },
    ],
  };
};

/** Builds the group with the permissions. */
const rulesGroup = ({ t, rules }: Surroundings): Group => {
  const nameOf = new Map(
    rules.tree
      .flatMap((root) => [root, ...root.children.flatMap((page) => [page, ...page.children])])
      .map((rule) => [rule.id, rule.name]),
  );
  return {
    key: 'rules',
    title: 'identity.groupRules',
    help: 'identity.groupRulesHelp',
    fields: [
      {
        kind: 'custom',
        name: 'ruleIds',
        label: 'identity.rules',
        required: true,
        read: (value) =>
          (value as readonly number[]).map((id) => nameOf.get(id) ?? String(id)).join(t('list.separator')) || '—',
        requiredText: 'identity.noRule',
        wide: true,
        render: (control) => (
          <RuleTree
            id={control.id}
            label={t('identity.rules')}
            tree={rules.tree}
            value={control.value as readonly number[]}
            onChange={control.onChange}
            disabled={control.disabled}
            describedBy={control.describedBy}
          />
        ),
      },
    ],
  };
};

/** Builds the group with data scope and field rules. */
const dataGroup = ({ t, rules, detail }: Surroundings): Group => ({
  key: 'data',
  title: 'identity.groupData',
  fields: [
    {
      kind: 'custom',
      name: 'dataScope',
      label: 'identity.scope',
      required: true,
      when: (values) => values.type === 'hq',
      disabled: !rules.maySetScope,
      disabledReason: 'identity.scopeForbidden',
      help: 'identity.scopeHelp',
      read: (value) => {
        const { kind, ids } = value as ScopeValue;
        return kind === 'all' ? t('identity.scope_all') : `${t(`identity.scope_${kind}`)} (${ids.length})`;
      },
      check: (value) => {
        const { kind, ids } = value as ScopeValue;
        if (ids.length > IDENTITY.scopeIds) return { rule: 'arrayMax', params: { max: IDENTITY.scopeIds } };
        return kind === 'all' || ids.length > 0 ? null : { rule: 'requiredSelect', text: 'identity.noScope' };
      },
      render: (control) => <ScopePicker control={control} known={detail?.scopeItems ?? []} />,
    },
    {
      kind: 'many',
      name: 'fieldRules',
      label: 'identity.fields',
      help: 'identity.fieldsHelp',
      options: rules.fields.map(({ key, name, grantable }) => ({ value: key, text: name, disabled: !grantable })),
    },
  ],
});

/** Builds the field for the weekly hours in which the identity is effective. `null` means that the identity is always effective. */
const hoursField = (t: Translate): IdentityField => ({
  kind: 'custom',
  name: 'loginHours',
  label: 'identity.hours',
  help: 'identity.hoursHelp',
  read: (value) => hoursText(value as readonly DayHours[], getLocale()),
  check: (value) => {
    const week = value as readonly DayHours[] | null;
    if (week === null) return null;
    if (weekProblem(week)) return { rule: 'pattern' };
    return week.some(({ ranges }) => ranges.length > 0) ? null : { rule: 'pattern', text: 'identity.noHours' };
  },
  render: (control) => {
    const week = control.value as readonly DayHours[] | null;
    return (
      <>
        <span className={styles.switch}>
          <Switch
            id={control.id}
            checked={week !== null}
            disabled={control.disabled}
            aria-label={t('identity.limitHours')}
            onChange={(on) => control.onChange(on ? wholeWeek(OFFICE_HOURS) : null)}
          />
          {t(week === null ? 'identity.anyTime' : 'identity.limitHours')}
        </span>
        {week === null ? null : (
          <HoursEditor
            label={t('identity.hours')}
            value={week}
            onChange={control.onChange}
            disabled={control.disabled}
            describedBy={control.describedBy}
          />
        )}
      </>
    );
  },
});

/** Builds the field for the IP addresses from which the identity is effective. An empty list means any address. */
const addressField = (t: Translate, rules: Surroundings['rules']): IdentityField => ({
  kind: 'custom',
  name: 'ipAllowList',
  label: 'identity.addresses',
  help: 'identity.addressesHelp',
  read: (value) => (value as readonly string[]).join(', ') || '—',
  check: (value) => {
    const entries = value as readonly string[];
    if (entries.length > IDENTITY.addresses) return { rule: 'arrayMax', params: { max: IDENTITY.addresses } };
    return entries.every(isAddress) ? null : { rule: 'pattern' };
  },
  render: (control) => <AddressList control={control} label={t('identity.addresses')} callerIp={rules.callerIp} />,
});

const signInGroup = ({ t, rules }: Surroundings): Group => ({
  key: 'signIn',
  title: 'identity.groupSignIn',
  help: 'identity.groupSignInHelp',
  fields: [
    { kind: 'switch', name: 'need2v', label: 'identity.need2v', help: 'identity.need2vHelp' },
    hoursField(t),
    addressField(t, rules),
  ],
});

/** Builds the form of an identity (DOMAIN §3.11). */
export const groupsOf = (around: Surroundings): readonly Group[] => [
  basicsGroup(around),
  rulesGroup(around),
  dataGroup(around),
  signInGroup(around),
];
