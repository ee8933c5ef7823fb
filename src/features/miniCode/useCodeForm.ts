import { CODE_ACTION_TEXT, type CodeAction, type MiniPlatform } from '@contract/miniCode.states';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useCallKey } from '@/app/calls/useCallKey';
import { useT } from '@/app/i18n/i18n';
import { trimmed } from '@/ui/EntityForm/store';
import { useDraft } from '@/ui/EntityForm/useDraft';
import { messagesOf, useFields } from '@/ui/EntityForm/useFields';
import { codeCalls, type OperateInput, taskIdIn } from './calls';
import { codeFields, initialValues, payloadOf } from './fields';
import type { CodeRun } from './useCodeRun';

/** The action that the user requested, and its version. */
export interface Wish {
  readonly action: CodeAction;
  /** `null` for an upload, because its form has a version field, and for `sync`, which needs no version. */
  readonly appVersion: string | null;
  /** The version that a rollback restores. `null` if there is no such version. */
  readonly target: string | null;
}

/** Actions with long forms. Their input is saved as a draft. */
const KEPT: readonly CodeAction[] = ['upload', 'submitAudit'];

/** Returns a ref that is `true` while the dialog is mounted. Requests continue after the dialog is closed. */
function useIsThere(): RefObject<boolean> {
  const isThere = useRef(true);
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
    };
  }, []);
  return isThere;
}

/**
 * Manages the form of an action, its draft, and its request. A retry uses the same idempotency key if the first request may have reached
 * the platform.
 *
 * @param onEnd called when the dialog is no longer needed
 */
export function useCodeForm(platform: MiniPlatform, { action, appVersion }: Wish, run: CodeRun, onEnd: () => void) {
  const t = useT();
  const [fields] = useState(() => codeFields(platform, action, appVersion, t));
  const form = useFields(initialValues(platform, action), fields);
  const [problem, setProblem] = useState<{ text: string; requestId: string } | null>(null);
  const [pending, setPending] = useState(false);
  const callKey = useCallKey();
  const isThere = useIsThere();
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
    sentKey: callKey.stored,
    onContinue: (found, { values }) => {
      callKey.restore(found.key);
      form.set(values);
    },
    onUndo: callKey.renew,
  });

  const send = async () => {
    if (pending || !form.check()) return;
    setProblem(null);
    setPending(true);
    const key = callKey.take();
    drafts.flush();
    const values = form.values();
    const version = appVersion ?? trimmed(values, 'appVersion');
    const payload = payloadOf(values);
    const input = { action, ...(version && { appVersion: version }), payload } as OperateInput;
    const end = await run.send(input, key, () => isThere.current);
    callKey.settle(end);
    if (end.kind === 'done') drafts.end();
    if (!isThere.current) return;
    setPending(false);
    // The task dialog shows the result, or the session has expired, so this dialog can close.
    if (end.kind === 'done' || end.kind === 'expired' || taskIdIn(end) !== null) return onEnd();
    if (end.kind === 'fields') {
      const own = end.errors.map((error) => ({ ...error, field: error.field.replace(/^payload\./, '') }));
      const homeless = form.showErrors(own);
      if (homeless.length > 0) setProblem({ text: messagesOf(homeless), requestId: '' });
    } else if (end.kind === 'refused') {
      setProblem({ text: end.msg || t('common.networkError'), requestId: end.requestId });
    }
  };
  return { label, title, fields, form, drafts, problem, pending, send };
}
