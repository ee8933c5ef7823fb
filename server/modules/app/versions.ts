import type { appEndpoints } from '../../../contract/app';
import { APP } from '../../../contract/app.settings';
import { APP_TEXT, type AppVersionState, appVersionLifecycle } from '../../../contract/appVersion.states';
import type { FieldError, ParsedOf } from '../../../contract/endpoint';
import { type Text, text } from '../../../contract/text';
import { holdLock } from '../../core/database/locks';
import type { ActorContext } from '../../core/http/context';
import { conflict, invalid, refuse } from '../../core/http/refusal';
import { paged } from '../../core/list/paged';
import { currentSetting } from '../setting';
import { readSetting } from '../site';
import { formAnswer, rowAnswers } from './answers';
import {
  findVersion,
  insertVersion,
  lockVersion,
  newestBuild,
  updateVersion,
  type VersionRecord,
  versionPage,
} from './store';

/** Saves, publishes and withdraws versions of the apps (版本管理, DOMAIN §3.10). */

type Address = keyof typeof appEndpoints;
type Input<A extends Address> = ParsedOf<(typeof appEndpoints)[A]>;
type Form = Input<'config.App/saveVersion'>;

const WORDS = {
  saved: text('版本 {name} 已保存', 'Version {name} saved', 'Versão {name} salva', '版本 {name} 已儲存'),
  published: text('版本 {name} 已发布', 'Version {name} published', 'Versão {name} publicada', '版本 {name} 已發布'),
  withdrawn: text('版本 {name} 已撤回', 'Version {name} withdrawn', 'Versão {name} retirada', '版本 {name} 已撤回'),
  changed: text('版本 {name} 已修改', 'Version {name} changed', 'Versão {name} alterada', '版本 {name} 已修改'),
  notes: text(
    '强制更新须填写默认语言的更新说明',
    'A forced update needs release notes in the default language',
    'Uma atualização forçada exige notas no idioma padrão',
    '強制更新須填寫預設語言的更新說明',
  ),
  packageName: text(
    '与“{app}”设置中的 {expected} 不一致',
    'Differs from {expected} in the settings of {app}',
    'Difere de {expected} nas configurações de {app}',
    '與「{app}」設定中的 {expected} 不一致',
  ),
  sign: text(
    '与设置中的签名摘要不一致',
    'Differs from the signature in the settings',
    'Difere da assinatura nas configurações',
    '與設定中的簽章摘要不一致',
  ),
  unset: text(
    '设置中尚未填写',
    'Not yet entered in the settings',
    'Ainda não preenchido nas configurações',
    '設定中尚未填寫',
  ),
  build: text(
    '内部版本号须大于 {v}',
    'The build must exceed {v}',
    'O build deve ser maior que {v}',
    '內部版本號須大於 {v}',
  ),
  needed: text('Android 版本必须填写', 'Needed for Android', 'Necessário para Android', 'Android 版本必須填寫'),
} as const;

/** Checks that a forced version has release notes in the default language, because users must know why to update. */
async function notesError(ctx: ActorContext, force: string, notes: Text): Promise<FieldError[]> {
  const { defaultLocale } = await readSetting(ctx.db, 'locale');
  if (force !== 'force' || notes[defaultLocale].trim() !== '') return [];
  return [{ field: `notes.${defaultLocale}`, rule: 'required', message: ctx.t(WORDS.notes) }];
}

async function formErrors(ctx: ActorContext, input: Form): Promise<FieldError[]> {
  const missing =
    input.platform === 'ios'
      ? []
      : (['packageSize', 'sha256', 'signSha256'] as const).filter((field) => input[field] === null);
  return [
    ...missing.map((field) => ({ field, rule: 'required' as const, message: ctx.t(WORDS.needed) })),
    ...(await notesError(ctx, input.force, input.notes)),
  ];
}

type Package = Pick<VersionRecord, 'app' | 'platform' | 'packageName' | 'signSha256'>;

/**
 * Checks that the package has the app's package name and, on Android, the app's signing key. On iOS the package name is the bundle id.
 *
 * @throws Refusal 42331 (another name or key)
 */
