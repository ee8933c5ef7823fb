import { useDispatch } from '@umijs/max';
import { useT } from '@/app/i18n/i18n';
import { api } from '@/app/request/api';
import { renewToken } from '@/app/session/token';
import { NewPassword } from '@/ui/PlainForm/NewPassword';
import styles from './login.css';

/**
 * Makes the user replace a password that is too old, that another person has set, or that an administrator wants replaced. Until then, no
 * other page opens (DOMAIN §3.1).
 */
export function FirstPassword({ account }: { readonly account: string }) {
  const t = useT();
  const dispatch = useDispatch();
  async function setFirstPassword(password: string, confirmPassword: string): Promise<string | null> {
    const outcome = await api.askPost('Login/changeInitialPassword', { password, confirmPassword });
    if (!outcome.ok) return outcome.msg || t('login.failed');
    renewToken(outcome.data.Authorization);
    dispatch({ type: 'login/enter' });
    return null;
  }
  return (
    <>
      <h1 className={styles.title}>{t('login.firstTitle')}</h1>
      <p className={styles.lead}>{t('login.firstHint')}</p>
      <NewPassword username={account} submit={t('login.firstSubmit')} hint="" onSubmit={setFirstPassword} />
    </>
  );
}
