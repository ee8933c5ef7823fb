import type { Input } from '@contract/index';
import { type Action, post } from '@/ui/actions/types';
import type { Setting, SettingCalls } from './calls';

/** Builds the action that restores a version. The server saves the restored values as a new version. */
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
