import type { Data } from '@contract/index';
import { VIEWS } from '@contract/limits';
import type { Translate } from '@/app/i18n/i18n';
import { toast } from '@/app/toast';
import { type Action, post } from '../actions/types';
import { type FormValues, trimmed } from '../EntityForm/store';
import type { Field, OptionSpec } from '../EntityForm/types';

type Views = Data<'common.View/getAll'>;
export type SavedView = Views['list'][number];

/** Inputs of the actions on the saved views of one list. */
interface ViewPlace {
  readonly list: string;
  /** Query of the list's current state, with its columns. */
  readonly query: string;
  readonly share: Views['share'];
  readonly t: Translate;
  readonly pick: (view: { readonly id: number; readonly query: string }) => void;
}

interface ViewActions {
  /** Saves the current state as a new saved view. */
  readonly make: Action<SavedView>;
  readonly update: Action<SavedView>;
  readonly edit: Action<SavedView>;
  readonly remove: Action<SavedView>;
  readonly open: Action<SavedView>;
  readonly identityOpen: Action<SavedView>;
}

const holderOf = (who: unknown): { scope: SavedView['scope']; identityId?: number } => {
  const [scope, id] = String(who ?? 'own').split(':');
  return scope === 'identity' ? { scope, identityId: Number(id) } : { scope: scope === 'everyone' ? scope : 'own' };
};
const whoOf = ({ scope, identityId }: SavedView) => (scope === 'identity' ? `identity:${identityId}` : scope);
const idIn = (data: unknown) => (typeof data === 'object' && data !== null && 'id' in data ? Number(data.id) : 0);

/** Fields of a saved view's form: its name and, for users who may share it, its audience. */
const viewFields =
  ({ share, t }: Pick<ViewPlace, 'share' | 't'>) =>
  (rows: readonly SavedView[]): readonly Field[] => {
    const identities: readonly OptionSpec[] = share.identities.map(({ id, name }) => ({
      value: `identity:${id}`,
      text: t('view.sharedWith', { name }),
    }));
    const options: OptionSpec[] = [
      { value: 'own', label: 'view.onlyMe' },
      ...identities,
      ...(share.everyone ? [{ value: 'everyone', label: 'view.everyone' } as const] : []),
    ];
    const [row] = rows;
    // The current value must be an option, even if the user may not choose it.
    if (row && !options.some(({ value }) => value === whoOf(row))) {
      options.push({ value: whoOf(row), text: row.identityName ?? whoOf(row) });
    }
    return [
      { kind: 'text', name: 'name', label: 'view.name', required: true, min: 1, max: VIEWS.name },
      ...(options.length > 1
        ? [{ kind: 'choice', name: 'who', label: 'view.who', required: true, options } as const]
        : []),
    ];
  };
const initial = (rows: readonly SavedView[]): FormValues => ({
  name: rows[0]?.name ?? '',
  who: rows[0] ? whoOf(rows[0]) : 'own',
});
const nameIn = (values: FormValues) => trimmed(values, 'name');

/** Returns the actions that save the current state of the list as a new saved view or in the picked saved view. */
function keepActions({ list, query, share, t, pick }: ViewPlace): Pick<ViewActions, 'make' | 'update'> {
  return {
    make: {
      key: 'make',
      label: 'view.make',
      fields: viewFields({ share, t }),
      initial,
      call: post('common.View/save', (_row: SavedView, values) => ({
        version: 0,
        list,
        name: nameIn(values),
        query,
        ...holderOf(values.who),
      })),
      after: (data) => pick({ id: idIn(data), query }),
    },
    update: {
      key: 'update',
      label: 'view.update',
      instant: true,
      call: post('common.View/save', (row: SavedView) => ({
        id: row.id,
        version: row.version,
        list,
        name: row.name,
        query,
        ...holderOf(whoOf(row)),
      })),
      after: (_data, row) => {
        pick({ id: row.id, query });
        toast.success(t('view.updated', { name: row.name }));
      },
    },
  };
}

/** Returns the actions that edit or remove a saved view. */
function manageActions({ list, share, t }: ViewPlace): Pick<ViewActions, 'edit' | 'remove'> {
  return {
    edit: {
      key: 'edit',
      label: 'view.edit',
      fields: viewFields({ share, t }),
      initial,
      call: post('common.View/save', (row: SavedView, values) => ({
        id: row.id,
        version: row.version,
        list,
        name: nameIn(values),
        query: row.query,
        ...holderOf(values.who),
      })),
    },
    remove: {
      key: 'remove',
      label: 'view.remove',
      danger: true,
      confirm: {
        text: (names, [row], words) =>
          words(row?.scope === 'own' ? 'view.removeText' : 'view.removeSharedText', { name: names }),
      },
      call: post('common.View/remove', (row: SavedView) => ({ id: row.id, version: row.version })),
    },
  };
}

/** Returns the actions that set a saved view as the default for the user or for an identity. */
function openActions({ list, share, t }: ViewPlace): Pick<ViewActions, 'open' | 'identityOpen'> {
  return {
    open: {
      key: 'open',
      label: 'view.setDefault',
      instant: true,
      call: post('common.View/setDefault', (row: SavedView) => ({ list, viewId: row.id })),
      after: (_data, row) => toast.success(t('view.defaultSet', { name: row.name })),
    },
    identityOpen: {
      key: 'identityOpen',
      label: 'view.setIdentityDefault',
      confirm: { text: (names, _rows, words) => words('view.identityDefaultText', { name: names }) },
      fields: ([row]) => [
        {
          kind: 'choice',
          name: 'identityId',
          label: 'view.identity',
          required: true,
          options: share.identities
            .filter(({ id }) => row?.scope !== 'identity' || row.identityId === id)
            .map((identity) => ({ value: identity.id, text: identity.name })),
        },
      ],
      initial: ([row]) => ({ identityId: row?.identityId ?? null }),
      call: post('common.View/setDefault', (row: SavedView, values) => ({
        list,
        viewId: row.id,
        identityId: Number(values.identityId),
      })),
    },
  };
}

/** Returns the actions that save, edit, remove or set as default the saved views of one list. */
export const viewActions = (place: ViewPlace): ViewActions => ({
  ...keepActions(place),
  ...manageActions(place),
  ...openActions(place),
});
