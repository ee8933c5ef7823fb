import { DownOutlined } from '@ant-design/icons';
import type { Data } from '@contract/index';
import { useEffect, useMemo, useState } from 'react';
import { failureText } from '@/app/calls/failureText';
import { mutate } from '@/app/calls/mutate';
import { useCommands } from '@/app/commands/registry';
import { type Label, useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { useData, useRefresh } from '@/app/request/useData';
import { toast } from '@/app/toast';
import { useActions } from '../actions/useActions';
import { Menu } from '../Menu';
import { type ListSchema, readView, showsView, viewQuery } from './listState';
import { keepDefault } from './openings';
import styles from './saved.css';
import type { Column } from './types';
import type { ListControl } from './useListState';
import { type SavedView, viewActions } from './viewActions';
import { viewMenu } from './viewMenu';

const FRESH_MS = 5 * 60_000;
const NONE: readonly SavedView[] = [];

/** Returns the query that opens a saved view: its stored query, and its id. */
const opening = (schema: ListSchema, view: SavedView) => {
  const query = readView(schema, view.query);
  return `${query}${query === '' ? '' : '&'}saved=${view.id}`;
};

/** Returns an unsaved view with this query. Its id is 0. */
const freshView = (list: string, query: string): SavedView => ({
  id: 0,
  version: 0,
  list,
  name: '',
  query,
  scope: 'own',
  identityId: null,
  identityName: null,
  mayEdit: true,
});

/** Applies the list's default view when the URL has no list parameters. Caches the default for the next opening. */
function useDefaultView(
  list: string,
  schema: ListSchema,
  data: Data<'common.View/getAll'> | undefined,
  views: readonly SavedView[],
  openWith: ListControl['openWith'],
): SavedView | undefined {
  const { userId } = usePlatform();
  const opens = data?.defaults.find((one) => one.list === list);
  const opensView = opens && views.find((view) => view.id === opens.viewId);
  const opensWith = opensView ? opening(schema, opensView) : null;
  useEffect(() => {
    if (data === undefined) return;
    keepDefault(userId, list, opensWith);
    if (opensWith !== null) openWith(opensWith);
  }, [data, userId, list, opensWith, openWith]);
  return opensView;
}

/** Returns a function that removes the list's default view: the user's own, or that of an identity. */
function useRemoveDefault(list: string): (identityId?: number) => Promise<void> {
  const refresh = useRefresh();
  return async (identityId) => {
    const holder = identityId === undefined ? {} : { identityId };
    const end = await mutate('common.View/setDefault', () => ({ list, viewId: null, ...holder }));
    refresh('common.View/getAll');
    const failure = failureText(end);
    if (failure !== null) toast.error(failure);
  };
}

/** Renders the menu of saved views. Users pick, save, edit, share and remove views, and set default views. */
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
  /** The visible columns of the list. */
  readonly shown: readonly Pick<Column<never>, 'key'>[];
}) {
  const t = useT();
  const removeDefault = useRemoveDefault(list);
  const { data } = useData('common.View/getAll', {}, { staleTime: FRESH_MS });
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { state, pick, openWith } = control;
  const views = useMemo(() => data?.list.filter((view) => view.list === list) ?? NONE, [data, list]);
  const picked = views.find((view) => view.id === state.saved);
  const isPlain = showsView(schema, state, '');
  const isChanged = picked !== undefined && !showsView(schema, state, picked.query);

  const opensView = useDefaultView(list, schema, data, views, openWith);

  // Save the visible columns in the view, so that all of its users see the same columns.
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

  const items = () =>
    viewMenu({
      t,
      data,
      views,
      picked,
      opensView,
      isPlain,
      isChanged,
      fresh: freshView(list, query),
      actions,
      start: runner.start,
      onPlain: () => pick(null),
      onChoose: choose,
      onUnset: (identityId) => void removeDefault(identityId),
    });
  return (
    <>
      <ViewButton
        name={picked?.name ?? t(isPlain ? 'view.plain' : 'view.unsaved')}
        isChanged={isChanged}
        isOpen={anchor !== null}
        onPress={(button) => setAnchor((open) => (open ? null : button))}
      />
      {anchor ? (
        <Menu anchor={anchor} align="start" label={t('view.title')} items={items()} onClose={() => setAnchor(null)} />
      ) : null}
      {runner.element}
    </>
  );
}

interface ViewButtonProps {
  readonly name: string;
  readonly isChanged: boolean;
  readonly isOpen: boolean;
  readonly onPress: (button: HTMLButtonElement) => void;
}

function ViewButton({ name, isChanged, isOpen, onPress }: ViewButtonProps) {
  const t = useT();
  return (
    <button
      type="button"
      className={styles.button}
      aria-haspopup="menu"
      aria-expanded={isOpen}
      onClick={({ currentTarget }) => onPress(currentTarget)}
    >
      <span data-visually-hidden="">{t('view.title')}</span>
      <span className={styles.name}>{name}</span>
      {isChanged ? <span className={styles.changed}>{t('view.changed')}</span> : null}
      <DownOutlined aria-hidden />
    </button>
  );
}
