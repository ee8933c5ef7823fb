import type { Data, Input } from '@contract/index';
import {
  AUDIENCE_KINDS,
  AUDIENCE_TEXT,
  EVERYONE_TEXT,
  NOTICE_PERSON_TEXT,
  NOTICE_PERSONS,
  type NoticePerson,
  SERVICE_NOTICE,
} from '@contract/serviceNotice.states';
import type { USER_LEVELS, UserSource } from '@contract/user.states';
import { TEMPLATE_FIELDS, typedVariables } from '@/features/serviceNotice';
import type { FormValues } from '@/ui/EntityForm/store';
import type { Field, FieldGroup } from '@/ui/EntityForm/types';
import { AudienceCount } from './AudienceCount';
import { AUDIENCE_FIELDS, DAYS, KIND_FIELDS, kindOf, NUMBERS, personOf, tagsOf } from './audienceFields';
import type { ReadList } from './ListField';
import { TestSend } from './TestSend';

/** This module contains the form of a task that sends notices: its values, its fields, and the conversion to the request. */

type Create = Input<'user.Notice/createTask'>;
type Audience = Create['audience'];
type Detail = Data<'user.Notice/getTask'>;

const NEW: FormValues = {
  title: '',
  templateId: null,
  variables: {},
  personType: 'user',
  kind: 'conditions',
  riderKind: 'riderConditions',
  merchantKind: 'merchantConditions',
  teamIds: [],
  levels: [],
  tags: '',
  sources: [],
  ...Object.fromEntries(DAYS.map((name) => [name, null])),
  ...Object.fromEntries(NUMBERS.map((name) => [name, null])),
  regions: [],
  riderStates: [],
  riderTypes: [],
  healthStates: [],
  healthValidTo: null,
  merchantStates: [],
  list: null,
  userIds: [],
  excludeBlacklist: true,
  sendMode: 'now',
  sendAt: null,
};

/** Converts a copied task or an edited draft to form values. */
export function toForm(task: Detail | null, isEdit: boolean): FormValues {
  if (!task) return NEW;
  const { audience, personType } = task;
  const { kind, ...conditions } = audience;
  return {
    ...NEW,
    title: task.title,
    templateId: task.templateId,
    variables: task.variables,
    ...conditions,
    personType,
    [KIND_FIELDS[personType]]: kind,
    ...('tags' in audience && { tags: (audience.tags ?? []).join(', ') }),
    ...('listId' in audience && { list: { listId: audience.listId, personType, text: task.audienceText } }),
    excludeBlacklist: task.excludeBlacklist,
    ...(isEdit && { sendMode: 'draft' }),
  };
}

const numbers = (value: unknown): number[] => (Array.isArray(value) ? value.map(Number) : []);
const someOf = <T,>(list: readonly T[]): T[] | undefined => (list.length > 0 ? [...list] : undefined);
type Level = (typeof USER_LEVELS)[number];

/** Returns the given fields that have a non-empty list. Fields with an empty list are omitted from the request. */
const chosen = (values: FormValues, names: readonly string[]) =>
  Object.fromEntries(
    names.flatMap((name) => {
      const list = someOf((values[name] ?? []) as readonly string[]);
      return list ? [[name, list]] : [];
    }),
  );

/** Returns the chosen audience, or `null` while the choice is incomplete. */
function audienceOf(values: FormValues): Audience | null {
  const teamIds = someOf(numbers(values.teamIds));
  const levels = someOf((values.levels ?? []) as readonly Level[]);
  const tags = someOf(tagsOf(values));
  const regions = someOf(((values.regions ?? []) as unknown[]).map(String));
  switch (kindOf(values)) {
    case 'all':
      return { kind: 'all' };
    case 'teams':
      return teamIds ? { kind: 'teams', teamIds } : null;
    case 'levels':
      return levels ? { kind: 'levels', levels } : null;
    case 'tags':
      return tags ? { kind: 'tags', tags } : null;
    case 'list': {
      const list = values.list as ReadList | null;
      // An uploaded list contains people of one type, so it is invalid after the person type changed.
      return list?.personType === personOf(values) ? { kind: 'list', listId: list.listId } : null;
    }
    case 'users': {
      const userIds = someOf(numbers(values.userIds));
      return userIds ? { kind: 'users', userIds } : null;
    }
    case 'riderConditions':
      return {
        kind: 'riderConditions',
        ...(teamIds && { teamIds }),
        ...(regions && { regions }),
        ...chosen(values, ['riderStates', 'riderTypes', 'healthStates']),
        ...(values.healthValidTo ? { healthValidTo: String(values.healthValidTo) } : {}),
      };
    case 'merchantConditions':
      return {
        kind: 'merchantConditions',
        ...(teamIds && { teamIds }),
        ...(regions && { regions }),
        ...chosen(values, ['merchantStates']),
      };
    default: {
      const sources = someOf((values.sources ?? []) as readonly UserSource[]);
      const given = (names: readonly string[]) =>
        Object.fromEntries(
          names.flatMap((name) => {
            const value = values[name];
            return value === null || value === '' || value === undefined ? [] : [[name, value]];
          }),
        );
      return {
        kind: 'conditions',
        ...(teamIds && { teamIds }),
        ...(levels && { levels }),
        ...(tags && { tags }),
        ...(sources && { sources }),
        ...given(DAYS),
        ...given(NUMBERS),
      };
    }
  }
}

