import type { WriteAddress } from '@contract/index';
import { useRef, useState } from 'react';
import { keepsKey, type MutationResult, mutate, newKey } from '@/app/calls/mutate';
import { lazyWithRetry } from '@/app/lazyWithRetry';
import { DraftLine } from './DraftLine';
import { differencesOf } from './merge';
import type { FormValues } from './store';
import type { Field } from './types';
import { type DraftControl, useDraft } from './useDraft';
import type { FormHandle } from './useFields';

/** Lazy: needed only after a conflict. */
const Merge = lazyWithRetry(() => import('../ConflictNotice/Merge').then((module) => module.Merge));

/** The edited object, with the version that the form read. */
interface Target {
  readonly version: number;
}

/** Another user changed the edited object, or the object of a draft. */
interface Conflict<V extends FormValues, T extends Target> {
  readonly why: 'save' | 'draft';
  readonly changedBy: string | null;
  readonly changedAt: string | null;
  /** Values when the form was opened. */
  readonly base: V;
  readonly theirs: V;
  /** The object to edit after the merge. */
  readonly target: T;
}

interface SubmissionSpec<V extends FormValues, T extends Target> {
  readonly form: FormHandle<V>;
  readonly fields: readonly Field<V>[];
  /** Name of the form in drafts; includes the object's id when it edits. */
  readonly formKey: string;
  /** Endpoint; its secret and personal fields are never stored in a draft. */
  readonly address: WriteAddress;
  /** Title of the form in the list of drafts. */
  readonly title: string;
  /** Stores the input as a draft in the browser. */
  readonly keepsDraft: boolean;
  readonly target: T;
  /**
   * The calls of the form, each with its own idempotency key; a draft stores the key of the first call that was sent.
   */
  readonly calls: readonly string[];
  /** Sets the object that the form edits after a merge. */
  readonly onTarget: (target: T) => void;
}

export interface EntitySubmission<V extends FormValues, T extends Target> {
  readonly drafts: DraftControl<V>;
  readonly pending: boolean;
  /** Shows that work is running, also for forms that send by themselves. */
  readonly whilePending: <R>(work: Promise<R>) => Promise<R>;
  /** Sends a call with its key, and keeps the key until the answer shows that it is used up. */
  readonly send: <A extends WriteAddress>(
    call: string,
    address: A,
    build: Parameters<typeof mutate<A>>[1],
  ) => Promise<MutationResult<A>>;
  readonly conflict: Conflict<V, T> | null;
  readonly setConflict: (conflict: Omit<Conflict<V, T>, 'base' | 'why'> | null) => void;
  /** Applies the merged values. @returns false without a conflict */
  readonly merge: (mine: FormValues) => boolean;
}

/** The handling that every editing form needs around its calls: drafts, idempotency keys, conflicts (DOMAIN §0.3). */
export function useEntitySubmission<V extends FormValues, T extends Target>(
  spec: SubmissionSpec<V, T>,
): EntitySubmission<V, T> {
  const { form, fields, formKey, address, title, keepsDraft, target, calls, onTarget } = spec;
  const { store } = form;
  const [pending, setPending] = useState(false);
  const [conflict, setConflict] = useState<Conflict<V, T> | null>(null);
  const keys = useRef<Record<string, string>>({});

  const drafts = useDraft<V>({
    formKey,
    store,
    fields,
    address,
    title,
    version: target.version,
    on: keepsDraft,
    sentKey: () => calls.map((call) => keys.current[call]).find(Boolean) ?? '',
    onContinue: (found, { values, base }) => {
      for (const call of calls) keys.current[call] = found.key;
      const opened = store.initial();
      store.set(values);
      // Another user may have changed the object after the draft was begun. Their changes are kept, unless both changed a field.
      if (found.version === target.version) return;
      const start = { ...opened, ...base };
      const differences = differencesOf(fields, start, { ...start, ...values }, opened);
      if (!differences.some(({ changedBy }) => changedBy === 'both')) return;
      setConflict({ why: 'draft', changedBy: null, changedAt: null, base: start, theirs: opened, target });
    },
  });

  const whilePending = <R,>(work: Promise<R>): Promise<R> => {
    setPending(true);
    return work.finally(() => setPending(false));
  };

  return {
    drafts,
    pending,
    whilePending,
    async send(call, toAddress, build) {
      const key = keys.current[call] || newKey();
      keys.current[call] = key;
      // If the page ends before the answer arrives, the next attempt must send the same key with the same content.
      drafts.flush();
      const end = await whilePending(mutate(toAddress, build, key));
      if (!keepsKey(end)) keys.current[call] = '';
      return end;
    },
    conflict,
    setConflict: (next) => setConflict(next && { why: 'save', base: store.initial(), ...next }),
    merge(mine) {
      if (!conflict) return false;
      store.reset(conflict.theirs);
      store.set(mine as Partial<V>);
      onTarget(conflict.target);
      setConflict(null);
      return true;
    },
  };
}

/** Drafts of the form, and the choice between both sides of a conflict. */
export function SubmissionNotices<V extends FormValues, T extends Target>({
  submission: { drafts, conflict, pending },
  form,
  fields,
  onMerge,
}: {
  readonly submission: EntitySubmission<V, T>;
  readonly form: FormHandle<V>;
  readonly fields: readonly Field<V>[];
  readonly onMerge: (mine: FormValues, then: 'save' | 'edit') => void;
}) {
  return (
    <>
      <DraftLine drafts={drafts} fields={fields} />
      {conflict && (conflict.why === 'save' || drafts.taken) ? (
        <Merge
          why={conflict.why}
          changedBy={conflict.changedBy}
          changedAt={conflict.changedAt}
          differences={differencesOf(fields, conflict.base, form.store.values(), conflict.theirs)}
          busy={pending}
          onMerge={onMerge}
        />
      ) : null}
    </>
  );
}
