/** Franchisees whose first contract begins on a later day. They are "upcoming" until the contract begins (docs/decisions/0066). */
export const statements: readonly string[] = [
  `alter table franchisee drop constraint franchisee_status_check,
    add constraint franchisee_status_check
      check (status in ('upcoming', 'active', 'suspended', 'expiring', 'expired', 'terminated'))`,
  // On the first day of the contract, a job sets the franchisee to active.
  `update franchisee set status = 'upcoming', version = version + 1
    where status in ('active', 'expiring') and contract_from > (now() at time zone 'Asia/Shanghai')::date`,
];
