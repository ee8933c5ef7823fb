import type { DataOf, WithSums } from '../../../contract/endpoint';
import type { franchiseApplyEndpoints } from '../../../contract/franchiseApply';
import { FRANCHISE_APPLY } from '../../../contract/franchiseApply.fields';
import { FUNNEL, franchiseCase } from '../../../contract/franchiseApply.states';
import { FIRST_FORM, type FormVersion, isAsked } from '../../../contract/franchiseForm';
import { inWords } from '../../../contract/franchiseForm.words';
import { RULE } from '../../../contract/rule-ids';
import { maskTel } from '../../core/access/mask';
import type { ActorContext } from '../../core/http/context';
import { answerRow } from '../../core/list/answers';
import { messageText } from '../../core/texts';
import { accountNames } from '../account';
import { viewerOf } from '../case';
import { filesOf } from '../file';
import { contractOfApply, holdings, overlap } from '../franchisee';
import { franchisee } from '../reference';
import { regionText } from '../region';
import { requireApply } from './actions';
import { labelsOf } from './applicant';
import { type ApplyInput, filterOf } from './filter';
import { followsOf, visitsOf } from './follow-store';
import { formVersion } from './forms';
import { answersOf, budgetText, changesOf, formsOf, linksOf } from './given';
import { franchiseApplications } from './kind';
import { isOverdue } from './rules';
import {
  type ApplyRecord,
  type ApplyRow,
  applyFunnel,
  countDoubles,
  doublesOf,
  findRecord,
  recordsOfFranchisee,
  withPartOf,
} from './store';

/** Applications in the form that pages show. */

type Row = WithSums<DataOf<(typeof franchiseApplyEndpoints)['franchise.Apply/getList']>['list'][number]>;
type Detail = WithSums<DataOf<(typeof franchiseApplyEndpoints)['franchise.Apply/getDetail']>>;
type OfFranchisee = DataOf<(typeof franchiseApplyEndpoints)['franchise.Apply/getOfFranchisee']>;

function actionsOf(ctx: ActorContext, row: ApplyRecord, tookPart: boolean): string[] {
  const facts = { state: row.state, expireAt: null, makerId: row.makerId, makerIsOwner: false, amountFen: null };
  const steps = franchiseCase.actionsFor(facts, viewerOf(ctx), ctx.clock.now()).filter((step) => {
    if (step === 'reopen') return !row.isReopened;
    // People who worked on an application must not decide on it.
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

async function fileAnswers(ctx: ActorContext, ids: readonly number[]) {
  return linksOf(ctx, ids, await filesOf(ctx.db, ids));
}

/** Builds the fields of a follow-up that the pages of applications and of franchisees show. */
const followAnswer = async (ctx: ActorContext, row: Awaited<ReturnType<typeof followsOf>>[number]) => ({
  ...{ key: String(row.id), content: row.content, byName: row.by_name, at: row.at.toISOString() },
  files: await fileAnswers(ctx, row.files),
});

async function followAnswers(ctx: ActorContext, apply: ApplyRow): Promise<Detail['follows']> {
  const answers: Detail['follows'] = [];
  for (const row of await followsOf(ctx.db, apply.id)) {
    answers.push({
      ...(await followAnswer(ctx, row)),
      wayText: ctx.t(messageText(`franchiseApply.way_${row.way}`)),
      nextAt: row.next_at?.toISOString() ?? null,
      changes: await changesOf(ctx, apply, row.answers_before),
    });
  }
  return answers;
}

/** Lists the applications in the caller's data scope that led to this franchisee, with their visits. */
export async function franchiseeAnswer(ctx: ActorContext, franchiseeId: number): Promise<OfFranchisee> {
  const { filter } = await filterOf(ctx, {});
  const records = await recordsOfFranchisee(ctx.db, franchiseeId, filter);
  const numbers = new Map(records.map(({ id, no }) => [id, no]));
  const visits: OfFranchisee['visits'] = [];
  for (const row of await visitsOf(ctx.db, [...numbers.keys()])) {
    const applyNo = numbers.get(row.apply_id) ?? '';
    visits.push({ ...(await followAnswer(ctx, row)), applyId: row.apply_id, applyNo });
  }
  return {
    list: records.map(({ id, no, state, createdAt }) => {
      const stateText = franchiseCase.stateText(state, ctx.locale);
      return { id, no, state, stateText, createdAt: createdAt.toISOString() };
    }),
    visits,
  };
}

/** Finds territories that overlap the wanted region. They belong to franchisees or to contracts that wait for payment. */
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
