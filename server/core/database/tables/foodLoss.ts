import type { ColumnType, JSONColumnType } from 'kysely';
import type {
  AskedParty,
  FoodLossState,
  LossAppealResult,
  LossEvidenceKind,
  LossParty,
  LossPayee,
  LossPunish,
  LossReason,
  LossRemedy,
  LossSpeaker,
  LossWay,
} from '../../../../contract/foodLoss.states';

/** Food losses (migrations 0151, 0242). Owned by server/modules/foodLoss. */
export interface FoodLossTables {
  food_loss: FoodLossTable;
  food_loss_evidence: EvidenceTable;
  food_loss_decision: DecisionTable;
  food_loss_share: ShareTable;
  food_loss_appeal: AppealTable;
  food_loss_event: EventTable;
}

type Defaulted<T> = ColumnType<T, T | undefined, T>;
type Json<T extends object> = JSONColumnType<T, string | undefined, string>;

export interface LossItem {
  readonly name: string;
  readonly quantity: number;
  readonly lossFen: number;
}
/** A request for evidence. Times are in ISO 8601. */
export interface LossAsked {
  readonly party: AskedParty;
  readonly what: string;
  readonly dueAt: string;
  readonly answeredAt: string | null;
}

interface FoodLossTable {
  id: number;
  version: Defaulted<number>;
  created_at: Date;
  no: string;
  team_id: number;
  order_no: string;
  rider_id: number | null;
  merchant_id: number | null;
  user_id: number;
  reporter_type: LossSpeaker;
  reporter_name: string;
  reason: LossReason;
  description: string;
  items: Json<LossItem[]>;
  loss_fen: number;
  claim_fen: number;
  wanted_remedy: LossRemedy;
  state: FoodLossState;
  /**
   * Deadline of the current state: handling time (SLA), evidence, appeal, or next payment attempt. `null` means that no deadline applies.
   */
  due_at: Date | null;
  handler_id: number | null;
  handler_name: string | null;
  asked: Json<LossAsked[]>;
  revision: Defaulted<number>;
  comp_fen: number | null;
  pay_to: LossPayee | null;
  pay_way: LossWay | null;
  coupon_template_id: number | null;
  punish: LossPunish | null;
  /** Account id of the first reviewer. A different reviewer must decide the appeal. */
  decider_id: number | null;
  /** Whether the platform paid before the appeal deadline. */
  advanced: Defaulted<boolean>;
  /** Amount that the payee has received. */
  paid_fen: Defaulted<number>;
  /** Id of the insurer that covered the rider. The payment sets it when the insurer bears a share. */
  insurer_id: ColumnType<number | null, number | null | undefined, number | null>;
  /** Amount of the insurer's share that the insurer has not paid yet. */
  insurer_owed_fen: Defaulted<number>;
  attempts: Defaulted<number>;
  fail_reason: string | null;
  tx_nos: Json<string[]>;
  maker_id: number;
  maker_name: string;
  checker_id: number | null;
  checker_name: string | null;
  decided_at: Date | null;
  note: string | null;
  closed_at: Date | null;
}

interface EvidenceTable {
  id: number;
  loss_id: number;
  created_at: Date;
  party: LossSpeaker;
  kind: LossEvidenceKind;
  file_id: number | null;
  note: string | null;
  by_name: string;
}

interface DecisionTable {
  loss_id: number;
  revision: number;
  comp_fen: number;
  pay_to: LossPayee;
  pay_way: LossWay;
  urgent: boolean;
  opinion: string;
  punish: LossPunish;
  by_id: number;
  by_name: string;
  at: Date;
}

interface ShareTable {
  loss_id: number;
  revision: number;
  party: LossParty;
  /** Id of the rider, merchant, station, user or insurer. `null` for other parties, and for an insurer before the payment. */
  party_id: number | null;
  share_bp: number;
  /** Part of the compensation that the decision assigns to this party, in fen. */
  decided_fen: number;
  /** Amount that the party finally bore. `null` until the case is paid or an advance is written off. */
  borne_fen: number | null;
  /** Amount of `borne_fen` that is collected later: rider instalments, or receivables from a station or an insurer. */
  owed_fen: Defaulted<number>;
}

interface AppealTable {
  id: number;
  loss_id: number;
  party: AskedParty;
  ground: string;
  files: JSONColumnType<number[], string, string>;
  at: Date;
  by_name: string;
  result: Defaulted<LossAppealResult>;
  answer: string | null;
  decided_by: string | null;
  decided_at: Date | null;
}

/** An event that an app reported. After the insert, only `loss_id` changes. */
interface EventTable {
  event: string;
  no: string;
  party: AskedParty;
  person_id: number;
  /** Digest of the event's content. An event with the same number (`no`) but another digest is refused (40902). */
  digest: string;
  loss_id: ColumnType<number | null, number | null | undefined, number | null>;
  file_id: ColumnType<number | null, number | null | undefined, number | null>;
  at: Date;
  received_at: Date;
}
