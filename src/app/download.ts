import { getToken } from '@/app/session/token';
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
 * Lets the browser save a file of the server under the name that the server gives it. The browser itself fetches it with the session's
 * cookie; a server of another origin gets no cookie, so the page fetches the file with the token.
 *
 * @param path as the server gave it, `/api/…`
 * @throws Error with the status, where a server of another origin refuses
 */
export async function openDownload(path: string): Promise<void> {
  const address = new URL(serverAddress(path), window.location.href);
  if (address.origin === window.location.origin) {
    follow(address.href, '');
    return;
  }
  const token = getToken();
  const answer = await fetch(address.href, { headers: token === null ? {} : { Authorization: token } });
  if (!answer.ok) throw new Error(String(answer.status));
  saveFile(fileNameOf(answer.headers.get('content-disposition')), await answer.blob());
}

/** The name in a `Content-Disposition` header (RFC 6266, the UTF-8 form that the server writes); empty: none. */
function fileNameOf(disposition: string | null): string {
  const [, name = ''] = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '') ?? [];
  return decodeURIComponent(name);
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
