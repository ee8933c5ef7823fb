/** Type of the settings that `public/config.js` writes on `window` (SPEC §7): the operator's values, never part of the bundle. */
export interface WindowSettings {
  /** Base address of the back end, without a slash at the end; empty: the origin of the page. */
  readonly apiBase: string;
  /** Address of the maps service; requests to it never carry the session token. Empty: none. */
  readonly mapService: string;
  /** Whether page views are reported. */
  readonly analytics: boolean;
  /** Share of the opened windows (0–1) that report how fast their pages are, where page views are reported. */
  readonly vitalsSample: number;
  /** Value of the query parameter `ddtk` that skips the debug monitor; empty: no value skips it. */
  readonly monitorBypass: string;
  /** Whether an offline worker caches the console; false: an existing worker and its caches are removed. */
  readonly offline: boolean;
}

declare global {
  interface Window {
    readonly MULTISTATION_SETTINGS?: Partial<WindowSettings>;
  }
}

/** Reads the window settings; missing values get their default. */
export function windowSettings(): WindowSettings {
  const given = window.MULTISTATION_SETTINGS ?? {};
  return {
    apiBase: (given.apiBase ?? '').replace(/\/+$/, ''),
    mapService: given.mapService ?? '',
    analytics: given.analytics ?? true,
    vitalsSample: given.vitalsSample ?? 0.1,
    monitorBypass: given.monitorBypass ?? '',
    offline: given.offline ?? true,
  };
}

/**
 * The address of a call, a stream or a file of the server (SPEC §7): a path `/api/…` is on the base address of the window settings. Any
 * other address stays as it is: a file of the console itself, a data URL.
 */
export function serverAddress(path: string): string {
  return path.startsWith('/api/') ? `${windowSettings().apiBase}${path}` : path;
}
