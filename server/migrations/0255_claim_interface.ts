/** Claims are handed to insurers with an interface (DOMAIN §3.8): when the insurer is asked next, and how often it was asked. */
export const statements: readonly string[] = [
  'alter table insure_claim add column query_at timestamptz, add column tries smallint not null default 0',
  'create index insure_claim_query on insure_claim (query_at) where query_at is not null',
];
