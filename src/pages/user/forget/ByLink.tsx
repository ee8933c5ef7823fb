import { history } from '@umijs/max';
import { useEffect, useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { api } from '@/app/request/api';
import { toast } from '@/app/toast';
import { FormError, TextButton } from '@/ui/PlainForm';
import { NewPassword } from '@/ui/PlainForm/NewPassword';
import styles from './forget.css';

/** Response code for a link that is wrong, used or expired. */
const DEAD = 40004;

type Link = { readonly account: string } | { readonly dead: string } | { readonly failed: string } | null;

/** Shows the last step of a password reset. A one-time link from a message opens it (DOMAIN §3.2 "Reset password"). */
export function ByLink({ ticket }: { readonly ticket: string }) {
  const t = useT();
  const [link, setLink] = useState<Link>(null);
  const [round, setRound] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another round checks the link again.
  useEffect(() => {
    let isCurrent = true;
    setLink(null);
    void api.askPost('Login/checkResetLink', { ticket }).then((outcome) => {
      if (!isCurrent) return;
      if (outcome.ok) setLink({ account: outcome.data.account });
      // 40001: the link is incomplete, for example because the message cut it off. An incomplete link is as invalid as a used link.
      else if (outcome.code === DEAD) setLink({ dead: outcome.msg });
      else if (outcome.code === 40001) setLink({ dead: t('login.linkBroken') });
      else setLink({ failed: outcome.msg || t('login.failed') });
    });
    return () => {
      isCurrent = false;
    };
  }, [ticket, round]);

  async function redeem(password: string, confirmPassword: string): Promise<string | null> {
    const outcome = await api.askPost('Login/redeemResetLink', { ticket, password, confirmPassword });
    if (outcome.ok) {
      toast.success(t('login.resetDone'));
      history.replace('/user/login');
      return null;
    }
    if (outcome.code === DEAD) {
      setLink({ dead: outcome.msg });
      return null;
    }
    const listed = outcome.data as { errors?: readonly { message: string }[] } | null;
    return listed?.errors?.[0]?.message ?? (outcome.msg || t('login.failed'));
  }

  if (link === null) return <p aria-live="polite">{t('login.linkChecking')}</p>;
  if ('failed' in link) {
    return (
      <>
        <FormError text={link.failed} />
        <TextButton onClick={() => setRound(round + 1)}>{t('login.linkRetry')}</TextButton>
      </>
    );
  }
  if ('dead' in link) {
    return (
      <>
        <FormError text={link.dead} />
        <TextButton onClick={() => history.replace('/user/forget')}>{t('login.linkInstead')}</TextButton>
      </>
    );
  }
  return (
    <>
      <p className={styles.account}>{t('login.linkFor', { account: link.account })}</p>
      <NewPassword
        username={link.account}
        submit={t('login.resetSubmit')}
        hint={t('login.resetEnds')}
        onSubmit={redeem}
      />
    </>
  );
}
