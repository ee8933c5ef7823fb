import { hasUnsaved, leaveUnasked } from '@/app/session/unsaved';
import { t } from '../i18n/i18n';
import { askLeave, dialogReady } from './prompts';

/**
 * Asks whether the user wants to lose unsaved input. Uses our own dialog, or the browser's dialog if the code of our dialog cannot be
 * loaded.
 */
const ask = (): Promise<boolean> =>
  dialogReady().then(
    () => askLeave(),
    () => window.confirm(`${t('form.leaveTitle')}\n${t('form.leaveText')}`),
  );

/** Reloads the page. If a form has unsaved input, it asks the user first. */
export async function reloadAsked(reload: () => void = () => window.location.reload()): Promise<void> {
  if (hasUnsaved() && !(await ask())) return;
  leaveUnasked();
  reload();
}
