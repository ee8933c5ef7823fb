import { getToken } from './session/token';
import { serverAddress } from './windowSettings';

const SAVE_MS = 10_000;

function follow(href: string, name: string): void {
  const link = document.createElement('a');
  link.href = href;
  link.download = name;
  link.rel = 'noopener';
  link.click();
}

/**
 * Fetches a file of the server as a download; its name comes with it. The browser sends the session's cookie along, and keeps the file
 * as it comes. A server of another origin has no cookie of ours: there the page fetches it with the token.
 *
 * @param path as the server gave it, `/api/…`
 */
export async function openDownload(path: string): Promise<void> {
  const href = serverAddress(path);
  if (new URL(href, window.location.href).origin === window.location.origin) {
    follow(href, '');
    return;
  }
  const response = await fetch(href, { headers: { Authorization: getToken() ?? '' } });
  if (!response.ok) throw new Error(`the download was refused: ${response.status}`);
  saveFile(nameIn(response.headers.get('content-disposition')), await response.blob());
}

/** The name in a header `attachment; filename*=UTF-8''…`. */
function nameIn(disposition: string | null): string {
  const coded = disposition?.match(/filename\*=UTF-8''([^;]+)/)?.[1];
  return coded === undefined ? 'export' : decodeURIComponent(coded);
}

/** Lets the browser save a text under a name. */
export function saveText(name: string, text: string, type = 'text/plain'): void {
  saveFile(name, new Blob([text], { type: `${type};charset=utf-8` }));
}

/** Lets the browser save a file under a name. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  follow(url, name);
  // The browser needs the address until it has begun to save.
  setTimeout(() => URL.revokeObjectURL(url), SAVE_MS);
}
