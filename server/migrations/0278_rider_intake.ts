/** Riders on probation may be suspended, and return to their probation (docs/decisions/0057). */
export const statements: readonly string[] = [
  `alter table rider add column suspended_from varchar(9) check (suspended_from in ('probation', 'active'))`,
];
