import { CODE_ACTION_TEXT, type CodeAction, type MiniPlatform } from '@contract/miniCode.states';
import { useEffect, useRef, useState } from 'react';
import { keepsKey, newKey } from '@/app/calls/mutate';
import { type MessageKey, useT } from '@/app/i18n/i18n';
import { Fields } from '@/ui/EntityForm';
import { DraftLine } from '@/ui/EntityForm/DraftLine';
import { useDraft } from '@/ui/EntityForm/useDraft';
import { useFields } from '@/ui/EntityForm/useFields';
import { Modal } from '@/ui/library/Modal';
import { OpeningFocus } from '@/ui/OpeningFocus';
import { RequestId } from '@/ui/ProblemReport/RequestId';
import { codeCalls, type OperateInput, taskIdIn } from './calls';
import { Elapsed } from './Elapsed';
import { codeFields, initialValues, payloadOf } from './fields';
import styles from './index.css';
import type { CodeRun } from './useCodeRun';

/** What is to be done, and about which version. */
export interface Wish {
  readonly action: CodeAction;
  /** Null: an upload, whose form asks for it, or `sync`. */
  readonly appVersion: string | null;
  /** The version that a rollback brings back. */
  readonly target: string | null;
}

const DANGEROUS: readonly CodeAction[] = ['withdrawAudit', 'rollback', 'offline', 'deleteDev'];
/** Forms that are long enough to be kept when they are not sent. */
const KEPT: readonly CodeAction[] = ['upload', 'submitAudit'];

/**
 * The form of an action and, once it is sent, how long the platform takes. The request continues when the dialog is closed.
 *
 * @param newest the newest version; an upload has to exceed it
 */
export function CodeDialog({
  platform,
  wish,
  newest,
  run,
  onClose,
}: {
  readonly platform: MiniPlatform;
  readonly wish: Wish;
  readonly newest: string | null;
  readonly run: CodeRun;
  readonly onClose: () => void;
}) {
  const t = useT();
  const { action, appVersion, target } = wish;
  const [fields] = useState(() => codeFields(platform, action, appVersion, t));
  const [first] = fields;
  const form = useFields(initialValues(platform, action), fields);
  const [problem, setProblem] = useState<{ text: string; requestId: string } | null>(null);
  const [pending, setPending] = useState(false);
  const key = useRef(newKey());
  const sent = useRef(false);
  const isThere = useRef(true);
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
    };
  }, []);
  const label = t(CODE_ACTION_TEXT[action]);
  const title = [label, appVersion].filter(Boolean).join(' · ');
  const drafts = useDraft({
    formKey: `miniCode.${platform}.${action}.${appVersion ?? 'new'}`,
    store: form.store,
    fields,
    address: codeCalls(platform).operate,
    title,
    version: 0,
    on: KEPT.includes(action),
    sentKey: () => (sent.current ? key.current : ''),
    onContinue: (found, { values }) => {
      if (found.key !== '') key.current = found.key;
      form.set(values);
    },
  });

  const send = async () => {
    if (pending || !form.check()) return;
    setProblem(null);
    setPending(true);
    sent.current = true;
    drafts.flush();
    const values = form.values();
    const version = appVersion ?? String(values.appVersion ?? '').trim();
    const payload = payloadOf(values);
    const input = { action, ...(version && { appVersion: version }), payload } as OperateInput;
    const end = await run.send(input, key.current, () => isThere.current);
    if (!keepsKey(end)) {
      sent.current = false;
      key.current = newKey();
    }
    if (end.kind === 'done') drafts.end();
    if (!isThere.current) return;
    setPending(false);
    // The dialog of the task says how it went.
    if (end.kind === 'done' || end.kind === 'expired' || taskIdIn(end) !== null) return onClose();
    if (end.kind === 'fields') {
      const own = end.errors.map((error) => ({ ...error, field: error.field.replace(/^payload\./, '') }));
      const homeless = form.showErrors(own);
      if (homeless.length > 0) setProblem({ text: homeless.map(({ message }) => message).join(' '), requestId: '' });
    } else if (end.kind === 'refused') {
      setProblem({ text: end.msg || t('common.networkError'), requestId: end.requestId });
    }
  };

  const { open } = run;
  return (
    <Modal
      open
      width={fields.length > 4 ? 640 : 520}
      title={title}
      okText={label}
      cancelText={t(pending ? 'miniCode.hide' : 'common.cancel')}
      // Not `confirmLoading`: the library would keep the dialog from being closed.
      okButtonProps={{ loading: pending, danger: DANGEROUS.includes(action), autoFocus: fields.length === 0 }}
      onOk={send}
      onCancel={onClose}
      // A click beside the dialog must not take away what was typed.
      mask={{ closable: false }}
    >
      {pending && open ? (
        <div className={styles.progress} role="status">
          <p>{t('miniCode.running')}</p>
          <p aria-hidden>
            {t('miniCode.elapsed')} <Elapsed from={open.begun} to={null} />
          </p>
          <progress aria-label={t('miniCode.progress')} />
        </div>
      ) : null}
      {/* Hidden rather than gone: what was typed is needed again when the server refuses it. */}
      <div hidden={pending}>
        <p>{consequence(t, action, appVersion, target, newest)}</p>
        {problem ? (
          <div className={styles.problem} role="alert">
            {problem.text}
            {problem.requestId ? <RequestId id={problem.requestId} /> : null}
          </div>
        ) : null}
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void send();
          }}
        >
          {first ? <OpeningFocus focus={() => form.focus(first.name)} /> : null}
          <DraftLine drafts={drafts} fields={fields} />
          <Fields form={form} fields={fields} />
        </form>
      </div>
    </Modal>
  );
}

function consequence(
  t: ReturnType<typeof useT>,
  action: CodeAction,
  appVersion: string | null,
  target: string | null,
  newest: string | null,
): string {
  if (action === 'upload') return newest === null ? '' : t('miniCode.newest', { v: newest });
  if (action === 'sync') return '';
  return t(`miniCode.ask_${action}` satisfies MessageKey, { v: appVersion ?? '', target: target ?? '' });
}
