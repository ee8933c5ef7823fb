import type { FieldError, ParsedOf } from '../../../contract/endpoint';
import type { informationEndpoints } from '../../../contract/information';
import { BANNER } from '../../../contract/information.fields';
import {
  BANNER_LIMITS,
  BANNER_POSITIONS,
  type BannerState,
  bannerLifecycle,
  bannerStateAt,
  fitsPlace,
  isPublishedDuring,
  JUMP_PATTERN,
} from '../../../contract/information.states';
import { RULE } from '../../../contract/rule-ids';
import { sensitiveIn } from '../../../contract/sensitive';
import { type Text, text } from '../../../contract/text';
import { WORD } from '../../../contract/words';
import { holdLock } from '../../core/database/locks';
import { forEachRecord } from '../../core/http/bulk';
import type { ActorContext } from '../../core/http/context';
import { invalid, refuse } from '../../core/http/refusal';
import { fieldMessage } from '../../core/http/validation';
import { answerRow } from '../../core/list/answers';
import { paged } from '../../core/list/paged';
import { addDays } from '../../core/money/days';
import { conflictBy } from '../account';
import { usableFiles } from '../file';
import { presentOf, readSetting } from '../site';
import { scopedTeamIds, teamNames } from '../team';
import { findArticle } from './article-store';
import {
  type BannerFilter,
  type BannerRecord,
  bannerDays,
  bannerPage,
  bannerTotals,
  changeBanner,
  findBanner,
  insertBanner,
  lockBanner,
  publishedSpans,
} from './banner-store';
import { mostAtOnce } from './overlap';
import { pictureSize, pictureSrc } from './pictures';
import { assertWritable, isReadable, isWritable } from './scope';

/** Banners (轮播图, DOMAIN §3.12). */

type In<A extends keyof typeof informationEndpoints> = ParsedOf<(typeof informationEndpoints)[A]>;
type Form = Omit<In<'information.Banner/save'>, 'id' | 'version'>;
interface Target {
  readonly id: number;
  readonly version?: number | undefined;
}

const WORDS = {
  saved: WORD.nameSaved,
  published: WORD.namePublished,
  withdrawn: WORD.nameWithdrawn,
  removed: WORD.nameDeleted,
  image: text(
    '图片比例须为 {w}×{h}，且不小于此尺寸',
    'The image must have the proportions of {w}×{h} pixels, and at least that size',
    'A imagem deve ter as proporções de {w}×{h} pixels, no mínimo esse tamanho',
    '圖片比例須為 {w}×{h}，且不小於此尺寸',
  ),
  foreignFile: WORD.uploadItAgain,
  noArticle: text('没有这篇文章', 'There is no such article', 'Não existe esse artigo', '沒有這篇文章'),
  articleGap: text(
    '轮播图展示期间，所链接的文章须一直处于已发布状态',
    'The linked article must be published for as long as the banner is shown',
    'O artigo vinculado deve estar publicado enquanto o banner for exibido',
    '輪播圖展示期間，所連結的文章須一直處於已發布狀態',
  ),
} as const satisfies Record<string, Text>;

/** Returns the click rate in basis points. */
export const clickShare = (exposures: number, clicks: number): number =>
  exposures <= 0 ? 0 : Math.min(10_000, Math.round((clicks * 10_000) / exposures));

/** Builds the filter with the caller's data scope. @throws Refusal 40302 (a station outside the data scope) */
export async function bannerFilter(
  ctx: ActorContext,
  input: Partial<In<'information.Banner/getList'>>,
): Promise<BannerFilter> {
  const { title, position, state, teamIds } = input;
  return {
    title,
    position,
    state,
    teamIds: teamIds ? await scopedTeamIds(ctx, teamIds) : null,
    seen: await scopedTeamIds(ctx, undefined),
    now: ctx.clock.now(),
  };
}

function actionsFor(ctx: ActorContext, record: BannerRecord, state: BannerState, seen: readonly number[] | null) {
  if (!isWritable(record.teamIds, seen)) return [];
  const isShown = state === 'scheduled' || state === 'running';
  return [
    ...(!isShown && ctx.can(RULE['information.edit']) ? ['edit'] : []),
    ...bannerLifecycle.actionsFrom(state, ctx.actor.rules, ctx.actor.accountType === 'owner'),
    ...(!isShown && ctx.can(RULE['information.delete']) ? ['remove'] : []),
  ];
}

