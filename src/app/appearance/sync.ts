import { LOCALE_STORAGE_KEY, LOOK_PREFERENCE } from '@contract/limits';
import type { CurrentUser } from '@contract/site';
import type { Locale } from '@contract/text';
import { now } from '@/app/clock';
import { getLocale, setLocale } from '@/app/i18n/i18n';
import { api } from '../request/api';
import { onSessionEnd } from '../session/onSessionEnd';
import { type AppearanceChoice, DEFAULT_APPEARANCE, readAppearance } from './appearance';

/**
 * The server stores appearance and language for each account, so they are the same on every computer. The browser's copy
 * (`multistation-look`, `umi_locale`) is applied first, so that the page does not wait for the server. A mark in the browser's storage
 * states which account made the copied choice.
 */
const MARK_KEY = 'multistation-look-of';
/** Value of `at` for a choice that the server has not stored yet. */
const UNSENT = -1;
/** Debounce in milliseconds. Several quick changes are stored as one choice. */
const PAUSE_MS = 600;
/** Maximum wait for the texts of another language in milliseconds. After this time the console is drawn in the former language. */
const TEXTS_MS = 3_000;

type Choice = AppearanceChoice & { readonly locale: Locale };

interface Mark {
  readonly id: number;
  /** Time of the adopted or sent choice, in milliseconds since 1970. 0: the account has no choice · `UNSENT`: not sent yet. */
  readonly at: number;
}

function readMark(): Mark | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(MARK_KEY) ?? 'null');
    return typeof kept === 'object' && kept !== null && 'id' in kept && 'at' in kept ? (kept as Mark) : null;
  } catch {
    return null;
  }
}

function writeMark(mark: Mark): void {
  try {
    localStorage.setItem(MARK_KEY, JSON.stringify(mark));
  } catch {
    // Without storage there is no copy, so no mark is needed.
  }
}

/**
 * Removes the mark of the stored copy, because a visitor chose a language on the sign-in page. The next user who signs in gets this
 * language.
 */
export function forgetAppearance(): void {
  try {
    localStorage.removeItem(MARK_KEY);
  } catch {
    // Without storage there is no mark to remove.
  }
}

function hasLanguage(): boolean {
  try {
    return localStorage.getItem(LOCALE_STORAGE_KEY) !== null;
  } catch {
    return false;
  }
}

async function send(id: number, choice: Choice): Promise<void> {
  const at = now();
  const outcome = await api
    .askPost('common.Preference/save', { key: LOOK_PREFERENCE, value: { ...choice, at } }, { silent: true })
    .catch(() => null);
  // After a failure the choice stays marked as unsent, so the next visit sends it.
  if (outcome?.ok) writeMark({ id, at });
}

let timer: ReturnType<typeof setTimeout> | undefined;
// An unsent choice must not be sent for the next user.
onSessionEnd(() => clearTimeout(timer));

/**
 * Sends a newly chosen appearance or language to the server in the background, after a short pause. A further choice restarts the pause.
 */
export function uploadAppearance(id: number, choice: Choice): void {
  writeMark({ id, at: UNSENT });
  clearTimeout(timer);
  timer = setTimeout(() => void send(id, choice), PAUSE_MS);
}

const soon = () =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, TEXTS_MS);
  });

/**
 * Adopts the account's choice from the server: changes the language and returns the appearance. The browser's copy stays if it is the same
 * choice or is not sent yet. A stored language without a mark also stays, because it has priority (SPEC §1).
 *
 * @returns the appearance to show; `null` means no change
 */
export async function adoptAppearance({
  id,
  look,
}: Pick<CurrentUser, 'id' | 'look'>): Promise<AppearanceChoice | null> {
  const mark = readMark();
  if (mark?.id === id && mark.at === UNSENT) {
    void send(id, { ...readAppearance(), locale: getLocale() });
    return null;
  }
  const at = look?.at ?? 0;
  if (mark?.id === id && mark.at === at) return null;
  if (look && (mark !== null || !hasLanguage()) && look.locale !== getLocale()) {
    await Promise.race([setLocale(look.locale).catch(() => undefined), soon()]);
  }
  // Read the mark again after the wait, because the user may have made a new choice meanwhile. The sign-in and the frame both call this
  // function, and both wait for the texts. Neither may draw before the wait ends.
  const meanwhile = readMark();
  if (meanwhile?.id === id && meanwhile.at === UNSENT) return null;
  writeMark({ id, at });
  // If the server has no choice for this account, keep an unmarked copy, but replace another account's copy with the default.
  if (!look) return mark !== null && mark.id !== id ? DEFAULT_APPEARANCE : null;
  const { scheme, compact, colorWeak } = look;
  return { scheme, compact, colorWeak };
}
