import type { FormValues } from './store';
import { same } from './store';
import type { Field } from './types';

/**
 * What was typed and not sent yet, in the browser's storage: it survives the tab, the session and an update, and belongs to
 * one person (ARCHITECTURE §1). Secrets are never in it.
 */

export interface Draft {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly values: FormValues;
}

const name = (userId: number, formKey: string) => `multistation-draft:${userId}:${formKey}`;

/** The stored draft, or null; a damaged one counts as none. */
export function readDraft(userId: number, formKey: string): Draft | null {
  try {
    const raw = JSON.parse(localStorage.getItem(name(userId, formKey)) ?? 'null') as Partial<Draft> | null;
    return raw && typeof raw.at === 'number' && typeof raw.values === 'object' && raw.values !== null
      ? { at: raw.at, values: raw.values }
      : null;
  } catch {
    return null;
  }
}

export function removeDraft(userId: number, formKey: string): void {
  try {
    localStorage.removeItem(name(userId, formKey));
  } catch {
    // Without storage there is no draft to remove.
  }
}

/** Keeps the fields that differ from the start, but for secret ones. */
export function writeDraft<V extends FormValues>(
  userId: number,
  formKey: string,
  fields: readonly Field<V>[],
  changed: Partial<V>,
  at: number,
): void {
  const secrets = new Set<string>(
    fields.filter((field) => field.secret || field.kind === 'password').map((field) => field.name),
  );
  const values = Object.fromEntries(Object.entries(changed).filter(([key]) => !secrets.has(key)));
  try {
    if (Object.keys(values).length === 0) localStorage.removeItem(name(userId, formKey));
    else localStorage.setItem(name(userId, formKey), JSON.stringify({ at, values }));
  } catch {
    // Storage full or switched off: the form works without a draft.
  }
}

/** Does the draft say anything that the form does not say already? */
export function isWorthOffering(draft: Draft | null, initial: FormValues): draft is Draft {
  return draft !== null && Object.entries(draft.values).some(([key, value]) => !same(value, initial[key]));
}
