import { FEE_PLAN_LIST } from '@contract/cost.fields';
import { RULE } from '@contract/rule-ids';
import { history, useLocation } from '@umijs/max';
import { lazy, Suspense } from 'react';
import { usePlatform } from '@/app/platform';
import { PageAction } from '@/ui/actions/PageAction';
import { type Action, post } from '@/ui/actions/types';
import { ListPage } from '@/ui/ListPage';
import { listOf } from '@/ui/resource/list';
import type { PlanRow } from './PlanEditor';
import { formAddress, formOf, INSIDE } from './ruleList';

const PlanEditor = lazy(() => import('./PlanEditor').then((module) => ({ default: module.PlanEditor })));

const LIST = listOf('finance.Cost/getPlans', FEE_PLAN_LIST);
const ACTIONS: readonly Action<PlanRow>[] = [
  { key: 'editPlan', label: 'feePlan.edit', to: ({ id }) => formAddress({ edit: id }) },
  {
    key: 'removePlan',
    label: 'feePlan.remove',
    danger: true,
    confirm: { text: (names, _rows, t) => t('feePlan.removeText', { names }) },
    call: post('finance.Cost/removePlan', ({ id, version }: PlanRow) => ({ id, version })),
  },
];
const close = () => history.replace(formAddress(null));

/** Lists the fee plans (费用方案). A plan is a named set of published rules that stations subscribe to. */
export function Plans() {
  const { can } = usePlatform();
  const { search } = useLocation();
  const form = formOf(search);
  const mayAdd = can(RULE['financial.cost.create']);
  const add = mayAdd ? (
    <PageAction primary hotkey="n" label="feePlan.add" run={() => history.push(formAddress('new'))} />
  ) : null;
  const editor = () => {
    if (form === 'new') return mayAdd ? <PlanEditor id={null} onClose={close} /> : null;
    if (form === null || !('edit' in form) || !can(RULE['financial.cost.edit'])) return null;
    return <PlanEditor key={form.edit} id={form.edit} onClose={close} />;
  };
  return (
    <>
      <ListPage<'finance.Cost/getPlans'>
        {...LIST}
        inside={INSIDE}
        name="feePlan"
        title="costRule.tabPlans"
        actions={ACTIONS}
        rowName={(row) => row.name}
        primary={add}
        empty={{ text: 'feePlan.empty', action: add }}
      />
      <Suspense fallback={null}>{editor()}</Suspense>
    </>
  );
}
