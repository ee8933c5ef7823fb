import { Link } from '@umijs/max';
import { useT } from '@/app/i18n/i18n';
import { RowActions } from '@/ui/actions/RowActions';
import { type Action, post } from '@/ui/actions/types';
import { useActions } from '@/ui/actions/useActions';
import { SmallTable } from '@/ui/SmallTable';
import styles from './index.css';
import { type FranchiseeDetail, type Inside, nothing } from './parts';

type Account = FranchiseeDetail['accounts'][number];

const ACTIONS: readonly Action<Account>[] = [
  {
    key: 'resetPassword',
    label: 'accounts.resetPassword',
    confirm: { text: (_names, [row], t) => t('accounts.resetPasswordText', { tel: row?.maskedTel ?? '' }) },
    call: post('dashboard.AccountManage/resetPassword', ({ id }: Account) => ({ id })),
  },
];
const nameOf = ({ name }: Account) => name;

/** Lists the accounts of a franchisee. A one-time link for a new password can be sent to the bound phone. */
export function Accounts({ franchisee: { accounts } }: Inside) {
  const t = useT();
  const { start, element } = useActions<Account>(nameOf);
  if (accounts.length === 0) return nothing(t('franchisee.noAccounts'));
  return (
    <>
      <SmallTable
        isNamed
        label={t('franchisee.tabAccounts')}
        heads={[
          t('franchisee.accountName'),
          t('franchisee.accountPerson'),
          t('franchisee.accountTel'),
          t('franchisee.accountStatus'),
          t('list.actions'),
        ]}
        rows={accounts.map((account) => ({
          key: String(account.id),
          cells: [
            account.account,
            account.name,
            account.maskedTel,
            account.statusText,
            <RowActions key="actions" row={account} actions={ACTIONS} start={start} name={account.name} />,
          ],
        }))}
      />
      <p className={styles.note}>
        <Link to="/dashboard/accountManage?type=franchisee">{t('franchisee.manageAccounts')}</Link>
      </p>
      {element}
    </>
  );
}
