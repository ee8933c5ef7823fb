import { SESSION_LIMITS } from '@contract/limits';

/** The second verification of this session (DOMAIN §0.3): in memory only, at most ten minutes, gone with the session. */
let held: { readonly ticket: string; readonly until: number; readonly session: string } | null = null;

/** Told by the page's clock and session, so that neither is read here twice. */
export interface Surroundings {
  readonly now: () => number;
  /** Something that differs from session to session. */
  readonly session: () => string;
}
let around: Surroundings = { now: () => Date.now(), session: () => '' };

/** Sets where the present moment and the session come from. */
export function setSurroundings(next: Surroundings): void {
  around = next;
}

/** @param expireAt ISO 8601; the ticket is used no longer than ten minutes whatever it says. */
export function keepTicket(ticket: string, expireAt: string): void {
  const longest = around.now() + SESSION_LIMITS.verifyTicketMinutes * 60_000;
  const end = Date.parse(expireAt);
  held = { ticket, until: Number.isNaN(end) ? longest : Math.min(end, longest), session: around.session() };
}

/** The ticket to send along, or null. */
export function currentTicket(): string | null {
  if (held && (held.until <= around.now() || held.session !== around.session())) held = null;
  return held?.ticket ?? null;
}

/** The server does not accept it any more. */
export function dropTicket(): void {
  held = null;
}
