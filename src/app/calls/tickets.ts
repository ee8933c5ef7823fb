import { SESSION_LIMITS } from '@contract/limits';
import { now } from '@/app/clock';

/**
 * The second verification of this session (DOMAIN §0.3): kept in memory only, for at most ten minutes. The server binds the ticket
 * to the session. It refuses a ticket of a former session; we then drop the ticket and ask for a new one.
 */
let held: { readonly ticket: string; readonly until: number } | null = null;

/** Keeps a ticket. @param expireAt ISO 8601; the ticket is dropped after ten minutes even if this is later */
export function keepTicket(ticket: string, expireAt: string): void {
  const longest = now() + SESSION_LIMITS.verifyTicketMinutes * 60_000;
  const end = Date.parse(expireAt);
  held = { ticket, until: Number.isNaN(end) ? longest : Math.min(end, longest) };
}

/** The ticket to send; null without a valid one. */
export function currentTicket(): string | null {
  if (held && held.until <= now()) held = null;
  return held?.ticket ?? null;
}

/** Drops the ticket after the server refused it. */
export function dropTicket(): void {
  held = null;
}
