import type { DataOf, WithSums } from '../../../contract/endpoint';
import type { franchiseApplyEndpoints } from '../../../contract/franchiseApply';
import { FIRST_FORM, type FormField, type FormVersion, fieldOf, isUpload } from '../../../contract/franchiseForm';
import { addressParts, valuesOf } from '../../../contract/franchiseForm.answers';
import { answerText, inWords } from '../../../contract/franchiseForm.words';
import { parseLngLat } from '../../../contract/hexagon';
import { forReveal } from '../../core/access/access';
import { maskIdCard } from '../../core/access/id-card';
import { maskTel, maskText } from '../../core/access/mask';
import type { ActorContext } from '../../core/http/context';
import { fileLink, plainName } from '../file';
import { regionText } from '../region';
import { requireApply } from './actions';
import { UNMASK } from './filter';
import { formVersion } from './forms';
import { sealedPlace } from './kind';
import { type ApplyRow, answersGiven, sealedOf } from './store';
import { answerFiles } from './uploads';

/** Reads applicants' answers: as text, in masked form, as files, or one answer in full. */

type Detail = WithSums<DataOf<(typeof franchiseApplyEndpoints)['franchise.Apply/getDetail']>>;

/** Reads the forms of these versions, by version number. */
export async function formsOf(
  ctx: ActorContext,
  versions: readonly number[],
): Promise<ReadonlyMap<number, FormVersion>> {
  const forms = new Map<number, FormVersion>();
  for (const version of new Set(versions)) forms.set(version, await formVersion(ctx.db, version));
  return forms;
}

export function budgetText(ctx: ActorContext, form: FormVersion | undefined, value: string | null): string | null {
  if (value === null) return null;
  const field = form && fieldOf(form, 'budget');
  return field ? answerText(field, value, ctx.locale, regionText) : value;
}

/** Formats the wanted budget of each application with the option labels of its form version. Keys are application ids. */
export async function budgetTexts(ctx: ActorContext, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const rows = await answersGiven(ctx.db, ids);
  const forms = await formsOf(
    ctx,
    rows.map(({ form_version: version }) => version),
  );
  return new Map(rows.map((row) => [row.id, budgetText(ctx, forms.get(row.form_version), row.budget) ?? '']));
}

/** Masks the street of a postal address. The region remains readable. */
const maskStreet = (given: string): string => `${regionText(addressParts(given)[0])} ****`.trim();

/** Rounds coordinates to about 1 km, so that they show a district but no street. */
function roughPoint(point: string): string {
  const at = parseLngLat(point);
  return at ? `${at.lng.toFixed(2)},${at.lat.toFixed(2)}` : '';
}

/** Masks a sensitive answer. For an upload field, the result contains only the number of files. */
function masked(field: FormField, given: string, shown: string): string {
  if (isUpload(field)) return `*** × ${valuesOf(given).length}`;
  return field.kind === 'idCard' ? maskIdCard(shown) : maskText(shown);
}

/** An answer: as displayed, in plain text, and with its files and coordinates. */
interface Answered {
  readonly shown: Omit<Detail['answers'][number], 'files' | 'point'>;
  readonly plain: string;
  readonly fileIds: readonly number[];
  /** Rounded coordinates `lng,lat`. The text is empty if the answer has no coordinates. */
  readonly point: string;
}
type AnswerFiles = Awaited<ReturnType<typeof answerFiles>>;
const fileIdsOf = (field: FormField, given: string) => (isUpload(field) ? valuesOf(given).map(Number) : []);

/** Returns a function that finds the name of a file by its id. */
const namesIn =
  ({ ports }: Pick<ActorContext, 'ports'>, files: AnswerFiles) =>
  (id: string): string => {
    const file = files.get(Number(id));
    return file ? plainName(ports.secrets, file) : '';
  };

/**
 * Lists the answers in the order of the fields of the form version, with the labels of these fields. Empty answers are left out, and
 * sensitive answers are masked.
 */
function wordsOf(
  ctx: Pick<ActorContext, 'ports' | 'locale'>,
  { id, answers }: Pick<ApplyRow, 'id' | 'answers'>,
  form: FormVersion,
  sealed: ReadonlyMap<string, Buffer> | undefined,
  files: AnswerFiles,
): Answered[] {
  const { ports, locale } = ctx;
  const named = namesIn(ctx, files);
  return form.fields.flatMap((field) => {
    const { key, kind, label } = field;
    const hidden = sealed?.get(key);
    const given = hidden ? ports.secrets.open(hidden, sealedPlace(id, key)) : answers[key];
    if (given === undefined || given === '') return [];
    const plain = answerText(field, given, locale, regionText, named);
    const open = kind === 'phone' ? maskTel(plain) : kind === 'address' ? maskStreet(given) : plain;
    const value = hidden ? masked(field, given, plain) : open;
    const isSensitive = kind === 'phone' || kind === 'address' || hidden !== undefined;
    const fileIds = isSensitive ? [] : fileIdsOf(field, given);
    const point = hidden || kind !== 'address' ? '' : roughPoint(addressParts(given)[2]);
    return [{ shown: { key, kind, label: inWords(label, locale), value, isSensitive }, plain, fileIds, point }];
  });
}

