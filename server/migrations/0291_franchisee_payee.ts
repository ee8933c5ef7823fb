/**
 * Franchisees have the encrypted identity card of their legal representative and an agreed settlement cycle. A payee account stores which
 * console account entered it and which console account verified it. The two must differ.
 */
export const statements: readonly string[] = [
  `alter table franchisee add column id_card bytea, add column id_card_mask varchar(18),
    add column settle_cycle varchar(8) check (settle_cycle in ('T0', 'T1', 'T7', 'month')),
    add constraint franchisee_id_card check ((id_card is null) = (id_card_mask is null))`,
  `alter table payee_account add column changed_by bigint, add column verified_by bigint,
    add constraint payee_account_two_people check (verified_by <> changed_by)`,
];
