import { type Text, text } from './text';
import { WORD } from './words';

/**
 * This file declares limits, choices and states of station safety (站点安全, DOMAIN §3.8). It imports no library, because the browser
 * loads it.
 */

export const SAFETY = {
  /** The limits from `checklistName` to `claimNo` are in characters. */
  checklistName: { min: 2, max: 40 },
  itemTitle: { min: 2, max: 60 },
  standard: { min: 2, max: 200 },
  remark: { max: 300 },
  fixText: { min: 2, max: 300 },
  signer: { min: 2, max: 32 },
  place: { max: 100 },
  description: { min: 10, max: 1000 },
  why: { min: 2, max: 200 },
  liabilityNote: { max: 300 },
  measure: { min: 2, max: 200 },
  owner: { min: 2, max: 32 },
  orderNo: { max: 32 },
  claimNo: { max: 22 },
  /** Minimum and maximum points of one item. */
  points: { min: 1, max: 20 },
  items: { min: 1, max: 80 },
  photos: 9,
  videos: 3,
  /** Maximum number of "why" questions for an incident. */
  whys: 5,
  measures: 20,
  injured: { min: 0, max: 50 },
  /** Maximum number of days between planning an inspection and its day. */
  aheadDays: 365,
  /** Days in which unqualified items must be rectified: the default, and the maximum that the inspector can choose. */
  deadlineDays: 7,
  longestDeadlineDays: 90,
  /** Points deducted for each overdue rectification. */
  overduePenalty: 10,
  /** Basis of a station's score: the last `ratedInspections` inspections, and the incidents of the last `incidentDays` days. */
  ratedInspections: 3,
  incidentDays: 90,
  /** Limits of the list of similar incidents: number of days before and after the incident (`similarDays`), and of rows (`similar`). */
  similarDays: 180,
  similar: 5,
  /** Maximum number of rows in the history of a score, and in the incidents of a rider. */
  rows: 50,
  /** Number of months in the chart of incidents per 10,000 orders. */
  months: 12,
} as const;

export const INSPECTION_KINDS = ['routine', 'special', 'random', 'recheck'] as const;
export type InspectionKind = (typeof INSPECTION_KINDS)[number];
export const ITEM_GROUPS = [
  ...(['documents', 'boxes', 'vehicles', 'gear'] as const),
  ...(['fire', 'training', 'cash', 'firstAid'] as const),
] as const;
export type ItemGroup = (typeof ITEM_GROUPS)[number];
export const ITEM_RESULTS = ['ok', 'bad', 'na'] as const;
export type ItemResult = (typeof ITEM_RESULTS)[number];
export const RECHECKS = ['passed', 'failed'] as const;
export type Recheck = (typeof RECHECKS)[number];

export const INCIDENT_KINDS = [
  ...(['traffic', 'fall', 'conflict', 'food'] as const),
  ...(['fire', 'theft', 'property', 'other'] as const),
] as const;
export type IncidentKind = (typeof INCIDENT_KINDS)[number];
export const SEVERITY_TONES = { minor: 'neutral', normal: 'info', serious: 'attention', major: 'bad' } as const;
export const SEVERITIES = ['minor', 'normal', 'serious', 'major'] as const;
export type Severity = (typeof SEVERITIES)[number];
/**
 * Severities of severe incidents. The report of a severe incident immediately creates the notice `incidentSevere`. The report needs
 * photos, and the reporter must not close the incident.
 */
export const SEVERE: readonly Severity[] = ['serious', 'major'];
export const LIABILITIES = ['rider', 'station', 'platform', 'thirdParty', 'shared', 'none'] as const;
export type Liability = (typeof LIABILITIES)[number];

export const CHECKLIST_STATES = {
  draft: { text: WORD.draft, tone: 'neutral' },
  published: { text: WORD.publishedFeminine, tone: 'good' },
  retired: { text: WORD.disabledFeminine, tone: 'neutral' },
} as const;
export type ChecklistState = keyof typeof CHECKLIST_STATES;

/** Reasons why the score of a station changed. */
export const SCORE_CAUSES = {
  inspection: text('检查', 'Inspection', 'Inspeção', '檢查'),
  overdue: WORD.rectificationOverdue,
  incident: text('事故', 'Incident', 'Incidente', '事故'),
  voided: text('事故作废', 'Incident voided', 'Incidente anulado', '事故作廢'),
  time: text('事故超过统计期', 'Incident no longer counts', 'Incidente fora do período', '事故超過統計期'),
} as const satisfies Record<string, Text>;
export type ScoreCause = keyof typeof SCORE_CAUSES;
