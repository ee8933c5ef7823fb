import type { BuiltinIdentityKey } from '../../contract/identity.builtin';
import { BUILTIN_IDENTITIES } from '../../contract/identity.builtin';
import type { AccountStatus, AccountType } from '../core/database/tables/access';
import { insertRows } from './insert';
import { demoTel, personName } from './names';
import { random } from './random';
import type { StationPlan } from './stations';
import { daysAgo, type Making } from './world';

/** Returns the permission ids of a built-in identity (contract/permissions). */
const rulesOf = (key: BuiltinIdentityKey): readonly number[] =>
  BUILTIN_IDENTITIES.find((identity) => identity.key === key)?.ruleIds ?? [];

/**
 * Creates two identities in addition to the built-in identities. One is for operations staff whose data scope is three regions in the
 * south-west. The other is for observers of stations. In the small data set the function creates none, and the returned ids belong to no
 * identity.
 */
export async function makeIdentities(making: Making): Promise<{ regional: number; observer: number }> {
  const { db, ids, now, size } = making;
  const regional = ids.next();
  const observer = ids.next();
  // The small data set has only the ten built-in identities (DOMAIN §7).
  if (size.accounts < 20) return { regional, observer };
  const at = daysAgo(now, 300);
  const row = {
    version: 1,
    created_at: at,
    updated_at: at,
    created_by: 0,
    updated_by: 0,
    deleted_at: null,
    builtin_key: null,
  };
  await insertRows(db, 'identity', [
    {
      ...row,
      id: regional,
      name: '西南区域运营',
      type: 'hq',
      description: '四川、重庆、云南的站点运营',
      rule_ids: JSON.stringify(rulesOf('operations')),
      data_scope: JSON.stringify({ kind: 'regions', ids: [510_000, 500_000, 530_000] }),
      need2v: false,
      status: 'on',
      field_rules: '["phone"]',
      login_hours: null,
      ip_allow_list: '[]',
    },
    {
      ...row,
      id: observer,
      name: '站点观察员',
      type: 'station',
      description: '查看所属站点，不能操作',
      rule_ids: JSON.stringify(rulesOf('stationAdmin').filter((id) => id < 1_000)),
      data_scope: JSON.stringify({ kind: 'teams', ids: [] }),
      need2v: false,
      status: 'on',
      field_rules: '[]',
      login_hours: null,
      ip_allow_list: '[]',
    },
  ]);
  return { regional, observer };
}

interface Person {
  readonly account: string;
  readonly name: string;
  readonly tel: string;
  readonly type: AccountType;
  readonly identities: readonly number[];
  readonly status?: AccountStatus;
  readonly expireAt?: string;
  readonly teamIds?: readonly number[];
  readonly franchiseeId?: number;
}

/** Head-office staff: account and identities. An account has the permissions of all its identities. */
const STAFF: readonly (readonly [account: string, keys: readonly BuiltinIdentityKey[]])[] = [
  ['operations', ['operations']],
  ['finance_reviewer', ['financeReviewer']],
  ['finance_payer', ['financePayer']],
  ['customer_service', ['customerService']],
  ['safety_officer', ['safetyOfficer']],
  ['investment', ['investment']],
  ['auditor', ['auditor']],
];
const SMALL_STAFF: typeof STAFF = [
  ['operations', ['operations']],
  ['finance', ['financeReviewer', 'financePayer', 'auditor']],
  ['service', ['customerService', 'safetyOfficer', 'investment']],
];

/** Head-office departments: name, parent department and the identities of the members. */
const DEPARTMENTS: readonly (readonly [name: string, above: string | null, keys: readonly BuiltinIdentityKey[]])[] = [
  ['运营中心', null, ['operations']],
  ['客服部', '运营中心', ['customerService']],
  ['安全部', '运营中心', ['safetyOfficer']],
  ['财务部', null, ['financeReviewer', 'financePayer']],
  ['招商部', null, ['investment']],
  ['审计部', null, ['auditor']],
];

