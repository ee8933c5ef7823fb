import type { Input as Sent } from '@contract/index';
import { FACTOR, type SecondMethod } from '@contract/second';
import { useCallback, useEffect, useRef, useState } from 'react';
import { keepTicket } from '@/app/calls/tickets';
import { useT } from '@/app/i18n/i18n';
import { api } from '@/app/request/api';
import { toast } from '@/app/toast';
import { askPasskey } from './passkey';

const CODE = /^\d{6}$/;

/** Loads the account's verification methods and chooses the method that the user used last. Default: SMS. */
function useMethods(setMethod: (method: SecondMethod) => void) {
  const [known, setKnown] = useState<{ methods: readonly SecondMethod[]; maskedTel: string }>({
    methods: ['sms'],
    maskedTel: '',
  });
  useEffect(() => {
    let isCurrent = true;
    // If the call fails, SMS remains available, because every account has a phone.
    void api.askGet('Verify/getSecondMethods', {}).then((answer) => {
      if (!isCurrent || !answer.ok) return;
      setKnown(answer.data);
      setMethod(answer.data.last ?? 'sms');
    });
    return () => {
      isCurrent = false;
    };
  }, [setMethod]);

  return known;
}

/** Manages the dialog: the chosen method, the typed code, and the call to the server. */
export function useSecond(onDone: (ticket: string | null) => void) {
  const t = useT();
  const [method, setMethod] = useState<SecondMethod>('sms');
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  const field = useRef<HTMLDivElement>(null);
  const known = useMethods(setMethod);

  // Sets the focus when the dialog opens and when the method changes. Otherwise the component library would focus the close button.
  // For SMS, the button that sends the code gets the focus. For the other codes, the input gets it. If an element inside `field` already
  // has the focus, the focus does not move.
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
  return { known, method, choose, code, setCode, problem, pending, field, begin, confirm };
}
