import { lazy, Suspense, useMemo, useState } from 'react';
import type { Action } from '@/components/actions/types';
import { Button } from '@/components/Button';
import { useRefresh } from '@/components/data';
import { ListPage } from '@/components/ListPage';
import { usePlatform } from '@/components/platform';
import { useSay } from '@/components/say';
import { actionsWith } from './actions';
import { type AccountRow, COLUMNS } from './columns';
import { FILTERS, summaryCards } from './filters';

const AccountDrawer = lazy(() => import('./AccountDrawer').then((module) => ({ default: module.AccountDrawer })));
const AccountForm = lazy(() => import('./AccountForm').then((module) => ({ default: module.AccountForm })));

const CREATE_RULE = 401;

/** Account management (账号管理, DOMAIN §3.2): who signs in, and who may not any more. */
export default function AccountManagePage() {
  const say = useSay();
  const { can } = usePlatform();
  const refresh = useRefresh();
  /** 0: a new one. */
  const [editing, setEditing] = useState<number | null>(null);
  const actions = useMemo<readonly Action<AccountRow>[]>(() => actionsWith((row) => setEditing(row.id)), []);
  const create = can(CREATE_RULE) ? (
    <Button type="primary" onClick={() => setEditing(0)}>
      {say('accounts.create')}
    </Button>
  ) : null;
  return (
    <>
      <ListPage<'dashboard.AccountManage/getList'>
        address="dashboard.AccountManage/getList"
        name="accounts"
        title="menu.accountManage"
        filters={FILTERS}
        columns={COLUMNS}
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
            onDone={() => {
              setEditing(null);
              refresh('dashboard.');
            }}
          />
        </Suspense>
      )}
    </>
  );
}
