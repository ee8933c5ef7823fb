import type { announcementEndpoints } from '../../../contract/announcement';
import { ANNOUNCE, announcementLifecycle, hasTargetPart } from '../../../contract/announcement.states';
import type { FieldError, ParsedOf } from '../../../contract/endpoint';
import { RULE } from '../../../contract/rule-ids';
import { sensitiveIn } from '../../../contract/sensitive';
import { LOCALES, type Text, text } from '../../../contract/text';
import { WORD } from '../../../contract/words';
import type { ActorContext } from '../../core/http/context';
import { invalid, refuse } from '../../core/http/refusal';
import { fieldMessage } from '../../core/http/validation';
import { conflictBy } from '../account';
import { usableFiles } from '../file';
import { cleanedContent, contentErrors, inLanguage, plainText, titleErrors } from '../information';
import { readSetting } from '../site';
import { scopedTeamIds } from '../team';
import { announcementForm, isWritable, reachOf, readableAnnouncement } from './answers';
import { type Audience, countPeople } from './people';
import { type AnnouncementRecord, changeAnnouncement, insertAnnouncement, lockAnnouncement, revisionOf } from './store';

/** Saves announcements. After the first read, the text is locked and only a revision can replace it (docs/decisions/0067). */

type In<A extends keyof typeof announcementEndpoints> = ParsedOf<(typeof announcementEndpoints)[A]>;
type Form = Omit<In<'announcement.Announcement/save'>, 'id' | 'version'>;

const WORDS = {
  saved: WORD.nameSaved,
  copied: text(
    '已复制为草稿“{name}”',
    'Copied to the draft {name}',
    'Copiado para o rascunho {name}',
    '已複製為草稿「{name}」',
  ),
  revised: text(
    '已新建修订草稿“{name}”',
    'Revision draft created: {name}',
    'Rascunho de revisão criado: {name}',
    '已新建修訂草稿「{name}」',
  ),
  copyOf: WORD.nameCopy,
  past: WORD.mustBeLaterThanNow,
  foreignFile: WORD.uploadItAgain,
  right: text(
    '第 {n} 题未指定正确答案',
    'Question {n} has no right answer',
    'A pergunta {n} não tem resposta certa',
    '第 {n} 題未指定正確答案',
  ),
  unwritten: text(
    '第 {n} 题缺少默认语言的题目或选项',
    'Question {n} lacks its text or an answer in the default language',
    'A pergunta {n} não tem texto ou resposta no idioma padrão',
    '第 {n} 題缺少預設語言的題目或選項',
  ),
  revision: WORD.revision,
} as const satisfies Record<string, Text>;

export const nameOf = (record: Pick<AnnouncementRecord, 'title'>, ctx: Pick<ActorContext, 'locale'>): string =>
  inLanguage(record.title, ctx.locale, 'zh-CN');
export const editedBy = (ctx: ActorContext) => ({ at: ctx.clock.now(), accountId: ctx.actor.accountId });
export const stateRefusal = ({ state }: Pick<AnnouncementRecord, 'state'>) =>
  refuse(42201, { state: announcementLifecycle.states[state].text });

export function actionAnswer(
  ctx: ActorContext,
  record: Pick<AnnouncementRecord, 'id' | 'title'>,
  after: { readonly state: AnnouncementRecord['state']; readonly version: number },
  message: Text,
  params: Readonly<Record<string, string | number>> = {},
) {
  const name = nameOf(record, ctx);
  return {
    id: record.id,
    no: name,
    state: after.state,
    stateText: announcementLifecycle.stateText(after.state, ctx.locale),
    version: after.version,
    message: ctx.t(message, { name, ...params }),
  };
}

/** Finds sensitive words in all texts of an announcement that readers see. */
export async function sensitiveWordsOf(
  ctx: ActorContext,
  form: Pick<AnnouncementRecord, 'title' | 'content' | 'confirmText' | 'quiz'>,
): Promise<string[]> {
  const { sensitiveWords } = await readSetting(ctx.db, 'business');
  const texts = [
    ...LOCALES.flatMap((locale) => [form.title[locale] ?? '', plainText(form.content[locale] ?? '')]),
    form.confirmText ?? '',
    ...form.quiz.flatMap(({ question, answers }) => [question, ...answers].flatMap((one) => Object.values(one))),
  ];
  return sensitiveIn(texts, sensitiveWords);
}

/**
 * Builds the audience within the caller's scope.
 *
 * @throws Refusal 40302 when a station is outside the scope, or when an author with a limited scope addresses the head office
 */
