/** Service notices as push messages of the users' app: the users' devices, and the number that the provider reserved for a message. */
export const statements: readonly string[] = [
  'alter table service_notice_template drop constraint service_notice_template_channel_check',
  // The previous check allowed fewer values, so all stored rows are valid. We skip the validation.
  `alter table service_notice_template add constraint service_notice_template_channel_check
    check (channel in ('inSite', 'sms', 'appletSubscribe', 'officialTemplate', 'alipayMessage', 'dySubscribe', 'appPush'))
    not valid`,
  'alter table service_notice_delivery add column reserved_no varchar(64)',
  // A device belongs to the user who signed in last. A sign-out sets `is_bound` to false and `updated_at` to the time of the sign-out.
  `create table user_push_device (
    registration_id varchar(40) primary key,
    user_id bigint not null,
    is_bound boolean not null,
    updated_at timestamptz not null
  )`,
  'create index user_push_device_user on user_push_device (user_id)',
];
