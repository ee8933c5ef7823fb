import type { Kysely } from 'kysely';
import type { SettingGroup, SettingGroups, SettingPage } from '../../../contract/settings';
import type { PlatformEndpoints } from '../../../contract/settings.platform';
import type { Check } from '../../../contract/settings.state';
import { PLATFORM_ACTIONS } from '../../../contract/settings.words';
import { type Text, text } from '../../../contract/text';
import { WORD } from '../../../contract/words';
import type { Clock } from '../../core/clock';
import type { Database } from '../../core/database/schema';
import type { ActorContext, HandlersOf } from '../../core/http/context';
import { conflict, refuse } from '../../core/http/refusal';
import { reasonOf } from '../../core/platforms/checks';
import type { AdapterTools } from '../../core/platforms/opened';
import type { Ports, SecretBox } from '../../core/platforms/ports';
import { settingCalls } from './calls';
import { endingsOf, pemFaults } from './certificates';
import { isCurrentTest, missingLabels, readState, storeTest, switchState } from './state';
import { currentSetting, readSecret, storedSecrets } from './store';
import { type GroupHooks, groupConflict, nameOf, saveVersion } from './write';

const WORDS = {
  test: text(
    '24 小时内通过的连接测试',
    'A connection test that passed within 24 hours',
    'Um teste de conexão aprovado nas últimas 24 horas',
    '24 小時內通過的連線測試',
  ),
  enabled: WORD.enabledMasculine,
  disabled: WORD.disabledMasculine,
  cleared: text('密钥已清除', 'Secret cleared', 'Segredo removido', '金鑰已清除'),
} as const;

/** The stored settings of a platform. Secrets in `values` are null; a call that needs a secret reads it separately. */
export interface PlatformSettings<V extends object> {
  readonly values: V;
  readonly version: number;
  /** Reads and decrypts a secret. @returns `null` if none is stored */
  secret(name: string): Promise<string | null>;
}

/** One check of a connection test. Its texts are not translated yet. */
export interface SettingCheck {
  readonly name: Text | string;
  readonly ok: boolean;
  readonly detail: Text | string;
}

/** Additional functions for a group with an outside platform. */
export interface PlatformHooks<V extends object> extends GroupHooks<V> {
  /** Tests the platform. A thrown `UpstreamFailure` or `UpstreamTimeout` counts as a failed check. */
  test(ctx: ActorContext, settings: PlatformSettings<V>): Promise<readonly SettingCheck[]>;
}
/** Hooks by group. A group without a platform has no test. */
type Hooks<G extends SettingGroups> = {
  readonly [K in keyof G]:
    | PlatformHooks<G[K]['initial']>
    | (GroupHooks<G[K]['initial']> & { readonly test?: undefined });
};

/** Reads a platform's stored settings, even if it is disabled. Work that began while the platform was enabled still needs the settings. */
export async function storedPlatform<V extends object>(
  on: { readonly db: Kysely<Database>; readonly secrets: SecretBox },
  group: SettingGroup<V>,
): Promise<PlatformSettings<V>> {
  const { values, version } = await currentSetting(on.db, group);
  return { values, version, secret: (name) => readSecret(on.db, on.secrets, group, name) };
}

/** Reads a platform's settings for adapters and callbacks. @returns `null` if the platform is not enabled */
export async function enabledPlatform<V extends object>(
  on: { readonly db: Kysely<Database>; readonly secrets: SecretBox },
  group: SettingGroup<V>,
): Promise<PlatformSettings<V> | null> {
  return (await readState(on.db, group)).enabled ? storedPlatform(on, group) : null;
}

/** Dependencies for opening a platform outside of an API call, for example in a job. */
export interface OpeningTools {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly ports: Pick<Ports, 'platforms' | 'secrets'>;
}

/**
 * Creates a platform's adapter from the stored settings.
 *
 * @param open creates the adapter
 * @returns `null` if the platform is not enabled
 */
