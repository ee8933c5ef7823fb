import { isRecord } from './endpoints';
import { nameFiles, namesIn } from './fileItem';
import type { Page } from './page';

/** Session storage keys. The answers, the visit token and the names of the files must survive a reload. */
const KEPT = 'apply-answers';
const KEPT_FILES = 'apply-files';

/** Reloads the page after the operator has changed its form. The typed answers are stored for the time of the reload. */
export function reloadWithAnswers({ form, live, files }: Page): void {
  try {
    sessionStorage.setItem(KEPT_FILES, JSON.stringify({ visit: files.visit(), names: namesIn(form) }));
    sessionStorage.setItem(KEPT, JSON.stringify(live.answers()));
  } catch {
    // The visitor may have disabled storage. The answers are then lost.
  }
  location.reload();
}

/** Restores the answers that were typed before the reload, and informs the visitor that the form has changed. */
export function restoreAnswers({ form, live, files, say, tell }: Page): void {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEPT) ?? 'null');
    sessionStorage.removeItem(KEPT);
    const sent: unknown = JSON.parse(sessionStorage.getItem(KEPT_FILES) ?? 'null');
    sessionStorage.removeItem(KEPT_FILES);
    if (isRecord(kept)) {
      live.fill(Object.fromEntries(Object.entries(kept).map(([name, value]) => [name, String(value)])));
      if (isRecord(sent)) {
        files.resume(String(sent.visit ?? ''));
        if (isRecord(sent.names)) nameFiles(form, sent.names);
      }
      tell(say('changed'));
      form.querySelector('[data-problem]')?.scrollIntoView({ block: 'center' });
    }
  } catch {
    // Storage is disabled or its content is invalid. The form stays empty.
  }
}
