import { z } from 'zod';
import { type AuditSpec, actionData, write } from './endpoint';
import { type SettingGroups, type SettingPage, secretNames } from './settings';
import { settingEndpoints } from './settings.schema';
import { testAnswer } from './settings.state';
import { PLATFORM_ACTIONS } from './settings.words';
import { type Text, text } from './text';
import { WORD } from './words';

type Actions = typeof PLATFORM_ACTIONS;

/** Builds the endpoints that test, enable and disable a group, and the endpoint that removes a stored secret. */
function stateEndpoints<G extends SettingGroups>(page: SettingPage<G>) {
  type Key = keyof G & string;
  const group = z.enum(Object.keys(page.groups) as [Key, ...Key[]]);
  const secret = secretNames(page.groups);
  const audit = (action: string, words: Text): AuditSpec => ({
    module: page.module,
    action,
    object: page.object,
    text: words,
    secret,
  });
  return {
    test: write({
      summary: 'Tries the platform with the stored settings. The result is kept with their version.',
      access: { rule: page.edit },
      versioned: true,
      audit: audit('test', WORD.testConnection),
      /** `version` is the version of the settings. */
      input: z.object({ group, version: z.int() }),
      data: testAnswer,
      errors: [40401, 40901],
    }),
    enable: write({
      summary: 'Enables the platform: all needed fields are set, and a test of these settings passed in the last day.',
      access: { rule: page.edit },
      risk: 'confirm',
      versioned: true,
      audit: audit('enable', WORD.enable),
      /** `version` is the `stateVersion` that `get` returned. */
      input: z.object({ group, version: z.int() }),
      data: actionData,
      errors: [40401, 40901, 42201, 42330, 42331, 42332],
    }),
    disable: write({
      summary: 'Disables the platform.',
      access: { rule: page.edit },
      risk: 'confirm',
      versioned: true,
      audit: audit('disable', WORD.disable),
      input: z.object({ group, version: z.int() }),
      data: actionData,
      errors: [40401, 40901, 42201],
    }),
    clearSecret: write({
      summary: 'Removes a stored secret.',
      access: { rule: page.secrets },
      risk: 'second',
      versioned: true,
      audit: audit('clearSecret', text('清除密钥', 'Clear secret', 'Remover segredo', '清除金鑰')),
      /** `version` is the version of the settings. */
      input: z.object({ group, field: z.string().min(1).max(64), version: z.int() }),
      data: actionData,
      errors: [40401, 40901, 42201, 42330],
    }),
  } as const;
}

type PlatformCalls<G extends SettingGroups> = ReturnType<typeof settingEndpoints<G>> &
  ReturnType<typeof stateEndpoints<G>>;
/** Type of the endpoints of a settings page, by endpoint name: `config.Oem/get`, `config.Oem/getHistory`, … */
export type PlatformEndpoints<A extends string, G extends SettingGroups> = {
  readonly [K in keyof Actions as `${A}/${Actions[K]}`]: PlatformCalls<G>[K];
};

/** Builds the endpoints of an outside platform's settings page, by endpoint name. @param address controller, such as `config.Oem` */
export function platformEndpoints<const A extends string, G extends SettingGroups>(
  address: A,
  page: SettingPage<G>,
): PlatformEndpoints<A, G> {
  const calls = { ...settingEndpoints(page), ...stateEndpoints(page) };
  return Object.fromEntries(
    Object.entries(PLATFORM_ACTIONS).map(([name, action]) => [`${address}/${action}`, calls[name as keyof Actions]]),
  ) as PlatformEndpoints<A, G>;
}
