import { z } from 'zod';
import { reasonOf } from './case';
import { stepEndpoint } from './case-endpoints';
import { bulkData, bulkIds, id, listData, listInput, point, queryId, read, time, words, write } from './endpoint';
import { fieldShape, filterShape, sortKeys, totalShape } from './resource.schema';
import { SITE_INSPECTION } from './siteInspection.fields';
import { inspectionCase } from './siteInspection.states';
import { INSPECTION_KINDS, ITEM_RESULTS, SAFETY } from './siteSafety.states';
import { text } from './text';
import { WORD } from './words';

/** This file declares the endpoints for inspections of stations (站点安全检查, DOMAIN §3.8, §6.7). */

const day = () => z.iso.date();
const { min = 0, max = 0 } = reasonOf(inspectionCase.steps.cancel) ?? {};
const reason = () => z.string().trim().min(min).max(max);

/** An uploaded picture or video with the time and place of the recording. The server removes time and place from picture files. */
export const safetyPhoto = z.object({
  fileId: id(),
  at: time().nullable(),
  place: point().nullable(),
});
export const shownPhoto = safetyPhoto.extend({ url: z.string(), name: z.string() });
/** A signature. `url` is the URL of the drawn signature. `null` means that the typed name is the signature. */
const signature = z.object({ name: z.string(), at: time(), url: z.string().nullable() });

const row = z.object({
  id: id(),
  version: z.int(),
  ...fieldShape(SITE_INSPECTION),
  actions: z.array(z.string()),
});

const item = z.object({
  key: z.string(),
  groupText: z.string(),
  title: z.string(),
  standard: z.string(),
  max: z.int(),
  result: z.enum(ITEM_RESULTS).nullable(),
  resultText: z.string(),
  lost: z.int(),
  remark: z.string(),
  photos: z.array(shownPhoto),
  answeredAt: time().nullable(),
  fixText: z.string(),
  fixPhotos: z.array(shownPhoto),
  fixAt: time().nullable(),
  fixByName: z.string(),
  recheck: z.enum(['passed', 'failed']).nullable(),
  recheckText: z.string(),
  recheckNote: z.string(),
});

const detail = row.extend({
  gradeText: z.string(),
  /** `true` if the caller is the inspector. Only the inspector may answer items and submit the inspection. */
  isMine: z.boolean(),
  /** Place where the answers were submitted. `teamPlace` is the place of the station. `null` means that the place is not known. */
  place: point().nullable(),
  teamPlace: point().nullable(),
  items: z.array(item),
  signatures: z.object({ inspector: signature, station: signature }).nullable(),
  history: z.array(z.object({ key: z.string(), at: time(), text: z.string(), byName: z.string(), note: z.string() })),
});

const audit = (action: string, of: ReturnType<typeof text>) =>
  ({ module: inspectionCase.module, action, object: inspectionCase.key, text: of }) as const;

