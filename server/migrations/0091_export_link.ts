/** Download links of exports that were already used. Each link works only once (DOMAIN §9, decision 29). */
export const statements: readonly string[] = [
  `create table export_link_use (
    nonce varchar(24) primary key,
    until timestamptz not null
  )`,
  'create index export_link_use_until on export_link_use (until)',
];
