import type { Generated, JSONColumnType } from 'kysely';
import type { FollowWay, FranchiseState, LEVELS, SOURCES } from '../../../../contract/franchiseApply.states';
import type { Answers, FormField } from '../../../../contract/franchiseForm';
import type { PageState } from '../../../../contract/franchisePage';
import type { Block, PageSettings } from '../../../../contract/franchisePage.content';
import type { Locale } from '../../../../contract/text';

/** Franchise applications and contracts (migrations 0200, 0210, 0260, 0279, 0288). Owned by server/modules/franchise. */
export interface FranchiseTables {
  franchise_form: FranchiseFormTable;
  franchise_apply: FranchiseApplyTable;
  franchise_secret: FranchiseSecretTable;
  franchise_follow: FranchiseFollowTable;
  franchise_contract: FranchiseContractTable;
  franchise_upload: FranchiseUploadTable;
}

interface FranchiseFormTable {
  version: number;
  created_at: Date;
  fields: JSONColumnType<FormField[]>;
  /** Number of the last save of a draft. The numbering continues across all versions, also after a draft was discarded. */
  revision: Generated<number>;
  /** `null` means the product's default blocks. */
  blocks: JSONColumnType<Block[] | null, string | undefined, string>;
  settings: JSONColumnType<PageSettings | null, string | undefined, string>;
  state: Generated<PageState>;
  updated_at: Generated<Date | null>;
  updated_by_name: Generated<string>;
  published_at: Generated<Date | null>;
  archived_at: Generated<Date | null>;
}

interface FranchiseApplyTable {
  id: number;
  version: Generated<number>;
  created_at: Date;
  no: string;
  form_version: number;
  /** Answers by field key. Sensitive answers are stored encrypted in `franchise_secret`. */
  answers: JSONColumnType<Answers>;
  name: string;
  tel: string;
  /**
   * Hash of the id card number. Equal hashes show applications of the same person. The number itself is encrypted in `franchise_secret`.
   * `null` when the applicant gave no number.
   */
  id_mark: Generated<string | null>;
  province_code: Generated<string | null>;
  city_code: Generated<string | null>;
  district_code: Generated<string | null>;
  /** Names of the requested region when the application was submitted. */
  region: Generated<string>;
  budget: Generated<string | null>;
  source: (typeof SOURCES)[number];
  /** Channel code of the public page. */
  channel: Generated<string | null>;
  score: Generated<number>;
  follower_id: Generated<number | null>;
  /** Account ids of earlier followers. They must not decide the application. */
  past_followers: JSONColumnType<number[], string | undefined, string>;
  last_follow_at: Generated<Date | null>;
  next_at: Generated<Date | null>;
  /** Day on which the follower was last reminded of the overdue application. A follow-up resets it to `null`. */
  reminded_on: Generated<string | null>;
  supplement_until: Generated<Date | null>;
  /** Keys of the fields that the applicant must still provide. Empty when nothing is missing. */
  missing_fields: JSONColumnType<string[], string | undefined, string>;
  reject_reason: Generated<string | null>;
  is_reopened: Generated<boolean>;
  /** Index of the furthest funnel step that the application reached. The value never decreases. */
  reached: Generated<number>;
  signed_at: Generated<Date | null>;
  /** Always `null`, because applications belong to the platform. */
  team_id: Generated<number | null>;
  maker_id: Generated<number>;
  maker_name: Generated<string>;
  maker_is_owner: Generated<boolean>;
  state: FranchiseState;
  checker_id: Generated<number | null>;
  checker_name: Generated<string | null>;
  decided_at: Generated<Date | null>;
  note: Generated<string | null>;
  /** Idempotency key of the public page. A repeated call with the same key finds this application. */
  submit_key: Generated<string | null>;
  /** Language of text messages to the applicant. `null` means the tenant's language. */
  locale: Generated<Locale | null>;
}

interface FranchiseSecretTable {
  apply_id: number;
  key: string;
  sealed: Buffer;
}

interface FranchiseUploadTable {
  file_id: number;
  /** Name that identifies the visit in which the file was uploaded. */
  visit: string;
  /** Key of the form field to which the file belongs. */
  field: string;
  bytes: number;
  created_at: Date;
  /** `null` until an application uses the file. */
  apply_id: Generated<number | null>;
}

interface FranchiseFollowTable {
  id: number;
  apply_id: number;
  way: FollowWay | 'system' | 'supplied';
  content: string;
  /** Ids of stored files. */
  files: JSONColumnType<number[]>;
  next_at: Date | null;
  by_id: number;
  by_name: string;
  at: Date;
  /**
   * Former answers, by field key, to the fields that the applicant answered again. The value is empty for an encrypted former answer, and
   * for a field that had no answer.
   */
  answers_before: JSONColumnType<Answers | null, string | undefined, string>;
  /** Idempotency key of the public page. */
  submit_key: Generated<string | null>;
}

interface FranchiseContractTable {
  id: number;
  created_at: Date;
  /** Our own contract number. Ledger entries use it instead of the typed contract number. */
  no: string;
  /** `null` for the contract of a renewal. */
  apply_id: number | null;
  /** `null` until the franchise fee is paid. */
  franchisee_id: Generated<number | null>;
  contract_no: string;
  company: string;
  credit_code: string;
  level: (typeof LEVELS)[number];
  /** Codes of provinces, cities or districts. */
  territory: JSONColumnType<string[]>;
  is_exclusive: boolean;
  share_rate_bp: number;
  fee_fen: number;
  deposit_fen: number;
  starts_on: string;
  ends_on: string;
  file_id: number | null;
  signed_by: number;
  paid_at: Generated<Date | null>;
  merchant_number_id: Generated<number | null>;
  trade_no: Generated<string | null>;
  tx_no: Generated<string | null>;
  /** Amount of the fee that is already recognised as revenue. */
  recognised_fen: Generated<number>;
  /** Number of ledger entries for the recognised amount. */
  recognised_parts: Generated<number>;
  /** Day on which the contract was terminated early. */
  ended_on: Generated<string | null>;
}
