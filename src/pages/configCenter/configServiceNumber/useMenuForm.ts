import type { Data } from '@contract/index';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useT } from '@/app/i18n/i18n';
import { readData } from '@/app/request/useData';
import { toast } from '@/app/toast';
import { useEntitySubmission } from '@/ui/EntityForm/useEntitySubmission';
import { useFields } from '@/ui/EntityForm/useFields';
import { useLeaveGuard } from '@/ui/EntityForm/useLeaveGuard';
import type { Menu } from './menu';
import { MENU_FIELDS, type MenuValues } from './Outline';

const NO_ERRORS: ReadonlyMap<string, string> = new Map();

/**
 * Manages the edited menu as other forms do: a draft in the browser, a confirmation before the user leaves unsaved changes, and a merge
 * after another user has published a menu.
 *
 * @param stored the published menu as it was read last. A newer version replaces the edited menu only if the edited menu has no changes.
 * @param onPublished called after the menu was published
 */
export function useMenuForm(stored: Data<'config.ServiceNumber/getMenu'>, onPublished: () => void) {
  const t = useT();
  const form = useFields<MenuValues>({ menu: stored.menu }, MENU_FIELDS);
  const { store } = form;
  /** Version from which the edited menu starts. */
  const [version, setVersion] = useState(stored.version);
  const [errors, setErrors] = useState(NO_ERRORS);
  const [problem, setProblem] = useState('');
  const { menu } = useSyncExternalStore(store.subscribe, store.values);
  useLeaveGuard(store, stored.mayEdit);
  const submission = useEntitySubmission<MenuValues, { readonly version: number }>({
    ...{ form, fields: MENU_FIELDS, formKey: 'serviceNumber.serviceMenu' },
    ...{ address: 'config.ServiceNumber/publishMenu', title: t('serviceNumber.menuTab') },
    ...{ keepsDraft: stored.mayEdit, calls: ['publish'], target: { version } },
    onTarget: (target) => setVersion(target.version),
  });
  const { setConflict } = submission;
  useEffect(() => {
    if (stored.version <= version || store.dirty()) return;
    store.reset({ menu: stored.menu });
    setVersion(stored.version);
  }, [stored, version, store]);

  const publish = async () => {
    setProblem('');
    const end = await submission.send('publish', 'config.ServiceNumber/publishMenu', () => ({ menu, version }));
    if (end.kind === 'done') {
      store.reset({ menu });
      setVersion(end.data.version);
      submission.drafts.end();
      setConflict(null);
      toast.success(end.data.message ?? end.msg);
      onPublished();
    } else if (end.kind === 'fields') {
      setErrors(new Map(end.errors.map(({ field, message }) => [field, message])));
      setProblem(end.msg);
    } else if (end.kind === 'conflict') {
      const { changedBy, changedAt } = end.conflict;
      const latest = await readData('config.ServiceNumber/getMenu', {}).catch(() => null);
      if (latest === null) setProblem(end.msg);
      else setConflict({ changedBy, changedAt, theirs: { menu: latest.menu }, target: { version: latest.version } });
    } else if (end.kind === 'refused') setProblem(end.msg || t('common.networkError'));
  };
  return {
    ...{ form, submission, menu, errors, problem, publish },
    change: (next: Menu) => {
      store.set({ menu: next });
      setErrors(NO_ERRORS);
    },
  };
}
