import type { Data } from '@contract/index';
import { RULE } from '@contract/rule-ids';
import { STAFF_FIELDS } from '@contract/staff.fields';
import { staffLifecycle } from '@contract/staff.states';
import type { Column } from '@/ui/ListPage/types';
import { Unmask } from '@/ui/Masked';
import { StatusTag } from '@/ui/StatusTag';
import { TimeText } from '@/ui/TimeText';
import styles from './index.css';

export type StaffRow = Data<'rights.Staff/getList'>['list'][number];

/** Phones of people in full, for a reason. */
export const UNMASK_RULE = RULE['rights.staff.unmask'];

/** Columns of the staff list (DOMAIN §3.11). */
export const COLUMNS: readonly Column<StaffRow>[] = [
  {
    key: 'name',
    title: STAFF_FIELDS.name,
    sort: true,
    opens: true,
    width: 140,
    render: (row) => (
      <span className={styles.name}>
        {row.avatarUrl ? (
          <img src={row.avatarUrl} alt="" width={24} height={24} loading="lazy" />
        ) : (
          <span className={styles.initial} aria-hidden="true">
            {[...row.name][0]}
          </span>
        )}
        <span>{row.name}</span>
      </span>
    ),
  },
  { key: 'no', title: 'staff.no', render: (row) => (row.no ? <code>{row.no}</code> : '—') },
  { key: 'account', title: STAFF_FIELDS.account, render: (row) => row.account },
  {
    key: 'tel',
    title: STAFF_FIELDS.tel,
    render: (row) => (
      <Unmask objectType="staff" id={row.id} field="tel" value={row.tel} name={row.name} rule={UNMASK_RULE} />
    ),
  },
  { key: 'department', title: STAFF_FIELDS.departmentId, render: (row) => row.departmentName ?? '—' },
  { key: 'post', title: STAFF_FIELDS.post, render: (row) => row.post ?? '—' },
  {
    key: 'identity',
    title: STAFF_FIELDS.identityIds,
    render: (row, t) => row.identityNames.join(t('list.separator')) || '—',
  },
  { key: 'dataScope', title: 'staff.dataScope', render: (row) => row.dataScopeText },
  {
    key: 'status',
    title: 'staff.status',
    render: (row) => <StatusTag tone={staffLifecycle.states[row.status].tone} text={row.statusText} />,
  },
  { key: 'need2v', title: 'staff.need2v', render: (row, t) => t(row.need2v ? 'list.yes' : 'list.no') },
  {
    key: 'lastLoginAt',
    title: 'staff.lastLogin',
    sort: true,
    render: (row, t) => (row.lastLoginAt ? <TimeText at={row.lastLoginAt} /> : t('staff.never')),
  },
  {
    key: 'createdAt',
    title: 'staff.joined',
    sort: true,
    render: (row) => <TimeText at={row.createdAt} mode="day" />,
  },
  { key: 'expireAt', title: STAFF_FIELDS.expireAt, hidden: true, render: (row) => row.expireAt ?? '—' },
];