export const siteInspectionEndpoints = {
  'safety.Site/getInspections': read({
    summary: 'Inspections of the stations in scope, the newest first; of every day unless days are named.',
    access: { rule: 52 },
    input: listInput(filterShape(SITE_INSPECTION), sortKeys(SITE_INSPECTION)),
    data: listData(row, z.object(totalShape(SITE_INSPECTION))),
    errors: [40005, 40006, 40302],
  }),
  'safety.Site/getInspection': read({
    summary: 'One inspection: items by group with results, photos and rectification, signatures, history.',
    access: { rule: 53 },
    input: z.object({ id: queryId() }),
    data: detail,
    errors: [40302, 40401],
  }),
  'safety.Site/plan': write({
    summary: 'Plans one inspection for each of these stations.',
    access: { rule: 5201 },
    idempotent: true,
    audit: audit('plan', WORD.planInspections),
    input: z.object({
      teamIds: bulkIds(),
      kind: z.enum(INSPECTION_KINDS),
      checklistId: id(),
      plannedOn: day(),
      inspectorId: id(),
    }),
    data: bulkData,
    errors: [40006, 40010, 40401],
  }),
  'safety.Site/start': stepEndpoint(inspectionCase, 'start', {
    summary: 'Starts an inspection; the caller becomes its inspector.',
  }),
  'safety.Site/saveItem': write({
    summary:
      'Stores the answer to one item. The number of the answer makes repeating it harmless; of two answers the one given later counts.',
    access: { rule: 5206 },
    audit: audit('saveItem', text('填写检查项', 'Answer inspection item', 'Responder item', '填寫檢查項')),
    input: z.object({
      id: id(),
      itemKey: z.string().max(16),
      answerNo: z.string().regex(/^[\w-]{8,40}$/),
      answeredAt: time(),
      result: z.enum(ITEM_RESULTS),
      /** Points deducted for an unqualified item. */
      lost: z.int().min(0).max(SAFETY.points.max),
      remark: words(SAFETY.remark),
      photos: z.array(safetyPhoto).max(SAFETY.photos),
    }),
    data: z.object({
      id: id(),
      itemKey: z.string(),
      /** `repeated` means that this answer was already stored. `older` means that an answer with a later time is already stored. */
      outcome: z.enum(['saved', 'repeated', 'older']),
    }),
    errors: [40006, 40008, 40301, 40302, 40401, 42201],
  }),
  'safety.Site/submit': {
    ...stepEndpoint(inspectionCase, 'complete', {
      summary:
        'Submits an inspection whose items are all answered, with the signatures of both sides: names, and what they drew.',
      fields: {
        inspectorSign: words(SAFETY.signer),
        stationSign: words(SAFETY.signer),
        /** File ids of drawn signatures, uploaded as safety photos. If the id is `null` or absent, the typed name is the signature. */
        inspectorSignFile: id().nullable().optional(),
        stationSignFile: id().nullable().optional(),
        signedAt: time(),
        place: point().nullable(),
        /** Last day to rectify unqualified items. Default: in seven days. */
        deadline: day().optional(),
      },
    }),
    idempotent: true,
  },
  'safety.Site/fix': stepEndpoint(inspectionCase, 'fix', {
    summary: 'Records how an item was rectified; with the last open item the inspection waits for its recheck.',
    fields: {
      itemKey: z.string().max(16),
      fixText: words(SAFETY.fixText),
      photos: z.array(safetyPhoto).min(1).max(SAFETY.photos),
    },
  }),
  'safety.Site/recheck': stepEndpoint(inspectionCase, 'recheck', {
    summary: 'Decides about every rectified item. Never by the person who recorded the rectification.',
    fields: {
      results: z
        .array(z.object({ itemKey: z.string().max(16), isPassed: z.boolean(), note: words(SAFETY.remark) }))
        .max(SAFETY.items.max),
      deadline: day().optional(),
    },
  }),
  'safety.Site/assign': stepEndpoint(inspectionCase, 'assign', {
    summary: 'Assigns a planned inspection to another inspector.',
    fields: { inspectorId: id() },
  }),
  'safety.Site/extend': stepEndpoint(inspectionCase, 'extend', {
    summary: 'Puts off the planned day, or the deadline of the rectification, with a reason.',
    fields: { until: day(), reason: reason() },
  }),
  'safety.Site/cancel': stepEndpoint(inspectionCase, 'cancel', {
    summary: 'Cancels an inspection that has not begun.',
    fields: { reason: reason() },
  }),
  'safety.Site/remind': write({
    summary: 'Reminds inspectors of inspections, and stations of open rectifications.',
    access: { rule: 5202 },
    audit: audit('remind', text('提醒检查与整改', 'Send inspection reminders', 'Lembrar inspeções', '提醒檢查與整改')),
    input: z.object({ ids: bulkIds() }),
    data: bulkData,
    errors: [40010],
  }),
} as const;
