import { IDENTITY } from '@contract/limits';
import { useEffect, useId, useRef, useState } from 'react';
import { mutate, newKey } from '@/app/calls/mutate';
import { useT } from '@/app/i18n/i18n';
import { useData, useRefresh } from '@/app/request/useData';
import { Button } from '../Button';
import { Input } from '../library/Input';
import { TimeText } from '../TimeText';
import styles from './index.css';

/**
 * Names the missing permission and the users who can grant it. If there are such users, lets the user request the permission.
 * Shows nothing until the data is loaded, or if the user has the permission.
 */
export function WhoCan({ rule }: { readonly rule: number }) {
  const t = useT();
  const { data } = useData('rights.Identity/explainRefusal', { rule }, { staleTime: 60_000 });
  if (!data || data.held) return null;
  return (
    <div className={styles.box}>
      <dl>
        <div>
          <dt>{t('form.missingRight')}</dt>
          <dd>{data.name}</dd>
        </div>
        <div>
          <dt>{t('form.granters')}</dt>
          <dd>{data.granters.length > 0 ? data.granters.join(t('list.separator')) : t('form.noGranters')}</dd>
        </div>
      </dl>
      {data.granters.length > 0 ? <Ask rule={rule} askedAt={data.askedAt} /> : null}
    </div>
  );
}

/** Manages the request for a permission: whether it is running, its response, and the failure message. */
function useRequest(rule: number, onDone: () => void) {
  const t = useT();
  const refresh = useRefresh();
  const [pending, setPending] = useState(false);
  const [done, setDone] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const send = async (reason: string) => {
    if (pending) return;
    setPending(true);
    setProblem(null);
    const text = reason.trim();
    const end = await mutate(
      'rights.Identity/askFor',
      () => ({ rule, ...(text && { reason: text }) }),
      newKey(),
    ).finally(() => setPending(false));
    switch (end.kind) {
      case 'done':
        setDone(end.data.message);
        onDone();
        refresh('rights.Identity/explainRefusal');
        return;
      case 'fields':
        setProblem(end.errors.map(({ message }) => message).join(' '));
        return;
      case 'refused':
        setProblem(end.msg || t('common.networkError'));
        return;
      default:
    }
  };
  return { pending, done, problem, send };
}

/**
 * Renders the request for a permission. After a request, shows the server's message, or later the time of the request, instead of the
 * button. The component is not a form element, because it is used inside forms.
 */
function Ask({ rule, askedAt }: { readonly rule: number; readonly askedAt: string | null }) {
  const t = useT();
  const reasonId = useId();
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const field = useRef<HTMLDivElement>(null);
  const told = useRef<HTMLDivElement>(null);
  // After success the focused button is removed, so we focus the message.
  const { pending, done, problem, send } = useRequest(rule, () => told.current?.focus());
  useEffect(() => {
    if (open) field.current?.querySelector('textarea')?.focus();
  }, [open]);

  return (
    <div className={styles.ask}>
      <div ref={told} role="status" tabIndex={-1} className={styles.told}>
        {done}
        {done === null && askedAt !== null ? (
          <>
            {t('form.askedAt')} <TimeText at={askedAt} />
          </>
        ) : null}
      </div>
      {done === null && askedAt === null && !open ? (
        <Button size="small" onClick={() => setOpen(true)}>
          {t('form.askFor')}
        </Button>
      ) : null}
      {done === null && askedAt === null && open ? (
        <>
          <div ref={field} className={styles.field}>
            <label htmlFor={reasonId}>{t('form.askReason')}</label>
            <Input.TextArea
              id={reasonId}
              value={reason}
              rows={2}
              maxLength={IDENTITY.askReason.max}
              showCount
              onChange={(event) => setReason(event.target.value)}
            />
          </div>
          {problem ? (
            <p role="alert" className={styles.problem}>
              {problem}
            </p>
          ) : null}
          <div className={styles.buttons}>
            <Button size="small" loading={pending} onClick={() => send(reason)}>
              {t('form.askSend')}
            </Button>
            <Button size="small" type="text" onClick={() => setOpen(false)}>
              {t('common.cancel')}
            </Button>
          </div>
        </>
      ) : null}
    </div>
  );
}
