import { useState } from 'react';
import { mutate } from '@/app/calls/mutate';
import { useT } from '@/app/i18n/i18n';
import { useCurrentUser } from '@/models/useCurrentUser';
import { Button } from '@/ui/Button';
import type { FormHandle } from '@/ui/EntityForm';
import type { FormValues } from '@/ui/EntityForm/store';
import { messagesOf } from '@/ui/EntityForm/useFields';
import { StatusTag } from '@/ui/StatusTag';
import type { TestAddress } from './calls';
import styles from './index.css';

interface TryOutProps {
  readonly address: TestAddress;
  readonly label: string;
  readonly values: (form: FormHandle<FormValues>) => Record<string, unknown>;
  readonly form: () => FormHandle<FormValues> | null;
}

/** Tests the outside system with the current form values, even if they are not saved, and shows the result. */
export function TryOut({ address, label, values, form }: TryOutProps) {
  const t = useT();
  const { tel } = useCurrentUser();
  const [running, setRunning] = useState(false);
  const [result, setResult] = useState<{ ok: boolean; text: string } | null>(null);
  const run = async () => {
    const open = form();
    if (!open?.check()) return;
    setRunning(true);
    setResult(null);
    const end = await mutate(address, () => ({ values: values(open) })).finally(() => setRunning(false));
    if (end.kind === 'done') setResult({ ok: end.data.ok, text: end.data.detail });
    else if (end.kind === 'fields') {
      const homeless = open.showErrors(end.errors);
      if (homeless.length > 0) setResult({ ok: false, text: messagesOf(homeless) });
    } else if (end.kind === 'refused') setResult({ ok: false, text: end.msg || t('common.networkError') });
  };
  return (
    <>
      <Button loading={running} onClick={run}>
        {label.replace('{tel}', `${tel.slice(0, 3)}****${tel.slice(-4)}`)}
      </Button>
      <span role="status" className={styles.result}>
        {result ? (
          <>
            <StatusTag
              tone={result.ok ? 'good' : 'bad'}
              text={t(result.ok ? 'setting.testOk' : 'setting.testFailed')}
            />{' '}
            {result.text}
          </>
        ) : null}
      </span>
    </>
  );
}
