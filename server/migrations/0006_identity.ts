/**
 * Additional data of an identity (DOMAIN §3.11): the fields that it reveals, its sign-in hours and its allowed IP addresses. A session
 * stores which permissions its page has read.
 */
export const statements: readonly string[] = [
  `alter table identity add column field_rules jsonb not null default '[]'`,
  'alter table identity add column login_hours jsonb',
  `alter table identity add column ip_allow_list jsonb not null default '[]'`,
  // Permission 1105 reveals phone numbers of stations. Identities that have it also get the new field rule for phones.
  `update identity set field_rules = '["phone"]' where rule_ids @> '[1105]'`,
  'create index identity_updated on identity (updated_at, id) where deleted_at is null',
  'alter table account_session add column permission_seen varchar(16)',
];
