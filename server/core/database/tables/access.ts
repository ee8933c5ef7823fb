import type { ColumnType, JSONColumnType } from 'kysely';
import type { FieldRule } from '../../../../contract/field-rules';
import type { DataScopeKind, IdentityType } from '../../../../contract/identity.builtin';
import type { SecondMethod } from '../../../../contract/second';
import type { Locale } from '../../../../contract/text';

/** Optional on insert. */
type Defaulted<T> = ColumnType<T, T | undefined, T>;
/** jsonb of any shape: read as a value, written as JSON text. */
type Json = ColumnType<unknown, string | null | undefined, string | null>;
type JsonList<T> = ColumnType<readonly T[], string | undefined, string>;

/** Accounts, permissions, sessions, codes and operation records (DOMAIN §5.1). Owned by core/ and the modules account, identity, login. */
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
  /** `expire` in milliseconds since 1970. */
  rate_limit: { key: string; points: Defaulted<number>; expire: number | null };
  idempotency_record: IdempotencyRecordTable;
  sms_outbox: SmsOutboxTable;
}

/** Progress of the nightly verification of the chain; one row. */
interface AuditVerifiedTable {
  id: Defaulted<number>;
  position: number;
  hash: string;
  reread_position: number;
  reread_hash: string;
}

/** The local outbox of text messages. */
interface SmsOutboxTable {
  id: number;
  at: Date;
  tel: string;
  scene: number;
  text: string;
  locale: Locale;
  /** The sender's own number of the message; unique. */
  no: Defaulted<string | null>;
  /** How often a message with this number was sent to the provider. */
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
  /** argon2id in PHC notation; null until a first password is set. */
  password_hash: Defaulted<string | null>;
  password_at: Defaulted<Date | null>;
  /** The last three hashes, newest first, including the current one (42384). */
  password_log: JsonList<string>;
  must_change_password: Defaulted<boolean>;
  /** The current password was generated for one sign-in; it counts as phone verification (DOMAIN §3.1). */
  one_time_password: Defaulted<boolean>;
  name: string;
  nickname: Defaulted<string>;
  avatar_file_id: Defaulted<number | null>;
  email: Defaulted<string | null>;
  profile: Defaulted<string | null>;
  /** ISO 3166-1 alpha-2. */
  country: Defaulted<string | null>;
  province_code: Defaulted<string | null>;
  city_code: Defaulted<string | null>;
  address: Defaulted<string | null>;
  status: Defaulted<AccountStatus>;
  /** Sign-in requires phone verification again after a week, also on a known device. */
  two_factor: Defaulted<boolean>;
  /** The last method of second verification, which the dialog preselects. */
  second_method: Defaulted<SecondMethod | null>;
  /** A recovery code was used; another factor must be bound first (40308). */
  must_bind_factor: Defaulted<boolean>;
  /** Last day on which the account may be used, `yyyy-MM-dd`. */
  expire_at: Defaulted<string | null>;
  /** Stations of a station account; additional stations of a head office account. */
  team_ids: JsonList<number>;
  franchisee_id: Defaulted<number | null>;
  last_login_at: Defaulted<Date | null>;
  last_login_ip: Defaulted<string | null>;
  /** Number of a head office account: `S2603010001`. */
  staff_no: Defaulted<string | null>;
  department_id: Defaulted<number | null>;
  post: Defaulted<string | null>;
  remark: Defaulted<string | null>;
  /** When the account was disabled; null while it is enabled. */
  disabled_at: Defaulted<Date | null>;
  /** When the open work was handed over, and the receiving account. */
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

/** Permission rules and a data scope (身份). */
interface IdentityTable {
  id: number;
  version: Defaulted<number>;
  created_at: Date;
  updated_at: Date;
  created_by: Defaulted<number>;
  updated_by: Defaulted<number>;
  deleted_at: Defaulted<Date | null>;
  /** Key of a built-in identity (contract/permissions); null for the tenant's own. */
  builtin_key: Defaulted<string | null>;
  name: string;
  type: IdentityType;
  description: Defaulted<string>;
  rule_ids: JsonList<number>;
  data_scope: JSONColumnType<{ kind: DataScopeKind; ids: readonly number[] }, string, string>;
  need2v: Defaulted<boolean>;
  status: Defaulted<'on' | 'off'>;
  /** Kinds of masked data that it may reveal. */
  field_rules: JsonList<FieldRule>;
  /** Seven days with their ranges (`contract/site` weekHours); null: always. Outside of them the identity is not in effect. */
  login_hours: ColumnType<readonly LoginDay[] | null, string | null | undefined, string | null>;
  /** Addresses and CIDR ranges where the identity is in effect; empty: everywhere. */
  ip_allow_list: JsonList<string>;
}

/** Hours of one weekday in which an identity is in effect. */
export interface LoginDay {
  /** 0 = Sunday. */
  readonly weekday: number;
  readonly ranges: readonly { readonly from: string; readonly to: string }[];
}

/** One sign-in (会话). The token itself is not stored. */
interface AccountSessionTable {
  id: number;
  account_id: number;
  /** SHA-256 of the token, hex. */
  token_hash: string;
  /** Browser family; the token is refused in another browser. */
  ua_family: string;
  device: string;
  ip: string;
  created_at: Date;
  last_seen_at: Date;
  expire_at: Date;
  ended_at: Defaulted<Date | null>;
  end_reason: Defaulted<'logout' | 'expired' | 'kicked' | 'password' | 'disabled' | null>;
  /** SHA-256 of the second-verification ticket, hex. */
  ticket_hash: Defaulted<string | null>;
  ticket_until: Defaulted<Date | null>;
  /** Fingerprint of the permissions that the page last read (`getSiteInfo`); null before the first read. */
  permission_seen: Defaulted<string | null>;
}

/** An authenticator app or a passkey, bound as second factor. An app's secret is a `secret_value`. */
interface AccountFactorTable {
  id: number;
  account_id: number;
  kind: 'totp' | 'passkey';
  name: string;
  created_at: Date;
  /** Null until the user has proved that it works. */
  confirmed_at: Defaulted<Date | null>;
  last_used_at: Defaulted<Date | null>;
  /** Authenticator app: the newest redeemed time step; each step can be used once. */
  last_step: Defaulted<number | null>;
  credential_id: Defaulted<string | null>;
  public_key: Defaulted<Buffer | null>;
  counter: Defaulted<number>;
  transports: JsonList<string>;
  /** The site that the passkey was created for. */
  rp_id: Defaulted<string | null>;
}

/** The challenge that a passkey must sign, once and within minutes. */
interface FactorChallengeTable {
  session_id: number;
  purpose: 'bind' | 'confirm';
  challenge: string;
  expire_at: Date;
}

/** A browser in which the account's phone was verified. */
interface AccountDeviceTable {
  account_id: number;
  device: string;
  verified_at: Date;
}

/** Wrong passwords per account, existing or not: one row per account id or hash of an unknown name. */
interface SignInGuardTable {
  key: string;
  fail_count: number;
  fail_since: Date;
  locked_until: Date | null;
  /** Temporary locks since the last success; the third one stays until staff unlock the account. */
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

/** One changing call, successful or refused (操作记录, DOMAIN §3.11). Never changed, never deleted. */
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
  /** Money, fees or limits of money changed. */
  money: Defaulted<boolean>;
  /** Masked data was shown or exported. */
  reveals: Defaulted<boolean>;
  /** The call was outside office hours in the platform's time zone (contract/limits). */
  out_of_hours: Defaulted<boolean>;
}

/** The current code of one phone and purpose (验证码). */
interface VerifyCodeTable {
  tel: string;
  scene: number;
  /** Changes with every new code, so that a late attempt cannot use up the next code. */
  id: number;
  /** Keyed signature of the code; null when no account has this phone and nothing was sent. */
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
  /** The request that holds the key while it runs. */
  holder: string;
  answer: Json;
  created_at: Date;
  expire_at: Date;
}
