import type { FieldError } from '@contract/endpoint';
import type { Input } from '@contract/index';
import { useState } from 'react';
import { type MutationResult, mutate } from '@/app/calls/mutate';
import { useT } from '@/app/i18n/i18n';
import { toast } from '@/app/toast';
import type { DraftStore } from './useDraftStore';

type Refusal = Exclude<MutationResult<'franchise.Page/publish'>, { readonly kind: 'done' }>;

const sentences = (errors: readonly FieldError[]) => [...new Set(errors.map(({ message }) => message))].join(' ');

interface DraftCallsParts {
  readonly store: DraftStore;
  /** Called after the draft was published or discarded. Not called after it was saved. */
  readonly onSaved: () => void;
  /** Called when the confirmation dialog of publishing or discarding can close. */
  readonly onEnd: () => void;
}

/** Saves, publishes and discards the draft. `problem` is the last error message, or an empty text. */
export function useDraftCalls({ store, onSaved, onEnd }: DraftCallsParts) {
  const t = useT();
  const [isRunning, setRunning] = useState(false);
  const [problem, setProblem] = useState('');
  const { dirty, revision, content, submission } = store;

  const showRefusal = (end: Refusal) => {
    if (end.kind === 'fields') setProblem(sentences(end.errors) || end.msg);
    else if (end.kind === 'conflict') setProblem(t('franchisePage.conflict', { name: end.conflict.changedBy ?? '' }));
    else if (end.kind === 'refused') setProblem(end.msg || t('common.networkError'));
  };

  /** Saves the draft. @returns the new revision, or `null` after a failure */
  const save = async (): Promise<number | null> => {
    setProblem('');
    setRunning(true);
    const body = { revision, ...content } as unknown as Input<'franchise.Page/saveDraft'>;
    const end = await submission.send('save', 'franchise.Page/saveDraft', () => body);
    setRunning(false);
    if (end.kind === 'done') {
      store.saved(content, end.data);
      return end.data.revision;
    }
    showRefusal(end);
    return null;
  };
  const keep = async () => {
    if ((await save()) !== null) toast.success(t('franchisePage.saved'));
  };
  const publish = async () => {
    // A picture that is still being uploaded would be missing on the published page.
    if (store.isUploading()) {
      setProblem(t('area.waitForUpload'));
      onEnd();
      return;
    }
    const kept = dirty || revision === 0 ? await save() : revision;
    onEnd();
    if (kept === null) return;
    setRunning(true);
    const end = await mutate('franchise.Page/publish', () => ({ revision: kept }));
    setRunning(false);
    if (end.kind === 'done') {
      toast.success(end.data.message);
      onSaved();
    } else showRefusal(end);
  };
  const discard = async () => {
    setRunning(true);
    const end = await mutate('franchise.Page/discardDraft', () => ({ revision }));
    setRunning(false);
    onEnd();
    if (end.kind === 'done') {
      toast.success(end.data.message);
      store.saved(content, { version: 0, revision: 0 });
      onSaved();
    } else if (end.kind !== 'cancelled' && end.kind !== 'expired') setProblem(end.msg);
  };
  return { isRunning, problem, keep, publish, discard };
}
