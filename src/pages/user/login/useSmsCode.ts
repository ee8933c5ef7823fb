import { SMS_TYPE } from '@contract/limits';
import { useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { api } from '@/app/request/api';
import { useCountdown } from '@/app/session/captcha';
import type { LoginForm } from './useLoginForm';
import { type BoundPhone, smsOwner } from './useSignIn';

/** Provides the function that sends a code by SMS. The user must wait `wait` seconds before requesting the next code. */
export function useSmsCode(form: LoginForm, bound: BoundPhone | null) {
  const t = useT();
  const [sending, setSending] = useState(false);
  const [wait, setWait] = useCountdown();
  const send = async () => {
    form.setRefusal('');
    form.setNotice('');
    if (!bound && !form.check(['tel'])) return;
    setSending(true);
    const outcome = await api.askPost('Verify/sendMessage', {
      ...smsOwner(form.values, bound),
      sms_type: SMS_TYPE.login,
    });
    setSending(false);
    if (outcome.ok) {
      setWait(outcome.data.waitSec);
      form.setNotice(t('login.codeSent', { tel: outcome.data.maskedTel }));
      form.focus('smsCode');
      return;
    }
    form.setRefusal(outcome.msg || t('login.failed'));
  };
  return { send, wait, isBlocked: sending || wait > 0 };
}
