/**
 * The people for whom a template of service notices is intended (DOMAIN §3.4). Text messages and the inbox reach all types of people, other
 * channels only users.
 */
export const statements: readonly string[] = [
  `alter table service_notice_template add column person_type varchar(8) not null default 'any'
     check (person_type in ('any', 'user', 'rider', 'merchant'))`,
  `update service_notice_template set person_type = 'user' where channel not in ('inSite', 'sms')`,
  `alter table service_notice_template add constraint service_notice_template_reached
     check (channel in ('inSite', 'sms') or person_type = 'user')`,
];
