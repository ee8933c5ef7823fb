import type { Data } from '@contract/index';
import { useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { useData, useRefresh } from '@/app/request/useData';
import { Button } from '@/ui/Button';
import { QueryBoundary } from '@/ui/QueryBoundary';
import { StatusTag } from '@/ui/StatusTag';
import { TimeText } from '@/ui/TimeText';
import { Factors } from './Factors';
import styles from './index.css';
import { type OpenDialog, SecurityDialog } from './SecurityDialog';
import { Sessions } from './Sessions';

type Info = Data<'dashboard.Account/getInfo'>;

/** Shows the Security tab: password, phone, second verification, open sessions. */
export function Security() {
  const query = useData('dashboard.Account/getInfo', {});
  return (
    <div className={styles.panel}>
      <QueryBoundary query={query} minHeight={480}>
        {(info) => <SecurityParts info={info} />}
      </QueryBoundary>
    </div>
  );
}

function SecurityParts({ info }: { readonly info: Info }) {
  const t = useT();
  const refresh = useRefresh();
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const done = (codes: readonly string[] = []) => {
    refresh('dashboard.');
    setOpen(codes.length > 0 ? { kind: 'codes', codes } : null);
  };
  return (
    <>
      {info.mustBindFactor ? (
        <p className={styles.warning} role="alert">
          <StatusTag tone="attention" text={t('account.mustBind')} /> {t('account.mustBindText')}
        </p>
      ) : null}
      {info.twoFactorForced && info.factors.length === 0 ? (
        <p className={styles.warning}>
          <StatusTag tone="attention" text={t('account.recommended')} /> {t('account.recommendedText')}
        </p>
      ) : null}
      <SignIn info={info} onOpen={setOpen} />
      <Factors info={info} onOpen={setOpen} onCodes={done} />
      <Sessions />
      <SecurityDialog open={open} maskedTel={info.maskedTel} onClose={() => setOpen(null)} onDone={done} />
    </>
  );
}

interface SignInProps {
  readonly info: Info;
  readonly onOpen: (dialog: OpenDialog) => void;
}

/** Shows when the password was changed, and the masked phone number. The button next to each value opens the dialog for a change. */
function SignIn({ info, onOpen }: SignInProps) {
  const t = useT();
  return (
    <section className={styles.section}>
      <h2>{t('account.signIn')}</h2>
      <ul className={styles.rows}>
        <li className={styles.row}>
          <div className={styles.what}>
            <strong>{t('account.password')}</strong>
            <span>
              {info.passwordAt === null ? (
                t('account.passwordNone')
              ) : (
                <>
                  {t('account.passwordAt')} <TimeText at={info.passwordAt} mode="full" />
                  {info.passwordDays > 0 ? ` · ${t('account.passwordDays', { n: info.passwordDays })}` : ''}
                </>
              )}
            </span>
          </div>
          <Button disabled={info.passwordAt === null} onClick={() => onOpen({ kind: 'password' })}>
            {t('account.changePassword')}
          </Button>
        </li>
        <li className={styles.row}>
          <div className={styles.what}>
            <strong>{t('account.tel')}</strong>
            <span>{info.maskedTel}</span>
          </div>
          <Button onClick={() => onOpen({ kind: 'phone' })}>{t('account.changeTel')}</Button>
        </li>
      </ul>
    </section>
  );
}
