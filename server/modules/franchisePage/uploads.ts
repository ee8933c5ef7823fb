import type { ParsedOf } from '../../../contract/endpoint';
import {
  type Answers,
  acceptedTypes,
  FILE_TYPES,
  type FormField,
  isSealed,
  isUpload,
  mostFiles,
} from '../../../contract/franchiseForm';
import { type AnswerFault, valuesOf } from '../../../contract/franchiseForm.answers';
import type { franchisePageEndpoints } from '../../../contract/franchisePage';
import { FILES } from '../../../contract/limits';
import { holdKeyedLock, keyOfName } from '../../core/database/locks';
import { readUpload, typeOf } from '../../core/files/images';
import type { CallContext } from '../../core/http/context';
import { countHit } from '../../core/http/rate';
import { refuse } from '../../core/http/refusal';
import type { UploadGuard } from '../../core/http/upload-guard';
import type { SecretBox } from '../../core/platforms/ports';
import { messageText } from '../../core/texts';
import { isAcceptable, keepFile } from '../file';
import { type Asked, askedById, deleteUnused, insertUpload, unusedBytes, unusedOf } from '../franchise';
import { assertOpen, requirePage } from './pages';
import { VISIT_SECONDS, visitFor, visitOf } from './visit';

/** Files that applicants upload before they submit. Visitors have no account, so attempts are limited before a file is read. */

type In<A extends keyof typeof franchisePageEndpoints> = ParsedOf<(typeof franchisePageEndpoints)[A]>;

const HOUR_SECONDS = 3_600;
/** Maximum number of upload attempts: per IP address and hour, and per visit in total. */
const PER_ADDRESS = 60;
const PER_VISIT = 40;
/** Maximum number of bytes of unused files. Above this limit no file is accepted until old files are deleted. */
const UNUSED_BYTES = 2 * 1024 * 1024 * 1024;
/** Bytes of a request that are reserved for text fields and separators. */
const AROUND_BYTES = 16 * 1024;
const SCENE = 'franchiseAnswer';

const mimesOf = (field: FormField): readonly string[] => acceptedTypes(field).map((type) => FILE_TYPES[type].mime);

/** Builds the guards of endpoints that receive visitors' files, by endpoint. */
export function applicantUploads(tools: {
  readonly db: CallContext['db'];
  readonly clock: CallContext['clock'];
  readonly secrets: Pick<SecretBox, 'isSigned'>;
}): ReadonlyMap<string, UploadGuard> {
  const { db, clock } = tools;
  const count = async (key: string, most: number, seconds: number) => {
    const { hits, secondsLeft } = await countHit(db, clock, `franchise:upload:${key}`, seconds);
    if (hits > most) throw refuse(42901, {}, { retryAfter: secondsLeft });
  };
  const guard: UploadGuard = {
    maxBytes: FILES.pdfBytes + AROUND_BYTES,
    async admit(ip) {
      await count(`address:${ip}`, PER_ADDRESS, HOUR_SECONDS);
      if ((await unusedBytes(db)) > UNUSED_BYTES) throw refuse(42901, {}, { retryAfter: HOUR_SECONDS });
    },
    async admitFile({ visit = '' }) {
      const name = visitOf(tools, visit);
      if (name === null) throw refuse(42282);
      await count(`visit:${name}`, PER_VISIT, VISIT_SECONDS);
    },
    maxFileBytes(head) {
      const type = typeOf(head);
      return Object.values(FILE_TYPES).find(({ mime }) => mime === type)?.maxBytes ?? 0;
    },
  };
  return new Map([['franchise.Public/upload', guard]]);
}

const visitIn = (ctx: CallContext, token: string) => visitOf({ clock: ctx.clock, secrets: ctx.ports.secrets }, token);

/**
 * Finds the form field for which a visit may upload files. The field belongs to the form for missing material, or to the form of the
 * published page.
 *
 * @throws Refusal 40401 (no published page), 42282 (the form has changed, or the page accepts no applications)
 */
