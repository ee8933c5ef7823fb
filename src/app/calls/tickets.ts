import { SESSION_LIMITS } from '@contract/limits';
import { now } from '@/app/clock';

/**
 * Ticket of the second verification in this session (DOMAIN §0.3). It is stored only in memory, for at most ten minutes. The server binds
 * the ticket to the session and refuses it in another session. We then drop the ticket and request a new verification.
 */
let held: { readonly ticket: string; readonly until: number } | null = null;

/** Stores a ticket. @param expireAt ISO 8601; the ticket is dropped after ten minutes even if this time is later */
export function keepTicket(ticket: string, expireAt: string): void {
  const longest = now() + SESSION_LIMITS.verifyTicketMinutes * 60_000;
  const end = Date.parse(expireAt);
  held = { ticket, until: Number.isNaN(end) ? longest : Math.min(end, longest) };
}

/** Returns the ticket to send, or `null` if there is no valid ticket. */
export function currentTicket(): string | null {
  if (held && held.until <= now()) held = null;
  return held?.ticket ?? null;
}

/** Removes the ticket after the server refused it. */
export function dropTicket(): void {
  held = null;
}
