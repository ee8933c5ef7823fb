import { type Kysely, sql } from 'kysely';
import type { Database } from '../../core/database/schema';

/** The month that {@link fillMonth} fills. */
export const MONTH = { id: 1, insurerId: 1, month: '2026-01' } as const;
/** Number of cover days per product. The only rider has one policy for each product and day. */
const DAYS = 31;

/**
 * Fills an empty database with `count` policies of one insurer and one month, for tests and benchmarks. The premiums are 300 to 399 fen.
 * Each policy has a transaction number as if its premium was posted, but the ledger stays empty. Our numbers are `IP1`, `IP2` and so on;
 * the insurer's are `PX1`, `PX2` and so on.
 */
export async function fillMonth(db: Kysely<Database>, count: number): Promise<void> {
  const at = sql`'2026-01-01T00:00:00Z'::timestamptz`;
  await sql`insert into insurer (id, created_at, name) values (1, ${at}, 'Example Insurance')`.execute(db);
  await sql`insert into insure_month (id, insurer_id, month) values (1, 1, ${MONTH.month})`.execute(db);
  await sql`
    insert into rider (id, rider_no, tel, name, id_card, id_card_hash, birth, gender, team_id, rider_type, status, real_name_state,
      face_state, health_state, vehicle_type, created_at, updated_at)
    values (1, 'R1', '13900000001', 'Rider', '\\x00', '1', '1995-05-05', 'male', 1, 'full', 'active', 'passed', 'passed', 'valid', 'ebike',
      ${at}, ${at})`.execute(db);
  await sql`
    insert into insure_product (id, created_at, updated_at, updated_by_name, name, insurer_id, kind, plan_code, agreement_no, premium_fen,
      premium_unit, payer, cover_end, sums, min_age, max_age, team_ids, api_mode, is_on)
    select n, ${at}, ${at}, '', 'Daily cover', 1, 'daily', 'D' || n, 'AG', 300, 'day', 'platform', 90, '{}', 18, 65, '[]', 'manual', true
    from generate_series(1, ${Math.ceil(count / DAYS)}::int) n`.execute(db);
  await sql`
    insert into insure_policy (id, created_at, no, product_id, insurer_id, rider_id, team_id, cover_date, cover_from, cover_to, premium_unit,
      price_fen, payer, sums, premium_fen, borne_fen, state, insurer_no, tx_no, maker_id, maker_name)
    select n, ${at}, 'IP' || n, (n - 1) / ${DAYS}::int + 1, 1, 1, 1, '2026-01-01'::date + (n - 1) % ${DAYS}::int, ${at},
      ${at} + interval '1 day', 'day', 300, 'platform', '{}', 300 + n % 100, 0, 'ended', 'PX' || n, 'TX' || n, 0, ''
    from generate_series(1, ${count}::int) n`.execute(db);
}
