import type { FieldError } from '../../../contract/endpoint';
import { validationText } from '../../../contract/validation';
import { WORD } from '../../../contract/words';
import type { ActorContext } from '../../core/http/context';
import { filesOf, fileUrl, usableFiles } from '../file';

const EVIDENCE = WORD.evidence;

/** Checks that the caller uploaded all files as fund evidence. @returns one error if the check fails, else an empty list */
export async function evidenceErrors(ctx: ActorContext, fileIds: readonly number[]): Promise<FieldError[]> {
  const usable = await usableFiles(ctx, { scene: 'fundEvidence', ids: fileIds });
  return fileIds.every((id) => usable.has(id)) ? [] : [missingEvidence(ctx)];
}

export function missingEvidence(ctx: ActorContext): FieldError {
  const message = validationText('requiredUpload', ctx.locale, { label: ctx.t(EVIDENCE) });
  return { field: 'evidence', rule: 'requiredUpload', message };
}

/** Builds the names and signed URLs of evidence files, by file id. Missing files are left out. */
export async function evidenceLinks(
  ctx: ActorContext,
  fileIds: readonly number[],
): Promise<Map<number, { fileId: number; name: string; url: string }>> {
  const files = await filesOf(ctx.db, [...new Set(fileIds)]);
  return new Map(
    [...files.values()].map(({ id, name }) => [
      id,
      { fileId: id, name, url: fileUrl(ctx.ports.secrets, ctx.clock, id) },
    ]),
  );
}
