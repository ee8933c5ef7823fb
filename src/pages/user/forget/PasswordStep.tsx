import { history } from '@umijs/max';
import { useT } from '@/app/i18n/i18n';
import { api } from '@/app/request/api';
import { toast } from '@/app/toast';
import { NewPassword } from '@/ui/PlainForm/NewPassword';
import type { ResetForm } from './useResetForm';

const WRONG_CODE = 40004;

interface PasswordStepProps {
  readonly form: ResetForm;
  /** Called if the code was wrong or expired. The caller then returns to the code step. */
  readonly onWrongCode: () => void;
}

export function PasswordStep({ form, onWrongCode }: PasswordStepProps) {
  const t = useT();
  const { tel, code } = form.values;
  async function reset(password: string, confirmPassword: string): Promise<string | null> {
    const outcome = await api.askPost('Login/resetPassword', {
      tel: tel.trim(),
      code: code.trim(),
      password,
      confirmPassword,
    });
    if (outcome.ok) {
      toast.success(t('login.resetDone'));
      history.replace('/user/login');
      return null;
    }
    if (outcome.code === WRONG_CODE) {
      onWrongCode();
      form.setErrors({ tel: '', picture: '', code: outcome.msg });
      return null;
    }
    const listed = outcome.data as { errors?: readonly { message: string }[] } | null;
    return listed?.errors?.[0]?.message ?? (outcome.msg || t('login.failed'));
  }
  return <NewPassword username={tel} submit={t('login.resetSubmit')} hint={t('login.resetEnds')} onSubmit={reset} />;
}
