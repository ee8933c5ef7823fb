import type { Data, Input } from '@contract/index';
import { AUDIENCE_TEXT, type AudienceKind, SERVICE_NOTICE } from '@contract/serviceNotice.states';
import { USER_LEVELS, USER_SOURCE_TEXT, type UserSource } from '@contract/user.states';
import { TEMPLATE_FIELDS, typedVariables } from '@/features/serviceNotice';
import type { FormValues } from '@/ui/EntityForm/store';
import type { Field, FieldGroup } from '@/ui/EntityForm/types';
import { AudienceCount } from './AudienceCount';
import { ListField } from './ListField';
import { TestSend } from './TestSend';

/** The form of a task: its values, its fields, and the request. */

type Create = Input<'user.Notice/createTask'>;
type Audience = Create['audience'];
type Detail = Data<'user.Notice/getTask'>;

const NUMBERS = ['ordersMin', 'ordersMax', 'paidFenMin', 'paidFenMax', 'balanceFenMin', 'balanceFenMax'] as const;
const DAYS = ['registeredFrom', 'registeredTo', 'lastActiveFrom', 'lastActiveTo'] as const;
/** Chosen users come from the list of users. A task from there can be copied with its users. */
const KINDS = Object.keys(AUDIENCE_TEXT) as AudienceKind[];

const NEW: FormValues = {
  title: '',
  templateId: null,
  variables: {},
  kind: 'conditions',
  teamIds: [],
  levels: [],
  tags: '',
  sources: [],
  ...Object.fromEntries(DAYS.map((name) => [name, null])),
  ...Object.fromEntries(NUMBERS.map((name) => [name, null])),
  list: null,
  userIds: [],
  excludeBlacklist: true,
  sendMode: 'now',
  sendAt: null,
};

/** Converts a copied task or an edited draft to form values. */
export function toForm(task: Detail | null, isEdit: boolean): FormValues {
  if (!task) return NEW;
  const { audience } = task;
  const { kind, ...conditions } = audience;
  return {
    ...NEW,
    title: task.title,
    templateId: task.templateId,
    variables: task.variables,
    ...conditions,
    kind,
    ...('tags' in audience && { tags: (audience.tags ?? []).join(', ') }),
    ...('listId' in audience && { list: { listId: audience.listId, text: task.audienceText } }),
    excludeBlacklist: task.excludeBlacklist,
    ...(isEdit && { sendMode: 'draft' }),
  };
}

const tagsOf = (values: FormValues): string[] => [
  ...new Set(
    String(values.tags ?? '')
      .split(/[,，、]/)
      .map((tag) => tag.trim())
      .filter(Boolean),
  ),
];
const numbers = (value: unknown): number[] => (Array.isArray(value) ? value.map(Number) : []);
const someOf = <T,>(list: readonly T[]): T[] | undefined => (list.length > 0 ? [...list] : undefined);
type Level = (typeof USER_LEVELS)[number];

/** Returns the chosen audience; null while it is incomplete. */
function audienceOf(values: FormValues): Audience | null {
  const teamIds = someOf(numbers(values.teamIds));
  const levels = someOf((values.levels ?? []) as readonly Level[]);
  const tags = someOf(tagsOf(values));
  switch (values.kind as AudienceKind) {
    case 'all':
      return { kind: 'all' };
    case 'teams':
      return teamIds ? { kind: 'teams', teamIds } : null;
    case 'levels':
      return levels ? { kind: 'levels', levels } : null;
    case 'tags':
      return tags ? { kind: 'tags', tags } : null;
    case 'list': {
      const list = values.list as { readonly listId: number } | null;
      return list ? { kind: 'list', listId: list.listId } : null;
    }
    case 'users': {
      const userIds = someOf(numbers(values.userIds));
      return userIds ? { kind: 'users', userIds } : null;
    }
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
  // The form's required fields guarantee a complete audience.
  if (!audience) throw new Error('the audience is not filled in');
  return {
    title: String(values.title).trim(),
    templateId: Number(values.templateId),
    variables: typedVariables(values),
    audience,
    excludeBlacklist: values.excludeBlacklist === true,
    sendMode: values.sendMode as Create['sendMode'],
    sendAt: values.sendMode === 'at' ? String(values.sendAt) : null,
  };
}

const isKind =
  (...kinds: readonly AudienceKind[]) =>
  (values: FormValues) =>
    kinds.includes(values.kind as AudienceKind);
const only = (kind: AudienceKind) => (values: FormValues) => values.kind === kind;

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

const AUDIENCE_FIELDS: readonly Field[] = [
  {
    kind: 'options',
    name: 'teamIds',
    label: 'serviceNotice.teamIds',
    source: 'teams',
    multiple: true,
    max: SERVICE_NOTICE.teams,
    required: only('teams'),
    when: isKind('teams', 'conditions'),
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
    kind: 'custom',
    name: 'list',
    label: 'serviceNotice.list',
    help: 'serviceNotice.listHelp',
    required: true,
    select: true,
    when: only('list'),
    render: (control) => <ListField control={control} />,
  },
];

/** Conditions about money are only for users who may see amounts. */
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
        kind: 'choice',
        name: 'kind',
        label: 'serviceNotice.audience',
        required: true,
        options: KINDS.filter((value) => value !== 'users' || isCopyOfUsers).map((value) => ({
          value,
          label: AUDIENCE_TEXT[value],
        })),
      },
      ...AUDIENCE_FIELDS.filter(({ name }) => seesAmounts || !/Fen(Min|Max)$/.test(name)),
      { kind: 'switch', name: 'excludeBlacklist', label: 'serviceNotice.excludeBlacklist' },
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
