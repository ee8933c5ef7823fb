import { formatLngLat, parseLngLat } from '../../../contract/hexagon';
import { TEAM_FEE_FIELDS, type TeamField } from '../../../contract/team.fields';
import type { TeamDraftValues } from '../../../contract/team.schema';
import { validationText } from '../../../contract/validation';
import { isInScope } from '../../core/access/scope';
import type { ActorContext } from '../../core/http/context';
import { type Accepted, accepted, invalid, refuse } from '../../core/http/refusal';
import { formValues, present, requireTeam, stateText, wallText } from './answers';
import { areasOf } from './area-store';
import { actionAnswer, loadForChange, nextChangeMoment, refuseConflict, writerOf } from './lifecycle';
import { takesEffectLater } from './rules';
import {
  merge,
  overlapWarning,
  pick,
  plainProblem,
  referenceProblems,
  refusalOf,
  type SaveAnswer,
  valueColumns,
  WORDS,
  withoutMasks,
  writeArea,
} from './save';
import { replaceHolidays, replaceHours, type TeamRecord, takenFields, updateTeam } from './store';
import {
  fitTogether,
  missingFields,
  type PartialValues,
  parseFields,
  relationProblems,
  requiredErrors,
  type TeamValuesParsed,
  takenProblem,
} from './values';

/** This module edits an existing station. It checks the changed fields with their related fields, and writes the changed fields. */

/** Groups of fields that are checked together. If an edit changes one field of a group, the whole group is checked. */
const GROUPS: readonly (readonly TeamField[])[] = [['polygon', 'center'], ['weekHours'], ['holidays'], ['licenceNo']];

const ADMIN_FIELDS = ['adminAccount', 'adminName', 'adminTel', 'adminIdentityId', 'notifyBySms'] as const;

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}

export async function updateTeamValues(
  ctx: ActorContext,
  input: {
    id: number;
    version: number;
    values: TeamDraftValues;
    effectiveAt?: string | undefined;
    confirmOverlap: boolean;
  },
): Promise<SaveAnswer | Accepted<SaveAnswer>> {
  const team = await loadForChange(ctx, input.id, input.version);
  if (team.status === 'draft' || team.status === 'closed') {
    throw refuse(42201, { state: stateText(ctx, team.status) });
  }
  const stored = await formValues(ctx, team);
  const sent = changedValues(withoutMasks(input.values, stored), stored);
  const values = await checkEdit(ctx, team, stored, sent);
  const later = takesEffectLater(team.status);
  const effectiveFrom = await effectiveMoment(ctx, input.effectiveAt);
  const isTouched = (field: TeamField) => field in sent;

  const hasArea = isTouched('polygon') || isTouched('areaMode') || isTouched('hexSizeKm');
  if (isTouched('polygon')) {
    const warning = await overlapWarning(ctx, values.polygon, team.id, input.confirmOverlap);
    if (warning) return accepted({ ...actionAnswer(ctx, team), ...warning });
  }
  const place = { id: team.id, ...values };
  if (!isInScope(ctx.actor.scope, place)) throw refuse(40302);

  const writer = writerOf(ctx);
  const written = Object.fromEntries(
    Object.entries(values).filter(([field]) => isTouched(field as TeamField) || regionGoesWith(field, isTouched)),
  ) as Partial<TeamValuesParsed>;
  const version = await updateTeam(
    ctx.db,
    { id: team.id, version: team.version, from: ['preparing', 'operating', 'paused', 'frozen'] },
    valueColumns(written),
    writer,
  );
  if (version === null) return await refuseConflict(ctx, await requireTeam(ctx, team.id));
  if (isTouched('weekHours')) await replaceHours(ctx.db, team.id, values.weekHours);
  if (isTouched('holidays')) await replaceHolidays(ctx.db, team.id, values.holidays);
  if (hasArea) {
    const { current } = await areasOf(ctx.db, team.id);
    const area = { mode: values.areaMode, hexSizeKm: values.hexSizeKm, polygon: values.polygon };
    const when = later
      ? ({ phase: 'next', from: effectiveFrom } as const)
      : ({ phase: 'current', from: writer.at } as const);
    await writeArea(ctx, team.id, area, when, current, writer);
  }
  ctx.audit({
    objectId: team.id,
    objectNo: team.code,
    before: pick(stored, sent),
    after: { ...sent },
  });
  const message =
    later && hasArea
      ? ctx.t(WORDS.savedLater, { name: values.name, at: wallText(effectiveFrom, (await present(ctx)).timeZone) })
      : ctx.t(WORDS.saved, { name: values.name });
  return actionAnswer(ctx, { ...team, code: values.code, version }, message);
}

