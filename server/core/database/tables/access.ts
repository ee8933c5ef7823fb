import type { ColumnType, JSONColumnType } from 'kysely';
import type { FieldRule } from '../../../../contract/field-rules';
import type { DataScopeKind, IdentityType } from '../../../../contract/identity.builtin';
import type { SecondMethod } from '../../../../contract/second';
import type { Locale } from '../../../../contract/text';

/** A column that is optional on insert. */
type Defaulted<T> = ColumnType<T, T | undefined, T>;
/** A jsonb column of any structure. It is read as a value and written as JSON text. */
type Json = ColumnType<unknown, string | null | undefined, string | null>;
type JsonList<T> = ColumnType<readonly T[], string | undefined, string>;

/** Tables for accounts, permissions, sign-in and operation records (DOMAIN §5.1). Used by core/ and several modules. */
export interface AccessTables {
  account: AccountTable;
  identity: IdentityTable;
  department: DepartmentTable;
  account_identity: { account_id: number; identity_id: number };
  right_request: { account_id: number; rule_id: number; asked_at: Date; reason: string };
  account_session: AccountSessionTable;
  account_device: AccountDeviceTable;
  account_factor: AccountFactorTable;
  account_recovery: { account_id: number; code_hash: string; used_at: Defaulted<Date | null> };
  factor_challenge: FactorChallengeTable;
  sign_in_guard: SignInGuardTable;
  login_log: LoginLogTable;
  operation_record: OperationRecordTable;
  audit_link: { position: number; record_id: number; hash: string; chained_at: Date };
  audit_verified: AuditVerifiedTable;
  verify_code: VerifyCodeTable;
  captcha: { id: string; code_hash: string; expire_at: Date };
  throttle: { key: string; window_start: Date; hits: number };
  /** Rate limits by key. `expire` is in milliseconds since 1970. */
  rate_limit: { key: string; points: Defaulted<number>; expire: number | null };
  idempotency_record: IdempotencyRecordTable;
  sms_outbox: SmsOutboxTable;
}

/** Progress of the nightly verification of the audit chain. The table has a single row. */
interface AuditVerifiedTable {
  id: Defaulted<number>;
  position: number;
  hash: string;
  reread_position: number;
  reread_hash: string;
}

/** Local outbox of text messages. */
interface SmsOutboxTable {
  id: number;
  at: Date;
  tel: string;
  scene: number;
  text: string;
  locale: Locale;
  /** Unique number of the message, which prevents a second message (`SmsMessage.no`). */
  no: Defaulted<string | null>;
  /** Number of times that a message with this number was sent to the provider. */
  calls: Defaulted<number>;
}

export type AccountType = 'owner' | 'staff' | 'station' | 'franchisee';
export type AccountStatus = 'invited' | 'active' | 'locked' | 'disabled' | 'deleted';

/** An account that can sign in (账号). */
interface AccountTable {
  id: number;
  version: Defaulted<number>;
  created_at: Date;
  updated_at: Date;
  created_by: Defaulted<number>;
  updated_by: Defaulted<number>;
  deleted_at: Defaulted<Date | null>;
  account_type: AccountType;
  account: string;
  tel: string;
  /** argon2id hash in PHC notation. `null` until a first password is set. */
  password_hash: Defaulted<string | null>;
  password_at: Defaulted<Date | null>;
  /** The last three password hashes, newest first. The list includes the current hash (42384). */
  password_log: JsonList<string>;
  must_change_password: Defaulted<boolean>;
  /** Whether the current password was generated for one sign-in. Such a password replaces the phone verification (DOMAIN §3.1). */
  one_time_password: Defaulted<boolean>;
  name: string;
  nickname: Defaulted<string>;
  avatar_file_id: Defaulted<number | null>;
  email: Defaulted<string | null>;
  profile: Defaulted<string | null>;
  /** Country code by ISO 3166-1 alpha-2. */
  country: Defaulted<string | null>;
  province_code: Defaulted<string | null>;
  city_code: Defaulted<string | null>;
  address: Defaulted<string | null>;
  status: Defaulted<AccountStatus>;
  /** Whether sign-in requires phone verification again after a week, even on a known device. */
  two_factor: Defaulted<boolean>;
  /** Last method of second verification. The dialog preselects it. */
  second_method: Defaulted<SecondMethod | null>;
  /** Whether the user signed in with a recovery code. Second verification can then only bind another factor (40308). */
  must_bind_factor: Defaulted<boolean>;
  /** Last day on which the account may be used, as `yyyy-MM-dd`. `null` means that there is no limit. */
  expire_at: Defaulted<string | null>;
  /** Stations of a station account, or additional stations of a head office account. */
  team_ids: JsonList<number>;
  franchisee_id: Defaulted<number | null>;
  last_login_at: Defaulted<Date | null>;
  last_login_ip: Defaulted<string | null>;
  /** Staff number of a head office account, such as `S2603010001`. */
  staff_no: Defaulted<string | null>;
  department_id: Defaulted<number | null>;
  post: Defaulted<string | null>;
  remark: Defaulted<string | null>;
  /** Time when the account was disabled. `null` when it was not disabled or has been enabled again. */
  disabled_at: Defaulted<Date | null>;
  /** Time when the open work was handed over. `handed_over_to` is the receiving account. Both are `null` before the handover. */
  handed_over_at: Defaulted<Date | null>;
  handed_over_to: Defaulted<number | null>;
}

/** A department of the head office (部门). */
interface DepartmentTable {
  id: number;
  version: Defaulted<number>;
  created_at: Date;
  updated_at: Date;
  created_by: Defaulted<number>;
  updated_by: Defaulted<number>;
  deleted_at: Defaulted<Date | null>;
  parent_id: number | null;
  name: string;
}

