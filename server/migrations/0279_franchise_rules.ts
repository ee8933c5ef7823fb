/**
 * Franchise applications store their earlier followers, who must not decide on them. They also store the applicant's language and the
 * fields that staff requested. Plain copies of encrypted budgets and regions are deleted. An application without a region is visible to
 * its follower and to people whose scope is all regions.
 */
export const statements: readonly string[] = [
  // The legal representative of a franchisee, and the id of the account that is responsible for the franchisee.
  `alter table franchisee add column legal_name varchar(20) not null default '', add column owner_id bigint`,
  `update franchisee f set owner_id = a.follower_id from franchise_contract c join franchise_apply a on a.id = c.apply_id
    where c.franchisee_id = f.id and a.follower_id is not null`,
  `alter table franchise_apply add column past_followers jsonb not null default '[]',
    add column locale varchar(5), add column missing_fields jsonb not null default '[]'`,
  `update franchise_apply a set budget = null where budget is not null
    and exists (select 1 from franchise_secret s where s.apply_id = a.id and s.key = 'budget')`,
  `with place as (
      select f.version, field->>'key' as key from franchise_form f, jsonb_array_elements(f.fields) as field
      where field->>'kind' in ('region', 'address'))
    update franchise_apply a set region = '', province_code = null, city_code = null, district_code = null
    where exists (select 1 from place join franchise_secret s on s.apply_id = a.id and s.key = place.key
        where place.version = a.form_version)
      and not exists (select 1 from place where place.version = a.form_version
        and split_part(a.answers->>place.key, '|', 1) in (a.province_code, a.city_code, a.district_code))`,
];
