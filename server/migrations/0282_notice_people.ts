/** Service notices to riders and merchants (docs/decisions/0061). Existing rows belong to users. */
const KIND = `person_type varchar(8) not null default 'user' check (person_type in ('user', 'rider', 'merchant'))`;

export const statements: readonly string[] = [
  // Each of these tables gets the type of person, because a user, a rider and a merchant may have the same id.
  ...['service_notice_task', 'service_notice_list', 'service_notice_day', 'user_inbox'].map(
    (table) => `alter table ${table} add column ${KIND}`,
  ),
  `alter table service_notice_day drop constraint service_notice_day_pkey,
     add primary key (user_id, template_id, day, person_type)`,
];