async function checkPackage(ctx: ActorContext, { app, platform, packageName, signSha256 }: Package): Promise<void> {
  const { values } = await currentSetting(ctx.db, APP.groups[app]);
  const expected = platform === 'ios' ? values.bundleId : values.packageName;
  const errors: FieldError[] = [];
  if (packageName !== expected) {
    const message =
      expected === '' ? ctx.t(WORDS.unset) : ctx.t(WORDS.packageName, { expected, app: ctx.t(APP_TEXT[app]) });
    errors.push({ field: 'packageName', rule: 'mismatch', message });
  }
  if (platform === 'android' && signSha256 !== values.androidSignSha256.toLowerCase()) {
    errors.push({ field: 'signSha256', rule: 'mismatch', message: ctx.t(WORDS.sign) });
  }
  if (errors.length > 0) throw refuse(42331, {}, { errors }, errors[0]?.message);
}

/**
 * Checks the build under a lock. If two users save the same build concurrently, the second save is refused.
 *
 * @throws Refusal 42334 (not higher than the newest released build, or the build of another draft)
 */
async function checkBuild(ctx: ActorContext, of: Parameters<typeof newestBuild>[1], besides: number) {
  await holdLock(ctx.db, 'appVersions');
  const newest = await newestBuild(ctx.db, of, besides);
  if (of.build > newest) return;
  const message = ctx.t(WORDS.build, { v: newest });
  throw refuse(42334, { v: newest }, { errors: [{ field: 'build', rule: 'min', message }] });
}

const rowOf = (input: Form) => ({
  app: input.app,
  platform: input.platform,
  version_name: input.versionName,
  build: input.build,
  channel: input.channel,
  min_system: input.minSystem,
  address: input.address,
  package_name: input.packageName,
  package_size: input.platform === 'ios' ? null : input.packageSize,
  sha256: input.platform === 'ios' ? null : input.sha256,
  sign_sha256: input.platform === 'ios' ? null : input.signSha256,
  force: input.force,
  gray_percent: input.grayPercent,
  notes: JSON.stringify(input.notes),
});

const answer = (
  ctx: ActorContext,
  { id, versionName }: Pick<VersionRecord, 'id' | 'versionName'>,
  state: AppVersionState,
  version: number,
  words: keyof typeof WORDS,
) => ({
  id,
  no: versionName,
  state,
  stateText: appVersionLifecycle.stateText(state, ctx.locale),
  version,
  message: ctx.t(WORDS[words], { name: versionName }),
});

const conflictWith = (record: VersionRecord) => conflict(formAnswer(record), record.createdByName, record.createdAt);

/**
 * Creates or changes a draft version.
 *
 * @throws Refusal 40001 (invalid fields), 40401, 40901 and 42201 as {@link requireVersion}, 42331 (another package name or key), 42334
 *   (build too low)
 */
export async function saveVersion(ctx: ActorContext, input: Form) {
  const errors = await formErrors(ctx, input);
  if (errors.length > 0) throw invalid(errors);
  await checkPackage(ctx, input);
  const before =
    input.id === undefined ? undefined : await requireVersion(ctx, { id: input.id, version: input.version }, null);
  await checkBuild(ctx, input, before?.id ?? 0);
  const row = rowOf(input);
  const { id: _, version: _version, notes: _notes, ...recorded } = input;
  const id = before?.id ?? ctx.ids.next();
  if (before) await updateVersion(ctx.db, before, row);
  else {
    const by = { created_by: ctx.actor.accountId, created_by_name: ctx.actor.name };
    await insertVersion(ctx.db, { ...row, ...by, id, created_at: ctx.clock.now(), state: 'draft' });
  }
  ctx.audit({ objectId: id, objectNo: input.versionName, after: recorded });
  return answer(ctx, { id, versionName: input.versionName }, 'draft', (before?.version ?? 0) + 1, 'saved');
}

type Step = 'publishVersion' | 'withdrawVersion' | 'setForce' | 'setGray';

/**
 * Finds and locks a version whose state allows an action.
 *
 * @param step the action; `null` means editing
 * @throws Refusal 40401 (unknown id), 40901 (changed meanwhile), 42201 (wrong state)
 */