export async function openedPlatform<V extends object, T>(
  { db, clock, ports: { secrets, platforms } }: OpeningTools,
  group: SettingGroup<V>,
  open: (tools: AdapterTools, settings: PlatformSettings<V>) => Promise<T>,
): Promise<T | null> {
  const settings = await enabledPlatform({ db, secrets }, group);
  return settings && open({ db, clock, secrets, platforms }, settings);
}

const say = (ctx: ActorContext, words: Text | string): string => (typeof words === 'string' ? words : ctx.t(words));

/**
 * Runs one check of a test. The result of `run` is the detail. The check fails if the platform refuses the call or does not answer. Other
 * errors are thrown.
 */
export async function checked(ctx: ActorContext, name: string, run: () => Promise<string>): Promise<Check> {
  try {
    return { name, ok: true, detail: await run() };
  } catch (error) {
    return { name, ok: false, detail: say(ctx, reasonOf(error)) };
  }
}

/** Refuses if fields are missing. @throws Refusal 42330 with the labels of the missing fields */
function refuseMissing(missing: readonly string[]): void {
  if (missing.length > 0) throw refuse(42330, { missing: missing.join(', ') }, { missing });
}

/** Builds the refusal for a state that has changed since the caller read it. */
async function stateConflict(ctx: ActorContext, group: SettingGroup) {
  const { enabled, version, changedAt, changedBy } = await readState(ctx.db, group);
  return conflict({ enabled, version }, changedAt && (await nameOf(ctx, changedBy)), changedAt);
}

async function missingOf(ctx: ActorContext, group: SettingGroup, values: object): Promise<string[]> {
  return missingLabels(group, values, { hasSecret: await storedSecrets(ctx.db, group), locale: ctx.locale });
}

/**
 * Checks that a platform may be enabled: its settings are complete and tested, its keys are valid, and nothing has expired.
 *
 * @throws Refusal 40001 (invalid certificate or key), 42330 (a field or a test is missing), 42331 (a certificate does not match its key or
 *   issuer), 42332 (expired, or expires too soon)
 */
async function checkMayEnable(ctx: ActorContext, group: SettingGroup): Promise<void> {
  const now = ctx.clock.now();
  const { values, version, secret } = await storedPlatform({ db: ctx.db, secrets: ctx.ports.secrets }, group);
  const stored = await readState(ctx.db, group);
  const missing = await missingOf(ctx, group, values);
  const isTested = stored.test?.ok === true && isCurrentTest(stored, version, now);
  refuseMissing(isTested ? missing : [...missing, ctx.t(WORDS.test)]);
  const plain = values as Record<string, unknown>;
  const [fault] = await pemFaults(group, { values: plain, isChanged: () => true, secret, now, locale: ctx.locale });
  if (fault) throw refuse(fault.code, {}, { errors: [fault.error] }, fault.error.message);
  if (endingsOf(group, plain, now).some(({ at }) => at <= now)) throw refuse(42332);
}

/** A settings group with its page and its module's hooks. */
interface GroupOfPage {
  readonly page: SettingPage<SettingGroups>;
  readonly group: SettingGroup;
  readonly hook: GroupHooks<object> & Partial<PlatformHooks<object>>;
}

/**
 * Tests a group's stored settings and stores the result.
 *
 * @throws Refusal 40401 (the group has no test), 40901 (changed meanwhile), 42330 (a field is missing)
 */
