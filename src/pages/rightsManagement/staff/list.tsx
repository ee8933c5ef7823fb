import type { Data } from '@contract/index';
import { RULE } from '@contract/rule-ids';
import { PEOPLE } from '@contract/staff.fields';
import { Unmask } from '@/ui/Masked';
import { PersonName } from '@/ui/PersonName';
import { cellOf } from '@/ui/resource/cells';
import { listOf } from '@/ui/resource/list';
import { TimeText } from '@/ui/TimeText';

export type StaffRow = Data<'rights.Staff/getList'>['list'][number];

/** Shows the phone number of a person. Revealing the full number requires a reason. */
export function Phone({ person }: { readonly person: Pick<StaffRow, 'id' | 'name' | 'tel'> }) {
  const { id, name, tel } = person;
  return <Unmask objectType="staff" id={id} field="tel" value={tel} name={name} rule={RULE['rights.staff.unmask']} />;
}

/** The list as the API contract (`contract/`) declares it (DOMAIN §3.11). Some cells have their own rendering. */
export const LIST = listOf('rights.Staff/getList', PEOPLE, {
  columns: {
    name: (row) => <PersonName name={row.name} pictureUrl={row.avatarUrl} />,
    tel: (row) => <Phone person={row} />,
    lastLoginAt: (row, t) => (row.lastLoginAt ? cellOf(PEOPLE, 'lastLoginAt', row, t) : t('staff.never')),
    createdAt: (row) => <TimeText at={row.createdAt} mode="day" />,
  },
});
