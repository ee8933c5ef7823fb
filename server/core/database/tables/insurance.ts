import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type {
  GapKind,
  GapState,
  InsureKind,
  InsureMode,
  InsurePayer,
  InsureSums,
  InsureUnit,
} from '../../../../contract/insure.states';
import type { ClaimFiles, ClaimKind, ClaimState } from '../../../../contract/insureClaim.states';
import type { PolicyState } from '../../../../contract/insurePolicy.states';

/** Insurance of riders (migrations 0170, 0240, 0255, 0305). Owned by server/modules/insurance. */
export interface InsuranceTables {
  insurer: InsurerTable;
  insure_product: ProductTable;
  insure_policy: PolicyTable;
  insure_claim: ClaimTable;
  insure_month: MonthTable;
  insure_gap: GapTable;
  insure_remit: RemitTable;
}

type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;

interface InsurerTable {
  id: number;
  created_at: Date;
  name: string;
}

/** An insurance product (保险方案) of an insurer, with its premium, cover and eligible riders. */
interface ProductTable {
  id: number;
  version: Generated<number>;
  created_at: Date;
  updated_at: Date;
  updated_by_name: string;
  name: string;
  insurer_id: number;
  kind: InsureKind;
  plan_code: string;
  agreement_no: string;
  premium_fen: number;
  premium_unit: InsureUnit;
  payer: InsurePayer;
  /** End of the cover in minutes after the midnight that ends the covered day or month. */
  cover_end: number;
  sums: JSONColumnType<InsureSums>;
  min_age: number;
  max_age: number;
  /** Station ids. An empty list means all stations. */
  team_ids: JSONColumnType<number[]>;
  api_mode: InsureMode;
  api_secret: Buffer | null;
  is_on: boolean;
}

/** An insurance policy (保单). Its terms are copied from the product when the policy is created. */
interface PolicyTable {
  id: number;
  version: Generated<number>;
  created_at: Date;
  no: string;
  product_id: number;
  insurer_id: number;
  rider_id: number;
  /** Station of the first order, or the rider's station when staff created the policy. This station pays if `payer` is `team`. */
  team_id: number;
  /** Day in the format `yyyy-MM-dd`. For monthly cover, the first day of the month. */
  cover_date: string;
  cover_from: Date;
  cover_to: Date;
  premium_unit: InsureUnit;
  /** Price per day, order or month, according to `premium_unit`. */
  price_fen: number;
  payer: InsurePayer;
  sums: JSONColumnType<InsureSums>;
  /** Number of orders accepted within the cover. Counted only when the premium is per order. */
  orders: Generated<number>;
  /** Premium that was posted. 0 before the posting. */
  premium_fen: Generated<number>;
  /** Amount of the premium that the payer bore. The platform bore the remaining amount. */
  borne_fen: Generated<number>;
  first_order_no: Optional<string>;
  state: PolicyState;
  error: Optional<string>;
  insurer_no: Optional<string>;
  tx_no: Optional<string>;
  refund_tx_no: Optional<string>;
  remit_id: Optional<number>;
  maker_id: number;
  maker_name: string;
  checker_id: Optional<number>;
  checker_name: Optional<string>;
  decided_at: Optional<Date>;
  note: Optional<string>;
  /** Time of the first call to the insurer. `null` before the first call. A retry by staff resets the time to `null`. */
  sent_at: Optional<Date>;
  /** Time of the next call to the insurer: a request, or a query about an earlier request. `null` when no call is due. */
  query_at: Optional<Date>;
  tries: Generated<number>;
  /** Time when the surrender was requested. Set only while the insurer has not answered. */
  surrender_at: Optional<Date>;
}

/** An insurance claim (理赔) of a rider under a policy. */
interface ClaimTable {
  id: number;
  version: Generated<number>;
  created_at: Date;
  no: string;
  policy_id: number;
  rider_id: number;
  team_id: number;
  kind: ClaimKind;
  happened_at: Date;
  place: string;
  lng: Optional<number>;
  lat: Optional<number>;
  order_no: Optional<string>;
  description: string;
  claimed_fen: number;
  /** Approved amount. After the payment, it is the paid amount. */
  paid_fen: Optional<number>;
  paid_at: Optional<Date>;
  files: ColumnType<ClaimFiles, string, string>;
  disputes: Generated<number>;
  insurer_case_no: Optional<string>;
  /** Time of the next call to the insurer: the submission of the claim, or a query about the claim. `null` when no call is due. */
  query_at: Optional<Date>;
  tries: Generated<number>;
  state: ClaimState;
  maker_id: number;
  maker_name: string;
  checker_id: Optional<number>;
  checker_name: Optional<string>;
  decided_at: Optional<Date>;
  note: Optional<string>;
}

interface MonthTable {
  id: number;
  version: Generated<number>;
  insurer_id: number;
  /** Month in the format `yyyy-MM`. */
  month: string;
  their_count: Optional<number>;
  their_fen: Optional<number>;
  file_name: Optional<string>;
  uploaded_at: Optional<Date>;
  uploaded_by_name: Optional<string>;
}

interface GapTable {
  id: number;
  version: Generated<number>;
  month_id: number;
  policy_id: Optional<number>;
  policy_no: Optional<string>;
  insurer_no: Optional<string>;
  kind: GapKind;
  our_fen: Optional<number>;
  their_fen: Optional<number>;
  state: GapState;
  note: Optional<string>;
  /** Amount that is added to the premiums owed to the insurer. A negative amount is deducted. */
  adjust_fen: Optional<number>;
  /** Amount that was returned to the payer after the premium was lowered. */
  payer_fen: Generated<number>;
  /** Station of the ledger entry. 0 means no station. */
  team_id: Generated<number>;
  adjust_no: Optional<string>;
  tx_no: Optional<string>;
  remit_id: Optional<number>;
  resolved_at: Optional<Date>;
  resolved_by_name: Optional<string>;
}

interface RemitTable {
  id: number;
  created_at: Date;
  no: string;
  month_id: number;
  insurer_id: number;
  policies: number;
  amount_fen: number;
  merchant_number_id: number;
  voucher_no: string;
  tx_no: string;
  by_id: number;
  by_name: string;
}
