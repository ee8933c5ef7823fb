/**
 * Franchisees have the encrypted identity card of their legal representative and an agreed settlement cycle. Payee accounts store the
 * account that entered them and the account that verified them, which must be different accounts.
 */
export const statements: readonly string[] = [
  `alter table franchisee add column id_card bytea, add column id_card_mask varchar(18),
    add column settle_cycle varchar(8) check (settle_cycle in ('T0', 'T1', 'T7', 'month')),
    add constraint franchisee_id_card check ((id_card is null) = (id_card_mask is null))`,
  `alter table payee_account add column changed_by bigint, add column verified_by bigint,
    add constraint payee_account_two_people check (verified_by <> changed_by)`,
];
