import { hasUnsaved, leaveUnasked } from '@/app/session/unsaved';
import { say } from '../i18n/translate';
import { askLeave, dialogReady } from './prompts';

/** Our own question, or the browser's where the code of our dialog cannot be loaded. */
const ask = (): Promise<boolean> =>
  dialogReady().then(askLeave, () => window.confirm(`${say('form.leaveTitle')}\n${say('form.leaveText')}`));

/** Reloads the page; asks first when a form holds unsaved input. */
export async function reloadAsked(reload: () => void = () => window.location.reload()): Promise<void> {
  if (hasUnsaved() && !(await ask())) return;
  leaveUnasked();
  reload();
}
