import { z } from 'zod';
import { actionData, empty, id, read, write } from './endpoint';
import { VIEWS } from './limits';
import { type Text, text } from './text';
import { WORD } from './words';

/** Saved views of lists: named filters, sorting and columns. A view belongs to a user, an identity or all users. */

const SCOPES = ['own', 'identity', 'everyone'] as const;
/** Schema of the key of a list. Views and other settings of the list are stored under this key. */
const list = () => z.string().regex(/^[a-zA-Z][a-zA-Z0-9.]{0,39}$/);

const view = z.object({
  id: id(),
  version: z.int(),
  list: z.string(),
  name: z.string(),
  /** Query string of the list page with filters, sorting and columns, without `?`. */
  query: z.string(),
  scope: z.enum(SCOPES),
  identityId: id().nullable(),
  identityName: z.string().nullable(),
  /** Whether the caller may rename, change, share and delete the view. */
  mayEdit: z.boolean(),
});

const ACTIONS: Readonly<Record<string, Text>> = {
  save: text('保存视图', 'Save view', 'Salvar visão', '儲存檢視'),
  remove: WORD.deleteView,
  setDefault: text('设置默认视图', 'Set default view', 'Definir visão padrão', '設定預設檢視'),
};
const auditView = (action: string) => ({ module: 'view', action, object: 'view', text: ACTIONS[action] }) as const;

export const viewEndpoints = {
  'common.View/getAll': read({
    summary: 'The views of all lists that the caller may use, and the view with which each list opens.',
    access: 'signedIn',
    input: z.object({}),
    data: z.object({
      list: z.array(view),
      /**
       * Default view of each list. The user's own default takes precedence over the identity's default. Lists without a default are
       * absent.
       */
      defaults: z.array(z.object({ list: z.string(), viewId: id(), own: z.boolean() })),
      /** Default views of identities. The array is empty for callers who must not change these defaults. */
      identityDefaults: z.array(z.object({ list: z.string(), viewId: id(), identityId: id() })),
      /** Identities with which the caller may share views. `everyone`: the caller may share with all users. */
      share: z.object({ identities: z.array(z.object({ id: id(), name: z.string() })), everyone: z.boolean() }),
    }),
  }),
  'common.View/save': write({
    summary: 'Makes a view, or changes one: its name, what it holds, who sees it.',
    access: 'signedIn',
    idempotent: true,
    versioned: true,
    audit: auditView('save'),
    input: z.object({
      /** A new view has no id. */
      id: id().optional(),
      /** A new view has version 0. */
      version: z.int().min(0),
      list: list(),
      name: z.string().trim().min(1).max(VIEWS.name),
      query: z
        .string()
        .max(VIEWS.query)
        .regex(/^[\w\-.~%!*'()+&=,:;@$/]*$/),
      scope: z.enum(SCOPES),
      /** Only used with scope `identity`. */
      identityId: id().optional(),
    }),
    data: actionData,
    errors: [40301, 40304, 40401, 40901, 40903, 42391],
  }),
  'common.View/remove': write({
    summary: 'Deletes a view; lists that opened with it open plain.',
    access: 'signedIn',
    risk: 'confirm',
    versioned: true,
    audit: auditView('remove'),
    input: z.object({ id: id(), version: z.int() }),
    data: actionData,
    errors: [40301, 40304, 40401, 40901],
  }),
  'common.View/setDefault': write({
    summary: 'With which view a list opens: for the caller, or for an identity.',
    access: 'signedIn',
    audit: auditView('setDefault'),
    input: z.object({
      list: list(),
      /** `null` removes the default. The list then opens without a view. */
      viewId: id().nullable(),
      /** Without an identity, the default applies to the caller. */
      identityId: id().optional(),
    }),
    data: empty,
    errors: [40301, 40401],
  }),
} as const;
