/** Submission of claims to insurers that have an interface (DOMAIN §3.8): when we next query the insurer, and the number of queries. */
export const statements: readonly string[] = [
  'alter table insure_claim add column query_at timestamptz, add column tries smallint not null default 0',
  'create index insure_claim_query on insure_claim (query_at) where query_at is not null',
];
