/** The location of an accident on the map (DOMAIN §5.6). Existing claims have none. */
export const statements: readonly string[] = [
  `alter table insure_claim
    add column lng double precision,
    add column lat double precision,
    add constraint insure_claim_point check ((lng is null) = (lat is null))`,
];