export async function audienceOf(
  ctx: ActorContext,
  { audienceType, target }: Pick<Audience, 'audienceType' | 'target'>,
): Promise<Audience> {
  const scopeTeamIds = await scopedTeamIds(ctx, undefined);
  if (scopeTeamIds !== null && audienceType === 'staff') throw refuse(40302);
  const { teamIds = [], excludeIds = [] } = hasTargetPart(audienceType, 'teamIds') ? target : {};
  const named = [...teamIds, ...excludeIds];
  if (named.length > 0) await scopedTeamIds(ctx, named);
  return { audienceType, target, scopeTeamIds };
}

/** Returns the stations that two scopes have in common. `null` means all stations. */
const commonScope = (stored: Audience['scopeTeamIds'], other: Audience['scopeTeamIds']): Audience['scopeTeamIds'] =>
  stored === null || other === null ? (stored ?? other) : stored.filter((id) => other.includes(id));

/**
 * Builds the audience of a stored announcement within the caller's current scope. A scope can become smaller after the save.
 *
 * @throws Refusal 40302 as {@link audienceOf}
 */
export async function presentAudience(ctx: ActorContext, record: AnnouncementRecord): Promise<Audience> {
  const present = await audienceOf(ctx, record);
  return { ...present, scopeTeamIds: commonScope(record.scopeTeamIds, present.scopeTeamIds) };
}

/**
 * Checks that the planned time is in the future and that the end is after the start.
 *
 * @throws Refusal 40001 (planned time missing or past), 42354 (end not after the start)
 */
export function assertTimes(
  ctx: ActorContext,
  {
    publishMode,
    publishAt,
    expireAt,
  }: {
    readonly publishMode: 'now' | 'at';
    readonly publishAt: Date | null;
    readonly expireAt: Date | null;
  },
): void {
  const now = ctx.clock.now();
  const begins = publishMode === 'at' ? publishAt : now;
  if (begins === null) {
    throw invalid([{ field: 'publishAt', rule: 'required', message: fieldMessage('required', ctx.locale) }]);
  }
  if (publishMode === 'at' && begins <= now) {
    throw invalid([{ field: 'publishAt', rule: 'min', message: ctx.t(WORDS.past) }]);
  }
  if (expireAt !== null && expireAt <= begins) {
    throw refuse(42354, {}, { errors: [{ field: 'expireAt', rule: 'min' }] });
  }
}

async function formErrors(
  ctx: ActorContext,
  form: Form,
  before: AnnouncementRecord | undefined,
): Promise<FieldError[]> {
  const { defaultLocale } = await readSetting(ctx.db, 'locale');
  const errors = titleErrors(ctx, form.title, defaultLocale, ANNOUNCE.title);
  const usable = await usableFiles(ctx, {
    scene: 'announcementFile',
    ids: form.attachments,
    standing: before?.attachments ?? [],
  });
  if (form.attachments.some((id) => !usable.has(id))) {
    errors.push({ field: 'attachments', rule: 'requiredUpload', message: ctx.t(WORDS.foreignFile) });
  }
  const unwritten = form.quiz.findIndex(
    ({ question, answers }) =>
      question[defaultLocale].length < ANNOUNCE.question.min || answers.some((answer) => answer[defaultLocale] === ''),
  );
  if (unwritten >= 0) {
    errors.push({ field: 'quiz', rule: 'required', message: ctx.t(WORDS.unwritten, { n: unwritten + 1 }) });
  }
  const unclear = form.quiz.findIndex(({ answers, right }) => right >= answers.length);
  if (unclear >= 0) {
    errors.push({ field: 'quiz', rule: 'choice', message: ctx.t(WORDS.right, { n: unclear + 1 }) });
  }
  return errors;
}

/** Builds the columns that can change until the first read, even after publication. */
function textRow(form: Form, content: Form['content']) {
  const mustConfirm = form.mustConfirm || form.popup === 'untilConfirmed';
  return {
    title: JSON.stringify(form.title),
    content: JSON.stringify(content),
    level: form.level,
    attachments: JSON.stringify([...new Set(form.attachments)]),
    popup: form.popup,
    must_confirm: mustConfirm,
    confirm_text: mustConfirm ? form.confirmText || null : null,
    quiz: JSON.stringify(mustConfirm ? form.quiz : []),
    expire_at: form.expireAt === null ? null : new Date(form.expireAt),
  };
}

