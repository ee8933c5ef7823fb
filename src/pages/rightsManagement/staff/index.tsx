import { ApartmentOutlined, ImportOutlined } from '@ant-design/icons';
import { history, useLocation } from '@umijs/max';
import { lazy, Suspense, useState } from 'react';
import { Button } from '@/components/Button';
import { ListPage } from '@/components/ListPage';
import { usePlatform } from '@/components/platform';
import { useSay } from '@/components/say';
import { ACTIONS, formAddress } from './actions';
import { COLUMNS, type StaffRow } from './columns';
import { FILTERS, summaryCards } from './filters';

const StaffDrawer = lazy(() => import('./StaffDrawer').then((module) => ({ default: module.StaffDrawer })));
const StaffForm = lazy(() => import('./StaffForm').then((module) => ({ default: module.StaffForm })));
const Departments = lazy(() => import('./Departments').then((module) => ({ default: module.Departments })));
const ImportDialog = lazy(() => import('./ImportDialog').then((module) => ({ default: module.ImportDialog })));

const CREATE_RULE = 8201;
const nameOf = (row: StaffRow) => row.name;

/** The form that the address asks for: `form=new`, or the id of who is edited. */
function formOf(search: string): number | 'new' | null {
  const asked = new URLSearchParams(search).get('form');
  if (asked === 'new') return 'new';
  return asked !== null && /^[1-9]\d{0,15}$/.test(asked) ? Number(asked) : null;
}

/** Staff (员工管理, DOMAIN §3.11): the people of the head office. */
export default function StaffPage() {
  const say = useSay();
  const { can } = usePlatform();
  const { search } = useLocation();
  const form = formOf(search);
  const [side, setSide] = useState<'departments' | 'import' | null>(null);
  const close = () => setSide(null);
  const mayAdd = can(CREATE_RULE);
  const add = mayAdd ? (
    <Button type="primary" onClick={() => history.push(formAddress('new'))}>
      {say('staff.add')}
    </Button>
  ) : null;
  return (
    <>
      <ListPage<'rights.Staff/getList'>
        address="rights.Staff/getList"
        name="staff"
        title="staff.title"
        filters={FILTERS}
        columns={COLUMNS}
        summary={summaryCards}
        actions={ACTIONS}
        rowName={nameOf}
        primary={
          <>
            <Button icon={<ApartmentOutlined aria-hidden />} onClick={() => setSide('departments')}>
              {say('staff.departments')}
            </Button>
            {mayAdd ? (
              <Button icon={<ImportOutlined aria-hidden />} onClick={() => setSide('import')}>
                {say('staff.import')}
              </Button>
            ) : null}
            {add}
          </>
        }
        empty={{ text: 'staff.empty', action: add }}
        detail={(context) => (
          <Suspense fallback={null}>
            <StaffDrawer {...context} />
          </Suspense>
        )}
      />
      <Suspense fallback={null}>
        {form !== null ? (
          <StaffForm key={form} id={form === 'new' ? null : form} onClose={() => history.replace(formAddress(null))} />
        ) : null}
        {side === 'departments' ? <Departments onClose={close} /> : null}
        {side === 'import' ? <ImportDialog onClose={close} /> : null}
      </Suspense>
    </>
  );
}
