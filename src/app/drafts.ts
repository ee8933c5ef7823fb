import { DRAFT_LIMITS } from '@contract/drafts';
import { DAY_MS } from '@contract/units';
import { createListeners } from './store';

/**
 * Drafts: forms that were filled in and not sent. They are in the browser's storage. Each draft belongs to one user and is never shown
 * to another user. A draft remains after the tab is closed, the session ends or the console is updated. Each opened form has its own slot,
 * so two tabs with the same form do not overwrite each other's draft.
 *
 * Values that must not be stored (`contract/drafts`) stay only in this page's memory and are lost when the page is left.
 */

type Values = Readonly<Record<string, unknown>>;

export interface Draft {
  /** Time of the last change, in milliseconds since 1970. */
  readonly at: number;
  /** Current values of the fields that the user has changed since the form opened. */
  readonly values: Values;
  /** Values of the same fields when the form opened. Conflicts are found by comparing them with the server's current values. */
  readonly base: Values;
  /** Kind of each field when the draft was stored, for example `text`. A value is restored only into a field of the same kind. */
  readonly kinds: Readonly<Record<string, string>>;
  /** Version of the object when the form opened. It is 0 for a new object. */
  readonly version: number;
  /** Names of fields that were filled in but must not be stored. */
  readonly withheld: readonly string[];
  /** Idempotency key of a request that got no answer. It is empty if there is no such request. */
  readonly key: string;
  /** Title of the form, in the language that the user had when the draft was stored. */
  readonly title: string;
  /** URL inside the console that opens the form. */
  readonly to: string;
}

export interface StoredDraft extends Draft {
  readonly formKey: string;
  readonly slot: string;
}

/** `ok`: the draft is stored · `big`: the draft has too many characters · `full`: the browser has no free space or no storage. */
export type Keeping = 'ok' | 'big' | 'full';

const PREFIX = 'multistation-draft:';

const nameOf = (userId: number, formKey: string, slot: string) =>
  `${PREFIX}${userId}:${formKey}${slot === '' ? '' : `~${slot}`}`;

const kept = createListeners();
let revision = 0;

