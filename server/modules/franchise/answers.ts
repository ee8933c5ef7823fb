import type { DataOf, WithSums } from '../../../contract/endpoint';
import type { franchiseApplyEndpoints } from '../../../contract/franchiseApply';
import { FRANCHISE_APPLY } from '../../../contract/franchiseApply.fields';
import { FUNNEL, franchiseCase } from '../../../contract/franchiseApply.states';
import {
  FIRST_FORM,
  type FormField,
  type FormVersion,
  fieldOf,
  isAsked,
  isUpload,
} from '../../../contract/franchiseForm';
import { addressParts, valuesOf } from '../../../contract/franchiseForm.answers';
import { answerText, inWords } from '../../../contract/franchiseForm.words';
import { parseLngLat } from '../../../contract/hexagon';
import { RULE } from '../../../contract/rule-ids';
import { forReveal } from '../../core/access/access';
import { maskIdCard } from '../../core/access/id-card';
import { maskTel, maskText } from '../../core/access/mask';
import type { ActorContext } from '../../core/http/context';
import { answerRow } from '../../core/list/answers';
import { messageText } from '../../core/texts';
import { accountNames } from '../account';
import { viewerOf } from '../case';
import { fileLink, filesOf, plainName } from '../file';
import { contractOfApply, holdings, overlap } from '../franchisee';
import { franchisee } from '../reference';
import { regionText } from '../region';
import { requireApply } from './actions';
import { labelsOf } from './applicant';
import { type ApplyInput, filterOf, UNMASK } from './filter';
import { followsOf, visitsOf } from './follow-store';
import { formVersion } from './forms';
import { franchiseApplications, sealedPlace } from './kind';
import { isOverdue } from './rules';
import {
  type ApplyRecord,
  type ApplyRow,
  answersGiven,
  applyFunnel,
  countDoubles,
  doublesOf,
  findRecord,
  recordsOfFranchisee,
  sealedOf,
  withPartOf,
} from './store';
import { answerFiles } from './uploads';

/** Applications in the form that pages show. */

type Row = WithSums<DataOf<(typeof franchiseApplyEndpoints)['franchise.Apply/getList']>['list'][number]>;
type Detail = WithSums<DataOf<(typeof franchiseApplyEndpoints)['franchise.Apply/getDetail']>>;
type OfFranchisee = DataOf<(typeof franchiseApplyEndpoints)['franchise.Apply/getOfFranchisee']>;

/** Finds the form versions on which these applications were answered. */
async function formsOf(ctx: ActorContext, versions: readonly number[]): Promise<ReadonlyMap<number, FormVersion>> {
  const forms = new Map<number, FormVersion>();
  for (const version of new Set(versions)) forms.set(version, await formVersion(ctx.db, version));
  return forms;
}

function budgetText(ctx: ActorContext, form: FormVersion | undefined, value: string | null): string | null {
  if (value === null) return null;
  const field = form && fieldOf(form, 'budget');
  return field ? answerText(field, value, ctx.locale, regionText) : value;
}

/** Formats the wanted budgets of applications with the options of their form versions, by application. */
export async function budgetTexts(ctx: ActorContext, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const rows = await answersGiven(ctx.db, ids);
  const forms = await formsOf(
    ctx,
    rows.map(({ form_version: version }) => version),
  );
  return new Map(rows.map((row) => [row.id, budgetText(ctx, forms.get(row.form_version), row.budget) ?? '']));
}

function actionsOf(ctx: ActorContext, row: ApplyRecord, tookPart: boolean): string[] {
  const facts = { state: row.state, expireAt: null, makerId: row.makerId, makerIsOwner: false, amountFen: null };
  const steps = franchiseCase.actionsFor(facts, viewerOf(ctx), ctx.clock.now()).filter((step) => {
    if (step === 'reopen') return !row.isReopened;
    // People who took part in an application must not decide on it.
    return !(tookPart && franchiseCase.steps[step].by === 'notMaker');
  });
  const opensStation = row.state === 'opened' && ctx.can(RULE['team.list.create']);
  return [...steps, ...(opensStation ? ['openStation'] : [])];
}