async function testGroup(ctx: ActorContext, { group, hook }: GroupOfPage, version: number) {
  const { test: tryOut } = hook;
  if (!tryOut) throw refuse(40401);
  const settings = await storedPlatform({ db: ctx.db, secrets: ctx.ports.secrets }, group);
  if (settings.version !== version) throw await groupConflict(ctx, group);
  refuseMissing(await missingOf(ctx, group, settings.values));
  let checks: Check[] = [];
  const outcome = await checked(ctx, ctx.t(group.test ?? WORDS.test), async () => {
    checks = (await tryOut(ctx, settings)).map(({ name, ok, detail }) => ({
      name: say(ctx, name),
      ok,
      detail: say(ctx, detail),
    }));
    return '';
  });
  if (!outcome.ok) checks = [...checks, outcome];
  const ok = checks.length > 0 && checks.every((one) => one.ok);
  const at = ctx.clock.now();
  await storeTest(ctx.db, group, { version, ok, checks, at, by: ctx.actor.accountId });
  ctx.audit({
    objectNo: group.key,
    after: { ok },
    detail: { failed: checks.filter((one) => !one.ok).map((one) => one.name) },
  });
  return { ok, checks };
}

/**
 * Enables or disables a platform.
 *
 * @throws Refusal 40401 (not a platform), 40901 (changed meanwhile), 42201 (already in this state, or in use), and the codes of
 *   {@link checkMayEnable}
 */
async function switchGroup(ctx: ActorContext, { group, hook }: GroupOfPage, version: number, enabled: boolean) {
  if (!group.platform) throw refuse(40401);
  const before = await readState(ctx.db, group, true);
  if (before.version !== version) throw await stateConflict(ctx, group);
  const said = ctx.t(enabled ? WORDS.enabled : WORDS.disabled);
  if (before.enabled === enabled) throw refuse(42201, { state: said });
  if (enabled) await checkMayEnable(ctx, group);
  else {
    const use = await hook.inUse?.(ctx, (await currentSetting(ctx.db, group)).values, null);
    if (use) throw refuse(42201, { state: use });
  }
  const at = ctx.clock.now();
  const next = await switchState(ctx.db, group, { enabled, at, by: ctx.actor.accountId });
  await hook.afterSwitch?.(ctx, enabled);
  const id = ctx.ids.next();
  ctx.audit({ objectId: id, objectNo: group.key, before: { enabled: before.enabled }, after: { enabled } });
  return {
    id,
    no: group.key,
    state: enabled ? 'enabled' : 'disabled',
    stateText: said,
    version: next,
    message: said,
  };
}

/**
 * Creates the handlers of a page about outside platforms, by endpoint.
 *
 * @param address prefix of the endpoints, such as `config.Oem`
 * @param hooks the test of each group, and its other functions
 */
export function platformCalls<const A extends string, G extends SettingGroups>(
  address: A,
  page: SettingPage<G>,
  hooks: Hooks<G>,
): HandlersOf<PlatformEndpoints<A, G>> {
  const groupOf = (key: keyof G): GroupOfPage => ({
    page: page as SettingPage<SettingGroups>,
    group: page.groups[key] as SettingGroup,
    hook: hooks[key] as GroupHooks<object> & Partial<PlatformHooks<object>>,
  });
  type Asked = { readonly group: keyof G & string; readonly version: number };

  async function clearSecret(ctx: ActorContext, { group: key, field, version }: Asked & { readonly field: string }) {
    const of = groupOf(key);
    if (!(await storedSecrets(ctx.db, of.group)).includes(field)) throw refuse(40401);
    const done = await saveVersion(ctx, of, { version, cleared: field, valuesFrom: async (values) => values });
    return { ...done, message: ctx.t(WORDS.cleared) };
  }

  const calls = {
    ...settingCalls(page, hooks),
    test: (ctx: ActorContext, { group, version }: Asked) => testGroup(ctx, groupOf(group), version),
    enable: (ctx: ActorContext, { group, version }: Asked) => switchGroup(ctx, groupOf(group), version, true),
    disable: (ctx: ActorContext, { group, version }: Asked) => switchGroup(ctx, groupOf(group), version, false),
    clearSecret,
  };
  return Object.fromEntries(
    Object.entries(PLATFORM_ACTIONS).map(([name, action]) => [
      `${address}/${action}`,
      calls[name as keyof typeof calls],
    ]),
  ) as unknown as HandlersOf<PlatformEndpoints<A, G>>;
}
