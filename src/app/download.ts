import { serverAddress } from './windowSettings';

const SAVE_MS = 10_000;

function follow(href: string, name: string): void {
  const link = document.createElement('a');
  link.href = href;
  link.download = name;
  link.rel = 'noopener';
  link.click();
}

/** Fetches a file of the server as a download; its name comes with it. @param path as the server gave it, `/api/…` */
export function openDownload(path: string): void {
  follow(serverAddress(path), '');
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
