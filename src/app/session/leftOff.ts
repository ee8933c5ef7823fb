/** Address at which a session ended; the workbench offers it once (SPEC §2, ambiguities). */
const KEY = 'multistation-left-off';

interface LeftOff {
  /** Path, query and hash inside the console. */
  readonly address: string;
  /** Account of the page; null when the page could not know it. */
  readonly accountId: number | null;
  /** Slots of the forms with unsent input. */
  readonly drafts?: readonly string[];
}

function kept(): LeftOff | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as LeftOff | null;
  } catch {
    return null;
  }
}

/** Stores the address for this tab. @param drafts slots of its open forms; default: those stored before for the same address */
export function rememberLeftOff(address: string, accountId: number | null, drafts?: readonly string[]): void {
  const before = kept();
  const forms = drafts ?? (before?.address === address ? before.drafts : undefined);
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ address, accountId, drafts: forms ?? [] }));
  } catch {
    // Without storage the workbench does not offer the address.
  }
}

/** The stored address of this account; the address of another account is removed. */
export function readLeftOff(accountId: number): string | null {
  const found = kept();
  if (!found || typeof found.address !== 'string') return null;
  if (found.accountId === null || found.accountId === accountId) return found.address;
  forgetLeftOff();
  return null;
}

/** Slots of the forms that were open at the stored address. */
export function leftOffDrafts(): readonly string[] {
  const slots = kept()?.drafts;
  return Array.isArray(slots) ? slots.filter((slot) => typeof slot === 'string') : [];
}

/** Account of the stored address; undefined when nothing is stored. */
export function leftOffOwner(): number | null | undefined {
  return kept()?.accountId;
}

export function forgetLeftOff(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was stored.
  }
}
