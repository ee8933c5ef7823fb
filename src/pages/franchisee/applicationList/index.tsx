import { FunnelPlotOutlined } from '@ant-design/icons';
import { lazy, Suspense } from 'react';
import { usePlatform } from '@/app/platform';
import { useOpenForm } from '@/app/useOpenForm';
import { PageAction } from '@/ui/actions/PageAction';
import { ListPage } from '@/ui/ListPage';
import type { ListView } from '@/ui/ListPage/types';
import { ACTIONS, type ApplyRow, LIST } from './list';

const ApplyDrawer = lazy(() => import('./ApplyDrawer').then((module) => ({ default: module.ApplyDrawer })));
const Funnel = lazy(() => import('./Funnel').then((module) => ({ default: module.Funnel })));
const RegisterForm = lazy(() => import('./RegisterForm').then((module) => ({ default: module.RegisterForm })));

const REGISTER_RULE = 4102;
const VIEWS: readonly ListView[] = [
  {
    key: 'funnel',
    label: 'franchiseApply.viewFunnel',
    icon: <FunnelPlotOutlined aria-hidden />,
    render: ({ query }) => (
      <Suspense fallback={null}>
        <Funnel query={query} />
      </Suspense>
    ),
  },
];
const nameOf = (row: ApplyRow) => row.name;

/** Shows the franchise applications page (加盟申请, DOMAIN §3.6), from the lead to the paid contract. */
export default function ApplicationsPage() {
  const { can } = usePlatform();
  const mayRegister = can(REGISTER_RULE);
  const [form, open] = useOpenForm({ new: mayRegister });
  const register = <PageAction primary hotkey="n" label="franchiseApply.register" run={() => open('new')} />;
  return (
    <>
      <ListPage<'franchise.Apply/getList'>
        {...LIST}
        name="franchiseApply"
        title="menu.applicationList"
        cards={6}
        actions={ACTIONS}
        rowName={nameOf}
        views={VIEWS}
        primary={mayRegister ? register : null}
        empty={{ text: 'franchiseApply.empty', action: mayRegister ? register : null }}
        detail={(context) => (
          <Suspense fallback={null}>
            <ApplyDrawer context={context} />
          </Suspense>
        )}
      />
      {form === 'new' ? (
        <Suspense fallback={null}>
          <RegisterForm onClose={() => open(null)} />
        </Suspense>
      ) : null}
    </>
  );
}
