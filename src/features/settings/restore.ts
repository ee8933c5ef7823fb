import type { Input } from '@contract/index';
import { type Action, post } from '@/ui/actions/types';
import type { Setting, SettingCalls } from './calls';

/** Restores the version of the row as a new version after the one that the page shows. */
export function restoreAction(
  calls: SettingCalls,
  { group, version }: Setting,
  onRestored: () => void,
): Action<{ readonly id: number }> {
  return {
    key: 'restore',
    label: 'setting.restore',
    confirm: { text: (name, _rows, t) => t('setting.restoreText', { version: name }) },
    call: post(
      calls.restore,
      ({ id }: { readonly id: number }) => ({ group, from: id, version }) as Input<SettingCalls['restore']>,
    ),
    after: onRestored,
  };
}
