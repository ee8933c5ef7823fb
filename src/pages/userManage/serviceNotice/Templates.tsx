import { RULE } from '@contract/rule-ids';
import { history, useLocation } from '@umijs/max';
import { lazy, Suspense } from 'react';
import { usePlatform } from '@/app/platform';
import { PageAction } from '@/ui/actions/PageAction';
import { ListPage } from '@/ui/ListPage';
import { formAddress, formOf, INSIDE } from './address';
import { ACTIONS, LIST, type TemplateRow } from './templateList';

const TemplateDrawer = lazy(() => import('./TemplateDrawer').then((module) => ({ default: module.TemplateDrawer })));
const TemplateEditor = lazy(() => import('./TemplateEditor').then((module) => ({ default: module.TemplateEditor })));

const nameOf = (row: TemplateRow) => row.name;
const close = () => history.replace(formAddress(null));

/** Lists the message templates (模板) of each channel. */
export function Templates() {
  const { can } = usePlatform();
  const { search } = useLocation();
  const form = formOf(search);
  const mayAdd = can(RULE['user.notice.create']);
  const add = mayAdd ? (
    <PageAction primary hotkey="n" label="noticeTemplate.add" run={() => history.push(formAddress('new'))} />
  ) : null;
  const edited = form !== null && form !== 'new' && 'edit' in form && can(RULE['user.notice.edit']) ? form.edit : null;
  return (
    <>
      <ListPage<'user.Notice/getTemplates'>
        {...LIST}
        inside={INSIDE}
        name="noticeTemplate"
        title="serviceNotice.tabTemplates"
        actions={ACTIONS}
        rowName={nameOf}
        primary={add}
        empty={{ text: 'noticeTemplate.empty', action: add }}
        detail={(context) => (
          <Suspense fallback={null}>
            <TemplateDrawer context={context} />
          </Suspense>
        )}
      />
      {(form === 'new' && mayAdd) || edited !== null ? (
        <Suspense fallback={null}>
          <TemplateEditor key={edited ?? 'new'} id={edited} onClose={close} />
        </Suspense>
      ) : null}
    </>
  );
}
