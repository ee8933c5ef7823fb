import type { Input as Sent } from '@contract/index';
import { SMS_TYPE } from '@contract/limits';
import { FACTOR, type SecondMethod } from '@contract/second';
import { useCallback, useEffect, useRef, useState } from 'react';
import { keepTicket } from '@/app/calls/tickets';
import { type Label, useT } from '@/app/i18n/i18n';
import { api } from '@/app/request/api';
import { toast } from '@/app/toast';
import { CodeField } from '../CodeField';
import { Input } from '../library/Input';
import { Modal } from '../library/Modal';
import { RadioGroup } from '../RadioGroup';
import styles from './index.css';
import { askPasskey } from './passkey';

/**
 * A question about a call lies over the dialog that makes it, also where that dialog is in a drawer, or in a drawer of a drawer,
 * and the question is drawn by the frame.
 */
export const ABOVE_DIALOGS = 1_400;

const CODE = /^\d{6}$/;
const HINTS = {
  totp: 'form.secondTotpHint',
  passkey: 'form.secondPasskeyHint',
  recovery: 'form.secondRecoveryHint',
} as const satisfies Record<string, Label>;

/**
 * Asks for what makes a call of risk 2V possible (DOMAIN §0.3): a code by SMS or from an app, a passkey or a recovery code,
 * whatever the account has; opens with the way that was used last. The ticket is kept for ten minutes of this session.
 * `onDone(null)` when the person gives up.
 */
export function SecondVerification({ onDone }: { readonly onDone: (ticket: string | null) => void }) {
  const t = useT();
  const [known, setKnown] = useState<{ methods: readonly SecondMethod[]; maskedTel: string }>({
    methods: ['sms'],
    maskedTel: '',
  });
  const [method, setMethod] = useState<SecondMethod>('sms');
  const [code, setCode] = useState('');
  const [isSent, setSent] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  const field = useRef<HTMLDivElement>(null);

  useEffect(() => {
    let isCurrent = true;
    // Without an answer the phone is left, which every account has.
    void api.askGet('Verify/getSecondMethods', {}).then((answer) => {
      if (!isCurrent || !answer.ok) return;
      setKnown(answer.data);
      setMethod(answer.data.last ?? 'sms');
    });
    return () => {
      isCurrent = false;
    };
  }, []);

  // Where it begins: a message has to be asked for first. The library's own focus would be the cross that closes, and nothing else
  // takes it while the dialog is on its way in.
  const begin = useCallback(() => {
    if (field.current?.contains(document.activeElement)) return;
    field.current?.querySelector<HTMLElement>(method === 'sms' ? 'button' : 'input')?.focus();
  }, [method]);
  useEffect(begin, [begin]);

  const choose = (next: SecondMethod) => {
    setMethod(next);
    setCode('');
    setProblem(null);
  };
  const send = async (input: Sent<'Verify/confirmSecond'>) => {
    const answer = await api.askPost('Verify/confirmSecond', input);
    if (!answer.ok) {
      setProblem(answer.msg || t('common.networkError'));
      field.current?.querySelector('input')?.focus();
      return;
    }
    if (method === 'recovery') toast.warning(t('form.secondRecoveryUsed'));
    keepTicket(answer.data.ticket, answer.data.expireAt);
    onDone(answer.data.ticket);
  };
  const confirmPasskey = async () => {
    const started = await api.askPost('Verify/startPasskey', {});
    if (!started.ok) {
      setProblem(started.msg || t('common.networkError'));
      return;
    }
    const end = await askPasskey('use', started.data.options);
    if ('problem' in end) setProblem(t(`form.passkey_${end.problem}`));
    else await send({ method, assertion: end.response });
  };
  const confirm = async () => {
    if (pending) return;
    const pattern = method === 'recovery' ? FACTOR.recoveryCode : CODE;
    if (method !== 'passkey' && !pattern.test(code.trim())) {
      setProblem(t(method === 'recovery' ? 'form.recoveryNeeded' : 'form.codeNeeded'));
      field.current?.querySelector('input')?.focus();
      return;
    }
    setPending(true);
    setProblem(null);
    await (method === 'passkey' ? confirmPasskey() : send({ method, code: code.trim() }));
    setPending(false);
  };

  return (
    <Modal
      open
      zIndex={ABOVE_DIALOGS}
      width={460}
      title={t('form.secondTitle')}
      okText={t(method === 'passkey' ? 'form.passkeyContinue' : 'form.secondConfirm')}
      cancelText={t('common.cancel')}
      confirmLoading={pending}
      // A code of a dialog that was closed meanwhile still counts.
      okButtonProps={{ disabled: method === 'sms' && !isSent && code === '' }}
      onOk={confirm}
      onCancel={() => onDone(null)}
      afterOpenChange={(isOpen) => isOpen && begin()}
    >
      <p>{t('form.secondWhy')}</p>
      {known.methods.length > 1 ? (
        <div className={styles.methods}>
          <RadioGroup
            label={t('form.secondHow')}
            value={method}
            onChange={choose}
            options={known.methods.map((value) => ({ value, label: t(`form.second_${value}`) }))}
          />
        </div>
      ) : null}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void confirm();
        }}
      >
        <p>
          {method === 'sms'
            ? known.maskedTel && !isSent
              ? t('form.secondSmsHint', { tel: known.maskedTel })
              : t('form.secondLasts')
            : t(HINTS[method])}
        </p>
        {method === 'passkey' ? null : (
          <div ref={field} key={method}>
            <label htmlFor="second-code" className={styles.label}>
              {t(method === 'recovery' ? 'form.recoveryCode' : 'form.code')}
            </label>
            {method === 'sms' ? (
              <CodeField
                id="second-code"
                value={code}
                onChange={setCode}
                message={() => ({ sms_type: SMS_TYPE.second })}
                onSent={() => setSent(true)}
                invalid={problem !== null}
                describedBy="second-problem"
              />
            ) : (
              <Input
                id="second-code"
                value={code}
                maxLength={method === 'totp' ? 6 : 12}
                inputMode={method === 'totp' ? 'numeric' : 'text'}
                autoComplete={method === 'totp' ? 'one-time-code' : 'off'}
                spellCheck={false}
                status={problem ? 'error' : undefined}
                aria-describedby="second-problem"
                onChange={(event) =>
                  setCode(method === 'totp' ? event.target.value.replace(/\D/g, '') : event.target.value.toUpperCase())
                }
              />
            )}
          </div>
        )}
      </form>
      <div id="second-problem" role="alert" className={styles.problem}>
        {problem}
      </div>
    </Modal>
  );
}