export async function applyAnswers(ctx: ActorContext, rows: readonly ApplyRecord[]): Promise<Row[]> {
  const [names, doubles, parts, forms] = await Promise.all([
    accountNames(
      ctx.db,
      rows.flatMap(({ followerId }) => (followerId === null ? [] : [followerId])),
    ),
    countDoubles(
      ctx.db,
      rows.map(({ id }) => id),
    ),
    withPartOf(
      ctx.db,
      ctx.actor.accountId,
      rows.map(({ id }) => id),
    ),
    formsOf(
      ctx,
      rows.map(({ formVersion: version }) => version),
    ),
  ]);
  const now = ctx.clock.now();
  return rows.map((row) => {
    const actions = actionsOf(ctx, row, parts.has(row.id));
    return {
      id: row.id,
      version: row.version,
      ...answerRow(ctx, FRANCHISE_APPLY, row, {
        tel: maskTel(row.tel),
        budget: budgetText(ctx, forms.get(row.formVersion), row.budget),
        followerName: row.followerId === null ? null : (names.get(row.followerId) ?? ''),
      }),
      isOverdue: isOverdue(row, now),
      duplicates: doubles.get(row.id) ?? 0,
      codes: [row.provinceCode, row.cityCode, row.districtCode].filter((code) => code !== null),
      franchiseeId: row.franchiseeId,
      askable: actions.includes('askMaterial') ? askableIn(ctx, forms.get(row.formVersion)) : [],
      actions,
    };
  });
}

const askableIn = ({ locale }: ActorContext, form: FormVersion = FIRST_FORM) =>
  form.fields.filter(isAsked).map(({ key, label }) => ({ key, label: inWords(label, locale) }));

export async function funnelAnswer(ctx: ActorContext, input: ApplyInput) {
  const { filter } = await filterOf(ctx, input);
  const { stages, sources } = await applyFunnel(ctx.db, filter);
  return {
    stages: FUNNEL.map((key, index) => ({
      key,
      text: ctx.t(franchiseCase.states[key].text),
      n: stages[index] ?? 0,
    })),
    list: sources.map(({ source, channel, n, signed }) => ({
      source: channel ?? ctx.t(messageText(`franchiseApply.source_${source}`)),
      n,
      signed,
    })),
  };
}

/** Masks the street of an address, with the region readable. */
const maskStreet = (given: string): string => `${regionText(addressParts(given)[0])} ****`.trim();

/** Rounds a position to about 1 km, so that it shows the part of a town but no street. */
function roughPoint(point: string): string {
  const at = parseLngLat(point);
  return at ? `${at.lng.toFixed(2)},${at.lat.toFixed(2)}` : '';
}

/** Masks a sensitive answer for users without the permission to reveal it. */
function masked(field: FormField, given: string, shown: string): string {
  if (isUpload(field)) return `*** × ${valuesOf(given).length}`;
  return field.kind === 'idCard' ? maskIdCard(shown) : maskText(shown);
}

/** An answer in its displayed form and in full. */
interface Answered {
  readonly shown: Omit<Detail['answers'][number], 'files' | 'point'>;
  readonly plain: string;
  readonly fileIds: readonly number[];
  /** Rough `lng,lat`; empty if there is none. */
  readonly point: string;
}
type AnswerFiles = Awaited<ReturnType<typeof answerFiles>>;
const fileIdsOf = (field: FormField, given: string) => (isUpload(field) ? valuesOf(given).map(Number) : []);

/** Returns the function that names the files of an answer. */
const namesIn =
  ({ ports }: Pick<ActorContext, 'ports'>, files: AnswerFiles) =>
  (id: string): string => {
    const file = files.get(Number(id));
    return file ? plainName(ports.secrets, file) : '';
  };

/** Lists the answers in the order and with the labels of their form version. */
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

/** Builds links to those of the given files that exist. */
const linksOf = (ctx: ActorContext, ids: readonly number[], files: AnswerFiles) =>
  ids.flatMap((id) => {
    const file = files.get(id);
    return file ? [fileLink(ctx, file)] : [];
  });

async function answersOf(ctx: ActorContext, row: ApplyRow): Promise<Detail['answers']> {
  const form = await formVersion(ctx.db, row.form_version);
  const [sealed, files] = [await sealedOf(ctx.db, [row.id]), await answerFiles(ctx.db, [row.id])];
  return wordsOf(ctx, row, form, sealed.get(row.id), files).map(({ shown, fileIds, point }) => ({
    ...shown,
    files: linksOf(ctx, fileIds, files),
    point: parseLngLat(point),
  }));
}

/** Reads the answers of applications, by application. */
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

/** Formats the answers of applications, one per line, by application. Sensitive ones are masked. */
export async function answerLines(ctx: ActorContext, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const given = await answersById(ctx, ids);
  return new Map(
    [...given].map(([id, words]) => [id, words.map(({ shown }) => `${shown.label}: ${shown.value}`).join('\n')]),
  );
}

/** Reads answers by key of their field, then by application. */
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

async function fileAnswers(ctx: ActorContext, ids: readonly number[]) {
  return linksOf(ctx, ids, await filesOf(ctx.db, ids));
}

