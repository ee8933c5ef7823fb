import { Link } from '@umijs/max';
import { lazy, Suspense } from 'react';
import { useT } from '@/app/i18n/i18n';
import { ListPage } from '@/ui/ListPage';
import { ACTIONS, type FranchiseeRow, LIST } from './list';

const FranchiseeDrawer = lazy(() =>
  import('./FranchiseeDrawer').then((module) => ({ default: module.FranchiseeDrawer })),
);
const nameOf = (row: FranchiseeRow) => row.name;

/** Shows the franchisees page (加盟商列表, DOMAIN §3.6): contracts, territories and shares. */
export default function FranchiseesPage() {
  const t = useT();
  return (
    <ListPage<'franchise.Franchisee/getList'>
      {...LIST}
      name="franchisee"
      title="menu.franchiseeList"
      cards={5}
      actions={ACTIONS}
      rowName={nameOf}
      empty={{
        text: 'franchisee.empty',
        action: <Link to="/franchisee/applicationList">{t('menu.applicationList')}</Link>,
      }}
      detail={(context) => (
        <Suspense fallback={null}>
          <FranchiseeDrawer context={context} />
        </Suspense>
      )}
    />
  );
}
