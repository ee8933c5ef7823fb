import { LOCALE_STORAGE_KEY, LOOK_PREFERENCE } from '@contract/limits';
import type { CurrentUser } from '@contract/site';
import type { Locale } from '@contract/text';
import { now } from '@/app/clock';
import { getLocale, setLocale } from '@/app/i18n/i18n';
import { api } from '../request/api';
import { onSessionEnd } from '../session/onSessionEnd';
import { type AppearanceChoice, DEFAULT_APPEARANCE, readAppearance } from './appearance';

/**
 * Look and language belong to the account and follow it to another computer; this browser's own copy (`multistation-look`,
 * `umi_locale`) comes first, so that the page never waits for them. A mark tells whose choice the copy is.
 */
const MARK_KEY = 'multistation-look-of';
/** A choice that the server does not have yet. */
const UNSENT = -1;
/** Several switches in a row are one choice. Milliseconds. */
const PAUSE_MS = 600;
/** Another language may take this long to come before the console is drawn in the former one. Milliseconds. */
const TEXTS_MS = 3_000;

type Choice = AppearanceChoice & { readonly locale: Locale };

interface Mark {
  readonly id: number;
  /** `at` of the choice that was adopted or sent; 0 for none. */
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
    // Without storage there is no copy to mark.
  }
}

/**
 * A visitor chose a language on the sign-in page: the stored copy has no owner any more, and is kept for the next person who
 * signs in.
 */
export function forgetAppearance(): void {
  try {
    localStorage.removeItem(MARK_KEY);
  } catch {
    // There was none.
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
  // Otherwise it stays marked as unsent, and the next visit sends it.
  if (outcome?.ok) writeMark({ id, at });
}

let timer: ReturnType<typeof setTimeout> | undefined;
// Unsent data must not be sent as another person's.
onSessionEnd(() => clearTimeout(timer));

/** The person chose a look or a language: it is stored in the background. */
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
 * Applies the choice that the person made in another browser. This browser's own copy stays when it is the same choice, when it
 * is a newer one, and, of the language, when it has no owner: a stored language comes first (SPEC §1).
 *
 * @returns the look to show from now on, or null where it stays as it is
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
  // Only now: the sign-in and the frame both ask who this is, and neither may draw before the other's texts are here.
  const meanwhile = readMark();
  if (meanwhile?.id === id && meanwhile.at === UNSENT) return null;
  writeMark({ id, at });
  // A copy without an owner is kept; another person's copy is not shown to people who have made no choice.
  if (!look) return mark !== null && mark.id !== id ? DEFAULT_APPEARANCE : null;
  const { scheme, compact, colorWeak } = look;
  return { scheme, compact, colorWeak };
}
