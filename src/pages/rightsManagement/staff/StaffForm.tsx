import type { Data } from '@contract/index';
import { ACCOUNT, E164, MOBILE, STAFF } from '@contract/limits';
import { STAFF_FIELDS } from '@contract/staff.fields';
import { DAY_MS } from '@contract/units';
import { useMemo } from 'react';
import { useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { readData, useData, useRefresh } from '@/app/request/useData';
import { EntityForm } from '@/ui/EntityForm';
import type { FieldGroup } from '@/ui/EntityForm/types';
import { Drawer } from '@/ui/library/Drawer';
import { QueryBoundary } from '@/ui/QueryBoundary';
import { dayIn } from '@/ui/TimeText/format';

type Detail = Data<'rights.Staff/getDetail'>;

interface Values extends Record<string, unknown> {
  name: string;
  account: string;
  tel: string;
  email: string;
  departmentId: number | null;
  post: string;
  identityIds: readonly number[];
  extraTeamIds: readonly number[];
  expireAt: string | null;
  remark: string;
  sendInvite: boolean;
}

const EMPTY: Values = {
  name: '',
  account: '',
  tel: '',
  email: '',
  departmentId: null,
  post: '',
  identityIds: [],
  extraTeamIds: [],
  expireAt: null,
  remark: '',
  sendInvite: true,
};
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const WIDTH = 560;

function valuesOf(person: Detail): Values {
  return {
    name: person.name,
    account: person.account,
    tel: person.tel,
    email: person.email ?? '',
    departmentId: person.departmentId,
    post: person.post ?? '',
    identityIds: person.identityIds,
    extraTeamIds: person.extraTeams.map(({ id }) => id),
    expireAt: person.expireAt,
    remark: person.remark ?? '',
    sendInvite: false,
  };
}

function groupsFor(isNew: boolean, tomorrow: string): readonly FieldGroup<Values>[] {
  return [
    {
      key: 'person',
      title: 'staff.groupPerson',
      fields: [
        { kind: 'text', name: 'name', label: STAFF_FIELDS.name, required: true, ...STAFF.name },
        {
          kind: 'text',
          name: 'account',
          label: STAFF_FIELDS.account,
          required: true,
          pattern: ACCOUNT.pattern,
        },
        {
          kind: 'text',
          name: 'tel',
          label: STAFF_FIELDS.tel,
          required: true,
          inputMode: 'tel',
          help: 'staff.telHelp',
          // A phone that came masked goes back masked and stays as it is.
          check: (value) => {
            const tel = String(value).trim();
            return MOBILE.test(tel) || E164.test(tel) || (!isNew && tel.includes('*')) ? null : { rule: 'pattern' };
          },
        },
        {
          kind: 'text',
          name: 'email',
          label: STAFF_FIELDS.email,
          inputMode: 'email',
          pattern: EMAIL,
          max: STAFF.email.max,
        },
      ],
    },
    {
      key: 'work',
      title: 'staff.groupWork',
      fields: [
        { kind: 'options', name: 'departmentId', label: STAFF_FIELDS.departmentId, source: 'departments' },
        { kind: 'text', name: 'post', label: STAFF_FIELDS.post, max: STAFF.post.max },
        {
          kind: 'options',
          name: 'identityIds',
          label: STAFF_FIELDS.identityIds,
          source: 'identities',
          multiple: true,
          max: STAFF.identities.max,
          required: true,
          help: 'staff.identityHelp',
        },
        {
          kind: 'options',
          name: 'extraTeamIds',
          label: STAFF_FIELDS.extraTeamIds,
          source: 'teams',
          multiple: true,
          max: STAFF.extraTeams,
          help: 'staff.teamsHelp',
        },
        { kind: 'day', name: 'expireAt', label: STAFF_FIELDS.expireAt, min: tomorrow, help: 'staff.expireHelp' },
        { kind: 'textarea', name: 'remark', label: STAFF_FIELDS.remark, max: STAFF.remark.max, rows: 2 },
        {
          kind: 'switch',
          name: 'sendInvite',
          label: STAFF_FIELDS.sendInvite,
          help: 'staff.inviteHelp',
          when: () => isNew,
        },
      ],
    },
  ];
}

const orNull = (text: string) => (text.trim() === '' ? null : text.trim());

/** Adds a person (`id` null), or edits one, in a drawer over the list. */
export function StaffForm({
  id,
  onClose,
}: {
  readonly id: number | null;
  readonly onClose: (saved: number | null) => void;
}) {
  const t = useT();
  const query = useData('rights.Staff/getDetail', { id: id ?? 0 }, { enabled: id !== null, staleTime: 0 });
  const title = id === null ? t('staff.add') : t('staff.editTitle', { name: query.data?.name ?? '' });
  return (
    <Drawer open size={`min(${WIDTH}px, 100vw)`} title={title} onClose={() => onClose(null)}>
      {id === null ? (
        <Form id={null} initial={EMPTY} version={0} onClose={onClose} />
      ) : (
        <QueryBoundary query={query} minHeight={480}>
          {(person) => <Form id={id} initial={valuesOf(person)} version={person.version} onClose={onClose} />}
        </QueryBoundary>
      )}
    </Drawer>
  );
}

function Form({
  id,
  initial,
  version,
  onClose,
}: {
  readonly id: number | null;
  readonly initial: Values;
  readonly version: number;
  readonly onClose: (saved: number | null) => void;
}) {
  const t = useT();
  const refresh = useRefresh();
  const { now, timeZone } = usePlatform();
  const tomorrow = dayIn(now() + DAY_MS, timeZone);
  const groups = useMemo(() => groupsFor(id === null, tomorrow), [id, tomorrow]);
  return (
    <EntityForm<'rights.Staff/save', Values>
      formKey={id === null ? 'staff.new' : `staff.edit.${id}`}
      title={id === null ? t('staff.add') : t('staff.editTitle', { name: initial.name })}
      initial={initial}
      groups={groups}
      address="rights.Staff/save"
      version={version}
      toInput={({ values, version: read }) => ({
        ...(id === null ? {} : { id }),
        version: read,
        name: values.name.trim(),
        account: values.account.trim(),
        tel: values.tel.trim(),
        email: orNull(values.email),
        departmentId: values.departmentId,
        post: orNull(values.post),
        identityIds: [...values.identityIds],
        extraTeamIds: [...values.extraTeamIds],
        expireAt: values.expireAt,
        remark: orNull(values.remark),
        sendInvite: id === null && values.sendInvite,
      })}
      submit={id === null ? 'staff.add' : 'staff.save'}
      onDone={(data) => {
        refresh('rights.', 'common.Option/getOptions');
        onClose(data.id);
      }}
      {...(id === null
        ? {}
        : {
            reload: async () => {
              const person = await readData('rights.Staff/getDetail', { id });
              return { values: valuesOf(person), version: person.version };
            },
          })}
    />
  );
}