async function bannerAnswers(ctx: ActorContext, records: readonly BannerRecord[]) {
  const seen = await scopedTeamIds(ctx, undefined);
  const teams = await teamNames(ctx.db, [...new Set(records.flatMap(({ teamIds }) => teamIds))]);
  const now = ctx.clock.now();
  return records.map((record) => {
    const state = bannerStateAt(record, now);
    // Leave out the names of stations outside the caller's data scope.
    const named = record.teamIds.filter((id) => seen === null || seen.includes(id));
    return {
      ...answerRow(
        ctx,
        BANNER,
        { ...record, state },
        {
          teamIds: named,
          teamNames: named.map((id) => teams.get(id) ?? ''),
          clickBp: clickShare(record.exposures, record.clicks),
        },
      ),
      id: record.id,
      version: record.version,
      imageUrl: pictureSrc(ctx.ports.secrets, record.imageId),
      actions: actionsFor(ctx, record, state, seen),
    };
  });
}

const formOf = (record: BannerRecord) => ({
  title: record.title,
  imageId: record.imageId,
  position: record.position,
  jumpType: record.jumpType,
  jumpValue: record.jumpValue,
  teamIds: [...record.teamIds],
  startAt: record.startAt.toISOString(),
  endAt: record.endAt.toISOString(),
  frequency: record.frequency,
  sort: record.sort,
});

export function bannerList(ctx: ActorContext, input: In<'information.Banner/getList'>) {
  return paged(ctx, input, async (page) => {
    const filter = await bannerFilter(ctx, input);
    const sort = { field: input.sortField ?? 'updatedAt', order: input.sortOrder ?? 'desc' } as const;
    const { list, total } = await bannerPage(ctx.db, filter, sort, page);
    return { list: await bannerAnswers(ctx, list), total, summary: await bannerTotals(ctx.db, filter) };
  });
}

/** Finds a banner that the caller may read. @throws Refusal 40302 (outside the data scope), 40401 (unknown id) */
async function readableBanner(ctx: ActorContext, id: number): Promise<BannerRecord> {
  const record = await findBanner(ctx.db, id);
  const seen = await scopedTeamIds(ctx, undefined);
  if (!record) throw refuse(seen === null ? 40401 : 40302);
  if (!isReadable(record.teamIds, seen)) throw refuse(40302);
  return record;
}

/** Reads a banner with its form. @throws Refusal 40302 (outside the data scope), 40401 (unknown id) */
export async function bannerDetail(ctx: ActorContext, { id }: { readonly id: number }) {
  const record = await readableBanner(ctx, id);
  const [row] = await bannerAnswers(ctx, [record]);
  if (!row) throw refuse(40401);
  return { ...row, form: formOf(record) };
}

/** Reads the daily counters of a banner. @throws Refusal 40302 (outside the data scope), 40401 (unknown id) */
export async function bannerStats(ctx: ActorContext, { id }: { readonly id: number }) {
  await readableBanner(ctx, id);
  const { day } = await presentOf(ctx);
  const days = await bannerDays(ctx.db, id, addDays(day, 1 - BANNER_LIMITS.statDays));
  return { days: days.map((one) => ({ ...one, clickBp: clickShare(one.exposures, one.clicks) })) };
}

/**
 * Finds and locks a banner that the caller may change.
 *
 * @throws Refusal 40302 (outside the data scope), 40401 (unknown id), 40901 (changed meanwhile)
 */
async function writableBanner(ctx: ActorContext, { id, version }: Target): Promise<BannerRecord> {
  const record = await lockBanner(ctx.db, id);
  if (!record) throw refuse(ctx.actor.scope.kind === 'all' ? 40401 : 40302);
  await assertWritable(ctx, record.teamIds);
  if (version !== undefined && version !== record.version) {
    throw await conflictBy(ctx, formOf(record), { by: record.updatedBy, at: record.updatedAt });
  }
  return record;
}

const stateRefusal = (state: BannerState) => refuse(42201, { state: bannerLifecycle.states[state].text });

