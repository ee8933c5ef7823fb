/**
 * The users of each tag in a narrow table, which is written with the user's row. The list counts a tag's users exactly without reading
 * their rows, which are scattered among millions.
 */
export const statements: readonly string[] = [
  `create table app_user_tag (
    tag varchar(12) not null,
    user_id bigint not null,
    primary key (tag, user_id)
  )`,
  `insert into app_user_tag (tag, user_id)
    select tag, u.id from app_user u cross join jsonb_array_elements_text(u.tags) as tag where u.tags <> '[]'
    on conflict do nothing`,
  `create function keep_user_tags() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then
        delete from app_user_tag where user_id = old.id and tag in (select jsonb_array_elements_text(old.tags));
      end if;
      if tg_op <> 'DELETE' then
        insert into app_user_tag (tag, user_id) select jsonb_array_elements_text(new.tags), new.id on conflict do nothing;
      end if;
      return null;
    end $$`,
  `create trigger app_user_tags_added after insert on app_user
    for each row when (new.tags <> '[]') execute function keep_user_tags()`,
  `create trigger app_user_tags_changed after update of tags on app_user
    for each row when (old.tags is distinct from new.tags) execute function keep_user_tags()`,
  `create trigger app_user_tags_gone after delete on app_user
    for each row when (old.tags <> '[]') execute function keep_user_tags()`,
];