async function fieldFor(ctx: CallContext, visit: string | null, version: number, key: string): Promise<FormField> {
  const applyId = visit === null ? null : visitFor(visit);
  let form: Asked | null;
  if (applyId === null) {
    const page = await requirePage(ctx);
    assertOpen(ctx, page);
    form = { version: page.version, fields: page.content.fields };
  } else form = await askedById(ctx.db, applyId, ctx.clock.now());
  const field = form?.fields.find((one) => one.key === key && isUpload(one));
  if (version !== form?.version || !field) throw refuse(42282);
  return field;
}

/**
 * Stores a file.
 *
 * @throws Refusal 40008 (wrong type or size, or too many files), 40401 (no published page), 42282 (form changed or closed, visit expired)
 */
export async function upload(ctx: CallContext, { visit: token, version, field: key }: In<'franchise.Public/upload'>) {
  const visit = visitIn(ctx, token);
  const field = await fieldFor(ctx, visit, version, key);
  if (visit === null) throw refuse(42282);
  if (!ctx.upload) throw refuse(40008);
  const file = readUpload(ctx.upload.bytes);
  const isAccepted =
    file && mimesOf(field).includes(file.contentType) && isAcceptable(SCENE, { ...file, bytes: file.bytes.length });
  if (!isAccepted) throw refuse(40008);
  // Take a lock, because two concurrent uploads could otherwise exceed the maximum number of files together.
  await holdKeyedLock(ctx.db, 'franchiseVisit', keyOfName(visit));
  const before = await unusedOf(ctx.db, visit);
  const most = mostFiles(field);
  if (before.filter((one) => one.field === key).length >= most) {
    throw refuse(40008, {}, null, ctx.t(messageText('applyPage.fileCount'), { n: most }));
  }
  const at = ctx.clock.now();
  const { id, name } = await keepFile(
    { ...ctx, files: ctx.ports.files },
    {
      ...file,
      scene: SCENE,
      name: ctx.upload.name,
      createdBy: 0,
      at,
      ...(isSealed(field) && { sealWith: ctx.ports.secrets }),
    },
  );
  const bytes = file.bytes.length;
  await insertUpload(ctx.db, { file_id: id, visit, field: key, bytes, created_at: at });
  ctx.audit({ objectId: id, after: { field: key, bytes, contentType: file.contentType } });
  return { fileId: id, name, bytes };
}

/** Deletes an uploaded file. @throws Refusal 40401 the visit has no such file, or an application uses it */
export async function removeUpload(ctx: CallContext, { visit: token, fileId }: In<'franchise.Public/removeUpload'>) {
  const visit = visitIn(ctx, token);
  const removed = visit === null ? 0 : await deleteUnused(ctx.db, ctx.ports.files, { visit, fileId });
  if (removed === 0) throw refuse(40401);
  ctx.audit({ objectId: fileId });
  return {};
}

/** Lists the ids of the files that are answers to upload fields. */
export const filesIn = (fields: readonly FormField[], answers: Answers): number[] =>
  fields.filter(isUpload).flatMap(({ key }) => valuesOf(answers[key] ?? '').map(Number));

/**
 * Finds answers with invalid files. A file is invalid if this visit did not upload it for the field, or if the field no longer accepts its
 * type.
 */
export async function fileFaults(
  ctx: CallContext,
  fields: readonly FormField[],
  answers: Answers,
  visit: string | null,
): Promise<AnswerFault[]> {
  const asked = fields.filter((field) => isUpload(field) && answers[field.key] !== undefined);
  if (asked.length === 0) return [];
  const sent = new Map((visit === null ? [] : await unusedOf(ctx.db, visit)).map((file) => [file.id, file]));
  return asked.flatMap((field) => {
    const isOwn = valuesOf(answers[field.key] ?? '').every((id) => {
      const file = sent.get(Number(id));
      return file?.field === field.key && mimesOf(field).includes(file.contentType);
    });
    return isOwn ? [] : [{ key: field.key, rule: 'requiredUpload' as const }];
  });
}
