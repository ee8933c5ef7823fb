import { useT } from '@/app/i18n/i18n';
import { Field, PhoneField, SideButton, TextButton } from '@/ui/PlainForm';
import styles from './login.css';
import type { LoginForm } from './useLoginForm';
import type { BoundPhone } from './useSignIn';
import type { useSmsCode } from './useSmsCode';

interface SmsFieldsProps {
  readonly form: Pick<LoginForm, 'input' | 'notice'>;
  readonly bound: BoundPhone | null;
  readonly onOtherPhone: () => void;
  readonly sms: ReturnType<typeof useSmsCode>;
}

/** Shows the fields for phone and code. If an account must verify its bound phone, the masked number replaces the phone field. */
export function SmsFields({ form, bound, onOtherPhone, sms }: SmsFieldsProps) {
  const t = useT();
  return (
    <>
      {bound ? (
        <div className={styles.bound}>
          <p>{t('login.phoneNeeded')}</p>
          <p>{t('login.phoneOf', { account: bound.account, tel: bound.tel })}</p>
          <TextButton onClick={onOtherPhone}>{t('login.otherPhone')}</TextButton>
        </div>
      ) : (
        <PhoneField {...form.input('tel')} />
      )}
      <Field
        id="smsCode"
        label={t('login.smsCode')}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={6}
        hint={form.notice}
        beside={
          <SideButton onClick={() => void sms.send()} disabled={sms.isBlocked}>
            {sms.wait > 0 ? t('login.resendIn', { n: sms.wait }) : t('login.sendCode')}
          </SideButton>
        }
        {...form.input('smsCode')}
      />
    </>
  );
}
