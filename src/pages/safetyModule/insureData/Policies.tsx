import { BarChartOutlined } from '@ant-design/icons';
import { RULE } from '@contract/rule-ids';
import { lazy, Suspense, useState } from 'react';
import { lazyWithRetry } from '@/app/lazyWithRetry';
import { usePlatform } from '@/app/platform';
import { CaseDrawer } from '@/features/cases/CaseDrawer';
import { PageAction } from '@/ui/actions/PageAction';
import { ListPage } from '@/ui/ListPage';
import type { ListView } from '@/ui/ListPage/types';
import { KEPT, type PolicyRow } from './links';
import { CLAIM, E_POLICY, LIST, POLICY_ACTIONS } from './policyList';

const Charts = lazy(() => import('./Charts').then((module) => ({ default: module.Charts })));
const PolicyForm = lazyWithRetry(() => import('./PolicyForm').then((module) => module.PolicyForm));

const VIEWS: readonly ListView[] = [
  {
    key: 'charts',
    label: 'insure.charts',
    icon: <BarChartOutlined aria-hidden />,
    render: ({ query }) => (
      <Suspense fallback={null}>
        <Charts query={query} />
      </Suspense>
    ),
  },
];
const BESIDES = [CLAIM, E_POLICY];
const nameOf = (row: PolicyRow) => row.no;

/** Lists the policies (投保记录). */
export function Policies() {
  const { can } = usePlatform();
  const [isInsuring, setInsuring] = useState(false);
  const create = can(RULE['safety.insure.create']) ? (
    <PageAction primary hotkey="n" label="insurePolicy.create" run={() => setInsuring(true)} />
  ) : null;
  return (
    <>
      <ListPage<'safety.Insure/getPolicies'>
        {...LIST}
        name="insurePolicies"
        title="insure.tabPolicies"
        inside={KEPT}
        cards={7}
        views={VIEWS}
        actions={POLICY_ACTIONS}
        rowName={nameOf}
        primary={create}
        empty={{ text: 'insurePolicy.empty' }}
        detail={(context) => <CaseDrawer context={context} inside={KEPT} besides={BESIDES} />}
      />
      {isInsuring ? <PolicyForm onClose={() => setInsuring(false)} /> : null}
    </>
  );
}