/** Tests whether an edit of a related field affects `field`. A region has three codes; the franchisee depends on the type. */
function regionGoesWith(field: string, isTouched: (field: TeamField) => boolean): boolean {
  const codes = ['provinceCode', 'cityCode', 'districtCode'] as const;
  if ((codes as readonly string[]).includes(field)) return codes.some(isTouched);
  return field === 'franchiseeId' && isTouched('teamType');
}

/** Returns the sent values that differ from the stored ones. A centre is compared in its stored format. A week's days are sorted first. */
function changedValues(sent: TeamDraftValues, stored: TeamDraftValues): TeamDraftValues {
  return Object.fromEntries(
    Object.entries(sent).filter(([field, value]) => {
      if (value === undefined) return false;
      const known = stored[field as TeamField];
      if (field === 'center' && typeof value === 'string') {
        const point = parseLngLat(value);
        return point === null || formatLngLat(point) !== known;
      }
      if (field === 'weekHours' && Array.isArray(value)) {
        const sorted = [...(value as { weekday: number }[])].sort((one, other) => one.weekday - other.weekday);
        return !same(sorted, known);
      }
      return !same(value, known);
    }),
  );
}

async function effectiveMoment(ctx: ActorContext, wanted: string | undefined): Promise<Date> {
  if (wanted === undefined) return await nextChangeMoment(ctx);
  const at = new Date(wanted);
  if (at <= ctx.clock.now()) {
    const message = validationText('future', ctx.locale, { label: ctx.t(WORDS.effectiveAt) });
    throw invalid([{ field: 'effectiveAt', rule: 'future', message }]);
  }
  return at;
}

async function checkEdit(
  ctx: ActorContext,
  team: TeamRecord,
  stored: TeamDraftValues,
  sent: TeamDraftValues,
): Promise<TeamValuesParsed> {
  const merged = merge(stored, sent);
  // Fields that were missing before may stay missing, unless this edit contains them. This edit must not empty other fields.
  const before = new Set(missingFields(stored));
  const missing = missingFields(merged).filter((field) => !before.has(field) || field in sent);
  const { parsed, problems } = parseFields(pick(merged, sent) as PartialValues, ctx.locale);
  const looked: Partial<Record<TeamField, unknown>> = {};
  for (const group of GROUPS) {
    if (!group.some((field) => field in sent)) continue;
    for (const field of group) {
      const value = field in sent ? parsed[field] : stored[field];
      if (value !== undefined && value !== null) looked[field] = value;
    }
  }
  const { wall } = await present(ctx);
  problems.push(
    ...relationProblems(looked as Partial<TeamValuesParsed>, {
      locale: ctx.locale,
      today: wall.day,
      planRateBp: 0,
      knownHolidays: new Set((stored.holidays ?? []).map(({ date }) => date)),
    }),
  );
  if ('code' in sent && team.openedAt !== null) problems.push(plainProblem(ctx, 'code', 'immutable', 'codeFixed'));
  // One person alone must not change a station's financial terms (DOMAIN §9, decision 30).
  for (const field of TEAM_FEE_FIELDS) {
    if (field in sent) problems.push(plainProblem(ctx, field, 'immutable', 'termsFixed'));
  }
  for (const field of ADMIN_FIELDS) {
    if (field in sent) problems.push(plainProblem(ctx, field, 'immutable', 'adminFixed'));
  }
  const values = fitTogether({ ...stored, ...sent, ...parsed } as TeamValuesParsed);
  problems.push(...(await referenceProblems(ctx, values, stored, (field) => field in sent)));
  const wanted = {
    ...('name' in sent && { name: values.name }),
    ...('code' in sent && { code: values.code }),
  };
  if (wanted.name ?? wanted.code) {
    const taken = await takenFields(ctx.db, wanted, team.id);
    problems.push(...taken.map((field) => takenProblem(field, ctx.locale)));
  }
  if (missing.length > 0) {
    throw invalid([
      ...requiredErrors(missing, ctx.locale),
      ...problems.map(({ field, rule, message }) => ({ field, rule, message })),
    ]);
  }
  if (problems.length > 0) throw refusalOf(problems);
  return values;
}
