import type { FieldError, ParsedOf } from '../../../contract/endpoint';
import { FIXED_KEYS } from '../../../contract/franchiseForm';
import type { franchisePageEndpoints } from '../../../contract/franchisePage';
import { checkKinds, checkPage, PAGE_FAULTS, type PageFault } from '../../../contract/franchisePage.check';
import { imagesOf, type PageContent } from '../../../contract/franchisePage.content';
import { PAGE_WORDS, type PageWord } from '../../../contract/franchisePage.fieldView';
import type { Locale } from '../../../contract/text';
import { holdLock } from '../../core/database/locks';
import type { ActorContext } from '../../core/http/context';
import { conflict, invalid, refuse } from '../../core/http/refusal';
import { messageText } from '../../core/texts';
import { peopleOf } from '../account';
import { usableFiles } from '../file';
import {
  answersByVersion,
  contentOf,
  deleteForm,
  type FormRow,
  formInState,
  formRows,
  insertForm,
  updateForm,
} from '../franchise';
import { imageSrc, offered, sanitised } from './pages';
import { WORDS } from './texts';
import { applyUrl } from './url';

/** Versions of the application page. Their states are draft, published (at most one version) and archived. */

type In<A extends keyof typeof franchisePageEndpoints> = ParsedOf<(typeof franchisePageEndpoints)[A]>;

const STATE_TEXT = { draft: WORDS.draft, published: WORDS.publishedState, archived: WORDS.archivedState } as const;
const iso = (at: Date | null) => at?.toISOString() ?? null;

export async function versions(ctx: ActorContext) {
  const now = ctx.clock.now();
  const [rows, answers] = [await formRows(ctx.db, now), await answersByVersion(ctx.db)];
  return {
    list: rows.map((row) => ({
      version: row.version,
      revision: row.revision,
      state: row.state,
      stateText: ctx.t(STATE_TEXT[row.state]),
      fields: row.fields.length,
      answers: answers.get(row.version) ?? 0,
      updatedAt: (row.updated_at ?? row.created_at).toISOString(),
      updatedByName: row.updated_by_name,
      publishedAt: iso(row.published_at),
      archivedAt: iso(row.archived_at),
    })),
    asOf: now.toISOString(),
  };
}

/** Returns the fields of all versions that are or were published. */
const publishedFields = (rows: readonly FormRow[]) =>
  rows.filter((row) => row.state !== 'draft').flatMap((row) => row.fields);

const wordsIn = (locale: Locale): Record<PageWord, string> =>
  Object.fromEntries(PAGE_WORDS.map((word) => [word, messageText(`applyPage.${word}`)[locale]])) as Record<
    PageWord,
    string
  >;

/** Returns the content with which the page builder starts. @throws Refusal 40401 (unknown version, or there is no version) */
export async function draft(ctx: ActorContext, { version }: In<'franchise.Page/getDraft'>) {
  const rows = await formRows(ctx.db, ctx.clock.now());
  const row =
    version === undefined
      ? (rows.find(({ state }) => state === 'draft') ?? rows.find(({ state }) => state === 'published') ?? rows[0])
      : rows.find((one) => one.version === version);
  if (!row) throw refuse(40401);
  const content = sanitised(contentOf(row));
  const { locales } = await offered(ctx.db);
  const src = imageSrc(ctx.ports.secrets);
  const kinds = new Map(publishedFields(rows).map(({ key, kind }) => [key, kind]));
  return {
    version: row.version,
    // The builder may start from any version. The revision is that of the draft, because saving replaces the draft or creates one.
    revision: rows.find(({ state }) => state === 'draft')?.revision ?? 0,
    state: row.state,
    content: content as never,
    publishedKeys: [...kinds].map(([key, kind]) => ({ key, kind })),
    locales,
    images: imagesOf(content).map((id) => ({ id, src: src(id) })),
    url: applyUrl(ctx, null),
    isPublished: rows.some(({ state }) => state === 'published'),
    words: Object.fromEntries(locales.map((locale) => [locale, wordsIn(locale)])),
  };
}

const faultsOf = (ctx: ActorContext, faults: readonly PageFault[]): FieldError[] =>
  faults.map(({ path, fault }) => ({ field: path, rule: 'pattern', message: ctx.t(PAGE_FAULTS[fault]) }));

const hasFixed = ({ fields }: PageContent): boolean =>
  Object.entries(FIXED_KEYS).every(([key, kind]) => fields.some((field) => field.key === key && field.kind === kind));

/**
 * Checks the pictures and accounts that a page uses.
 *
 * @throws Refusal 40008 (a picture that the user may not use), 40001 (an account that is unknown or belongs to neither owner nor staff)
 */
async function assertReferences(ctx: ActorContext, content: PageContent, standing: readonly number[]): Promise<void> {
  const ids = imagesOf(content);
  const usable = await usableFiles(ctx, { scene: 'franchisePage', ids, standing });
  if (!ids.every((id) => usable.has(id))) throw refuse(40008);
  for (const key of ['notifyStaffIds', 'assignStaffIds'] as const) {
    const accountIds = content.settings[key];
    const people = await peopleOf(ctx.db, { accountIds });
    const known = people.filter(({ accountType }) => accountType === 'owner' || accountType === 'staff');
    if (known.length < new Set(accountIds).size) {
      throw invalid([{ field: `settings.${key}`, rule: 'choice', message: ctx.t(PAGE_FAULTS.staff) }]);
    }
  }
}

