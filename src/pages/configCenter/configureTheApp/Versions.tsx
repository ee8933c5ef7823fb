import { RULE } from '@contract/rule-ids';
import { useLocation } from '@umijs/max';
import { lazy, Suspense } from 'react';
import { closeForm, formOf, openForm } from '@/app/formAddress';
import { usePlatform } from '@/app/platform';
import { PageAction } from '@/ui/actions/PageAction';
import { ListPage } from '@/ui/ListPage';
import { ACTIONS, INSIDE, LIST, type VersionRow } from './versionList';

const VersionDrawer = lazy(() => import('./VersionDrawer').then((module) => ({ default: module.VersionDrawer })));
const VersionEditor = lazy(() => import('./VersionEditor').then((module) => ({ default: module.VersionEditor })));

const nameOf = (row: VersionRow) => row.versionName;

/** Lists the versions of the apps (版本管理). */
export function Versions() {
  const { can } = usePlatform();
  const { search } = useLocation();
  const form = formOf(search);
  const mayAdd = can(RULE['config.app.create']);
  const add = mayAdd ? <PageAction primary hotkey="n" label="appVersion.add" run={() => openForm('new')} /> : null;
  const edited = form === null || form === 'new' ? null : form.edit;
  return (
    <>
      <ListPage<'config.App/getVersions'>
        {...LIST}
        inside={INSIDE}
        name="appVersion"
        title="appVersion.tab"
        actions={ACTIONS}
        rowName={nameOf}
        primary={add}
        empty={{ text: 'appVersion.empty', action: add }}
        detail={(context) => (
          <Suspense fallback={null}>
            <VersionDrawer context={context} />
          </Suspense>
        )}
      />
      <Suspense fallback={null}>
        {form !== null && mayAdd ? <VersionEditor key={edited} id={edited} onClose={closeForm} /> : null}
      </Suspense>
    </>
  );
}
