/** Roll-ups of enquiries per day, summed from the roll-ups per hour. Sums and charts by station read this table. */
export const statements: readonly string[] = [
  `create table enquiry_day (
    team_id bigint not null,
    day date not null,
    state varchar(9) not null,
    refuse_reason varchar(12) not null,
    enquiries int not null,
    quoted int not null,
    auto_quoted int not null,
    goods_fen bigint not null,
    primary key (team_id, day, state, refuse_reason)
  )`,
  `insert into enquiry_day (team_id, day, state, refuse_reason, enquiries, quoted, auto_quoted, goods_fen)
    select team_id, day, state, refuse_reason, sum(enquiries), sum(quoted), sum(auto_quoted), sum(goods_fen)
    from enquiry_hour group by team_id, day, state, refuse_reason`,
];
