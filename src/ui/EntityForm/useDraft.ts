import { type RefObject, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { newKey } from '@/app/calls/mutate';
import {
  draftsOf,
  draftsRevision,
  forgetWithheld,
  type Keeping,
  keepDraft,
  rememberWithheld,
  removeDraft,
  type StoredDraft,
  subscribeDrafts,
  withheldOf,
} from '@/app/drafts';
import { usePlatform } from '@/app/platform';
import { registerForm, takeAwaited } from '@/app/session/openForms';
import { divide, type Fitting, fitting, isWorthOffering, shapeOf } from './draft';
import type { FormStore, FormValues } from './store';
import type { Field } from './types';

const DELAY_MS = 500;
/** Maximum number of drafts that the form offers. "My drafts" lists all drafts. */
const MOST_OFFERED = 3;

export interface DraftSpec<V extends FormValues> {
  /** Name of the form. A form that edits an object includes the object's id. */
  readonly formKey: string;
  readonly store: FormStore<V>;
  readonly fields: readonly Field<V>[];
  /** API path of the form. It determines which personal fields are never stored. */
  readonly address: string;
  /** Title of the form in "My drafts". */
  readonly title: string;
  /** Version of the object that the form read. A draft stores it to detect later changes by other users. */
  readonly version: number;
  readonly on: boolean;
  /**
   * Returns the idempotency keys of the calls without a response, as a text in the caller's own format. The text is empty if there are no
   * such calls. Called at every write of the draft.
   */
  readonly sentKey: () => string;
  /** Returns the URL that opens the form. Default: the current URL. Called when the form is mounted, at every change and by `flush`. */
  readonly to?: (() => string) | undefined;
  /** Applies a draft to the form. */
  readonly onContinue: (draft: StoredDraft, fit: Fitting<V>) => void;
  /**
   * Called before the form is reset because the user discards the restored draft. The next call needs a new idempotency key. With the key
   * of an earlier call, other values would be refused, or answered with the result of that call.
   */
  readonly onUndo: () => void;
}

/** A draft that the form offers. */
export interface Offer<V extends FormValues> {
  readonly draft: StoredDraft;
  readonly fit: Fitting<V>;
}

export interface DraftControl<V extends FormValues> {
  /** Drafts of the form from other visits or tabs, newest first. */
  readonly offers: readonly Offer<V>[];
  /** The draft that was restored on this page. */
  readonly taken: Offer<V> | null;
  /** Result of the last write of the draft: stored, too large, or no space in the browser. */
  readonly keeping: Keeping;
  readonly goOn: (offer: Offer<V>) => void;
  readonly discard: (offer: Offer<V>) => void;
  /** Discards the restored draft and resets the form. */
  readonly undoTaken: () => void;
  /** Writes the draft immediately. Called before a call is sent. */
  readonly flush: () => void;
  /** Removes the draft after the form was sent. */
  readonly end: () => void;
}

/** A mounted form, and its slot in the list of drafts. */
interface DraftPlace<V extends FormValues> {
  readonly latest: RefObject<DraftSpec<V>>;
  readonly store: FormStore<V>;
  readonly formKey: string;
  readonly slot: string;
  readonly userId: number;
  readonly on: boolean;
  /** `true` after the form was sent or its draft was discarded. No draft is written until the user types again. */
  readonly ended: RefObject<boolean>;
}

/** Lists the form's drafts that are worth offering, newest first, up to {@link MOST_OFFERED}. */
function useOffers<V extends FormValues>(place: DraftPlace<V>): readonly Offer<V>[] {
  const { latest, store, formKey, slot, userId, on } = place;
  const revision = useSyncExternalStore(subscribeDrafts, draftsRevision);
  return useMemo(() => {
    if (!on || revision < 0) return [];
    return draftsOf(userId)
      .filter((draft) => draft.formKey === formKey && draft.slot !== slot)
      .map((draft) => {
        const remembered = withheldOf(userId, formKey, draft.slot);
        return { draft, fit: fitting(latest.current.fields, store.initial(), draft, remembered) };
      })
      .filter(({ fit }) => isWorthOffering(fit, store.initial()))
      .slice(0, MOST_OFFERED);
  }, [on, revision, userId, formKey, slot, store, latest]);
}

/** Returns the functions that store the draft. `write` uses the last recorded URL. `flush` records the current URL first. */
function useWriting<V extends FormValues>(
  { latest, store, formKey, slot, userId, ended }: DraftPlace<V>,
  setKeeping: (keeping: Keeping) => void,
) {
  const { now } = usePlatform();
  /** The form's URL, recorded while the form is mounted. The draft may be written after the page has changed. */
  const place = useRef('');
  const notePlace = useCallback(() => {
    place.current = latest.current.to?.() ?? `${window.location.pathname}${window.location.search}`;
  }, [latest]);
  const write = useCallback((): string | null => {
    const { fields, address, title, version, sentKey, on } = latest.current;
    if (!on) return null;
    const { kept, withheld } = divide(fields, address, ended.current ? {} : store.changed());
    const names = Object.keys(kept);
    if (names.length + Object.keys(withheld).length === 0) {
      removeDraft(userId, formKey, slot);
      return null;
    }
    rememberWithheld(userId, formKey, slot, withheld);
    const initial = store.initial();
    const result = keepDraft(userId, formKey, slot, {
      at: now(),
      values: kept,
      base: Object.fromEntries(names.map((name) => [name, initial[name] ?? null])),
      kinds: Object.fromEntries(
        fields.filter((field) => field.name in kept).map((field) => [field.name, shapeOf(field)]),
      ),
      version,
      withheld: Object.keys(withheld),
      key: sentKey(),
      title,
      to: place.current,
    });
    setKeeping(result);
    return place.current;
  }, [userId, formKey, slot, store, now, latest, ended, setKeeping]);

  const flush = useCallback(() => {
    notePlace();
    return write();
  }, [notePlace, write]);
  return { notePlace, write, flush };
}

/** Writes the draft shortly after a change, and when the page is hidden or the form is removed. */
function useAutomaticWriting<V extends FormValues>(
  { store, slot, userId, on, ended }: DraftPlace<V>,
  { notePlace, write, flush }: ReturnType<typeof useWriting<V>>,
): void {
  useEffect(() => {
    if (!on) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    notePlace();
    const later = () => {
      notePlace();
      ended.current = false;
      clearTimeout(timer);
      timer = setTimeout(write, DELAY_MS);
    };
    // Write immediately, because a hidden page may never become visible again.
    const hide = () => {
      if (document.visibilityState === 'hidden' && timer !== undefined && store.dirty()) write();
    };
    const stop = store.subscribe(later);
    const leave = registerForm({ slot, userId, flush: () => (store.dirty() ? flush() : null) });
    document.addEventListener('visibilitychange', hide);
    window.addEventListener('pagehide', hide);
    return () => {
      stop();
      leave();
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', hide);
      window.removeEventListener('pagehide', hide);
      if (store.dirty()) write();
    };
  }, [on, store, slot, userId, write, flush, notePlace, ended]);
}

/** Stores the input of a form as a draft, and offers earlier drafts. */
export function useDraft<V extends FormValues>(spec: DraftSpec<V>): DraftControl<V> {
  const { formKey, store, on } = spec;
  const { userId } = usePlatform();
  const latest = useRef(spec);
  latest.current = spec;
  const [slot] = useState(newKey);
  const [keeping, setKeeping] = useState<Keeping>('ok');
  const [taken, setTaken] = useState<Offer<V> | null>(null);
  const ended = useRef(false);
  const place: DraftPlace<V> = { latest, store, formKey, slot, userId, on, ended };
  const offers = useOffers(place);
  useEffect(() => forgetWithheld(userId), [userId]);
  const writing = useWriting(place, setKeeping);
  const { write, flush } = writing;
  useAutomaticWriting(place, writing);

  const goOn = useCallback(
    (offer: Offer<V>) => {
      const { draft, fit } = offer;
      setTaken(offer);
      latest.current.onContinue(draft, fit);
      // Store the values under our slot before the other draft is removed, so that a copy always exists.
      write();
      removeDraft(userId, formKey, draft.slot);
    },
    [userId, formKey, write],
  );
  const discard = useCallback(({ draft }: Offer<V>) => removeDraft(userId, formKey, draft.slot), [userId, formKey]);
  const undoTaken = useCallback(() => {
    latest.current.onUndo();
    setTaken(null);
    store.reset(store.initial());
    ended.current = true;
    removeDraft(userId, formKey, slot);
  }, [store, userId, formKey, slot]);
  const end = useCallback(() => {
    setTaken(null);
    ended.current = true;
    removeDraft(userId, formKey, slot);
  }, [userId, formKey, slot]);

  // "Continue where you left off" and "My drafts" request a certain draft. We restore it without a second click.
  const wanted = useRef(false);
  useEffect(() => {
    if (wanted.current) return;
    wanted.current = true;
    const found = offers.find(({ draft }) => takeAwaited(draft.slot));
    if (found) goOn(found);
  }, [offers, goOn]);

  return { offers, taken, keeping, goOn, discard, undoTaken, flush, end };
}
