/** Sign-in attempts, counted over all processes. Names and order of the columns are those of rate-limiter-flexible. */
export const statements: readonly string[] = [
  `create table rate_limit (
    key varchar(255) primary key,
    points int not null default 0,
    -- milliseconds since 1970
    expire bigint
  )`,
];
