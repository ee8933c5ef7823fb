import { windowSettings } from './windowSettings';

function follow(href: string, name: string): void {
  const link = document.createElement('a');
  link.href = href;
  link.download = name;
  link.rel = 'noopener';
  link.click();
}

/** Fetches a file of the server as a download; its name comes with it. @param path as the server gave it, `/api/…` */
export function openDownload(path: string): void {
  follow(`${windowSettings().apiBase}${path}`, '');
}

/** Keeps a text as a file. */
export function saveText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  follow(url, name);
  // The browser needs the address until it has begun to save.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