const planRow = (form: Form, audience: Audience, count: number) => ({
  audience_type: form.audienceType,
  target: JSON.stringify(form.target),
  scope_team_ids: audience.scopeTeamIds ? JSON.stringify(audience.scopeTeamIds) : null,
  channels: JSON.stringify([...new Set(['inSite', ...form.channels])]),
  publish_mode: form.publishMode,
  publish_at: form.publishMode === 'at' && form.publishAt ? new Date(form.publishAt) : null,
  dynamic_target: form.dynamicTarget,
  planned_count: count,
});

/**
 * Finds and locks an announcement that the caller may change, in the version that the caller has read.
 *
 * @throws Refusal 40302 (not visible or read-only), 40401 (unknown id), 40901 (changed meanwhile)
 */
export async function writableAnnouncement(
  ctx: ActorContext,
  { id, version }: { readonly id: number; readonly version?: number | undefined },
): Promise<AnnouncementRecord> {
  const reach = await reachOf(ctx);
  await lockAnnouncement(ctx.db, id);
  const record = await readableAnnouncement(ctx, id, reach);
  if (!isWritable(record, reach)) throw refuse(40302);
  if (version !== undefined && version !== record.version) {
    throw await conflictBy(ctx, announcementForm(record), { by: record.updatedBy, at: record.updatedAt });
  }
  return record;
}

/** Checks that an announcement can be edited. @throws Refusal 42201 because of its state, 42361 because it was read */
function assertEditable(record: AnnouncementRecord): void {
  if (record.lockedAt !== null) throw refuse(42361);
  if (record.state !== 'draft' && record.state !== 'published') throw stateRefusal(record);
}

/**
 * Creates or changes an announcement.
 *
 * @throws Refusal 40302, 40401 and 40901 as {@link writableAnnouncement}, 40302 also as {@link audienceOf}, 40001 (invalid fields), 40008
 *   (too many files), 40301 (missing permission), 42201 (wrong state), 42352 (sensitive words), 42354 (end not after the start), 42361
 *   (already read), 42362 (empty audience)
 */
export async function saveAnnouncement(ctx: ActorContext, input: In<'announcement.Announcement/save'>) {
  const { id, version, ...form } = input;
  if (!ctx.can(RULE[id === undefined ? 'announcement.create' : 'announcement.edit'])) throw refuse(40301);
  const record = id === undefined ? undefined : await writableAnnouncement(ctx, { id, version });
  if (record) assertEditable(record);
  if (form.attachments.length > ANNOUNCE.attachments) throw refuse(40008);
  const errors = await formErrors(ctx, form, record);
  if (errors.length > 0) throw invalid(errors);
  const by = editedBy(ctx);
  if (record?.state === 'published') return savePublished(ctx, record, form);
  const audience = await audienceOf(ctx, form);
  const expireAt = form.expireAt === null ? null : new Date(form.expireAt);
  const publishAt = form.publishAt === null ? null : new Date(form.publishAt);
  assertTimes(ctx, { publishMode: form.publishMode, publishAt, expireAt });
  const count = await countPeople(ctx.db, audience);
  if (count === 0) throw refuse(42362);
  const row = { ...textRow(form, cleanedContent(ctx, form.content)), ...planRow(form, audience, count) };
  const saved = { id: record?.id ?? ctx.ids.next(), title: form.title };
  if (record) await changeAnnouncement(ctx.db, record, row, by);
  else {
    await insertAnnouncement(ctx.db, {
      ...row,
      ...{ id: saved.id, created_at: by.at, updated_at: by.at, created_by: by.accountId, updated_by: by.accountId },
      author_name: ctx.actor.name,
      state: 'draft',
    });
  }
  ctx.audit({
    objectId: saved.id,
    objectNo: nameOf(saved, ctx),
    ...(record && { before: { title: record.title, level: record.level, audienceType: record.audienceType } }),
    after: { title: form.title, level: form.level, audienceType: form.audienceType, count },
  });
  return actionAnswer(ctx, saved, { state: 'draft', version: (record?.version ?? 0) + 1 }, WORDS.saved);
}

/**
 * Saves a published announcement that is not read yet. Its audience, channels and time of publication do not change. Readers immediately
 * see the change, so it needs the permission and the checks for publishing.
 *
 * @throws Refusal 40001 (invalid text), 40301 (missing permission), 42352 (sensitive words), 42354 (the end has passed)
 */
