/**
 * Removes remaining copies of personal data of users who have left. It also adds indexes with which the job that anonymises users finds
 * such copies (docs/decisions/0058). `app_user.profile_at` stores the moment of the latest event for each field of a user's profile.
 */

/** Builds the condition that the user of the food loss `l` sent this event, or reported the loss, through the app. */
const sentBy = (event: string): string => `exists (
  select from food_loss_event e
  where e.party = 'user' and e.person_id = l.user_id and e.loss_id = l.id and e.event in ('reported', '${event}'))`;
const LEFT = `join app_user u on u.id = l.user_id and u.status = 'cancelled'`;

export const statements: readonly string[] = [
  'alter table app_user add column profile_at jsonb',
  `create index food_loss_event_user on food_loss_event (person_id) where party = 'user'`,
  'create index proposal_object on proposal (address, object_id) where object_id is not null',
  `create index service_notice_task_users on service_notice_task using gin ((audience -> 'userIds'))
     where audience ->> 'kind' = 'users'`,

  `update stored_file f set name = 'file' || coalesce(substring(f.name from '\\.[A-Za-z0-9]{1,5}$'), '')
     from food_loss_event e join app_user u on u.id = e.person_id and u.status = 'cancelled'
     where e.party = 'user' and e.file_id = f.id`,
  // This update precedes the update of the appeals, because it compares the names in steps with the names in appeals.
  `update case_step s set note = case when s.note is null then null else '—' end,
       by_name = case when s.by_id = 0 and s.by_name <> '' then '已注销' else s.by_name end
     from food_loss l ${LEFT}
     where s.case_type = 'foodLoss' and s.case_id = l.id and (
       (l.reporter_type = 'user' and (s.step = 'submit' or (s.step = 'cancel' and s.by_id = 0)))
       or (s.step = 'appeal' and exists (
         select from food_loss_appeal a where a.loss_id = l.id and a.party = 'user' and a.by_name = s.by_name)))`,
  `update food_loss_evidence v set note = case when v.note is null then null else '—' end,
       by_name = case when ${sentBy('evidence')} then '已注销' else v.by_name end
     from food_loss l ${LEFT} where l.id = v.loss_id and v.party = 'user'`,
  `update food_loss_appeal a set ground = '—',
       by_name = case when ${sentBy('appealed')} then '已注销' else a.by_name end
     from food_loss l ${LEFT} where l.id = a.loss_id and a.party = 'user'`,
  `update food_loss l set version = l.version + 1, reporter_name = '已注销', description = '—',
       maker_name = case when l.maker_id = 0 then '已注销' else l.maker_name end
     from app_user u where u.id = l.user_id and u.status = 'cancelled' and l.reporter_type = 'user'`,
  // Removes the reason of the appeal from notices.
  ...['bell_notice', 'notice_outbox'].map(
    (table) => `update ${table} set content = (
         select jsonb_object_agg(key, regexp_replace(value, '[:：].*$', '')) from jsonb_each_text(content))
       where event = 'foodLossAppeal'`,
  ),

  `update case_step s set note = '—' from proposal p join app_user u on u.id = p.object_id and u.status = 'cancelled'
     where p.address = 'user.User/adjustBalance' and s.case_type = 'proposal' and s.case_id = p.id and s.note is not null`,
  `update proposal p set payload = p.payload || '{"reason": "—", "evidence": []}', after = p.after || '{"reason": "—", "evidence": []}',
       note = case when p.note = '' then '' else '—' end,
       expire_at = case when p.status = 'pending' then least(p.expire_at, now()) else p.expire_at end
     from app_user u where u.id = p.object_id and u.status = 'cancelled' and p.address = 'user.User/adjustBalance'`,
  `update user_coupon c set revoke_reason = null
     from app_user u where u.id = c.user_id and u.status = 'cancelled' and c.revoke_reason is not null`,

  `update service_notice_delivery d set error = null
     from app_user u where u.id = d.user_id and u.status = 'cancelled' and d.error is not null`,
  `update service_notice_task t set title = t.template_name, variables = '{}', version = version + 1,
       content = t.content || jsonb_build_object(
         'title', case when t.content ->> 'title' is null then null else '—' end,
         'body', case when t.content ->> 'body' is null then null else '—' end,
         'fields', (
           select coalesce(jsonb_agg(f.field || '{"value": "—"}'), '[]') from jsonb_array_elements(t.content -> 'fields') f (field)))
     where t.audience ->> 'kind' = 'users' and not exists (
       select from jsonb_array_elements_text(t.audience -> 'userIds') receiver (id)
       join app_user u on u.id = receiver.id::bigint where u.status <> 'cancelled')`,
];