/** Creates the departments. @returns the department id of each built-in identity whose members have a department */
async function makeDepartments({ db, ids, now }: Making): Promise<Map<BuiltinIdentityKey, number>> {
  const at = daysAgo(now, 400);
  const byName = new Map(DEPARTMENTS.map(([name]) => [name, ids.next()]));
  await insertRows(
    db,
    'department',
    DEPARTMENTS.map(([name, above]) => ({
      id: byName.get(name) ?? 0,
      version: 1,
      created_at: at,
      updated_at: at,
      created_by: 0,
      updated_by: 0,
      deleted_at: null,
      parent_id: above === null ? null : (byName.get(above) ?? null),
      name,
    })),
  );
  return new Map(DEPARTMENTS.flatMap(([name, , keys]) => keys.map((key) => [key, byName.get(name) ?? 0])));
}

/** Maximum number of station administrators. In a large data set, an account for each station would be too many. */
const MOST_ADMINS = 43;

interface AccessInputs {
  readonly identities: ReadonlyMap<BuiltinIdentityKey, number>;
  readonly extra: { readonly regional: number; readonly observer: number };
  readonly plans: readonly StationPlan[];
  readonly franchiseeIds: readonly number[];
}

/**
 * Creates the demo's accounts except the owner's. One account is locked, one is expired and one is invited. No account has a password:
 * users sign in with a code sent to the phone, which the local outbox shows.
 *
 * @returns id, account name and first identity of each head-office account
 */
