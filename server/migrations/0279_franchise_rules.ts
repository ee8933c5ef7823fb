/** Franchise applications keep their earlier followers, who must not decide on them. */
export const statements: readonly string[] = [
  `alter table franchise_apply add column past_followers jsonb not null default '[]'`,
];
