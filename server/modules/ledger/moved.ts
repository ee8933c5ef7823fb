import { sql } from 'kysely';

/** The change of the balance of account `a` by its posting `p`, in fen. A negative amount reduces the balance. */
export const MOVED = sql`case when (a.side = 'A') = (p.dc = 'D') then p.amount_fen else -p.amount_fen end`;
