import type { Generated, JSONColumnType } from 'kysely';
import type { CertificateState } from '../../../../contract/riderCertificate.states';
import type { Course, FatiguePrompt, ViolationKind } from '../../../../contract/riderWork.states';
import type { DeviceColumns } from './device';

/**
 * Health certificates, working time, training, violations, reports and devices of riders (migrations 0130, 0241). Owned by
 * server/modules/riderWork and server/modules/riderCertificate.
 */
export interface RiderWorkTables {
  rider_certificate: RiderCertificateTable;
  rider_work: RiderWorkTable;
  rider_fatigue: RiderFatigueTable;
  rider_training: RiderTrainingTable;
  rider_violation: RiderViolationTable;
  rider_report: RiderReportTable;
  rider_device: RiderDeviceTable;
}

/** Fields that were read from a certificate's picture. A field that was not found is empty. */
export interface ReadCertificate {
  certNo: string;
  hospital: string;
  holder: string;
  /** Day of issue in the format `yyyy-MM-dd`. `validTo` has the same format. */
  issuedAt: string;
  validTo: string;
}

interface RiderCertificateTable {
  id: number;
  version: Generated<number>;
  created_at: Date;
  no: string;
  rider_id: number;
  team_id: number;
  state: CertificateState;
  /** Ids of stored files. */
  files: JSONColumnType<number[]>;
  read: JSONColumnType<ReadCertificate> | null;
  cert_no: Generated<string | null>;
  hospital: Generated<string | null>;
  holder: Generated<string | null>;
  issued_at: Generated<string | null>;
  valid_to: Generated<string | null>;
  maker_id: number;
  maker_name: string;
  checker_id: Generated<number | null>;
  checker_name: Generated<string | null>;
  decided_at: Generated<Date | null>;
  note: Generated<string | null>;
}

/** A rider's current period of continuous work. */
interface RiderWorkTable {
  rider_id: number;
  is_on: boolean;
  last_at: Date;
  continuous_sec: number;
  rest_until: Date | null;
}

/** A rider's working day (DOMAIN §5.3 RiderFatigueLog). */
interface RiderFatigueTable {
  rider_id: number;
  day: string;
  team_id: number;
  online_sec: number;
  max_continuous_sec: number;
  prompts: JSONColumnType<{ kind: FatiguePrompt; at: string }[]>;
  confirmed_at: Date | null;
}

interface RiderTrainingTable {
  id: number;
  rider_id: number;
  course: Course;
  assigned_at: Date;
  by_id: number;
  by_name: string;
  score: Generated<number | null>;
  finished_at: Generated<Date | null>;
  expire_at: Generated<Date | null>;
}

interface RiderViolationTable {
  id: number;
  rider_id: number;
  team_id: number;
  kind: ViolationKind;
  is_serious: boolean;
  points: number;
  order_no: string | null;
  note: string;
  at: Date;
  by_id: number;
  by_name: string;
  /** Ids of stored files (migration 0278). */
  files: JSONColumnType<number[], string | undefined, string>;
}

/** A device with which a rider signed in. */
interface RiderDeviceTable extends DeviceColumns {
  rider_id: number;
}

/** Reports about riders from another server. Rider, event and time are the idempotency key. Append-only. */
interface RiderReportTable {
  rider_id: number;
  event: string;
  at: Date;
  content: string;
  received_at: Date;
}
