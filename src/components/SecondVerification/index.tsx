import { SMS_TYPE } from '@contract/limits';
import { Input, Modal } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { api } from '@/services/api';
import { Button } from '../Button';
import { keepTicket } from '../calls/tickets';
import { useSay } from '../say';
import styles from './index.css';

const CODE = /^\d{6}$/;

/**
 * Asks for the code that makes a call of risk 2V possible (DOMAIN §0.3): sends it to the account's own phone, checks it and
 * keeps the ticket for ten minutes of this session. `onDone(null)` when the person gives up.
 */
export function SecondVerification({ onDone }: { readonly onDone: (ticket: string | null) => void }) {
  const say = useSay();
  const [code, setCode] = useState('');
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [wait, setWait] = useState(0);
  const [problem, setProblem] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  const field = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (wait <= 0) return;
    const timer = setTimeout(() => setWait(wait - 1), 1_000);
    return () => clearTimeout(timer);
  }, [wait]);

  const sendCode = async () => {
    setPending(true);
    setProblem(null);
    const answer = await api.askPost('Verify/sendMessage', { sms_type: SMS_TYPE.second });
    setPending(false);
    if (!answer.ok) {
      setProblem(answer.msg || say('common.networkError'));
      return;
    }
    setSentTo(answer.data.maskedTel);
    setWait(answer.data.waitSec);
    field.current?.querySelector('input')?.focus();
  };
  const confirm = async () => {
    if (!CODE.test(code)) {
      setProblem(say('form.codeNeeded'));
      return;
    }
    setPending(true);
    setProblem(null);
    const answer = await api.askPost('Verify/confirmSecond', { code });
    setPending(false);
    if (!answer.ok) {
      setProblem(answer.msg || say('common.networkError'));
      return;
    }
    keepTicket(answer.data.ticket, answer.data.expireAt);
    onDone(answer.data.ticket);
  };

  return (
    <Modal
      open
      width={420}
      title={say('form.secondTitle')}
      okText={say('form.secondConfirm')}
      cancelText={say('common.cancel')}
      confirmLoading={pending && sentTo !== null}
      okButtonProps={{ disabled: sentTo === null }}
      onOk={confirm}
      onCancel={() => onDone(null)}
    >
      <p>{sentTo === null ? say('form.secondWhy') : say('form.secondSent', { tel: sentTo })}</p>
      <form
        className={styles.row}
        onSubmit={(event) => {
          event.preventDefault();
          void confirm();
        }}
      >
        <div ref={field} className={styles.code}>
          <label htmlFor="second-code" className={styles.label}>
            {say('form.code')}
          </label>
          <Input
            id="second-code"
            value={code}
            maxLength={6}
            inputMode="numeric"
            autoComplete="one-time-code"
            status={problem ? 'error' : undefined}
            aria-describedby="second-problem"
            onChange={(event) => setCode(event.target.value.replace(/\D/g, ''))}
          />
        </div>
        <Button onClick={sendCode} disabled={wait > 0} loading={pending && sentTo === null}>
          {wait > 0 ? say('form.resendIn', { n: wait }) : say(sentTo === null ? 'form.sendCode' : 'form.resend')}
        </Button>
      </form>
      <div id="second-problem" role="alert" className={styles.problem}>
        {problem}
      </div>
    </Modal>
  );
}