/** Lists the answers that material of the applicant changed, with the former answer as the detail shows it. */
async function changesOf(
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

/** What every follow-up shows. */
const visitAnswer = async (ctx: ActorContext, row: Awaited<ReturnType<typeof followsOf>>[number]) => ({
  ...{ key: String(row.id), content: row.content, byName: row.by_name, at: row.at.toISOString() },
  files: await fileAnswers(ctx, row.files),
});

async function followAnswers(ctx: ActorContext, apply: ApplyRow): Promise<Detail['follows']> {
  const answers: Detail['follows'] = [];
  for (const row of await followsOf(ctx.db, apply.id)) {
    answers.push({
      ...(await visitAnswer(ctx, row)),
      wayText: ctx.t(messageText(`franchiseApply.way_${row.way}`)),
      nextAt: row.next_at?.toISOString() ?? null,
      changes: await changesOf(ctx, apply, row.answers_before),
    });
  }
  return answers;
}

/** Lists the applications in scope from which a franchisee resulted, and their visits. */
export async function franchiseeAnswer(ctx: ActorContext, franchiseeId: number): Promise<OfFranchisee> {
  const { filter } = await filterOf(ctx, {});
  const records = await recordsOfFranchisee(ctx.db, franchiseeId, filter);
  const numbers = new Map(records.map(({ id, no }) => [id, no]));
  const visits: OfFranchisee['visits'] = [];
  for (const row of await visitsOf(ctx.db, [...numbers.keys()])) {
    const applyNo = numbers.get(row.apply_id) ?? '';
    visits.push({ ...(await visitAnswer(ctx, row)), applyId: row.apply_id, applyNo });
  }
  return {
    list: records.map(({ id, no, state, createdAt }) => {
      const stateText = franchiseCase.stateText(state, ctx.locale);
      return { id, no, state, stateText, createdAt: createdAt.toISOString() };
    }),
    visits,
  };
}

/** Finds franchisees, and contracts that wait for payment, whose territory overlaps the wanted region. */
async function neighboursOf(ctx: ActorContext, row: ApplyRow): Promise<Detail['neighbours']> {
  const code = row.district_code ?? row.city_code ?? row.province_code;
  if (code === null) return [];
  const found = (await holdings(ctx.db, { applyId: row.id })).filter(({ territory }) => overlap(territory, [code]));
  return found.map(({ id, no, name, territory, isExclusive }, index) => ({
    id: id ?? -index - 1,
    no,
    name,
    territory: territory.map(regionText).join(ctx.t(messageText('list.separator'))),
    codes: [...territory],
    isExclusive,
  }));
}

async function contractAnswer(ctx: ActorContext, applyId: number): Promise<Detail['contract']> {
  const row = await contractOfApply(ctx.db, applyId);
  if (!row) return null;
  const made = row.franchisee_id === null ? null : await franchisee(ctx.db, row.franchisee_id);
  const [file] = await fileAnswers(ctx, row.file_id === null ? [] : [row.file_id]);
  return {
    contractNo: row.contract_no,
    company: row.company,
    creditCode: row.credit_code,
    level: row.level,
    territory: row.territory.map((code) => ({ code, name: regionText(code) })),
    exclusive: row.is_exclusive,
    shareRateBp: row.share_rate_bp,
    feeFen: row.fee_fen,
    depositFen: row.deposit_fen,
    startsOn: row.starts_on,
    endsOn: row.ends_on,
    file: file ?? null,
    txNo: row.tx_no,
    franchisee: made && { id: made.id, no: made.no },
  };
}

export async function applyDetail(ctx: ActorContext, id: number): Promise<Detail> {
  const row = await requireApply(ctx, id);
  const { filter } = await filterOf(ctx, {});
  const record = await findRecord(ctx.db, id, filter);
  const [answer] = record ? await applyAnswers(ctx, [record]) : [];
  if (!answer) throw new Error(`application ${id} is gone`);
  const doubles = await doublesOf(ctx.db, row, filter.inScope);
  const history = await franchiseApplications.history(ctx, id);
  return {
    ...answer,
    makerName: row.maker_name,
    supplementUntil: row.supplement_until?.toISOString() ?? null,
    missing: labelsOf(await formVersion(ctx.db, row.form_version), row.missing_fields, ctx.locale),
    answers: await answersOf(ctx, row),
    doubles: doubles.map((one) => ({
      id: one.id,
      no: one.no,
      name: one.name,
      stateText: franchiseCase.stateText(one.state, ctx.locale),
      createdAt: one.createdAt.toISOString(),
      by: ctx.t(messageText(one.tel === row.tel ? 'franchiseApply.tel' : 'franchiseApply.idCard')),
    })),
    neighbours: await neighboursOf(ctx, row),
    follows: await followAnswers(ctx, row),
    contract: await contractAnswer(ctx, id),
    steps: history.map(({ key, at, text, byName, note }) => ({ key, at, text, byName, note })),
  };
}

/**
 * Reveals an applicant's phone, id number or other masked answer in full. Sealed answers need the field rule of id numbers, phones and
 * addresses that of phones.
 *
 * @throws Refusal 40001 · 40301 · 40302 · 40401
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
