import { isRecord } from './endpoints';
import { nameFiles, namesIn } from './fileItem';
import type { Page } from './page';

/** Answers that outlive the reload after a change of the form, and the visit that their files belong to. */
const KEPT = 'apply-answers';
const KEPT_FILES = 'apply-files';

/** The page's form changed while it was being filled: the new one is loaded with what was typed. */
export function reloadWithAnswers({ form, live, files }: Page): void {
  try {
    sessionStorage.setItem(KEPT_FILES, JSON.stringify({ visit: files.visit(), names: namesIn(form) }));
    sessionStorage.setItem(KEPT, JSON.stringify(live.answers()));
  } catch {
    // Storage may be switched off.
  }
  location.reload();
}

/** Fills the form with the answers of before the reload, and says that the form changed. */
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
    // Nothing was kept.
  }
}
