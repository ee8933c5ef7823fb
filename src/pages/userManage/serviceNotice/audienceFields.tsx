import { MERCHANT_STATES } from '@contract/merchant.states';
import { HEALTH_STATES, RIDER_TYPES, riderCase } from '@contract/riderWork.states';
import {
  type AudienceKind,
  MERCHANT_STATE_TEXT,
  NOTICE_RIDER_STATES,
  type NoticePerson,
  SERVICE_NOTICE,
} from '@contract/serviceNotice.states';
import { USER_LEVELS, USER_SOURCE_TEXT, type UserSource } from '@contract/user.states';
import type { FormValues } from '@/ui/EntityForm/store';
import type { Field } from '@/ui/EntityForm/types';
import { REGIONS_FIELD } from '@/ui/RegionPicker/field';
import { ListField, type ReadList } from './ListField';

/** This module contains the form fields of an audience. Users, riders and merchants each have their own conditions. */

export const NUMBERS = [
  'ordersMin',
  'ordersMax',
  'paidFenMin',
  'paidFenMax',
  'balanceFenMin',
  'balanceFenMax',
] as const;
export const DAYS = [
  ...(['registeredFrom', 'registeredTo', 'lastActiveFrom', 'lastActiveTo'] as const),
  ...(['lastOrderFrom', 'lastOrderTo'] as const),
] as const;
export const personOf = (values: FormValues) => values.personType as NoticePerson;
/** Form field for the audience kind. Each person type has its own field, because the valid kinds differ by person type. */
export const KIND_FIELDS = { user: 'kind', rider: 'riderKind', merchant: 'merchantKind' } as const;
export const kindOf = (values: FormValues) => values[KIND_FIELDS[personOf(values)]] as AudienceKind;

/** Returns the typed tags without duplicates. They are separated by commas. */
export const tagsOf = (values: FormValues): string[] => [
  ...new Set(
    String(values.tags ?? '')
      .split(/[,，、]/)
      .map((tag) => tag.trim())
      .filter(Boolean),
  ),
];

const isKind =
  (...kinds: readonly AudienceKind[]) =>
  (values: FormValues) =>
    kinds.includes(kindOf(values));
const only = (kind: AudienceKind) => (values: FormValues) => kindOf(values) === kind;

const range = (kind: 'number' | 'money', name: (typeof NUMBERS)[number]): Field =>
  kind === 'money'
    ? {
        kind,
        name,
        label: `serviceNotice.${name}` as 'serviceNotice.paidFenMin',
        minFen: 0,
        maxFen: 9_999_999_999,
        when: only('conditions'),
      }
    : {
        kind,
        name,
        label: `serviceNotice.${name}` as 'serviceNotice.ordersMin',
        min: 0,
        max: 1_000_000,
        when: only('conditions'),
      };
const day = (name: (typeof DAYS)[number]): Field => ({
  kind: 'day',
  name,
  label: `serviceNotice.${name}` as const,
  when: only('conditions'),
});

export const AUDIENCE_FIELDS: readonly Field[] = [
  {
    kind: 'options',
    name: 'teamIds',
    label: 'serviceNotice.teamIds',
    source: 'teams',
    multiple: true,
    max: SERVICE_NOTICE.teams,
    required: only('teams'),
    when: isKind('teams', 'conditions', 'riderConditions', 'merchantConditions'),
  },
  {
    kind: 'many',
    name: 'levels',
    label: 'serviceNotice.levels',
    options: USER_LEVELS.map((value) => ({ value, label: `user.level_${value}` as const })),
    required: only('levels'),
    when: isKind('levels', 'conditions'),
  },
  {
    kind: 'text',
    name: 'tags',
    label: 'serviceNotice.tags',
    help: 'serviceNotice.tagsHelp',
    max: 130,
    required: only('tags'),
    // Separators alone are not a tag.
    check: (_value, values) => (only('tags')(values) && tagsOf(values).length === 0 ? { rule: 'required' } : null),
    when: isKind('tags', 'conditions'),
  },
  {
    kind: 'many',
    name: 'sources',
    label: 'serviceNotice.sources',
    options: (Object.keys(USER_SOURCE_TEXT) as UserSource[]).map((value) => ({
      value,
      label: USER_SOURCE_TEXT[value],
    })),
    when: only('conditions'),
  },
  ...DAYS.map(day),
  range('number', 'ordersMin'),
  range('number', 'ordersMax'),
  range('money', 'paidFenMin'),
  range('money', 'paidFenMax'),
  range('money', 'balanceFenMin'),
  range('money', 'balanceFenMax'),
  {
    ...REGIONS_FIELD,
    name: 'regions',
    label: 'serviceNotice.regions',
    help: 'serviceNotice.regionsHelp',
    when: isKind('riderConditions', 'merchantConditions'),
  },
  {
    kind: 'many',
    name: 'riderStates',
    label: 'serviceNotice.riderStates',
    help: 'serviceNotice.riderStatesHelp',
    options: NOTICE_RIDER_STATES.map((value) => ({ value, label: riderCase.states[value].text })),
    when: only('riderConditions'),
  },
  {
    kind: 'many',
    name: 'riderTypes',
    label: 'serviceNotice.riderTypes',
    options: RIDER_TYPES.map((value) => ({ value, label: `rider.riderType_${value}` as const })),
    when: only('riderConditions'),
  },
  {
    kind: 'many',
    name: 'healthStates',
    label: 'serviceNotice.healthStates',
    options: HEALTH_STATES.map((value) => ({ value, label: `rider.healthState_${value}` as const })),
    when: only('riderConditions'),
  },
  { kind: 'day', name: 'healthValidTo', label: 'serviceNotice.healthValidTo', when: only('riderConditions') },
  {
    kind: 'many',
    name: 'merchantStates',
    label: 'serviceNotice.merchantStates',
    help: 'serviceNotice.merchantStatesHelp',
    options: MERCHANT_STATES.map((value) => ({ value, label: MERCHANT_STATE_TEXT[value] })),
    when: only('merchantConditions'),
  },
  {
    kind: 'custom',
    name: 'list',
    label: 'serviceNotice.list',
    help: 'serviceNotice.listHelp',
    required: true,
    select: true,
    follows: ['personType'],
    when: only('list'),
    // An uploaded list contains people of one type, so it is invalid after the person type changed.
    check: (value, values) =>
      value && (value as ReadList).personType !== personOf(values) ? { rule: 'requiredSelect' } : null,
    render: (control, values) => <ListField control={control} personType={personOf(values)} />,
  },
];