export function fromForm(values: FormValues): Create {
  const audience = audienceOf(values);
  // The checks of the fields guarantee a complete audience.
  if (!audience) throw new Error('the audience is not filled in');
  return {
    title: String(values.title).trim(),
    templateId: Number(values.templateId),
    variables: typedVariables(values),
    personType: personOf(values),
    audience,
    excludeBlacklist: values.excludeBlacklist === true,
    sendMode: values.sendMode as Create['sendMode'],
    sendAt: values.sendMode === 'at' ? String(values.sendAt) : null,
  };
}

/** Returns the field for the audience kind. "Chosen users" is offered only if the opened task already has this audience. */
const kindField = (person: NoticePerson, isCopyOfUsers: boolean): Field => ({
  kind: 'choice',
  name: KIND_FIELDS[person],
  label: 'serviceNotice.audience',
  required: true,
  when: (values) => personOf(values) === person,
  options: AUDIENCE_KINDS[person]
    .filter((value) => value !== 'users' || isCopyOfUsers)
    .map((value) => ({ value, label: value === 'all' ? EVERYONE_TEXT[person] : AUDIENCE_TEXT[value] })),
});

/** Returns the form's field groups. Conditions about money are included only for users who may see amounts (`seesAmounts`). */
export const groupsFor = (seesAmounts: boolean, isCopyOfUsers: boolean): readonly FieldGroup<FormValues>[] => [
  {
    key: 'content',
    title: 'serviceNotice.groupContent',
    fields: [
      { kind: 'text', name: 'title', label: 'serviceNotice.title', required: true, ...SERVICE_NOTICE.title },
      ...TEMPLATE_FIELDS,
      {
        kind: 'custom',
        name: 'test',
        label: 'serviceNotice.test',
        follows: ['templateId', 'variables'],
        render: (control, values) => <TestSend id={control.id} values={values} />,
      },
    ],
  },
  {
    key: 'audience',
    title: 'serviceNotice.groupAudience',
    fields: [
      {
        kind: 'radio',
        name: 'personType',
        label: 'serviceNotice.personType',
        required: true,
        options: NOTICE_PERSONS.map((value) => ({ value, label: NOTICE_PERSON_TEXT[value] })),
      },
      ...NOTICE_PERSONS.map((person) => kindField(person, isCopyOfUsers)),
      ...AUDIENCE_FIELDS.filter(({ name }) => seesAmounts || !/Fen(Min|Max)$/.test(name)),
      {
        kind: 'switch',
        name: 'excludeBlacklist',
        label: 'serviceNotice.excludeBlacklist',
        when: (values) => personOf(values) === 'user',
      },
      {
        kind: 'custom',
        name: 'count',
        label: 'serviceNotice.total',
        follows: Object.keys(NEW),
        render: (_control, values) => <AudienceCount audience={audienceOf(values)} values={values} />,
      },
    ],
  },
  {
    key: 'time',
    title: 'serviceNotice.groupTime',
    fields: [
      {
        kind: 'radio',
        name: 'sendMode',
        label: 'serviceNotice.sendMode',
        required: true,
        options: (['now', 'at', 'draft'] as const).map((value) => ({
          value,
          label: `serviceNotice.sendMode_${value}` as const,
        })),
      },
      {
        kind: 'moment',
        name: 'sendAt',
        label: 'serviceNotice.sendAt',
        help: 'serviceNotice.sendAtHelp',
        required: true,
        when: (values) => values.sendMode === 'at',
      },
    ],
  },
];