/** Returns the highest revision of all versions. Revisions count on over versions, so a save of a discarded draft never fits a new draft. */
const lastRevision = (rows: readonly FormRow[]): number => Math.max(0, ...rows.map(({ revision }) => revision));

/** Finds and locks the draft. @throws Refusal 40401 (there is no draft), 40901 (changed meanwhile) */
async function lockDraft(ctx: ActorContext, revision: number): Promise<FormRow> {
  await holdLock(ctx.db, 'franchiseForms');
  const row = await formInState(ctx.db, 'draft', ctx.clock.now(), true);
  if (!row) throw refuse(40401);
  if (row.revision !== revision) throw conflict(contentOf(row), row.updated_by_name, row.updated_at);
  return row;
}

/**
 * Saves the draft.
 *
 * @throws Refusal 40001 (unknown account, or a field kind that differs from published versions), 40008 (picture of another person),
 *   40901 (changed meanwhile), 42284 (name or phone field is missing)
 */
export async function saveDraft(ctx: ActorContext, input: In<'franchise.Page/saveDraft'>) {
  const { revision, ...sent } = input;
  const content = sanitised(sent as PageContent);
  if (!hasFixed(content)) throw refuse(42284);
  await holdLock(ctx.db, 'franchiseForms');
  const at = ctx.clock.now();
  const rows = await formRows(ctx.db, at);
  await assertReferences(
    ctx,
    content,
    rows.flatMap((row) => imagesOf(contentOf(row))),
  );
  const faults = checkKinds(content.fields, publishedFields(rows));
  if (faults.length > 0) throw invalid(faultsOf(ctx, faults));
  const row = rows.find(({ state }) => state === 'draft');
  if ((row?.revision ?? 0) !== revision) {
    throw row ? conflict(contentOf(row), row.updated_by_name, row.updated_at) : refuse(40901);
  }
  const by = { updated_at: at, updated_by_name: ctx.actor.name };
  const version = row?.version ?? (rows[0]?.version ?? 0) + 1;
  const next = lastRevision(rows) + 1;
  if (row) await updateForm(ctx.db, version, { ...by, revision: next }, content);
  else await insertForm(ctx.db, { version, created_at: at, state: 'draft', revision: next, ...by }, content);
  ctx.audit({ objectId: version, objectNo: `v${version}`, after: { version, fields: content.fields.length } });
  return { version, revision: next, state: 'draft' as const, message: ctx.t(WORDS.saved) };
}

export async function discardDraft(ctx: ActorContext, { revision }: In<'franchise.Page/discardDraft'>) {
  const { version } = await lockDraft(ctx, revision);
  await deleteForm(ctx.db, version);
  // The newest remaining version keeps the number. Version 1 is never a draft, so there always is one.
  const [newest] = await formRows(ctx.db, ctx.clock.now());
  if (newest) await updateForm(ctx.db, newest.version, { revision });
  ctx.audit({ objectId: version, objectNo: `v${version}` });
  return { message: ctx.t(WORDS.discarded) };
}

/**
 * Publishes the draft and archives the version that was published before.
 *
 * @throws Refusal 40001 (errors by field path), 40401 (there is no draft), 40901 (changed meanwhile), 42284 (name or phone field missing)
 */
export async function publish(ctx: ActorContext, { revision }: In<'franchise.Page/publish'>) {
  const row = await lockDraft(ctx, revision);
  const content = contentOf(row);
  if (!hasFixed(content)) throw refuse(42284);
  const faults = checkPage(content, (await offered(ctx.db)).locales);
  if (faults.length > 0) throw invalid(faultsOf(ctx, faults));
  const at = ctx.clock.now();
  const before = await formInState(ctx.db, 'published', at, true);
  if (before) await updateForm(ctx.db, before.version, { state: 'archived', archived_at: at });
  await updateForm(ctx.db, row.version, { state: 'published', published_at: at });
  ctx.audit({
    ...{ objectId: row.version, objectNo: `v${row.version}` },
    before: { published: before?.version ?? null },
    after: { published: row.version },
  });
  const { version } = row;
  return { version, revision, state: 'published' as const, message: ctx.t(WORDS.published, { n: version }) };
}

/** Archives the published version. @throws Refusal 40401 (unknown version), 42201 (the version is not published) */
export async function archive(ctx: ActorContext, { version, reason }: In<'franchise.Page/archive'>) {
  await holdLock(ctx.db, 'franchiseForms');
  const at = ctx.clock.now();
  const row = (await formRows(ctx.db, at)).find((one) => one.version === version);
  if (!row) throw refuse(40401);
  if (row.state !== 'published') throw refuse(42201, { state: STATE_TEXT[row.state] });
  await updateForm(ctx.db, version, { state: 'archived', archived_at: at });
  ctx.audit({
    objectId: version,
    objectNo: `v${version}`,
    reason,
    before: { state: 'published' },
    after: { state: 'archived' },
  });
  return { version, revision: row.revision, state: 'archived' as const, message: ctx.t(WORDS.archived) };
}
