import { isRecord } from './endpoints';
import type { Page } from './page';

/** Answers that outlive the reload after a change of the form. */
const KEPT = 'apply-answers';

/** The page's form changed while it was being filled: the new one is loaded with what was typed. */
export function reloadWithAnswers({ live }: Page): void {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(live.answers()));
  } catch {
    // Storage may be switched off.
  }
  location.reload();
}

/** Fills the form with the answers of before the reload, and says that the form changed. */
export function restoreAnswers({ form, live, say, tell }: Page): void {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEPT) ?? 'null');
    sessionStorage.removeItem(KEPT);
    if (isRecord(kept)) {
      live.fill(Object.fromEntries(Object.entries(kept).map(([name, value]) => [name, String(value)])));
      tell(say('changed'));
      form.querySelector('[data-problem]')?.scrollIntoView({ block: 'center' });
    }
  } catch {
    // Nothing was kept.
  }
}
