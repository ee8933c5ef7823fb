import { SESSION_LIMITS } from '@contract/limits';
import { now } from '@/app/clock';

/**
 * The second verification of this session (DOMAIN §0.3): in memory only, at most ten minutes. The server binds it to the session;
 * a ticket of a former one is refused there, dropped here and requested again.
 */
let held: { readonly ticket: string; readonly until: number } | null = null;

/** @param expireAt ISO 8601; the ticket is used no longer than ten minutes whatever it says. */
export function keepTicket(ticket: string, expireAt: string): void {
  const longest = now() + SESSION_LIMITS.verifyTicketMinutes * 60_000;
  const end = Date.parse(expireAt);
  held = { ticket, until: Number.isNaN(end) ? longest : Math.min(end, longest) };
}

/** The ticket to send along, or null. */
export function currentTicket(): string | null {
  if (held && held.until <= now()) held = null;
  return held?.ticket ?? null;
}

/** The server does not accept it any more. */
export function dropTicket(): void {
  held = null;
}
