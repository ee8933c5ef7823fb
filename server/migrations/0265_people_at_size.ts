/** Indexes for lists of people with 5,000,000 users and 100,000 riders (docs/decisions/0069). */
export const statements: readonly string[] = [
  'create index rider_no_listed on rider (rider_no)',
  'create index rider_tel_listed on rider (tel)',
  'create index rider_safety on rider (safety_score, created_at, id)',
  'create index rider_rating on rider (rating_x100, created_at, id)',
  `create index rider_expired on rider (team_id) where health_state = 'expired'`,
  // Returns the fragments of a text that have from `shortest` to three characters, in lower case. A search text of this length matches
  // when it equals a fragment.
  `create function text_parts(words text, shortest int default 1) returns text[]
    language sql immutable strict parallel safe as $$
      select coalesce(array_agg(distinct substr(lower(words), at, size)), '{}')
      from generate_series(shortest, 3) size, generate_series(1, length(words) - size + 1) at $$`,
  'create index rider_name on rider using gin (text_parts(name))',
  'create index app_user_nickname on app_user using gin (text_parts(nickname))',
];
