import { FACTOR } from '@contract/second';
import { useState } from 'react';
import { mutate } from '@/app/calls/mutate';
import { useT } from '@/app/i18n/i18n';
import { toast } from '@/app/toast';
import { PromptHost } from '@/ui/calls/PromptHost';
import { Input } from '@/ui/library/Input';
import { Modal } from '@/ui/library/Modal';
import { askPasskey } from '@/ui/SecondVerification/passkey';
import styles from './index.css';

interface PasskeyDialogProps {
  readonly onClose: () => void;
  readonly onDone: (codes: readonly string[]) => void;
}

/** Asks for the name of a passkey and lets the browser create it. */
export function PasskeyDialog({ onClose, onDone }: PasskeyDialogProps) {
  const t = useT();
  const [name, setName] = useState(() => t('form.second_passkey'));
  const [problem, setProblem] = useState('');
  const [pending, setPending] = useState(false);

  const refused = (end: { kind: string; msg?: string }) => {
    if (end.kind === 'refused' || end.kind === 'fields') setProblem(end.msg || t('common.networkError'));
  };
  const bind = async () => {
    const started = await mutate('dashboard.Account/startPasskey', () => ({}));
    if (started.kind !== 'done') return refused(started);
    const made = await askPasskey('make', started.data.options);
    if ('problem' in made) return setProblem(t(`form.passkey_${made.problem}`));
    const kept = await mutate('dashboard.Account/finishPasskey', () => ({
      response: made.response,
      name: name.trim(),
    }));
    if (kept.kind !== 'done') return refused(kept);
    toast.success(t('account.bound'));
    onDone(kept.data.codes);
  };
  const submit = async () => {
    if (pending) return;
    if (name.trim() === '') {
      setProblem(t('account.factorNameNeeded'));
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
      title={t('account.bindPasskey')}
      okText={t('account.passkeyMake')}
      cancelText={t('common.cancel')}
      confirmLoading={pending}
      onOk={submit}
      onCancel={onClose}
    >
      <p>{t('account.passkeyText')}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <label htmlFor="passkey-name" className={styles.label}>
          {t('account.factorName')}
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
      <PromptHost />
    </Modal>
  );
}
