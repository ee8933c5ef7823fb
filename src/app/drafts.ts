import { DRAFT_LIMITS } from '@contract/drafts';
import { DAY_MS } from '@contract/units';
import { createListeners } from './store';

/**
 * Drafts: forms that were filled in and not sent, in the browser's storage. Each draft belongs to one user and is never shown to
 * another. It outlives the tab, the session and an update. Every opening of a form has its own slot, so two tabs with the same form
 * do not overwrite each other.
 *
 * Values that must not be stored (`contract/drafts`) are kept in this page's memory and are lost with the page.
 */

type Values = Readonly<Record<string, unknown>>;

export interface Draft {
  /** Milliseconds since 1970 of the last change. */
  readonly at: number;
  /** Fields that differ from what the form opened with. */
  readonly values: Values;
  /** The same fields when the form opened; conflicts are detected by comparison with them. */
  readonly base: Values;
  /** Kind of each field when the draft was written. */
  readonly kinds: Readonly<Record<string, string>>;
  /** Version of the object when the form opened; 0 for a new object. */
  readonly version: number;
  /** Fields that were filled in but are not stored. */
  readonly withheld: readonly string[];
  /** Idempotency key of a request without an answer; otherwise empty. */
  readonly key: string;
  /** Title of the form, in the language that was shown. */
  readonly title: string;
  /** Address inside the console that opens the form. */
  readonly to: string;
}

export interface StoredDraft extends Draft {
  readonly formKey: string;
  readonly slot: string;
}

/** `ok`: stored · `big`: this draft alone is too large · `full`: the browser has no space, or no storage at all. */
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

/** Parses a stored draft; null for a damaged one. The first version of the console stored only time and values. */
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
      // Only an address inside this console: other scripts of this origin can write to the storage.
      to: /^\/(?!\/)/.test(text(found.to)) ? text(found.to) : '',
    };
  } catch {
    return null;
  }
}

/** All drafts of a user, newest first. */
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

/** Stores a draft; without space it first removes the oldest drafts of the same user. */
export function keepDraft(userId: number, formKey: string, slot: string, draft: Draft): Keeping {
  const name = nameOf(userId, formKey, slot);
  const raw = JSON.stringify(draft);
  if (raw.length > DRAFT_LIMITS.characters) return 'big';
  const others = draftsOf(userId).filter((one) => nameOf(userId, one.formKey, one.slot) !== name);
  const isOld = (one: StoredDraft, rank: number) =>
    draft.at - one.at > DRAFT_LIMITS.days * DAY_MS || rank >= DRAFT_LIMITS.perPerson - 1;
  const rest = others.filter((one, rank) => {
    if (!isOld(one, rank)) return true;
    drop(userId, one.formKey, one.slot);
    return false;
  });
  for (;;) {
    try {
      localStorage.setItem(name, raw);
      tell();
      return 'ok';
    } catch {
      const oldest = rest.pop();
      if (!oldest) return 'full';
      drop(userId, oldest.formKey, oldest.slot);
    }
  }
}

function drop(userId: number, formKey: string, slot: string): void {
  memory.delete(nameOf(userId, formKey, slot));
  try {
    localStorage.removeItem(nameOf(userId, formKey, slot));
  } catch {
    // Without storage there is nothing to remove.
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

/** A number that changes whenever the result of `draftsOf` may change. */
export const draftsRevision = (): number => revision;

/* ---- values kept in memory only ---- */

const memory = new Map<string, { readonly userId: number; readonly values: Values }>();

/** Keeps values that must not be stored, until the page is left or another user signs in on it. */
export function rememberWithheld(userId: number, formKey: string, slot: string, values: Values): void {
  const name = nameOf(userId, formKey, slot);
  if (Object.keys(values).length === 0) memory.delete(name);
  else memory.set(name, { userId, values });
}

/** Values of a draft that only this page's memory holds. */
export function withheldOf(userId: number, formKey: string, slot: string): Values {
  return memory.get(nameOf(userId, formKey, slot))?.values ?? {};
}

/** Drops the in-memory values of all other users. @param exceptUserId the user who is signed in now; 0: none */
export function forgetWithheld(exceptUserId: number): void {
  for (const [name, { userId }] of memory) if (userId !== exceptUserId) memory.delete(name);
}