/** Finds the article that a banner opens. Returns `null` if the article does not exist or the caller may not read it. */
async function linkedArticle(ctx: ActorContext, jumpValue: string) {
  const article = await findArticle(ctx.db, Number(jumpValue));
  return article && isReadable(article.teamIds, await scopedTeamIds(ctx, undefined)) ? article : null;
}

/**
 * Checks that a banner's article is published during the remaining time of the banner.
 *
 * @throws Refusal 40001 (the article is not published during this time)
 */
async function assertArticle(ctx: ActorContext, { jumpType, jumpValue, startAt, endAt }: BannerRecord, now: Date) {
  if (jumpType !== 'article') return;
  const article = await linkedArticle(ctx, jumpValue ?? '');
  if (article && isPublishedDuring(article, startAt > now ? startAt : now, endAt)) return;
  throw invalid([{ field: 'jumpValue', rule: 'choice', message: ctx.t(WORDS.articleGap) }]);
}

async function formErrors(ctx: ActorContext, form: Form, before: BannerRecord | undefined): Promise<FieldError[]> {
  const errors: FieldError[] = [];
  const isNew = form.imageId !== before?.imageId;
  const usable = await usableFiles(ctx, { scene: 'bannerImage', ids: [form.imageId], standing: [before?.imageId] });
  const { width, height } = BANNER_POSITIONS[form.position];
  if (!usable.has(form.imageId)) {
    errors.push({ field: 'imageId', rule: 'requiredUpload', message: ctx.t(WORDS.foreignFile) });
  } else if (
    (isNew || form.position !== before?.position) &&
    !fitsPlace(await pictureSize(ctx.db, form.imageId), { width, height })
  ) {
    errors.push({ field: 'imageId', rule: 'pattern', message: ctx.t(WORDS.image, { w: width, h: height }) });
  }
  if (form.jumpType !== 'none') {
    const value = form.jumpValue ?? '';
    const rule = value === '' ? 'required' : 'pattern';
    if (!JUMP_PATTERN[form.jumpType].test(value)) {
      errors.push({ field: 'jumpValue', rule, message: fieldMessage(rule, ctx.locale) });
    } else if (form.jumpType === 'article' && (await linkedArticle(ctx, value)) === null) {
      errors.push({ field: 'jumpValue', rule: 'choice', message: ctx.t(WORDS.noArticle) });
    }
  }
  return errors;
}

/** Checks the times of a banner. @throws Refusal 42354 the end is not after the start or not after `now` */
function assertTimes({ startAt, endAt }: { readonly startAt: Date; readonly endAt: Date }, now: Date | null): void {
  if (endAt > startAt && (now === null || endAt > now)) return;
  throw refuse(42354, {}, { errors: [{ field: 'endAt', rule: 'min' }] });
}

const answer = (
  ctx: ActorContext,
  { id, title }: Pick<BannerRecord, 'id' | 'title'>,
  after: { readonly state: BannerState; readonly version: number },
  words: keyof typeof WORDS,
) => ({
  id,
  no: title,
  state: after.state,
  stateText: bannerLifecycle.stateText(after.state, ctx.locale),
  version: after.version,
  message: ctx.t(WORDS[words], { name: title }),
});

/**
 * Saves a banner as a draft.
 *
 * @throws Refusal 40001 (invalid values), 42201 (scheduled or running), 42354 (the end is not after the start), and the codes of
 *   {@link writableBanner}
 */
export async function saveBanner(ctx: ActorContext, { id, version, ...form }: In<'information.Banner/save'>) {
  const at = ctx.clock.now();
  const before = id === undefined ? undefined : await writableBanner(ctx, { id, version });
  const state = before ? bannerStateAt(before, at) : 'draft';
  // A scheduled or running banner is approved, so it must be withdrawn before it can be edited.
  if (state === 'scheduled' || state === 'running') throw stateRefusal(state);
  await assertWritable(ctx, form.teamIds);
  const errors = await formErrors(ctx, form, before);
  if (errors.length > 0) throw invalid(errors);
  const times = { startAt: new Date(form.startAt), endAt: new Date(form.endAt) };
  assertTimes(times, null);
  const row = {
    title: form.title,
    image_id: form.imageId,
    position: form.position,
    jump_type: form.jumpType,
    jump_value: form.jumpType === 'none' ? null : form.jumpValue,
    team_ids: JSON.stringify([...new Set(form.teamIds)]),
    start_at: times.startAt,
    end_at: times.endAt,
    frequency: form.frequency,
    sort: form.sort,
    // Saving makes the banner a draft. New times of an ended banner would otherwise start it again without approval.
    state: 'draft',
  } as const;
  const saved = before?.id ?? ctx.ids.next();
  const by = { at, accountId: ctx.actor.accountId };
  if (before) await changeBanner(ctx.db, before, row, by);
  else await insertBanner(ctx.db, { ...row, id: saved, created_at: at, updated_at: at, updated_by: by.accountId });
  ctx.audit({ objectId: saved, objectNo: form.title, ...(before && { before: formOf(before) }), after: form });
  return answer(
    ctx,
    { id: saved, title: form.title },
    { state: 'draft', version: (before?.version ?? 0) + 1 },
    'saved',
  );
}