/** An identity (身份): permission ids and a data scope. */
interface IdentityTable {
  id: number;
  version: Defaulted<number>;
  created_at: Date;
  updated_at: Date;
  created_by: Defaulted<number>;
  updated_by: Defaulted<number>;
  deleted_at: Defaulted<Date | null>;
  /** Key of a built-in identity (contract/permissions). `null` for identities that the tenant created. */
  builtin_key: Defaulted<string | null>;
  name: string;
  type: IdentityType;
  description: Defaulted<string>;
  rule_ids: JsonList<number>;
  data_scope: JSONColumnType<{ kind: DataScopeKind; ids: readonly number[] }, string, string>;
  need2v: Defaulted<boolean>;
  status: Defaulted<'on' | 'off'>;
  /** Kinds of data that the identity may see. Except for `amount`, users also need the page's permission to show masked data. */
  field_rules: JsonList<FieldRule>;
  /** Seven days with time ranges (`contract/site` weekHours) in which the identity is in effect. `null` means at any time. */
  login_hours: ColumnType<readonly LoginDay[] | null, string | null | undefined, string | null>;
  /** IP addresses and CIDR ranges for which the identity is in effect. An empty list allows all addresses. */
  ip_allow_list: JsonList<string>;
}

/** Hours of a weekday in which an identity is in effect. */
export interface LoginDay {
  /** Day of the week. 0 is Sunday. */
  readonly weekday: number;
  readonly ranges: readonly { readonly from: string; readonly to: string }[];
}

/** A session (会话) after a sign-in. The token itself is not stored. */
interface AccountSessionTable {
  id: number;
  account_id: number;
  /** Hexadecimal SHA-256 of the token. */
  token_hash: string;
  /** Browser family. The token is refused in another browser. */
  ua_family: string;
  device: string;
  ip: string;
  created_at: Date;
  last_seen_at: Date;
  expire_at: Date;
  ended_at: Defaulted<Date | null>;
  end_reason: Defaulted<'logout' | 'expired' | 'kicked' | 'password' | 'disabled' | null>;
  /** Hexadecimal SHA-256 of the second-verification ticket. */
  ticket_hash: Defaulted<string | null>;
  ticket_until: Defaulted<Date | null>;
  /** Fingerprint of the permissions that the page last read (`getSiteInfo`). `null` before the first read. */
  permission_seen: Defaulted<string | null>;
}

/** An authenticator app or a passkey that is bound as a second factor. An app's secret is stored as a `secret_value`. */
interface AccountFactorTable {
  id: number;
  account_id: number;
  kind: 'totp' | 'passkey';
  name: string;
  created_at: Date;
  /** `null` until the user has proved that the factor works. */
  confirmed_at: Defaulted<Date | null>;
  last_used_at: Defaulted<Date | null>;
  /** Newest redeemed time step of an authenticator app. Each step can be used once. */
  last_step: Defaulted<number | null>;
  credential_id: Defaulted<string | null>;
  public_key: Defaulted<Buffer | null>;
  counter: Defaulted<number>;
  transports: JsonList<string>;
  /** Domain of the site for which the passkey was created. */
  rp_id: Defaulted<string | null>;
}

/** A challenge that a passkey must sign before it expires. Each challenge can be used once. */
interface FactorChallengeTable {
  session_id: number;
  purpose: 'bind' | 'confirm';
  challenge: string;
  expire_at: Date;
}

/** A browser in which the account's phone number was verified. */
interface AccountDeviceTable {
  account_id: number;
  device: string;
  verified_at: Date;
}

/**
 * Counts of wrong passwords. The key is the account id at sign-in, a hash of the typed name if no account has it, or `p:` and the account id
 * for a wrong old password.
 */
interface SignInGuardTable {
  key: string;
  fail_count: number;
  fail_since: Date;
  locked_until: Date | null;
  /** Number of temporary locks since the last correct password. After the third lock at sign-in, staff must unlock the account. */
  lock_count: Defaulted<number>;
  permanent: Defaulted<boolean>;
}

interface LoginLogTable {
  id: number;
  account_id: number | null;
  account: string;
  method: 'password' | 'sms' | 'reset' | 'link';
  ok: boolean;
  reason: Defaulted<string | null>;
  ip: string;
  ua: string;
  at: Date;
}

/** A call, a job's change or a command, successful or refused (操作记录, DOMAIN §3.11). Rows are append-only; closed months may be archived. */
interface OperationRecordTable {
  id: number;
  at: Date;
  account_id: number;
  account: string;
  identity_name: string;
  module: string;
  action: string;
  object_type: string;
  object_id: number | null;
  object_no: string | null;
  result_code: number;
  before: Json;
  after: Json;
  detail: Json;
  reason: string | null;
  ip: string;
  ua: string;
  request_id: string;
  cost_ms: number;
  /** Whether money, fees or money limits changed. */
  money: Defaulted<boolean>;
  /** Whether masked data was shown or exported. */
  reveals: Defaulted<boolean>;
  /** Whether the call was outside office hours in the platform's time zone (contract/limits). */
  out_of_hours: Defaulted<boolean>;
}

/** The current verification code of a phone number and purpose (验证码). */
interface VerifyCodeTable {
  tel: string;
  scene: number;
  /** Id that changes with every new code, so that a late attempt cannot invalidate the next code. */
  id: number;
  /** Keyed hash of the code. `null` when no account has this phone number, so that no code was sent. */
  code_hash: string | null;
  tries: number;
  sent_at: Date;
  expire_at: Date;
  used_at: Date | null;
}

interface IdempotencyRecordTable {
  account_id: number;
  key: string;
  request_hash: string;
  state: 'running' | 'done';
  /** Id of the request that reserved the key. */
  holder: string;
  answer: Json;
  created_at: Date;
  expire_at: Date;
}
