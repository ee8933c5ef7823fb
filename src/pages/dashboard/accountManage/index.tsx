import { RULE } from '@contract/rule-ids';
import { history, useLocation } from '@umijs/max';
import { lazy, Suspense, useCallback, useMemo } from 'react';
import { pageAddress } from '@/app/pageAddress';
import { usePlatform } from '@/app/platform';
import { PageAction } from '@/ui/actions/PageAction';
import type { Action } from '@/ui/actions/types';
import { ListPage } from '@/ui/ListPage';
import { actionsWith } from './actions';
import { type AccountRow, COLUMNS } from './columns';
import { FILTERS, summaryCards } from './filters';

const AccountDrawer = lazy(() => import('./AccountDrawer').then((module) => ({ default: module.AccountDrawer })));
const AccountForm = lazy(() => import('./AccountForm').then((module) => ({ default: module.AccountForm })));

/** Shows the account management page (账号管理, DOMAIN §3.2): accounts, and whether they can sign in. */
export default function AccountManagePage() {
  const { can } = usePlatform();
  // The URL contains the open form. The form opens again after a reload or a return to the page.
  const { search } = useLocation();
  const asked = /^(new|[1-9]\d{0,15})$/.exec(new URLSearchParams(search).get('form') ?? '')?.[0] ?? null;
  const mayCreate = can(RULE['dashboard.accountManage.create']);
  const mayOpen = asked === 'new' ? mayCreate : can(RULE['dashboard.accountManage.edit']);
  /** Id of the edited account, 0 for a new account, or `null` if no form is open. */
  const editing = asked === null || !mayOpen ? null : Number(asked) || 0;
  const setEditing = useCallback((id: number | null) => {
    const address = pageAddress('form', id === 0 ? 'new' : id);
    if (id === null) history.replace(address);
    else history.push(address);
  }, []);
  const actions = useMemo<readonly Action<AccountRow>[]>(() => actionsWith((row) => setEditing(row.id)), [setEditing]);
  const create = mayCreate ? <PageAction primary hotkey="n" label="accounts.create" run={() => setEditing(0)} /> : null;
  return (
    <>
      <ListPage<'dashboard.AccountManage/getList'>
        address="dashboard.AccountManage/getList"
        name="accounts"
        title="menu.accountManage"
        filters={FILTERS}
        columns={COLUMNS}
        cards={5}
        summary={summaryCards}
        actions={actions}
        rowName={(row) => row.account}
        primary={create}
        empty={{ text: 'accounts.empty', action: create }}
        detail={(context) => (
          <Suspense fallback={null}>
            <AccountDrawer {...context} />
          </Suspense>
        )}
      />
      {editing === null ? null : (
        <Suspense fallback={null}>
          <AccountForm
            id={editing === 0 ? null : editing}
            onClose={() => setEditing(null)}
            onDone={() => setEditing(null)}
          />
        </Suspense>
      )}
    </>
  );
}