function tell(): void {
  revision += 1;
  kept.tell();
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const record = (value: unknown): Values => (isRecord(value) ? value : {});
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Parses a stored draft. Returns `null` if it is damaged. Drafts of the console's first version have only time and values. */
function parse(raw: string | null): Draft | null {
  try {
    const found: unknown = JSON.parse(raw ?? 'null');
    if (!isRecord(found) || typeof found.at !== 'number' || !isRecord(found.values)) return null;
    return {
      at: found.at,
      values: found.values,
      base: record(found.base),
      kinds: record(found.kinds) as Record<string, string>,
      version: typeof found.version === 'number' ? found.version : 0,
      withheld: Array.isArray(found.withheld) ? found.withheld.map(String) : [],
      key: text(found.key),
      title: text(found.title),
      // Accept only a URL inside this console, because other scripts of this origin can write to the storage.
      to: /^\/(?!\/)/.test(text(found.to)) ? text(found.to) : '',
    };
  } catch {
    return null;
  }
}

/** Lists all drafts of a user, newest first. */
export function draftsOf(userId: number): readonly StoredDraft[] {
  const own = `${PREFIX}${userId}:`;
  try {
    return Object.keys(localStorage)
      .filter((name) => name.startsWith(own))
      .flatMap((name) => {
        const [formKey = '', slot = ''] = name.slice(own.length).split('~');
        const draft = parse(localStorage.getItem(name));
        return draft ? [{ ...draft, formKey, slot }] : [];
      })
      .sort((a, b) => b.at - a.at);
  } catch {
    return [];
  }
}

const isQuotaError = (error: unknown): boolean => isRecord(error) && error.name === 'QuotaExceededError';

/**
 * Stores a draft. Removes the user's drafts that are older than `DRAFT_LIMITS.days`, and the oldest ones beyond `DRAFT_LIMITS.perPerson`.
 * If the storage is full, also removes the user's oldest drafts. If the draft does not fit even then, all removed drafts are restored.
 *
 * @returns `ok`, `big` if the draft is too long, or `full` if the storage refused the draft
 */
export function keepDraft(userId: number, formKey: string, slot: string, draft: Draft): Keeping {
  const name = nameOf(userId, formKey, slot);
  const raw = JSON.stringify(draft);
  if (raw.length > DRAFT_LIMITS.characters) return 'big';
  const others = draftsOf(userId)
    .map((one) => ({ at: one.at, name: nameOf(userId, one.formKey, one.slot) }))
    .filter((one) => one.name !== name);
  const old = others.filter(
    (one, rank) => draft.at - one.at > DRAFT_LIMITS.days * DAY_MS || rank >= DRAFT_LIMITS.perPerson - 1,
  );
  const rest = others.filter((one) => !old.includes(one));
  const removed = old.map((one) => takeOut(one.name));
  for (;;) {
    try {
      localStorage.setItem(name, raw);
      break;
    } catch (error) {
      // After an error other than `QuotaExceededError`, the storage would also refuse to restore drafts. Do not remove more drafts then.
      const oldest = isQuotaError(error) ? rest.pop() : undefined;
      if (!oldest) {
        putBack(removed);
        return 'full';
      }
      removed.push(takeOut(oldest.name));
    }
  }
  for (const one of removed) memory.delete(one.name);
  tell();
  return 'ok';
}

interface StoredText {
  readonly name: string;
  readonly raw: string | null;
}

/** Removes a stored draft, but not its values in memory. Returns the name and the text of the draft. */
function takeOut(name: string): StoredText {
  const raw = localStorage.getItem(name);
  localStorage.removeItem(name);
  return { name, raw };
}

/** Restores removed drafts, the last removed first. */
function putBack(removed: readonly StoredText[]): void {
  for (const { name, raw } of [...removed].reverse()) {
    try {
      if (raw !== null) localStorage.setItem(name, raw);
    } catch {
      // Another tab has used the space meanwhile. A smaller draft may still fit.
    }
  }
}

function drop(userId: number, formKey: string, slot: string): void {
  memory.delete(nameOf(userId, formKey, slot));
  try {
    localStorage.removeItem(nameOf(userId, formKey, slot));
  } catch {
    // Without storage there is no draft to remove.
  }
}

export function removeDraft(userId: number, formKey: string, slot: string): void {
  drop(userId, formKey, slot);
  tell();
}

/** Calls `listener` when a draft is added, changed or removed, in this tab or in another. */
export function subscribeDrafts(listener: () => void): () => void {
  const heard = ({ key }: StorageEvent) => {
    if (key !== null && !key.startsWith(PREFIX)) return;
    revision += 1;
    listener();
  };
  const end = kept.subscribe(listener);
  window.addEventListener('storage', heard);
  return () => {
    end();
    window.removeEventListener('storage', heard);
  };
}

/** Returns a number that changes whenever the result of `draftsOf` may change. */
export const draftsRevision = (): number => revision;

/* Values that are kept in memory only. The key is the draft's storage key. */

const memory = new Map<string, { readonly userId: number; readonly values: Values }>();

/** Keeps in memory the values that must not be in the storage, until the draft is removed, the page is left or another user signs in. */
export function rememberWithheld(userId: number, formKey: string, slot: string, values: Values): void {
  const name = nameOf(userId, formKey, slot);
  if (Object.keys(values).length === 0) memory.delete(name);
  else memory.set(name, { userId, values });
}

/** Returns the values of a draft that are only in this page's memory. */
export function withheldOf(userId: number, formKey: string, slot: string): Values {
  return memory.get(nameOf(userId, formKey, slot))?.values ?? {};
}

/** Removes the in-memory values of all other users. @param exceptUserId the user who is signed in; 0 means that there is none */
export function forgetWithheld(exceptUserId: number): void {
  for (const [name, { userId }] of memory) if (userId !== exceptUserId) memory.delete(name);
}
