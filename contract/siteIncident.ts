import { z } from 'zod';
import { reasonOf } from './case';
import { stepEndpoint } from './case-endpoints';
import { storedUpload } from './common';
import { actionData, id, listData, listInput, point, queryId, read, time, words, write } from './endpoint';
import { fieldShape, filterShape, sortKeys, totalShape } from './resource.schema';
import { SITE_INCIDENT } from './siteIncident.fields';
import { incidentCase } from './siteIncident.states';
import { safetyPhoto, shownPhoto } from './siteInspection';
import { INCIDENT_KINDS, LIABILITIES, SAFETY, SEVERITIES } from './siteSafety.states';
import { text } from './text';
import { WORD } from './words';

/** This file declares the endpoints for incidents at stations (安全事故, DOMAIN §3.8, §6.7). */

const { min = 0, max = 0 } = reasonOf(incidentCase.steps.void) ?? {};

const row = z.object({
  id: id(),
  version: z.int(),
  ...fieldShape(SITE_INCIDENT),
  riderId: id().nullable(),
  actions: z.array(z.string()),
});

/** A measure that prevents a similar incident. */
const measure = z.object({
  text: words(SAFETY.measure),
  ownerName: words(SAFETY.owner),
  dueOn: z.iso.date(),
  /** Day on which the measure was completed. `null` means that it is still open. */
  doneOn: z.iso.date().nullable(),
});
const causes = {
  /** Answers to repeated "why" questions. Each question is about the previous answer. */
  whys: z.array(words(SAFETY.why)).min(1).max(SAFETY.whys),
  liability: z.enum(LIABILITIES),
  liabilityNote: words(SAFETY.liabilityNote),
};

const short = z.object({
  id: id(),
  no: z.string(),
  happenedAt: time(),
  kindText: z.string(),
  severityText: z.string(),
  tone: z.string(),
  stateText: z.string(),
  teamName: z.string(),
  riderName: z.string().nullable(),
});

const detail = row.extend({
  point: point().nullable(),
  teamPlace: point().nullable(),
  policeReported: z.boolean(),
  medical: z.boolean(),
  photos: z.array(shownPhoto),
  videos: z.array(shownPhoto.extend({ bytes: z.int() })),
  causes: z
    .object({
      whys: z.array(z.string()),
      liability: z.enum(LIABILITIES),
      liabilityText: z.string(),
      liabilityNote: z.string(),
    })
    .nullable(),
  measures: z.array(measure.extend({ isOverdue: z.boolean() })),
  /**
   * Id of the insurance claim with the number `claimNo`. `null` means that `claimNo` is empty or that there is no such claim. Old incidents
   * can have a number without a claim, because the server did not check the number at that time.
   */
  claimId: id().nullable(),
  /** What the system did because of the incident: whether it suspended the rider, and whether it froze the station. */
  suspendedRider: z.boolean(),
  frozeTeam: z.boolean(),
  /** The newest courses that were assigned to the rider since the report, at most `RIDER.rows`. */
  trainings: z.array(
    z.object({ key: z.string(), courseText: z.string(), assignedAt: time(), score: z.int().nullable() }),
  ),
  similar: z.array(short),
  history: z.array(z.object({ key: z.string(), at: time(), text: z.string(), byName: z.string(), note: z.string() })),
});

const audit = (action: string, of: ReturnType<typeof text>) =>
  ({ module: incidentCase.module, action, object: incidentCase.key, text: of }) as const;

export const siteIncidentEndpoints = {
  'safety.Site/getIncidents': read({
    summary: 'Incidents at the stations in scope, the newest first; of every day unless days are named.',
    access: { rule: 52 },
    input: listInput(filterShape(SITE_INCIDENT), sortKeys(SITE_INCIDENT)),
    data: listData(row, z.object(totalShape(SITE_INCIDENT))),
    errors: [40005, 40006, 40302],
  }),
  'safety.Site/getIncident': read({
    summary: 'One incident: facts, photos, causes, measures, similar incidents, history.',
    access: { rule: 53 },
    input: z.object({ id: queryId() }),
    data: detail,
    errors: [40302, 40401],
  }),
  'safety.Site/getRiderIncidents': read({
    summary: 'Incidents of one rider, the newest first.',
    access: { rule: 54 },
    input: z.object({ riderId: queryId() }),
    data: z.object({ list: z.array(short) }),
    errors: [40302, 40401],
  }),
  'safety.Site/saveIncident': write({
    summary:
      'Reports an incident. The owner is notified of serious and major ones; a major one suspends the rider and may freeze the station.',
    access: { rule: 5207 },
    risk: 'confirm',
    idempotent: true,
    audit: audit('saveIncident', WORD.reportIncident),
    input: z.object({
      teamId: id(),
      /** Number of a rider who belongs to the station. `null` means that no rider is involved. */
      riderNo: z.string().trim().max(16).nullable(),
      kind: z.enum(INCIDENT_KINDS),
      severity: z.enum(SEVERITIES),
      happenedAt: time(),
      place: words(SAFETY.place),
      point: point().nullable(),
      orderNo: words(SAFETY.orderNo),
      claimNo: words(SAFETY.claimNo),
      description: words(SAFETY.description),
      injured: z.int().min(SAFETY.injured.min).max(SAFETY.injured.max),
      policeReported: z.boolean(),
      medical: z.boolean(),
      photos: z.array(safetyPhoto).max(SAFETY.photos),
      videos: z.array(safetyPhoto).max(SAFETY.videos).default([]),
      /** `true` freezes the station. It has an effect only for major incidents. */
      freezeTeam: z.boolean(),
      measures: z.array(measure).max(SAFETY.measures).default([]),
    }),
    data: actionData,
    errors: [40008, 40302, 40401],
  }),
  'safety.Site/uploadVideo': write({
    summary:
      'Stores a video (MP4, QuickTime or WebM); it is deleted after a day unless an incident is reported with it.',
    access: { rule: 5207 },
    body: 'multipart',
    audit: audit(
      'uploadVideo',
      text('上传事故视频', 'Upload incident video', 'Enviar vídeo do incidente', '上傳事故影片'),
    ),
    input: z.object({}),
    data: storedUpload,
    errors: [40008, 42901, 50301],
  }),
  'safety.Site/investigate': stepEndpoint(incidentCase, 'investigate', { summary: 'Begins the investigation.' }),
  'safety.Site/analyse': stepEndpoint(incidentCase, 'analyse', {
    summary: 'Records the five whys and who is liable.',
    fields: causes,
  }),
  'safety.Site/saveMeasures': write({
    summary: 'Replaces the measures of an open incident and the number of its insurance claim.',
    access: { rule: 5207 },
    versioned: true,
    audit: audit('saveMeasures', text('登记整改措施', 'Record measures', 'Registrar medidas', '登記整改措施')),
    input: z.object({
      id: id(),
      version: z.int(),
      measures: z.array(measure).max(SAFETY.measures),
      claimNo: words(SAFETY.claimNo),
    }),
    data: actionData,
    errors: [40302, 40401, 40901, 42201],
  }),
  'safety.Site/closeIncident': stepEndpoint(incidentCase, 'close', {
    summary: 'Closes an incident whose measures are all done.',
  }),
  'safety.Site/voidIncident': stepEndpoint(incidentCase, 'void', {
    summary: 'Voids a wrong report, with a reason.',
    fields: { reason: z.string().trim().min(min).max(max) },
  }),
} as const;
