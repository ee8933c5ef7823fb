import { hasUnsaved, leaveUnasked } from '@/app/session/unsaved';
import { say } from '../i18n/translate';
import { askLeave } from './prompts';

/** Our own question, or the browser's where ours cannot be drawn: its code may be gone as well. */
const ask = (): Promise<boolean> =>
  import('@/ui/calls/PromptDialog').then(askLeave, () =>
    window.confirm(`${say('form.leaveTitle')}\n${say('form.leaveText')}`),
  );

/** Loads the page anew. Nobody loses what he typed without having been asked. */
export async function reloadAsked(reload: () => void = () => window.location.reload()): Promise<void> {
  if (hasUnsaved() && !(await ask())) return;
  leaveUnasked();
  reload();
}
