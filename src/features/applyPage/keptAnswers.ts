import { isRecord } from './endpoints';
import { nameFiles, namesIn } from './fileItem';
import type { Page } from './page';

/** Session storage keys: the answers during a reload after a change of the form, and the visit of their files. */
const KEPT = 'apply-answers';
const KEPT_FILES = 'apply-files';

/** Reloads the page when its form has changed, and keeps the typed answers. */
export function reloadWithAnswers({ form, live, files }: Page): void {
  try {
    sessionStorage.setItem(KEPT_FILES, JSON.stringify({ visit: files.visit(), names: namesIn(form) }));
    sessionStorage.setItem(KEPT, JSON.stringify(live.answers()));
  } catch {
    // Storage can be disabled.
  }
  location.reload();
}

/** Restores the answers from before the reload and shows that the form has changed. */
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
    // No answers were stored.
  }
}
