/**
 * Riders on probation may be suspended, and return to their probation (docs/decisions/0057). Merchants are created and changed by events,
 * and the latest event applies (docs/orders.md). Violations have files as evidence.
 */
export const statements: readonly string[] = [
  `alter table rider add column suspended_from varchar(9) check (suspended_from in ('probation', 'active'))`,
  `alter table rider_violation add column files jsonb not null default '[]'`,
  'alter table merchant add column saved_at timestamptz',
];
