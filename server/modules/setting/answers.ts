import type { SettingGroup } from '../../../contract/settings';
import { ENVIRONMENT_TEXT, type Environment } from '../../../contract/settings';
import type { PlatformState } from '../../../contract/settings.state';
import { CONFIG_STATES, endsSoon } from '../../../contract/settings.words';
import { WORD } from '../../../contract/words';
import type { ActorContext } from '../../core/http/context';
import { accountNames } from '../account';
import { endingsOf } from './certificates';
import { configState, isCurrentTest, missingLabels, readState } from './state';
import type { SecretRow, SettingVersion } from './store';
import { type GroupHooks, nameOf } from './write';

/** Minimum length of a secret whose last four characters are shown. For a shorter secret, four characters would reveal too much. */
const LONG_SECRET = 16;

/**
 * Masks a secret as `****9f3c` (DOMAIN §3.10). The mask shows no character of a short secret, a multi-line key or a secret that cannot be
 * decrypted.
 */
function maskOf(plain: string | null): string {
  return plain !== null && plain.length >= LONG_SECRET && !plain.includes('\n') ? `****${plain.slice(-4)}` : '****';
}

/** Builds the answer about each stored secret: its mask, and the author and time of its last change. */
export async function secretAnswers(ctx: ActorContext, group: SettingGroup, rows: readonly SecretRow[]) {
  const names = await accountNames(
    ctx.db,
    rows.map(({ by }) => by),
  );
  const open = ({ sealed, place }: SecretRow): string | null => {
    try {
      return ctx.ports.secrets.open(sealed, place);
    } catch {
      // Without the encryption key, the secret cannot be decrypted. The page must still open, so that the secret can be replaced.
      return null;
    }
  };
  return Object.fromEntries(
    rows.map((row) => [
      row.field,
      {
        masked: group.fields[row.field]?.holds ? '****' : maskOf(open(row)),
        updatedAt: row.at.toISOString(),
        updatedByName: names.get(row.by) ?? ctx.t(WORD.system),
      },
    ]),
  );
}

/** Returns the origin of our callback URLs: the configured origin, or else the origin of the request. */
const originOf = ({ deployment, origin }: ActorContext): string => deployment.publicOrigin ?? origin;

/** Builds the answer about the state of a platform's settings. */
export async function platformAnswer(
  ctx: ActorContext,
  group: SettingGroup,
  on: {
    readonly setting: SettingVersion<object>;
    readonly hasSecret: readonly string[];
    readonly hook: GroupHooks<object>;
  },
): Promise<PlatformState> {
  const { setting, hasSecret, hook } = on;
  const values = setting.values as Record<string, unknown>;
  const now = ctx.clock.now();
  const stored = await readState(ctx.db, group);
  const missing = missingLabels(group, values, { hasSecret, locale: ctx.locale });
  const endings = [...endingsOf(group, values, now), ...((await hook.endings?.(ctx)) ?? [])];
  const state = configState({ version: setting.version, missing, stored, endings, now });
  const environment = (values.environment ?? null) as Environment | null;
  return {
    state,
    stateText: ctx.t(CONFIG_STATES[state].text),
    enabled: stored.enabled,
    stateVersion: stored.version,
    missing,
    environment,
    environmentText: environment === null ? '' : ctx.t(ENVIRONMENT_TEXT[environment]),
    lastTest: stored.test && {
      ok: stored.test.ok,
      checks: stored.test.checks,
      at: stored.test.at.toISOString(),
      isCurrent: isCurrentTest(stored, setting.version, now),
    },
    ending: endings
      .filter(({ days }) => endsSoon(days))
      .map(({ label, at, days }) => ({ label: ctx.t(label), at: at.toISOString(), days })),
    callbacks: (group.platform?.callbacks ?? []).map(({ label, path }) => ({
      label: ctx.t(label),
      url: `${originOf(ctx)}${path}`,
    })),
    ...(group.platform?.allowList && { outgoing: [...ctx.deployment.outgoingAddresses] }),
    changedAt: stored.changedAt?.toISOString() ?? null,
    changedByName: stored.changedAt === null ? '' : await nameOf(ctx, stored.changedBy),
  };
}