/** Builds links to the given files. Files that do not exist are left out. */
export const linksOf = (ctx: ActorContext, ids: readonly number[], files: AnswerFiles) =>
  ids.flatMap((id) => {
    const file = files.get(id);
    return file ? [fileLink(ctx, file)] : [];
  });

export async function answersOf(ctx: ActorContext, row: ApplyRow): Promise<Detail['answers']> {
  const form = await formVersion(ctx.db, row.form_version);
  const [sealed, files] = [await sealedOf(ctx.db, [row.id]), await answerFiles(ctx.db, [row.id])];
  return wordsOf(ctx, row, form, sealed.get(row.id), files).map(({ shown, fileIds, point }) => ({
    ...shown,
    files: linksOf(ctx, fileIds, files),
    point: parseLngLat(point),
  }));
}

/** Reads the answers of applications by application id. */
async function answersById(ctx: ActorContext, ids: readonly number[]): Promise<ReadonlyMap<number, Answered[]>> {
  const rows = await answersGiven(ctx.db, ids);
  const [sealed, files] = [await sealedOf(ctx.db, ids), await answerFiles(ctx.db, ids)];
  const forms = await formsOf(
    ctx,
    rows.map(({ form_version: version }) => version),
  );
  return new Map(
    rows.map((row) => [
      row.id,
      wordsOf(ctx, row, forms.get(row.form_version) ?? FIRST_FORM, sealed.get(row.id), files),
    ]),
  );
}

/** Formats the answers of each application, one answer per line. Sensitive answers are masked. Keys are application ids. */
export async function answerLines(ctx: ActorContext, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const given = await answersById(ctx, ids);
  return new Map(
    [...given].map(([id, words]) => [id, words.map(({ shown }) => `${shown.label}: ${shown.value}`).join('\n')]),
  );
}

/** Reads answers by field key, and within a field by application id. */
export async function answersByField(
  ctx: ActorContext,
  ids: readonly number[],
): Promise<ReadonlyMap<string, ReadonlyMap<number, { readonly value: string; readonly plain: string }>>> {
  const cells = new Map<string, Map<number, { readonly value: string; readonly plain: string }>>();
  for (const [id, words] of await answersById(ctx, ids)) {
    for (const { shown, plain } of words) {
      const column = cells.get(shown.key) ?? new Map();
      cells.set(shown.key, column.set(id, { value: shown.value, plain }));
    }
  }
  return cells;
}

/** Lists the answers that the applicant's material changed. Each entry has the former answer in its displayed form. */
export async function changesOf(
  ctx: ActorContext,
  { id, form_version: version }: ApplyRow,
  before: ApplyRow['answers'] | null,
): Promise<Detail['follows'][number]['changes']> {
  if (before === null) return [];
  const form = await formVersion(ctx.db, version);
  const former = wordsOf(ctx, { id, answers: before }, form, undefined, await answerFiles(ctx.db, [id]));
  return form.fields.flatMap(({ key, label }) => {
    if (before[key] === undefined) return [];
    const shown = former.find((one) => one.shown.key === key)?.shown;
    return [{ label: inWords(label, ctx.locale), before: shown?.value ?? '' }];
  });
}

/**
 * Reveals an applicant's phone, id number or other masked answer in full. Encrypted answers require the field permission for id numbers.
 * Phones and postal addresses require the field permission for phones.
 *
 * @throws Refusal 40301 (no permission), 40302 (out of scope), 40401 (unknown id)
 */
export async function revealApplicant(
  ctx: ActorContext,
  id: number,
  asked: { readonly field: 'tel' | 'idCard' | 'answer'; readonly answer?: string | undefined },
): Promise<{ value: string; no: string; files?: ReturnType<typeof linksOf> }> {
  const { field, answer = 'idCard' } = asked;
  if (field === 'tel') {
    const { tel, no } = await requireApply(forReveal(ctx, UNMASK, 'phone'), id);
    return { value: tel, no };
  }
  const sealed = (await sealedOf(ctx.db, [id])).get(id)?.get(field === 'idCard' ? 'idCard' : answer);
  const row = await requireApply(forReveal(ctx, UNMASK, sealed || field === 'idCard' ? 'idCard' : 'phone'), id);
  const form = await formVersion(ctx.db, row.form_version);
  const asks = fieldOf(form, field === 'idCard' ? 'idCard' : answer);
  const key = asks?.key ?? '';
  const given = sealed ? ctx.ports.secrets.open(sealed, sealedPlace(id, key)) : row.answers[key];
  if (!asks || !given) return { value: '', no: row.no };
  const files: AnswerFiles = isUpload(asks) ? await answerFiles(ctx.db, [id]) : new Map();
  const value = answerText(asks, given, ctx.locale, regionText, namesIn(ctx, files));
  return { value, no: row.no, ...(isUpload(asks) && { files: linksOf(ctx, fileIdsOf(asks, given), files) }) };
}
