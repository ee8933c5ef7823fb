import { RULE } from '@contract/rule-ids';
import { history, useLocation } from '@umijs/max';
import { lazy, Suspense } from 'react';
import { usePlatform } from '@/app/platform';
import { PageAction } from '@/ui/actions/PageAction';
import { ListPage } from '@/ui/ListPage';
import { ACTIONS, formAddress, formOf, INSIDE, LIST, type RuleRow } from './ruleList';

const RuleDrawer = lazy(() => import('./RuleDrawer').then((module) => ({ default: module.RuleDrawer })));
const RuleEditor = lazy(() => import('./RuleEditor').then((module) => ({ default: module.RuleEditor })));

const nameOf = (row: RuleRow) => row.name;
const close = () => history.replace(formAddress(null));

/** Lists all versions of all fee rules (费用规则). */
export function Rules() {
  const { can } = usePlatform();
  const { search } = useLocation();
  const form = formOf(search);
  const mayAdd = can(RULE['financial.cost.create']);
  const add = mayAdd ? (
    <PageAction primary hotkey="n" label="costRule.add" run={() => history.push(formAddress('new'))} />
  ) : null;
  const editor = () => {
    if (form === null) return null;
    if (form === 'new') return mayAdd ? <RuleEditor id={null} onClose={close} /> : null;
    if ('copy' in form) return mayAdd ? <RuleEditor key={form.copy} id={form.copy} isCopy onClose={close} /> : null;
    const mayEdit = can(RULE['financial.cost.edit']);
    return mayEdit ? <RuleEditor key={form.edit} id={form.edit} onClose={close} /> : null;
  };
  return (
    <>
      <ListPage<'finance.Cost/getRules'>
        {...LIST}
        inside={INSIDE}
        name="costRule"
        title="costRule.tabRules"
        actions={ACTIONS}
        rowName={nameOf}
        primary={add}
        empty={{ text: 'costRule.empty', action: add }}
        detail={(context) => (
          <Suspense fallback={null}>
            <RuleDrawer context={context} />
          </Suspense>
        )}
      />
      <Suspense fallback={null}>{editor()}</Suspense>
    </>
  );
}
