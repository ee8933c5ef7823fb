import type { WriteAddress } from '@contract/index';
import { useRef, useState } from 'react';
import { keepsKey, type MutationResult, mutate, newKey } from '@/app/calls/mutate';
import { t } from '@/app/i18n/i18n';
import { lazyWithRetry } from '@/app/lazyWithRetry';
import { toast } from '@/app/toast';
import { DraftLine } from './DraftLine';
import { differencesOf } from './merge';
import type { FormValues } from './store';
import type { Field } from './types';
import { type DraftControl, useDraft } from './useDraft';
import type { FormHandle } from './useFields';

/** Component for the merge. It is loaded lazily, because the page needs it only after a conflict. */
const Merge = lazyWithRetry(() => import('../ConflictNotice/Merge').then((module) => module.Merge));

/** The edited object, and the version that the form read. */
interface Target {
  readonly version: number;
}

/** Another user's change to the edited object, or to the object of a draft. */
interface Conflict<V extends FormValues, T extends Target> {
  readonly why: 'save' | 'draft';
  readonly changedBy: string | null;
  readonly changedAt: string | null;
  /** Values when the form was opened, or when the restored draft was begun. */
  readonly base: V;
  readonly theirs: V;
  /** The object that the form edits after the merge. */
  readonly target: T;
}

interface SubmissionSpec<V extends FormValues, T extends Target> {
  readonly form: FormHandle<V>;
  readonly fields: readonly Field<V>[];
  /** Name of the form in drafts. A form that edits an object includes the object's id. */
  readonly formKey: string;
  /** API path of the form. It determines which personal fields are never stored in a draft. */
  readonly address: WriteAddress;
  /** Title of the form in the list of drafts. */
  readonly title: string;
  /** Stores the input as a draft in the browser. */
  readonly keepsDraft: boolean;
  readonly target: T;
  /**
   * Names of the form's calls. Each call has its own idempotency key. A draft stores the keys of the calls without a response.
   */
  readonly calls: readonly string[];
  /** Called after a merge with the object and the version that the form then edits. */
  readonly onTarget: (target: T) => void;
}

export interface EntitySubmission<V extends FormValues, T extends Target> {
  readonly drafts: DraftControl<V>;
  readonly pending: boolean;
  /** Shows the pending state until the work is complete. Also used by forms that send their calls themselves. */
  readonly whilePending: <R>(work: Promise<R>) => Promise<R>;
  /**
   * Sends a call with its idempotency key. Sends nothing while `needsChoice` returns true. The next call reuses the key only if this call
   * got no response or is still running on the server.
   */
  readonly send: <A extends WriteAddress>(
    call: string,
    address: A,
    build: Parameters<typeof mutate<A>>[1],
  ) => Promise<MutationResult<A>>;
  readonly conflict: Conflict<V, T> | null;
  /**
   * Returns whether the user must first choose between a restored draft and newer values. If so, also shows a message. Without a
   * choice, the draft would overwrite the other user's change.
   */
  readonly needsChoice: () => boolean;
  readonly setConflict: (conflict: Omit<Conflict<V, T>, 'base' | 'why'> | null) => void;
  /** Applies the merged values. @returns `false` when there is no conflict */
  readonly merge: (mine: FormValues) => boolean;
}

type Keys = Record<string, string>;

/** Writes the keys as `save:key finish:key`. */
const writeKeys = (keys: Keys): string =>
  Object.entries(keys)
    .flatMap(([call, key]) => (key ? [`${call}:${key}`] : []))
    .join(' ');

/** Reads the keys of a draft. Older drafts have one key without the name of its call. This key may belong to any of the calls. */
const readKeys = (stored: string, calls: readonly string[]): Keys =>
  stored.includes(':')
    ? Object.fromEntries(stored.split(' ').map((part) => part.split(':')))
    : Object.fromEntries(calls.map((call) => [call, stored]));

/** Provides what every editing form needs for its calls: drafts, idempotency keys, conflicts (DOMAIN §0.3). */
export function useEntitySubmission<V extends FormValues, T extends Target>(
  spec: SubmissionSpec<V, T>,
): EntitySubmission<V, T> {
  const { form, fields, formKey, address, title, keepsDraft, target, calls, onTarget } = spec;
  const { store } = form;
  const [pending, setPending] = useState(false);
  const [conflict, setConflict] = useState<Conflict<V, T> | null>(null);
  const keys = useRef<Keys>({});

  const drafts = useDraft<V>({
    formKey,
    store,
    fields,
    address,
    title,
    version: target.version,
    on: keepsDraft,
    sentKey: () => writeKeys(keys.current),
    onContinue: (found, { values, base }) => {
      keys.current = readKeys(found.key, calls);
      const opened = store.initial();
      store.set(values);
      // Another user may have changed the object after the draft was begun. If both users changed the same field, this user must choose.
      if (found.version === target.version) return;
      const start = { ...opened, ...base };
      const differences = differencesOf(fields, start, { ...start, ...values }, opened);
      if (!differences.some(({ changedBy }) => changedBy === 'both')) return;
      setConflict({ why: 'draft', changedBy: null, changedAt: null, base: start, theirs: opened, target });
    },
    onUndo: () => {
      keys.current = {};
    },
  });

  const whilePending = <R,>(work: Promise<R>): Promise<R> => {
    setPending(true);
    return work.finally(() => setPending(false));
  };

  const needsChoice = () => {
    if (conflict?.why !== 'draft' || drafts.taken === null) return false;
    toast.warning(t('conflict.how'));
    return true;
  };

  return {
    drafts,
    pending,
    whilePending,
    needsChoice,
    async send(call, toAddress, build) {
      if (needsChoice()) return { kind: 'cancelled' };
      const key = keys.current[call] || newKey();
      keys.current[call] = key;
      // If the page closes before the response arrives, the next attempt must send the same key with the same content.
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

/** Shows the form's drafts and, after a conflict, the choice between mine and theirs. */
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
