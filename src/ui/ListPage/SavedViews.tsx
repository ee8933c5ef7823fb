import { DownOutlined } from '@ant-design/icons';
import { useEffect, useMemo, useState } from 'react';
import { mutate } from '@/app/calls/mutate';
import { useCommands } from '@/app/commands/registry';
import { type Label, useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { useData, useRefresh } from '@/app/request/useData';
import { useActions } from '../actions/useActions';
import { Menu, type MenuItem } from '../Menu';
import { type ListSchema, readView, showsView, viewQuery } from './listState';
import { keepDefault } from './openings';
import styles from './saved.css';
import type { Column } from './types';
import type { ListControl } from './useListState';
import { type SavedView, viewActions } from './viewActions';

const FRESH_MS = 5 * 60_000;
const NONE: readonly SavedView[] = [];

/** The query that opens a view: what it holds, and which one it is. */
const opening = (schema: ListSchema, view: SavedView) => {
  const query = readView(schema, view.query);
  return `${query}${query === '' ? '' : '&'}saved=${view.id}`;
};

/** The saved views of a list: pick one, keep what was changed, share it, open with it. */
export function SavedViews({
  list,
  title,
  schema,
  control,
  shown,
}: {
  readonly list: string;
  readonly title: Label;
  readonly schema: ListSchema;
  readonly control: ListControl;
  /** Columns that are shown. */
  readonly shown: readonly Pick<Column<never>, 'key'>[];
}) {
  const t = useT();
  const { userId } = usePlatform();
  const refresh = useRefresh();
  const { data } = useData('common.View/getAll', {}, { staleTime: FRESH_MS });
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { state, pick, openWith } = control;
  const views = useMemo(() => data?.list.filter((view) => view.list === list) ?? NONE, [data, list]);
  const picked = views.find((view) => view.id === state.saved);
  const isPlain = showsView(schema, state, '');
  const isChanged = picked !== undefined && !showsView(schema, state, picked.query);

  const opens = data?.defaults.find((one) => one.list === list);
  const opensView = opens && views.find((view) => view.id === opens.viewId);
  const opensWith = opensView ? opening(schema, opensView) : null;
  useEffect(() => {
    if (data === undefined) return;
    keepDefault(userId, list, opensWith);
    if (opensWith !== null) openWith(opensWith);
  }, [data, userId, list, opensWith, openWith]);

  // Saved with the columns that are on the screen, so that everybody sees the same.
  const query = viewQuery(schema, { ...state, columns: state.columns ?? shown.map((column) => column.key) });
  const share = data?.share ?? { identities: [], everyone: false };
  const actions = viewActions({ list, query, share, t, pick });
  const runner = useActions<SavedView>((view) => view.name || t(title));
  const choose = (view: SavedView) => pick({ id: view.id, query: readView(schema, view.query) });
  useCommands(() =>
    views.map((view) => ({
      key: `view.${view.id}`,
      label: 'view.pick',
      about: view.name,
      group: 'views',
      run: () => choose(view),
    })),
  );
  if (!data) return null;

  const unset = async (identityId?: number) => {
    const holder = identityId === undefined ? {} : { identityId };
    const end = await mutate('common.View/setDefault', () => ({ list, viewId: null, ...holder }));
    if (end.kind === 'done') refresh('common.View/getAll');
  };
  const fresh: SavedView = {
    id: 0,
    version: 0,
    list,
    name: '',
    query,
    scope: 'own',
    identityId: null,
    identityName: null,
    mayEdit: true,
  };
  const groupOf = (view: SavedView) =>
    view.scope === 'own'
      ? t('view.mine')
      : view.scope === 'everyone'
        ? t('view.everyone')
        : t('view.sharedWith', { name: view.identityName ?? '' });
  const order = { own: 0, identity: 1, everyone: 2 } as const;
  const sorted = [...views].sort(
    (a, b) => order[a.scope] - order[b.scope] || (a.identityId ?? 0) - (b.identityId ?? 0) || 0,
  );
  const manage = t('view.manage');
  const act = (key: string, label: string, onPick: () => void, more: Partial<MenuItem> = {}): MenuItem => ({
    key,
    label,
    group: manage,
    onPick,
    ...more,
  });
  const items: readonly MenuItem[] = [
    { key: 'plain', label: t('view.plain'), checked: isPlain && !picked, onPick: () => pick(null) },
    ...sorted.map((view) => ({
      key: String(view.id),
      group: groupOf(view),
      label: view.name,
      checked: view === picked,
      onPick: () => choose(view),
    })),
    ...(picked?.mayEdit && isChanged
      ? [act('update', t('view.update'), () => runner.start(actions.update, picked))]
      : []),
    ...(picked && isChanged ? [act('back', t('view.back'), () => choose(picked))] : []),
    act('make', t('view.make'), () => runner.start(actions.make, fresh)),
    ...(picked?.mayEdit ? [act('edit', t('view.edit'), () => runner.start(actions.edit, picked))] : []),
    ...(picked
      ? [
          act(
            'default',
            t('view.setDefault'),
            () => (opensView === picked ? void unset() : runner.start(actions.open, picked)),
            { checked: opensView === picked },
          ),
        ]
      : []),
    ...(picked && picked.scope !== 'own' && share.identities.length > 0
      ? [
          act('identityDefault', t('view.setIdentityDefault'), () => runner.start(actions.identityOpen, picked)),
          ...data.identityDefaults
            .filter((one) => one.viewId === picked.id)
            .map(({ identityId }) =>
              act(
                `unset:${identityId}`,
                t('view.unsetIdentityDefault', {
                  name: share.identities.find(({ id }) => id === identityId)?.name ?? String(identityId),
                }),
                () => void unset(identityId),
              ),
            ),
        ]
      : []),
    ...(picked?.mayEdit
      ? [act('remove', t('view.remove'), () => runner.start(actions.remove, picked), { danger: true })]
      : []),
  ];
  return (
    <>
      <button
        type="button"
        className={styles.button}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor((open) => (open ? null : currentTarget))}
      >
        <span data-visually-hidden="">{t('view.title')}</span>
        <span className={styles.name}>{picked?.name ?? t(isPlain ? 'view.plain' : 'view.unsaved')}</span>
        {isChanged ? <span className={styles.changed}>{t('view.changed')}</span> : null}
        <DownOutlined aria-hidden />
      </button>
      {anchor ? (
        <Menu anchor={anchor} align="start" label={t('view.title')} items={items} onClose={() => setAnchor(null)} />
      ) : null}
      {runner.element}
    </>
  );
}
