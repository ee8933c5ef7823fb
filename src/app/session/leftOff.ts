/** Storage key of the URL at which a session ended. The workbench offers this URL once (SPEC §2, ambiguities). */
const KEY = 'multistation-left-off';

interface LeftOff {
  /** URL inside the console: path, query and hash. */
  readonly address: string;
  /** Id of the account that used the page. `null` means that the account was not yet loaded. */
  readonly accountId: number | null;
  /** Draft slots of the forms with unsent input. */
  readonly drafts?: readonly string[];
}

function kept(): LeftOff | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as LeftOff | null;
  } catch {
    return null;
  }
}

/** Stores the URL for this tab. @param drafts draft slots of forms with unsent input; default: those already stored for the same URL */
export function rememberLeftOff(address: string, accountId: number | null, drafts?: readonly string[]): void {
  const before = kept();
  const forms = drafts ?? (before?.address === address ? before.drafts : undefined);
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ address, accountId, drafts: forms ?? [] }));
  } catch {
    // Without storage the workbench does not offer the URL.
  }
}

/** Reads the URL that was stored for this account or without an account. The URL of another account is removed. */
export function readLeftOff(accountId: number): string | null {
  const found = kept();
  if (!found || typeof found.address !== 'string') return null;
  if (found.accountId === null || found.accountId === accountId) return found.address;
  forgetLeftOff();
  return null;
}

/** Lists the draft slots of the forms that had unsent input at the stored URL. */
export function leftOffDrafts(): readonly string[] {
  const slots = kept()?.drafts;
  return Array.isArray(slots) ? slots.filter((slot) => typeof slot === 'string') : [];
}

/** Returns the account of the stored URL. `null` means that the URL has no account, `undefined` that nothing is stored. */
export function leftOffOwner(): number | null | undefined {
  return kept()?.accountId;
}

export function forgetLeftOff(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Without storage there is no URL to remove.
  }
}
