/** Service notices over the push of the users' app: the devices of users, and the number that the provider gave to a message. */
export const statements: readonly string[] = [
  'alter table service_notice_template drop constraint service_notice_template_channel_check',
  // Every stored row fits the former, narrower check: it need not be looked at again.
  `alter table service_notice_template add constraint service_notice_template_channel_check
    check (channel in ('inSite', 'sms', 'appletSubscribe', 'officialTemplate', 'alipayMessage', 'dySubscribe', 'appPush'))
    not valid`,
  'alter table service_notice_delivery add column reserved_no varchar(64)',
  // A device belongs to the user who signed in on it last; a device without a user keeps the moment of the sign-out.
  `create table user_push_device (
    registration_id varchar(40) primary key,
    user_id bigint not null,
    is_bound boolean not null,
    updated_at timestamptz not null
  )`,
  'create index user_push_device_user on user_push_device (user_id)',
];
