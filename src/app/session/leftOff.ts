/** Where a person was when the session ended; the workbench offers it once (SPEC §2, ambiguities). */
const KEY = 'multistation-left-off';

interface LeftOff {
  /** Path, query and hash inside the console. */
  readonly address: string;
  /** Whose page it was; null when the page could not know. */
  readonly accountId: number | null;
  /** Slots of the forms that held something unsent. */
  readonly drafts?: readonly string[];
}

function kept(): LeftOff | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as LeftOff | null;
  } catch {
    return null;
  }
}

/** Keeps the address for this tab, with the forms that were open on it; those of the same address stay known. */
export function rememberLeftOff(address: string, accountId: number | null, drafts?: readonly string[]): void {
  const before = kept();
  const forms = drafts ?? (before?.address === address ? before.drafts : undefined);
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ address, accountId, drafts: forms ?? [] }));
  } catch {
    // A convenience: without storage there is no line on the workbench.
  }
}

/** The kept address when it is this person's; another person's is forgotten. */
export function readLeftOff(accountId: number): string | null {
  const found = kept();
  if (!found || typeof found.address !== 'string') return null;
  if (found.accountId === null || found.accountId === accountId) return found.address;
  forgetLeftOff();
  return null;
}

/** Slots of the forms that were open at the kept address. */
export function leftOffDrafts(): readonly string[] {
  const slots = kept()?.drafts;
  return Array.isArray(slots) ? slots.filter((slot) => typeof slot === 'string') : [];
}

/** Who owns the kept address; undefined when nothing is kept. */
export function leftOffOwner(): number | null | undefined {
  return kept()?.accountId;
}

export function forgetLeftOff(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was kept.
  }
}
