import { ApartmentOutlined, ImportOutlined } from '@ant-design/icons';
import { RULE } from '@contract/rule-ids';
import { history, useLocation } from '@umijs/max';
import { lazy, Suspense } from 'react';
import { usePlatform } from '@/app/platform';
import { PageAction } from '@/ui/actions/PageAction';
import { ListPage } from '@/ui/ListPage';
import { ACTIONS, type StaffForm as FormOf, formAddress } from './actions';
import { LIST, type StaffRow } from './list';

const StaffDrawer = lazy(() => import('./StaffDrawer').then((module) => ({ default: module.StaffDrawer })));
const StaffForm = lazy(() => import('./StaffForm').then((module) => ({ default: module.StaffForm })));
const Departments = lazy(() => import('./Departments').then((module) => ({ default: module.Departments })));
const ImportDialog = lazy(() => import('./ImportDialog').then((module) => ({ default: module.ImportDialog })));

const nameOf = (row: StaffRow) => row.name;

/**
 * Reads the open form from the query string, for example `form=new`, or `form=12` for the person with id 12.
 *
 * @returns `null` also for a form that the user may not open
 */
function formOf(search: string, can: (rule: number) => boolean): FormOf | null {
  const asked = new URLSearchParams(search).get('form');
  if (asked === 'departments') return asked;
  if (asked === 'new' || asked === 'import') return can(RULE['rights.staff.create']) ? asked : null;
  const isPerson = asked !== null && /^[1-9]\d{0,15}$/.test(asked);
  return isPerson && can(RULE['rights.staff.edit']) ? Number(asked) : null;
}

/** Shows the staff page (员工管理, DOMAIN §3.11): the people of headquarters. */
export default function StaffPage() {
  const { can } = usePlatform();
  const { search } = useLocation();
  const form = formOf(search, can);
  const open = (which: FormOf) => history.push(formAddress(which));
  const close = () => history.replace(formAddress(null));
  const mayAdd = can(RULE['rights.staff.create']);
  const add = mayAdd ? <PageAction primary hotkey="n" label="staff.add" run={() => open('new')} /> : null;
  return (
    <>
      <ListPage<'rights.Staff/getList'>
        {...LIST}
        name="staff"
        title="menu.staff"
        actions={ACTIONS}
        rowName={nameOf}
        primary={
          <>
            <PageAction
              label="staff.departments"
              icon={<ApartmentOutlined aria-hidden />}
              run={() => open('departments')}
            />
            {mayAdd ? (
              <PageAction label="staff.import" icon={<ImportOutlined aria-hidden />} run={() => open('import')} />
            ) : null}
            {add}
          </>
        }
        empty={{ text: 'staff.empty', action: add }}
        detail={(context) => (
          <Suspense fallback={null}>
            <StaffDrawer context={context} />
          </Suspense>
        )}
      />
      <Suspense fallback={null}>
        {form === 'departments' ? <Departments onClose={close} /> : null}
        {form === 'import' ? <ImportDialog onClose={close} /> : null}
        {form === 'new' || typeof form === 'number' ? (
          <StaffForm key={form} id={form === 'new' ? null : form} onClose={close} />
        ) : null}
      </Suspense>
    </>
  );
}
