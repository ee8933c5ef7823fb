import { E164, MOBILE, SMS_TYPE } from '@contract/limits';
import { useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { api } from '@/app/request/api';
import type { Captcha } from '@/app/session/captcha';
import { CaptchaField, FormError, PhoneField, Submit } from '@/ui/PlainForm';
import type { ResetForm } from './useResetForm';

const WRONG_CAPTCHA = 40003;

interface PhoneStepProps {
  readonly form: ResetForm;
  readonly captcha: Captcha;
  readonly onSent: (sent: { readonly maskedTel: string; readonly waitSec: number }) => void;
}

/** Shows the step in which the user types the phone number and requests a code by SMS. */
export function PhoneStep({ form, captcha, onSent }: PhoneStepProps) {
  const t = useT();
  const [pending, setPending] = useState(false);

  /** Sends the code. Each captcha can be used only once, so a new captcha is loaded after the call. */
  async function sendCode(): Promise<void> {
    const { picture } = form.values;
    const phone = form.values.tel.trim();
    const found = {
      tel: form.missing(phone, MOBILE.test(phone) || E164.test(phone), t('login.tel')),
      picture: form.missing(picture, picture.trim().length === 4, t('login.captcha')),
      code: '',
    };
    form.setErrors(found);
    form.setRefusal('');
    if (found.tel || found.picture) {
      form.focus(found.tel ? 'tel' : 'picture');
      return;
    }
    setPending(true);
    const outcome = await api.askPost('Verify/sendMessage', {
      tel: phone,
      sms_type: SMS_TYPE.reset,
      captchaId: captcha.captchaId,
      captcha: picture.trim(),
    });
    setPending(false);
    captcha.reload();
    form.set('picture', '');
    if (outcome.ok) {
      onSent(outcome.data);
      return;
    }
    if (outcome.code === WRONG_CAPTCHA) {
      form.setErrors({ ...found, picture: outcome.msg });
      form.focus('picture');
      return;
    }
    form.setRefusal(outcome.msg || t('login.failed'));
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!pending) void sendCode();
      }}
    >
      <FormError text={form.refusal} />
      <PhoneField {...form.input('tel')} />
      <CaptchaField captcha={captcha} {...form.input('picture')} />
      <Submit pending={pending}>{t('login.next')}</Submit>
    </form>
  );
}
