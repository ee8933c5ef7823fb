/** Service notices by push of the users' app: the devices of users, and the provider's reserved number of a message. */
export const statements: readonly string[] = [
  'alter table service_notice_template drop constraint service_notice_template_channel_check',
  // All stored rows satisfy the former, narrower check, so they need no validation.
  `alter table service_notice_template add constraint service_notice_template_channel_check
    check (channel in ('inSite', 'sms', 'appletSubscribe', 'officialTemplate', 'alipayMessage', 'dySubscribe', 'appPush'))
    not valid`,
  'alter table service_notice_delivery add column reserved_no varchar(64)',
  // A device belongs to the user who signed in last; a device without a user keeps the time of the sign-out.
  `create table user_push_device (
    registration_id varchar(40) primary key,
    user_id bigint not null,
    is_bound boolean not null,
    updated_at timestamptz not null
  )`,
  'create index user_push_device_user on user_push_device (user_id)',
];
