/** Attempts per IP address, such as sign-ins, counted over all processes. rate-limiter-flexible prescribes the columns and their order. */
export const statements: readonly string[] = [
  `create table rate_limit (
    key varchar(255) primary key,
    points int not null default 0,
    -- milliseconds since 1970
    expire bigint
  )`,
];