async function requireVersion(
  ctx: ActorContext,
  { id, version }: { readonly id: number; readonly version: number },
  step: Step | null,
): Promise<VersionRecord> {
  const record = await lockVersion(ctx.db, id);
  if (!record) throw refuse(40401);
  const { state } = record;
  const isAllowed = step === null ? state === 'draft' : appVersionLifecycle.allowed(state, step);
  if (!isAllowed) throw refuse(42201, { state: appVersionLifecycle.states[state].text });
  if (record.version !== version) throw conflictWith(record);
  return record;
}

/**
 * Publishes a version.
 *
 * @throws Refusal those of {@link requireVersion}, 40001 (release notes missing), 42331 (another package name or key), 42334 (build too
 *   low)
 */
export async function publishVersion(ctx: ActorContext, input: Input<'config.App/publishVersion'>) {
  const record = await requireVersion(ctx, input, 'publishVersion');
  const errors = await notesError(ctx, record.force, record.notes);
  if (errors.length > 0) throw invalid(errors);
  await checkPackage(ctx, record);
  await checkBuild(ctx, record, record.id);
  await updateVersion(ctx.db, record, { state: 'published', published_at: ctx.clock.now() });
  return done(ctx, record, { state: 'published' }, 'published');
}

/** Withdraws a version. @throws Refusal those of {@link requireVersion} */
export async function withdrawVersion(ctx: ActorContext, input: Input<'config.App/withdrawVersion'>) {
  const record = await requireVersion(ctx, input, 'withdrawVersion');
  await updateVersion(ctx.db, record, { state: 'withdrawn', withdraw_reason: input.reason });
  return done(ctx, record, { state: 'withdrawn' }, 'withdrawn', input.reason);
}

/** Changes the update mode of a version. @throws Refusal those of {@link requireVersion}, 40001 (release notes missing) */
export async function setForce(ctx: ActorContext, input: Input<'config.App/setForce'>) {
  const record = await requireVersion(ctx, input, 'setForce');
  const [error] = await notesError(ctx, input.force, record.notes);
  if (error) throw invalid([{ ...error, field: 'force' }]);
  await updateVersion(ctx.db, record, { force: input.force });
  return done(ctx, record, { force: input.force }, 'changed');
}

/** Changes the rollout share of a version, in percent. @throws Refusal those of {@link requireVersion} */
export async function setGray(ctx: ActorContext, input: Input<'config.App/setGray'>) {
  const record = await requireVersion(ctx, input, 'setGray');
  await updateVersion(ctx.db, record, { gray_percent: input.grayPercent });
  return done(ctx, record, { grayPercent: input.grayPercent }, 'changed');
}

type Change = { readonly [K in 'state' | 'force' | 'grayPercent']?: VersionRecord[K] };

function done(ctx: ActorContext, record: VersionRecord, after: Change, words: keyof typeof WORDS, reason?: string) {
  const before = Object.fromEntries(Object.keys(after).map((key) => [key, record[key as keyof Change]]));
  ctx.audit({
    objectId: record.id,
    objectNo: record.versionName,
    before,
    after,
    ...(reason !== undefined && { reason }),
  });
  return answer(ctx, record, after.state ?? record.state, record.version + 1, words);
}

export function versionList(ctx: ActorContext, input: Input<'config.App/getVersions'>) {
  return paged(ctx, input, async (page) => {
    const sort = { field: input.sortField ?? 'createdAt', order: input.sortOrder ?? 'desc' } as const;
    const { list, total } = await versionPage(ctx.db, input, sort, page);
    return { list: await rowAnswers(ctx, list), total, summary: {} };
  });
}

/** Reads a version for its detail page. @throws Refusal 40401 (unknown id) */
export async function versionDetail(ctx: ActorContext, id: number) {
  const record = await findVersion(ctx.db, id);
  const [row] = record ? await rowAnswers(ctx, [record]) : [];
  if (!record || !row) throw refuse(40401);
  return { ...row, form: formAnswer(record) };
}
