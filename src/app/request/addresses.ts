import { windowSettings } from '@/app/windowSettings';

/** Paths that a visitor may call without a token, except {@link NEEDS_SESSION} (SPEC, ambiguities of §7). */
const PUBLIC = /^\/api\/(Login|Verify)\//;
/** Paths that match {@link PUBLIC} but need a session. */
const NEEDS_SESSION =
  /^\/api\/(Login\/(logout|getSession|changeInitialPassword)|Verify\/(confirmSecond|getSecondMethods|startPasskey))$/;

/** Tests whether a URL belongs to the maps service, which never gets the token. */
export function isMapAddress(url: string): boolean {
  const { mapService } = windowSettings();
  if (!mapService || !URL.canParse(url) || !URL.canParse(mapService)) return false;
  const service = new URL(mapService);
  const asked = new URL(url);
  return asked.origin === service.origin && asked.pathname.startsWith(service.pathname);
}

/** Tests whether a call needs no session. */
export function isPublicAddress(url: string): boolean {
  const { apiBase } = windowSettings();
  const path = (url.startsWith(apiBase) ? url.slice(apiBase.length) : url).split('?')[0] ?? '';
  return PUBLIC.test(path) && !NEEDS_SESSION.test(path);
}
