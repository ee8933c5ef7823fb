import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { IncidentState } from '../../../../contract/siteIncident.states';
import type { InspectionState } from '../../../../contract/siteInspection.states';
import type {
  ChecklistState,
  IncidentKind,
  InspectionKind,
  ItemGroup,
  ItemResult,
  Liability,
  Recheck,
  ScoreCause,
  Severity,
} from '../../../../contract/siteSafety.states';

/** Safety of stations: inspections and incidents (migration 0180). Owned by server/modules/siteSafety and server/modules/siteIncident. */
export interface SiteSafetyTables {
  safety_checklist: ChecklistTable;
  safety_inspection: InspectionTable;
  safety_item: ItemTable;
  safety_answer: AnswerTable;
  safety_incident: IncidentTable;
  safety_station: StationTable;
  safety_score: ScoreTable;
}

export interface StoredItem {
  key: string;
  group: ItemGroup;
  title: string;
  standard: string;
  points: number;
}
export interface StoredPhoto {
  fileId: number;
  /** Time that the camera recorded. `place` is the recorded position. */
  at: string | null;
  place: { lng: number; lat: number } | null;
}
interface Signature {
  name: string;
  at: string;
  /** File of the drawn signature. Without a file, the signature is only the typed name. */
  fileId?: number | null;
}

interface ChecklistTable {
  id: number;
  version: Generated<number>;
  created_at: Date;
  name: string;
  /** Version number of the checklist ("version" in DOMAIN). The column `version` counts changes of the row. */
  edition: number;
  state: ChecklistState;
  items: JSONColumnType<StoredItem[]>;
  updated_at: Date;
  updated_by: number;
  updated_by_name: string;
  published_at: Date | null;
}

interface InspectionTable {
  id: number;
  version: Generated<number>;
  created_at: Date;
  no: string;
  team_id: number;
  kind: InspectionKind;
  checklist_id: number;
  /** Day in the format `yyyy-MM-dd`. */
  planned_on: string;
  inspector_id: number;
  inspector_name: string;
  state: InspectionState;
  score: Generated<number | null>;
  bad_count: Generated<number | null>;
  overdue_count: Generated<number>;
  deadline: Generated<string | null>;
  signatures: JSONColumnType<{ inspector: Signature; station: Signature } | null, string | null | undefined>;
  lng: Generated<number | null>;
  lat: Generated<number | null>;
  started_at: Generated<Date | null>;
  submitted_at: Generated<Date | null>;
  maker_id: number;
  maker_name: string;
  checker_id: Generated<number | null>;
  checker_name: Generated<string | null>;
  decided_at: Generated<Date | null>;
  note: Generated<string | null>;
}

interface ItemTable {
  id: number;
  created_at: Date;
  inspection_id: number;
  item_key: string;
  result: ItemResult;
  lost: number;
  remark: string;
  photos: JSONColumnType<StoredPhoto[]>;
  /** Time by the clock of the inspector's device. */
  answered_at: Date;
  fix_text: Generated<string | null>;
  fix_photos: ColumnType<StoredPhoto[] | null, string | null | undefined, string | null>;
  fix_at: Generated<Date | null>;
  fix_by_id: Generated<number | null>;
  fix_by_name: Generated<string | null>;
  recheck: Generated<Recheck | null>;
  recheck_note: Generated<string | null>;
}

interface AnswerTable {
  inspection_id: number;
  answer_no: string;
  received_at: Date;
}

export interface StoredCauses {
  whys: string[];
  liability: Liability;
  liabilityNote: string;
}
export interface StoredMeasure {
  text: string;
  ownerName: string;
  dueOn: string;
  doneOn: string | null;
}

interface IncidentTable {
  id: number;
  version: Generated<number>;
  created_at: Date;
  no: string;
  team_id: number;
  rider_id: number | null;
  kind: IncidentKind;
  severity: Severity;
  happened_at: Date;
  place: string | null;
  lng: number | null;
  lat: number | null;
  order_no: string | null;
  claim_no: string | null;
  description: string;
  injured: number;
  police_reported: boolean;
  medical: boolean;
  photos: JSONColumnType<StoredPhoto[]>;
  videos: JSONColumnType<StoredPhoto[], string | undefined>;
  causes: ColumnType<StoredCauses | null, string | null | undefined, string | null>;
  measures: JSONColumnType<StoredMeasure[], string | undefined>;
  suspended_rider: Generated<boolean>;
  froze_team: Generated<boolean>;
  state: IncidentState;
  maker_id: number;
  maker_name: string;
  checker_id: Generated<number | null>;
  checker_name: Generated<string | null>;
  decided_at: Generated<Date | null>;
  note: Generated<string | null>;
}

/** The current score of an inspected station. */
interface StationTable {
  team_id: number;
  score: number;
  inspected_on: string;
  rated_at: Date;
}

/** A score that was computed for a station, with its cause. An unchanged score is stored only after an inspection. */
interface ScoreTable {
  id: number;
  team_id: number;
  created_at: Date;
  score: number;
  cause: ScoreCause;
  ref_no: string;
}
