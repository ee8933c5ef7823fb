import { SMS_TYPE } from '@contract/limits';
import type { SecondMethod } from '@contract/second';
import { useState } from 'react';
import { type Label, useT } from '@/app/i18n/i18n';
import { CodeField } from '../CodeField';
import { Input } from '../library/Input';
import { Modal } from '../library/Modal';
import { OpeningFocus } from '../OpeningFocus';
import { RadioGroup } from '../RadioGroup';
import styles from './index.css';
import { useSecond } from './useSecond';

/**
 * z-index of a prompt. The prompt must cover the dialog that made the call. That dialog may be in nested drawers, and the frame may
 * render the prompt outside of these drawers.
 */
export const ABOVE_DIALOGS = 1_400;

const HINTS = {
  totp: 'form.secondTotpHint',
  passkey: 'form.secondPasskeyHint',
  recovery: 'form.secondRecoveryHint',
} as const satisfies Record<string, Label>;

/**
 * Asks for the second verification that calls of risk 2V require (DOMAIN §0.3). The account determines the available methods: a code by
 * SMS, a code from an app, a passkey, or a recovery code. The dialog opens with the method that was used last. The ticket is valid for ten
 * minutes, and only in this session. Calls `onDone(null)` when the user cancels.
 */
export function SecondVerification({ onDone }: { readonly onDone: (ticket: string | null) => void }) {
  const t = useT();
  const { known, method, choose, code, setCode, problem, pending, field, begin, confirm } = useSecond(onDone);
  const [isSent, setSent] = useState(false);
  return (
    <Modal
      open
      zIndex={ABOVE_DIALOGS}
      width={460}
      title={t('form.secondTitle')}
      okText={t(method === 'passkey' ? 'form.passkeyContinue' : 'form.secondConfirm')}
      cancelText={t('common.cancel')}
      confirmLoading={pending}
      // The user may type a code without requesting one, because a code that was sent before the dialog was closed is still valid.
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
            <SecondCode
              method={method}
              code={code}
              onChange={setCode}
              onSent={() => setSent(true)}
              invalid={problem !== null}
            />
          </div>
        )}
      </form>
      <div id="second-problem" role="alert" className={styles.problem}>
        {problem}
      </div>
      <OpeningFocus focus={begin} />
    </Modal>
  );
}

interface SecondCodeProps {
  readonly method: Exclude<SecondMethod, 'passkey'>;
  readonly code: string;
  readonly onChange: (code: string) => void;
  readonly onSent: () => void;
  readonly invalid: boolean;
}

function SecondCode({ method, code, onChange, onSent, invalid }: SecondCodeProps) {
  const t = useT();
  return (
    <>
      <label htmlFor="second-code" className={styles.label}>
        {t(method === 'recovery' ? 'form.recoveryCode' : 'form.code')}
      </label>
      {method === 'sms' ? (
        <CodeField
          id="second-code"
          value={code}
          onChange={onChange}
          message={() => ({ sms_type: SMS_TYPE.second })}
          onSent={onSent}
          invalid={invalid}
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
          status={invalid ? 'error' : undefined}
          aria-describedby="second-problem"
          onChange={(event) =>
            onChange(method === 'totp' ? event.target.value.replace(/\D/g, '') : event.target.value.toUpperCase())
          }
        />
      )}
    </>
  );
}
