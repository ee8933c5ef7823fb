import { FACTOR } from '@contract/second';
import { useState } from 'react';
import { call } from '@/app/calls/mutate';
import { useSay } from '@/app/i18n/translate';
import { toast } from '@/app/toast';
import { CallHost } from '@/ui/calls/Host';
import { Input } from '@/ui/library/Input';
import { Modal } from '@/ui/library/Modal';
import { askPasskey } from '@/ui/SecondVerification/passkey';
import styles from './index.css';

interface PasskeyDialogProps {
  readonly onClose: () => void;
  readonly onDone: (codes: readonly string[]) => void;
}

/** Names a passkey and lets the browser make it. */
export function PasskeyDialog({ onClose, onDone }: PasskeyDialogProps) {
  const say = useSay();
  const [name, setName] = useState(() => say('form.second_passkey'));
  const [problem, setProblem] = useState('');
  const [pending, setPending] = useState(false);

  const refused = (end: { kind: string; msg?: string }) => {
    if (end.kind === 'refused' || end.kind === 'fields') setProblem(end.msg || say('common.networkError'));
  };
  const bind = async () => {
    const started = await call('dashboard.Account/startPasskey', () => ({}));
    if (started.kind !== 'done') return refused(started);
    const made = await askPasskey('make', started.data.options);
    if ('problem' in made) return setProblem(say(`form.passkey_${made.problem}`));
    const kept = await call('dashboard.Account/finishPasskey', () => ({ response: made.response, name: name.trim() }));
    if (kept.kind !== 'done') return refused(kept);
    toast.success(say('account.bound'));
    onDone(kept.data.codes);
  };
  const submit = async () => {
    if (pending) return;
    if (name.trim() === '') {
      setProblem(say('account.factorNameNeeded'));
      return;
    }
    setPending(true);
    setProblem('');
    await bind().finally(() => setPending(false));
  };

  return (
    <Modal
      open
      width={480}
      title={say('account.bindPasskey')}
      okText={say('account.passkeyMake')}
      cancelText={say('common.cancel')}
      confirmLoading={pending}
      onOk={submit}
      onCancel={onClose}
    >
      <p>{say('account.passkeyText')}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <label htmlFor="passkey-name" className={styles.label}>
          {say('account.factorName')}
        </label>
        <Input
          id="passkey-name"
          value={name}
          maxLength={FACTOR.name.max}
          autoComplete="off"
          aria-describedby="passkey-problem"
          onChange={(event) => setName(event.target.value)}
        />
      </form>
      <div id="passkey-problem" role="alert" className={styles.problem}>
        {problem}
      </div>
      <CallHost />
    </Modal>
  );
}
