import { CalculatorOutlined } from '@ant-design/icons';
import { RULE } from '@contract/rule-ids';
import { history, useLocation } from '@umijs/max';
import { lazy, Suspense } from 'react';
import { usePlatform } from '@/app/platform';
import { PageAction } from '@/ui/actions/PageAction';
import { ListPage } from '@/ui/ListPage';
import { ACTIONS, formAddress, formOf, INSIDE, LIST, type RuleForm, type RuleRow } from './ruleList';

const RuleDrawer = lazy(() => import('./RuleDrawer').then((module) => ({ default: module.RuleDrawer })));
const RuleEditor = lazy(() => import('./RuleEditor').then((module) => ({ default: module.RuleEditor })));
const Calculator = lazy(() => import('./Calculator').then((module) => ({ default: module.Calculator })));

const nameOf = (row: RuleRow) => row.name;
const open = (form: RuleForm) => history.push(formAddress(form));
const close = () => history.replace(formAddress(null));

/** Lists all versions of all price rules (询价规则) and offers a calculator. */
export function Rules() {
  const { can } = usePlatform();
  const { search } = useLocation();
  const form = formOf(search);
  const mayEdit = can(RULE['enquiry.rules']);
  const add = mayEdit ? <PageAction primary hotkey="n" label="enquiryRule.add" run={() => open('new')} /> : null;
  const special = () => {
    if (form === null) return null;
    if (form === 'new') return mayEdit ? <RuleEditor id={null} onClose={close} /> : null;
    if (form === 'try') return <Calculator ruleId={null} onClose={close} />;
    if ('edit' in form) return mayEdit ? <RuleEditor key={form.edit} id={form.edit} onClose={close} /> : null;
    return <Calculator key={form.try} ruleId={form.try} onClose={close} />;
  };
  return (
    <>
      <ListPage<'enquiry.Enquiry/getRules'>
        {...LIST}
        inside={INSIDE}
        name="enquiryRule"
        title="enquiry.tabRules"
        actions={ACTIONS}
        rowName={nameOf}
        primary={
          <>
            <PageAction label="enquiryRule.try" icon={<CalculatorOutlined aria-hidden />} run={() => open('try')} />
            {add}
          </>
        }
        empty={{ text: 'enquiryRule.empty', action: add }}
        detail={(context) => (
          <Suspense fallback={null}>
            <RuleDrawer context={context} />
          </Suspense>
        )}
      />
      <Suspense fallback={null}>{special()}</Suspense>
    </>
  );
}
