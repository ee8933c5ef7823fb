/** Events about food losses from the riders', merchants' and users' apps, unique by type and number (docs/orders.md). */
export const statements: readonly string[] = [
  `create table food_loss_event (
    event varchar(10) not null,
    no varchar(64) not null,
    party varchar(8) not null check (party in ('rider', 'merchant', 'user')),
    person_id bigint not null,
    digest char(64) not null,
    loss_id bigint references food_loss (id),
    file_id bigint,
    at timestamptz not null,
    received_at timestamptz not null,
    primary key (event, no)
  )`,
];
