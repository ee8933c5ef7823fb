import type { Data, Input } from '@contract/index';
import { ACCOUNT, E164, MOBILE, STAFF } from '@contract/limits';
import { type StaffField, staffLabel } from '@contract/staff.fields';
import { DAY_MS } from '@contract/units';
import { useMemo } from 'react';
import { useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { readData, useData, useFresh } from '@/app/request/useData';
import { EntityForm } from '@/ui/EntityForm';
import type { FieldGroup } from '@/ui/EntityForm/types';
import { Drawer } from '@/ui/library/Drawer';
import { QueryBoundary } from '@/ui/QueryBoundary';
import { dayIn } from '@/ui/TimeText/format';
import { IDENTITIES } from './actions';

type Detail = Data<'rights.Staff/getDetail'>;

type Values = Omit<Input<'rights.Staff/save'>, 'id' | 'version' | 'email' | 'post' | 'remark' | 'sendInvite'> & {
  email: string;
  post: string;
  remark: string;
  sendInvite: boolean;
};

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

function valuesOf({
  name,
  account,
  tel,
  email,
  departmentId,
  post,
  identityIds,
  extraTeams,
  ...person
}: Detail): Values {
  return {
    ...{ name, account, tel, departmentId, identityIds, expireAt: person.expireAt },
    email: email ?? '',
    post: post ?? '',
    extraTeamIds: extraTeams.map(({ id }) => id),
    remark: person.remark ?? '',
    sendInvite: false,
  };
}

/** Builds a field with the same label as in the list. */
const field = <const S extends object>(name: StaffField, spec: S) => ({ name, label: staffLabel(name), ...spec });

function groupsFor(isNew: boolean, tomorrow: string): readonly FieldGroup<Values>[] {
  return [
    {
      key: 'person',
      title: 'staff.groupPerson',
      fields: [
        field('name', { kind: 'text', required: true, ...STAFF.name }),
        field('account', { kind: 'text', required: true, pattern: ACCOUNT.pattern }),
        field('tel', {
          kind: 'text',
          required: true,
          inputMode: 'tel',
          help: 'staff.telHelp',
          // For an existing person, a masked phone number is valid, because the server then does not change the stored number.
          check: (value: unknown) => {
            const tel = String(value).trim();
            const isValid = MOBILE.test(tel) || E164.test(tel) || (!isNew && tel.includes('*'));
            return isValid ? null : ({ rule: 'pattern' } as const);
          },
        }),
        field('email', { kind: 'text', inputMode: 'email', pattern: EMAIL, max: STAFF.email.max }),
      ],
    },
    {
      key: 'work',
      title: 'staff.groupWork',
      fields: [
        field('departmentId', { kind: 'options', source: 'departments' }),
        field('post', { kind: 'text', max: STAFF.post.max }),
        IDENTITIES,
        field('extraTeamIds', {
          kind: 'options',
          source: 'teams',
          multiple: true,
          max: STAFF.extraTeams,
          help: 'staff.teamsHelp',
        }),
        field('expireAt', { kind: 'day', min: tomorrow, help: 'staff.expireHelp' }),
        field('remark', { kind: 'textarea', max: STAFF.remark.max, rows: 2 }),
        field('sendInvite', { kind: 'switch', help: 'staff.inviteHelp', when: () => isNew }),
      ],
    },
  ];
}

const orNull = (text: string) => (text.trim() === '' ? null : text.trim());

/** Edits a person in a drawer over the list. `id` is `null` for a new person. */
export function StaffForm({
  id,
  onClose,
}: {
  readonly id: number | null;
  readonly onClose: (saved: number | null) => void;
}) {
  const t = useT();
  const query = useData('rights.Staff/getDetail', { id: id ?? 0 }, { enabled: id !== null, staleTime: 0 });
  const fresh = useFresh(query);
  const title = id === null ? t('staff.add') : t('staff.editTitle', { name: query.data?.name ?? '' });
  return (
    <Drawer open size={`min(${WIDTH}px, 100vw)`} title={title} onClose={() => onClose(null)}>
      {id === null ? (
        <Form id={null} initial={EMPTY} version={0} onClose={onClose} />
      ) : (
        <QueryBoundary query={fresh} minHeight={480}>
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
        ...values,
        ...(id === null ? {} : { id }),
        version: read,
        name: values.name.trim(),
        account: values.account.trim(),
        tel: values.tel.trim(),
        email: orNull(values.email),
        post: orNull(values.post),
        remark: orNull(values.remark),
        sendInvite: id === null && values.sendInvite,
      })}
      submit={id === null ? 'staff.add' : 'common.save'}
      onDone={({ id: saved }) => onClose(saved)}
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
