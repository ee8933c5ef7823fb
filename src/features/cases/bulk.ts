import { type CaseStep, reasonOf } from '@contract/case';
import type { Input, WriteAddress } from '@contract/index';
import { type BulkOutcome, bulkOutcome } from '@/app/calls/bulkOutcome';
import { type MutationResult, mutate, newKey } from '@/app/calls/mutate';
import { t } from '@/app/i18n/i18n';
import { type FormValues, trimmed } from '@/ui/EntityForm/store';

/** This module performs a step on several documents, which may be of different kinds. Each step with a bulk endpoint gets one bulk call. */

type End = MutationResult<WriteAddress>;
interface Row {
  readonly id: number;
}
type Failed = BulkOutcome['failed'][number];

/** Error code of documents for which no bulk call is sent, because their kind has no such step or the step has no bulk endpoint. */
const NOT_POSSIBLE = 42201;

/**
 * Sends the bulk calls.
 *
 * @returns the result of the first call if that call failed, or a refusal if no document has a step with a bulk endpoint. Otherwise the
 *   successes and refusals of all calls
 */
export async function sendEach<R extends Row>(
  rows: readonly R[],
  { stepOf, nameOf }: { readonly stepOf: (row: R) => CaseStep | undefined; readonly nameOf: (row: R) => string },
  values: FormValues,
  key: string,
): Promise<End> {
  const failedRows = (refused: readonly R[], code: number, msg: string): readonly Failed[] =>
    refused.map((row) => ({ id: row.id, no: nameOf(row), code, msg }));
  const groups = new Map<CaseStep | undefined, R[]>();
  for (const row of rows) groups.set(stepOf(row), [...(groups.get(stepOf(row)) ?? []), row]);
  let success = 0;
  let last: End = { kind: 'cancelled' };
  const failed: Failed[] = [];
  let isFirst = true;
  for (const [step, documents] of groups) {
    if (!step?.bulk) {
      failed.push(...failedRows(documents, NOT_POSSIBLE, t('cases.oneByOne')));
      continue;
    }
    const reason = reasonOf(step);
    const body = {
      ids: documents.map(({ id }) => id),
      ...step.bulk.input,
      ...(reason && { [reason.name]: trimmed(values, 'reason') }),
    };
    const address = step.bulk.address as WriteAddress;
    // Each call needs a different idempotency key.
    const end = await mutate(address, () => body as Input<WriteAddress>, isFirst ? key : newKey());
    const wasFirst = isFirst;
    isFirst = false;
    if (end.kind !== 'done') {
      if (wasFirst) return end;
      failed.push(...failedRows(documents, end.kind === 'refused' ? end.code : 0, 'msg' in end ? end.msg : ''));
      continue;
    }
    const outcome = bulkOutcome(end.data);
    success += outcome?.success ?? documents.length;
    failed.push(...(outcome?.failed ?? []));
    last = end;
  }
  if (isFirst && failed.length > 0) {
    return { kind: 'refused', code: NOT_POSSIBLE, msg: t('cases.oneByOne'), requestId: '', data: null };
  }
  return last.kind === 'done' ? { ...last, data: { success, failed } } : last;
}
