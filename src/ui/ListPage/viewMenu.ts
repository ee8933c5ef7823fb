import type { Data } from '@contract/index';
import type { Translate } from '@/app/i18n/i18n';
import type { ActionRunner } from '../actions/useActions';
import type { MenuItem } from '../Menu';
import type { SavedView, viewActions } from './viewActions';

/** Inputs of the menu of saved views. */
export interface MenuContext {
  readonly t: Translate;
  readonly data: Data<'common.View/getAll'>;
  readonly views: readonly SavedView[];
  readonly picked: SavedView | undefined;
  /** The saved view that opens by default. */
  readonly opensView: SavedView | undefined;
  readonly isPlain: boolean;
  readonly isChanged: boolean;
  /** The current state of the list as an unsaved view. */
  readonly fresh: SavedView;
  readonly actions: ReturnType<typeof viewActions>;
  readonly start: ActionRunner<SavedView>['start'];
  readonly onPlain: () => void;
  readonly onChoose: (view: SavedView) => void;
  /** Removes the user's default view. With `identityId`, removes that identity's default view. */
  readonly onUnset: (identityId?: number) => void;
}

const ORDER = { own: 0, identity: 1, everyone: 2 } as const;

function groupOf(view: SavedView, t: Translate): string {
  if (view.scope === 'own') return t('view.mine');
  return view.scope === 'everyone' ? t('view.everyone') : t('view.sharedWith', { name: view.identityName ?? '' });
}

/** Returns the menu entries that open the plain list or a saved view. The plain list is first, and the user's own saved views follow. */
function choiceItems({ t, views, picked, isPlain, onPlain, onChoose }: MenuContext): readonly MenuItem[] {
  const sorted = [...views].sort(
    (a, b) => ORDER[a.scope] - ORDER[b.scope] || (a.identityId ?? 0) - (b.identityId ?? 0) || 0,
  );
  return [
    { key: 'plain', label: t('view.plain'), checked: isPlain && !picked, onPick: onPlain },
    ...sorted.map((view) => ({
      key: String(view.id),
      group: groupOf(view, t),
      label: view.name,
      checked: view === picked,
      onPick: () => onChoose(view),
    })),
  ];
}

const manage = (
  { t }: MenuContext,
  key: string,
  label: string,
  onPick: () => void,
  more: Partial<MenuItem> = {},
): MenuItem => ({ key, label, group: t('view.manage'), onPick, ...more });

/** Returns the entries that save the current state, and those that reset or edit the picked view. */
function keepItems(context: MenuContext): readonly MenuItem[] {
  const { t, picked, isChanged, fresh, actions, start, onChoose } = context;
  return [
    ...(picked?.mayEdit && isChanged
      ? [manage(context, 'update', t('view.update'), () => start(actions.update, picked))]
      : []),
    ...(picked && isChanged ? [manage(context, 'back', t('view.back'), () => onChoose(picked))] : []),
    manage(context, 'make', t('view.make'), () => start(actions.make, fresh)),
    ...(picked?.mayEdit ? [manage(context, 'edit', t('view.edit'), () => start(actions.edit, picked))] : []),
  ];
}

/** Returns the entries that set the picked view as default, or remove this default, for the user or an identity. */
function defaultItems(context: MenuContext): readonly MenuItem[] {
  const { t, data, picked, opensView, actions, start, onUnset } = context;
  if (!picked) return [];
  const { identities } = data.share;
  const own = manage(
    context,
    'default',
    t('view.setDefault'),
    () => (opensView === picked ? onUnset() : start(actions.open, picked)),
    { checked: opensView === picked },
  );
  if (picked.scope === 'own' || identities.length === 0) return [own];
  return [
    own,
    manage(context, 'identityDefault', t('view.setIdentityDefault'), () => start(actions.identityOpen, picked)),
    ...data.identityDefaults
      .filter((one) => one.viewId === picked.id)
      .map(({ identityId }) =>
        manage(
          context,
          `unset:${identityId}`,
          t('view.unsetIdentityDefault', {
            name: identities.find(({ id }) => id === identityId)?.name ?? String(identityId),
          }),
          () => onUnset(identityId),
        ),
      ),
  ];
}

function removeItems(context: MenuContext): readonly MenuItem[] {
  const { t, picked, actions, start } = context;
  if (!picked?.mayEdit) return [];
  return [manage(context, 'remove', t('view.remove'), () => start(actions.remove, picked), { danger: true })];
}

export const viewMenu = (context: MenuContext): readonly MenuItem[] => [
  ...choiceItems(context),
  ...keepItems(context),
  ...defaultItems(context),
  ...removeItems(context),
];
