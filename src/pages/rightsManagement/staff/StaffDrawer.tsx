import type { Data } from '@contract/index';
import { STAFF_FIELDS } from '@contract/staff.fields';
import { staffLifecycle } from '@contract/staff.states';
import { type Label, useT } from '@/app/i18n/i18n';
import { useData } from '@/app/request/useData';
import { RowActions } from '@/ui/actions/RowActions';
import { DetailDrawer, Facts } from '@/ui/DetailDrawer';
import type { DetailContext } from '@/ui/ListPage/types';
import { Unmask } from '@/ui/Masked';
import { StatusTag } from '@/ui/StatusTag';
import { TimeText } from '@/ui/TimeText';
import { type StaffRow, UNMASK_RULE } from './columns';

type Detail = Data<'rights.Staff/getDetail'>;

/** One person beside the list: who, post and rights, state of the account, and what can be done. */
export function StaffDrawer({ id, tab, setTab, close, actions, start }: DetailContext<StaffRow>) {
  const query = useData('rights.Staff/getDetail', { id });
  const t = useT();
  return (
    <DetailDrawer<Detail>
      query={query}
      title={(person) => person.name}
      beside={(person) => <StatusTag tone={staffLifecycle.states[person.status].tone} text={person.statusText} />}
      actions={(person) => (
        <RowActions row={person} name={person.name} actions={actions} start={start} visible={3} buttons />
      )}
      tab={tab}
      onTab={setTab}
      onClose={close}
      tabs={(person) => [{ key: 'profile', label: t('staff.tabProfile'), content: () => <Profile person={person} /> }]}
    />
  );
}

function Profile({ person }: { readonly person: Detail }) {
  const t = useT();
  const names = (list: readonly { name: string }[]) => list.map(({ name }) => name).join(t('list.separator'));
  const fact = (key: string, label: Label, value: Parameters<typeof Facts>[0]['items'][number]['value']) => ({
    key,
    label: t(label),
    value,
  });
  const by = (name: string, at: string) => (
    <>
      {name} <TimeText at={at} />
    </>
  );
  return (
    <>
      <Facts
        title={t('staff.groupPerson')}
        items={[
          fact('no', 'staff.no', person.no),
          fact('account', STAFF_FIELDS.account, person.account),
          fact(
            'tel',
            STAFF_FIELDS.tel,
            <Unmask
              objectType="staff"
              id={person.id}
              field="tel"
              value={person.tel}
              name={person.name}
              rule={UNMASK_RULE}
            />,
          ),
          fact('email', STAFF_FIELDS.email, person.email),
          fact('remark', STAFF_FIELDS.remark, person.remark),
        ]}
      />
      <Facts
        title={t('staff.groupWork')}
        items={[
          fact('department', STAFF_FIELDS.departmentId, person.departmentName),
          fact('post', STAFF_FIELDS.post, person.post),
          fact('identities', STAFF_FIELDS.identityIds, names(person.identities)),
          fact('scope', 'staff.dataScope', person.dataScopeText),
          fact('teams', STAFF_FIELDS.extraTeamIds, names(person.extraTeams)),
          fact('drafts', 'staff.openDrafts', person.openWork.stationDrafts),
        ]}
      />
      <Facts
        title={t('staff.groupAccount')}
        items={[
          fact('need2v', 'staff.need2v', t(person.need2v ? 'list.yes' : 'list.no')),
          fact('expire', STAFF_FIELDS.expireAt, person.expireAt),
          fact(
            'login',
            'staff.lastLogin',
            person.lastLoginAt ? <TimeText at={person.lastLoginAt} /> : t('staff.never'),
          ),
          fact('ip', 'staff.lastLoginIp', person.lastLoginIp),
          ...(person.disabledAt
            ? [
                fact('disabled', 'staff.disabledAt', <TimeText at={person.disabledAt} />),
                fact('removable', 'staff.removableFrom', person.removableFrom),
              ]
            : []),
          ...(person.handedOverAt
            ? [fact('handed', 'staff.handedOver', by(person.handedOverToName ?? '', person.handedOverAt))]
            : []),
          fact('created', 'staff.createdBy', by(person.createdByName, person.createdAt)),
          fact('updated', 'staff.updatedBy', by(person.updatedByName, person.updatedAt)),
        ]}
      />
    </>
  );
}
