import type { Data, Input, ReadAddress, WriteAddress } from '@contract/index';
import type { SettingForm } from '@contract/settings.schema';
import { PLATFORM_ACTIONS } from '@contract/settings.words';
import { readData, useData } from '@/app/request/useData';

/** Endpoints whose response has at least the shape `D`. */
type Answers<D> = { [A in ReadAddress]: Data<A> extends D ? A : never }[ReadAddress];
/** Endpoints whose request body has at least the shape `I`. */
type Takes<I> = { [A in WriteAddress]: Input<A> extends I ? A : never }[WriteAddress];

/** The endpoints that `settingEndpoints` (contract/settings.schema.ts) creates for a settings page. */
export interface SettingCalls {
  readonly get: Answers<{ form: SettingForm; hasSecret: string[] }>;
  readonly save: Takes<{ group: string; values: object; version: number }>;
  readonly history: Answers<{ list: { changed: string[]; restoredFrom: number | null }[] }>;
  readonly version: Answers<{ values: object; hasSecret: string[] | null; at: string | null; byName: string }>;
  readonly restore: Takes<{ group: string; from: number; version: number }>;
  /** Set only for pages about outside platforms. */
  readonly platform?: PlatformAddresses;
}
/** Further endpoints of pages about outside platforms (contract/settings.platform.ts). */
export interface PlatformAddresses {
  readonly test: Takes<{ group: string; version: number }>;
  readonly enable: Takes<{ group: string; version: number }>;
  readonly disable: Takes<{ group: string; version: number }>;
  readonly clearSecret: Takes<{ group: string; field: string; version: number }>;
}
/** Endpoint prefix of a page about an outside platform, for example `config.Oem`. */
export type PlatformPage = {
  [A in WriteAddress]: A extends `${infer P}/clearSecret` ? P : never;
}[WriteAddress];

/** Returns all endpoints of a page about an outside platform. */
export function platformAddresses(page: PlatformPage): SettingCalls & { readonly platform: PlatformAddresses } {
  const calls = Object.fromEntries(
    Object.entries(PLATFORM_ACTIONS).map(([name, action]) => [name, `${page}/${action}`]),
  ) as unknown as SettingCalls & PlatformAddresses;
  return { ...calls, platform: calls };
}

/** Endpoints that test an outside system with the given values. */
export type TestAddress = {
  [A in Takes<{ values: object }>]: Data<A> extends { ok: boolean; detail: string } ? A : never;
}[Takes<{ values: object }>];

export type Setting = Data<SettingCalls['get']>;
export type HistoryEntry = Data<SettingCalls['history']>['list'][number];
export type SettingVersion = Data<SettingCalls['version']>;

// The types cannot check group names, because each page has different groups. Callers take the names from the declaration of their page.
export const useSetting = (calls: Pick<SettingCalls, 'get'>, group: string) =>
  useData(calls.get, { group } as Input<SettingCalls['get']>, { staleTime: 0 });
export const readSetting = (calls: Pick<SettingCalls, 'get'>, group: string): Promise<Setting> =>
  readData(calls.get, { group } as Input<SettingCalls['get']>);
export const useHistory = (calls: SettingCalls, group: string, page: number, limit: number) =>
  useData(calls.history, { group, page, limit } as Input<SettingCalls['history']>, {
    keepPrevious: true,
    staleTime: 0,
  });
export const useVersion = (
  calls: SettingCalls,
  group: string,
  wanted: { readonly version: number } | { readonly at: string } | null,
) =>
  useData(calls.version, { group, ...wanted } as Input<SettingCalls['version']>, {
    enabled: wanted !== null,
    keepPrevious: true,
  });