async function savePublished(ctx: ActorContext, record: AnnouncementRecord, form: Form) {
  if (!ctx.can(RULE['announcement.publish'])) throw refuse(40301);
  const by = editedBy(ctx);
  const { defaultLocale } = await readSetting(ctx.db, 'locale');
  const content = cleanedContent(ctx, form.content);
  const errors = contentErrors(ctx, content, defaultLocale);
  if (errors.length > 0) throw invalid(errors);
  if (form.expireAt !== null && new Date(form.expireAt) <= by.at) throw refuse(42354);
  const row = textRow(form, content);
  const words = await sensitiveWordsOf(ctx, form);
  if (words.length > 0) throw refuse(42352, { word: words.join(', ') }, { words });
  await changeAnnouncement(ctx.db, record, row, by);
  ctx.audit({
    objectId: record.id,
    objectNo: nameOf(form, ctx),
    before: { title: record.title, level: record.level },
    after: { title: form.title, level: form.level },
  });
  return actionAnswer(
    ctx,
    { id: record.id, title: form.title },
    { state: 'published', version: record.version + 1 },
    WORDS.saved,
  );
}

/** Creates a draft with the text and audience of another announcement. */
async function addLike(ctx: ActorContext, record: AnnouncementRecord, how: 'copy' | 'revise') {
  const by = editedBy(ctx);
  const id = ctx.ids.next();
  const named = (title: string) =>
    how === 'copy' ? ctx.t(WORDS.copyOf, { name: [...title].slice(0, ANNOUNCE.title.max - 8).join('') }) : title;
  const title = Object.fromEntries(
    LOCALES.map((locale) => [locale, record.title[locale] ? named(record.title[locale]) : '']),
  ) as AnnouncementRecord['title'];
  await insertAnnouncement(ctx.db, {
    ...{ id, created_at: by.at, updated_at: by.at, created_by: by.accountId, updated_by: by.accountId },
    author_name: ctx.actor.name,
    state: 'draft',
    title: JSON.stringify(title),
    content: JSON.stringify(record.content),
    level: record.level,
    audience_type: record.audienceType,
    target: JSON.stringify(record.target),
    scope_team_ids: record.scopeTeamIds ? JSON.stringify(record.scopeTeamIds) : null,
    channels: JSON.stringify(record.channels),
    popup: record.popup,
    must_confirm: record.mustConfirm,
    confirm_text: record.confirmText,
    quiz: JSON.stringify(record.quiz),
    attachments: JSON.stringify(record.attachments),
    publish_at: null,
    expire_at: null,
    dynamic_target: record.dynamicTarget,
    planned_count: await countPeople(ctx.db, record),
    revision_of: how === 'revise' ? record.id : null,
  });
  ctx.audit({
    objectId: id,
    objectNo: nameOf({ title }, ctx),
    after: { title, ...(how === 'revise' ? { revisionOf: record.id } : { copyOf: record.id }) },
  });
  const message = how === 'copy' ? WORDS.copied : WORDS.revised;
  return actionAnswer(ctx, { id, title }, { state: 'draft', version: 1 }, message);
}

/** Copies an announcement to a new draft. @throws Refusal 40302 or 40401 as {@link readableAnnouncement} */
export async function copyAnnouncement(ctx: ActorContext, { id }: In<'announcement.Announcement/copy'>) {
  const record = await readableAnnouncement(ctx, id, await reachOf(ctx));
  // The copy must not reach stations outside the copying user's scope. This scope therefore replaces the author's scope.
  const scopeTeamIds = [...((await scopedTeamIds(ctx, undefined)) ?? [])];
  const isWhole = ctx.actor.scope.kind === 'all';
  return addLike(ctx, isWhole ? record : { ...record, scopeTeamIds }, 'copy');
}

/**
 * Creates a revision of a withdrawn or expired announcement as a draft.
 *
 * @throws Refusal 40302 and 40401 as {@link writableAnnouncement}, 40903 (it already has a revision), 42201 (wrong state)
 */
export async function reviseAnnouncement(ctx: ActorContext, { id }: In<'announcement.Announcement/revise'>) {
  const record = await writableAnnouncement(ctx, { id });
  if (record.state !== 'withdrawn' && record.state !== 'expired') throw stateRefusal(record);
  if (await revisionOf(ctx.db, id)) throw refuse(40903, { field: WORDS.revision });
  const scopeTeamIds = commonScope(record.scopeTeamIds, await scopedTeamIds(ctx, undefined));
  return addLike(ctx, { ...record, scopeTeamIds }, 'revise');
}
