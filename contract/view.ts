import { z } from 'zod';
import { actionData, empty, id, read, write } from './endpoint';
import { VIEWS } from './limits';
import { type Text, text } from './text';
import { WORD } from './words';

/** Saved views of lists: named filters, sorting and columns. They belong to one user, an identity, or everyone. */

const SCOPES = ['own', 'identity', 'everyone'] as const;
/** Key of a list's settings. */
const list = () => z.string().regex(/^[a-zA-Z][a-zA-Z0-9.]{0,39}$/);

const view = z.object({
  id: id(),
  version: z.int(),
  list: z.string(),
  name: z.string(),
  /** Query string of the list's address, without `?`. */
  query: z.string(),
  scope: z.enum(SCOPES),
  identityId: id().nullable(),
  identityName: z.string().nullable(),
  /** The caller may rename, change, share and delete the view. */
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
    summary: 'The views of all lists that the caller may use, and with which view each list opens for him.',
    access: 'signedIn',
    input: z.object({}),
    data: z.object({
      list: z.array(view),
      /** Default view of each list: the user's own, otherwise the identity's. Lists without a default are absent. */
      defaults: z.array(z.object({ list: z.string(), viewId: id(), own: z.boolean() })),
      /** Default views of identities, for callers who may change them. */
      identityDefaults: z.array(z.object({ list: z.string(), viewId: id(), identityId: id() })),
      /** Who the caller may share views with. */
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
      /** Absent for a new view. */
      id: id().optional(),
      /** 0 for a new view. */
      version: z.int().min(0),
      list: list(),
      name: z.string().trim().min(1).max(VIEWS.name),
      query: z
        .string()
        .max(VIEWS.query)
        .regex(/^[\w\-.~%!*'()+&=,:;@$/]*$/),
      scope: z.enum(SCOPES),
      /** Only with scope `identity`. */
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
      /** Null removes the default: the list opens without a view. */
      viewId: id().nullable(),
      /** Absent: the default is for the caller. */
      identityId: id().optional(),
    }),
    data: empty,
    errors: [40301, 40401],
  }),
} as const;
