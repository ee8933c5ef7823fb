import type { Data } from '@contract/index';
import { PERSON } from '@contract/staff.fields';
import { useT } from '@/app/i18n/i18n';
import { Facts } from '@/ui/DetailDrawer';
import type { DetailContext } from '@/ui/ListPage/types';
import { cellOf, facts } from '@/ui/resource/cells';
import { RecordDrawer } from '@/ui/resource/RecordDrawer';
import { TimeText } from '@/ui/TimeText';
import { Phone, type StaffRow } from './list';

type Detail = Data<'rights.Staff/getDetail'>;

/** Shows a person in a drawer: personal data, work and permissions, and the account. */
export function StaffDrawer({ context }: { readonly context: DetailContext<StaffRow> }) {
  const t = useT();
  return (
    <RecordDrawer
      address="rights.Staff/getDetail"
      context={context}
      title={(person) => person.name}
      name={(person) => person.name}
      beside={(person) => cellOf(PERSON, 'status', person, t)}
      tabs={(person) => [{ key: 'profile', label: t('staff.tabProfile'), content: () => <Profile person={person} /> }]}
      visible={3}
    />
  );
}

const PERSONAL = ['no', 'account', 'tel', 'email', 'remark'] as const;
const WORK = ['departmentId', 'post', 'identityIds', 'dataScopeText', 'extraTeams', 'openWork'] as const;
const ACCOUNT = ['need2v', 'expireAt', 'lastLoginAt', 'lastLoginIp'] as const;

function Profile({ person }: { readonly person: Detail }) {
  const t = useT();
  const by = (name: string, at: string) => (
    <>
      {name} <TimeText at={at} />
    </>
  );
  const { handedOverAt, handedOverToName } = person;
  const own = {
    tel: <Phone person={person} />,
    extraTeams: person.extraTeams.map(({ name }) => name).join(t('list.separator')),
    openWork: person.openWork.stationDrafts,
    ...(person.lastLoginAt ? {} : { lastLoginAt: t('staff.never') }),
    handedOverToName: handedOverAt ? by(handedOverToName ?? '', handedOverAt) : null,
    createdByName: by(person.createdByName, person.createdAt),
    updatedByName: by(person.updatedByName, person.updatedAt),
  };
  const account = [
    ...ACCOUNT,
    ...(person.disabledAt ? (['disabledAt', 'removableFrom'] as const) : []),
    ...(handedOverAt ? (['handedOverToName'] as const) : []),
    ...(['createdByName', 'updatedByName'] as const),
  ];
  return (
    <>
      <Facts title={t('staff.groupPerson')} items={facts(PERSON, person, t, own, PERSONAL)} />
      <Facts title={t('staff.groupWork')} items={facts(PERSON, person, t, own, WORK)} />
      <Facts title={t('staff.groupAccount')} items={facts(PERSON, person, t, own, account)} />
    </>
  );
}
