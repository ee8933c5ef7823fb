/** Where a person was when the session ended; the workbench offers it once (SPEC §2, ambiguities). */
const KEY = 'multistation-left-off';

interface LeftOff {
  /** Path, query and hash inside the console. */
  readonly address: string;
  /** Whose page it was; null when the page could not know. */
  readonly accountId: number | null;
}

/** Keeps the address for this tab. */
export function rememberLeftOff(address: string, accountId: number | null): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ address, accountId }));
  } catch {
    // A convenience: without storage there is no line on the workbench.
  }
}

/** The kept address when it is this person's; another person's is forgotten. */
export function readLeftOff(accountId: number): string | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as LeftOff | null;
    if (!kept || typeof kept.address !== 'string') return null;
    if (kept.accountId === null || kept.accountId === accountId) return kept.address;
    sessionStorage.removeItem(KEY);
  } catch {
    // Unreadable: as if nothing were kept.
  }
  return null;
}

/** Who owns the kept address; undefined when nothing is kept. */
export function leftOffOwner(): number | null | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as LeftOff | null;
    return kept?.accountId;
  } catch {
    return undefined;
  }
}

export function forgetLeftOff(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was kept.
  }
}
