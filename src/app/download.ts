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
 * Downloads a file from the server under the name that the server sends. The browser sends the session's cookie and saves the file while it
 * arrives. A server of another origin does not get the cookie, so the page fetches the file with the token.
 *
 * @param path path from the server's answer, `/api/…`
 * @throws Error if a server of another origin refuses the download
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

/** Reads the file name from a header `attachment; filename*=UTF-8''…`. Returns `export` if the header contains no name. */
function nameIn(disposition: string | null): string {
  const coded = disposition?.match(/filename\*=UTF-8''([^;]+)/)?.[1];
  return coded === undefined ? 'export' : decodeURIComponent(coded);
}

/** Saves a text as a UTF-8 file: the browser downloads it. @param type MIME type without a charset */
export function saveText(name: string, text: string, type = 'text/plain'): void {
  saveFile(name, new Blob([text], { type: `${type};charset=utf-8` }));
}

/** Saves content under a file name: the browser downloads it. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  follow(url, name);
  // The browser needs the object URL until saving has started.
  setTimeout(() => URL.revokeObjectURL(url), SAVE_MS);
}
