import { sql } from 'kysely';

/** Signed amount of a posting `p` on its account `a`, by the account's side: below zero = the balance falls. Fen. */
export const MOVED = sql`case when (a.side = 'A') = (p.dc = 'D') then p.amount_fen else -p.amount_fen end`;
