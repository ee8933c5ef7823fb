/** Settings of this installation. The file `public/config.js` sets them on `window` (SPEC §7). They are not in the bundle. */
export interface WindowSettings {
  /** Base URL of the back end, without a slash at the end. If empty, the back end has the same origin as the page. */
  readonly apiBase: string;
  /** URL of the maps service. Requests to the maps service never contain the session token. Empty if there is no maps service. */
  readonly mapService: string;
  /** Whether page views are reported. */
  readonly analytics: boolean;
  /** Share (0–1) of opened windows that report their web vitals. It applies only while page views are reported. */
  readonly vitalsSample: number;
  /** Value of the query parameter `ddtk` that turns off the debug monitor. If empty, no value turns it off. */
  readonly monitorBypass: string;
  /** Whether an offline worker caches the console. If `false`, an installed worker and its caches are removed. */
  readonly offline: boolean;
}

declare global {
  interface Window {
    readonly MULTISTATION_SETTINGS?: Partial<WindowSettings>;
  }
}

/** Reads the window settings and fills in defaults for missing values. */
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
 * Returns the full URL of a server call, stream or file (SPEC §7). Paths under `/api/` get the base URL from the window settings. All other
 * URLs are returned unchanged, for example data URLs and files of the console.
 */
export function serverAddress(path: string): string {
  return path.startsWith('/api/') ? `${windowSettings().apiBase}${path}` : path;
}