export async function makeAccounts(
  making: Making,
  inputs: AccessInputs,
): Promise<{ id: number; account: string; identity: string }[]> {
  const { db, ids, now, size } = making;
  const chance = random('accounts');
  const { identities, extra, plans } = inputs;
  const small = size.accounts < 20;
  const identity = (key: BuiltinIdentityKey): number => identities.get(key) ?? 0;
  const identityName = (key: BuiltinIdentityKey): string =>
    BUILTIN_IDENTITIES.find((item) => item.key === key)?.text['zh-CN'] ?? '';
  const people: Person[] = (small ? SMALL_STAFF : STAFF).map(([account, keys], index) => ({
    account,
    name: identityName(keys[0] as BuiltinIdentityKey),
    tel: demoTel(801 + index),
    type: 'staff',
    identities: keys.map(identity),
  }));
  if (!small) {
    people.push({
      account: 'southwest',
      name: '西南运营',
      tel: demoTel(820),
      type: 'staff',
      identities: [extra.regional],
    });
  }
  people.push({
    account: 'franchisee',
    name: '示例加盟商',
    tel: demoTel(821),
    type: 'franchisee',
    identities: [identity('franchisee')],
    franchiseeId: inputs.franchiseeIds[0] ?? 0,
  });

  // Station administrators. In the small data set three accounts share the stations.
  const staffed = plans.filter(({ values }) => values !== null).slice(0, MOST_ADMINS);
  const admins: (Person & { plans: StationPlan[] })[] = [];
  for (const plan of staffed) {
    const shared = small && admins.length === 3 ? admins[plan.index % 3] : undefined;
    if (shared) {
      shared.plans.push(plan);
      continue;
    }
    const invited = plan.status === 'preparing' && !admins.some(({ status }) => status === 'invited');
    admins.push({
      account: plan.admin.account,
      name: plan.admin.name,
      tel: plan.admin.tel,
      type: 'station',
      identities: [identity('stationAdmin')],
      status: invited ? 'invited' : plan.status === 'closed' ? 'disabled' : 'active',
      plans: [plan],
    });
  }
  for (const admin of admins) {
    people.push({ ...admin, teamIds: admin.plans.map(({ id }) => id) });
  }

  const wanted = size.accounts - 1;
  for (let number = 0; people.length < wanted; number += 1) {
    const person = personName(chance);
    const account = `${person.pinyin.slice(0, 24)}${number + 10}`;
    const plan = staffed[number % staffed.length];
    const base = { account, name: person.name, tel: demoTel(830 + number) };
    if (number === 0)
      people.push({ ...base, type: 'station', identities: [extra.observer], teamIds: plan ? [plan.id] : [] });
    else if (number % 2 === 1) {
      people.push({
        ...base,
        type: 'franchisee',
        identities: [identity('franchisee')],
        franchiseeId: inputs.franchiseeIds[number % inputs.franchiseeIds.length] ?? 0,
      });
    } else people.push({ ...base, type: 'staff', identities: [identity('customerService')] });
  }
  // The first account of `special` is locked and the second has expired. The third is invited unless another account is already invited.
  const special = small ? [people[1], people[6], people[5]] : people.slice(-3);
  const [locked, expired, invited] = special;
  const marks = new Map<Person | undefined, Partial<Person>>([
    [locked, { status: 'locked' }],
    [expired, { expireAt: daysAgo(now, 12).toISOString().slice(0, 10) }],
  ]);
  if (!people.some(({ status }) => status === 'invited')) marks.set(invited, { status: 'invited' });

  const departments = await makeDepartments(making);
  const keyOf = new Map([...identities].map(([key, id]) => [id, key]));
  let staffCount = 0;
  const rows = people.map((original) => {
    const person: Person = { ...original, ...marks.get(original) };
    const at = daysAgo(now, 30 + chance.int(0, 300));
    const status = person.status ?? 'active';
    const isStaff = person.type === 'staff';
    if (isStaff) staffCount += 1;
    const key = keyOf.get(person.identities[0] ?? 0) ?? 'operations';
    return {
      person,
      row: {
        id: ids.next(),
        version: 1,
        created_at: at,
        updated_at: at,
        created_by: 0,
        updated_by: 0,
        deleted_at: null,
        account_type: person.type,
        account: person.account,
        tel: person.tel,
        password_hash: null,
        password_at: null,
        password_log: '[]',
        must_change_password: false,
        one_time_password: false,
        name: person.name,
        nickname: person.name,
        avatar_file_id: null,
        email: null,
        profile: null,
        status,
        two_factor: false,
        expire_at: person.expireAt ?? null,
        team_ids: JSON.stringify(person.teamIds ?? []),
        franchisee_id: person.franchiseeId ?? null,
        last_login_at: status === 'active' && chance.chance(0.8) ? daysAgo(now, chance.next() * 9) : null,
        last_login_ip: null,
        staff_no: isStaff ? `S250101${String(staffCount).padStart(4, '0')}` : null,
        department_id: isStaff ? (departments.get(key) ?? null) : null,
        post: null,
        remark: null,
        disabled_at: status === 'disabled' ? at : null,
        handed_over_at: null,
        handed_over_to: null,
      },
    };
  });
  await insertRows(
    db,
    'account',
    rows.map(({ row }) => row),
  );
  await insertRows(
    db,
    'account_identity',
    rows.flatMap(({ person, row }) =>
      person.identities.map((identityId) => ({ account_id: row.id, identity_id: identityId })),
    ),
  );
  for (const admin of admins) {
    const account = rows.find(({ row }) => row.account === admin.account);
    if (!account) continue;
    await db
      .updateTable('team')
      .set({
        admin_account_id: account.row.id,
        admin_account: admin.account,
        admin_name: admin.name,
        admin_tel: admin.tel,
      })
      .where(
        'id',
        'in',
        admin.plans.map(({ id }) => id),
      )
      .execute();
  }
  return rows
    .filter(({ person }) => person.type === 'staff')
    .map(({ person, row }) => ({
      id: row.id,
      account: row.account,
      identity:
        BUILTIN_IDENTITIES.find(({ key }) => identities.get(key) === person.identities[0])?.text['zh-CN'] ??
        '西南区域运营',
    }));
}
