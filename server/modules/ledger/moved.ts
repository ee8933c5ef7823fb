import { sql } from 'kysely';

/** What a posting `p` moved on its account `a`, by the account's side: below zero = less. Fen. */
export const MOVED = sql`case when (a.side = 'A') = (p.dc = 'D') then p.amount_fen else -p.amount_fen end`;