/**
 * Publishes a banner.
 *
 * @throws Refusal 40001 (the article is not published), 42201 (wrong state), 42352 (sensitive words), 42353 (too many banners at once),
 *   42354 (the end is in the past), and the codes of {@link writableBanner}
 */
export async function publishBanner(ctx: ActorContext, target: Target) {
  const record = await writableBanner(ctx, target);
  const at = ctx.clock.now();
  const state = bannerStateAt(record, at);
  if (!bannerLifecycle.allowed(state, 'publish')) throw stateRefusal(state);
  assertTimes(record, at);
  await assertArticle(ctx, record, at);
  const { sensitiveWords } = await readSetting(ctx.db, 'business');
  const words = sensitiveIn([record.title], sensitiveWords);
  if (words.length > 0) throw refuse(42352, { word: words.join(', ') }, { words });
  // Take a lock, because two users could otherwise exceed the maximum number of running banners together.
  await holdLock(ctx.db, 'information');
  const others = await publishedSpans(ctx.db, record.position, at, record.id);
  if (mostAtOnce(record, others) > BANNER_LIMITS.running) throw refuse(42353);
  await changeBanner(ctx.db, record, { state: 'published' }, { at, accountId: ctx.actor.accountId });
  const after = bannerStateAt({ ...record, state: 'published' }, at);
  ctx.audit({ objectId: record.id, objectNo: record.title, before: { state }, after: { state: after } });
  return answer(ctx, record, { state: after, version: record.version + 1 }, 'published');
}

/** Withdraws a banner. @throws Refusal 42201 (wrong state), and the codes of {@link writableBanner} */
export async function withdrawBanner(ctx: ActorContext, target: Target) {
  const record = await writableBanner(ctx, target);
  const at = ctx.clock.now();
  const state = bannerStateAt(record, at);
  if (!bannerLifecycle.allowed(state, 'withdraw')) throw stateRefusal(state);
  await changeBanner(ctx.db, record, { state: 'withdrawn' }, { at, accountId: ctx.actor.accountId });
  ctx.audit({ objectId: record.id, objectNo: record.title, before: { state }, after: { state: 'withdrawn' } });
  return answer(ctx, record, { state: 'withdrawn', version: record.version + 1 }, 'withdrawn');
}

/** Deletes a banner. @throws Refusal 42201 (scheduled or running), and the codes of {@link writableBanner} */
export async function removeBanner(ctx: ActorContext, target: Target) {
  const record = await writableBanner(ctx, target);
  const at = ctx.clock.now();
  const state = bannerStateAt(record, at);
  if (state === 'scheduled' || state === 'running') throw stateRefusal(state);
  await changeBanner(ctx.db, record, { deleted_at: at }, { at, accountId: ctx.actor.accountId });
  ctx.audit({ objectId: record.id, objectNo: record.title, before: { state } });
  return answer(ctx, record, { state, version: record.version + 1 }, 'removed');
}

export async function withdrawBanners(ctx: ActorContext, { ids }: In<'information.Banner/bulkWithdraw'>) {
  const inOrder = [...new Set(ids)].sort((one, other) => one - other);
  const named = async (id: number) => (await findBanner(ctx.db, id))?.title ?? String(id);
  const { answer: told, done, detail } = await forEachRecord(ctx, inOrder, (id) => withdrawBanner(ctx, { id }), named);
  ctx.audit({ detail: { ids: done, ...detail } });
  return told;
}
