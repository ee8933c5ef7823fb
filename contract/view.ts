import { z } from 'zod';
import { actionData, empty, id, read, write } from './endpoint';
import { VIEWS } from './limits';
import { type Text, text } from './text';
import { WORD } from './words';

/** Saved views of the lists: filters, sorting and columns under a name; of one's own, of an identity, or of everyone. */

const SCOPES = ['own', 'identity', 'everyone'] as const;
/** The name that a list's settings have. */
const list = () => z.string().regex(/^[a-zA-Z][a-zA-Z0-9.]{0,39}$/);

const view = z.object({
  id: id(),
  version: z.int(),
  list: z.string(),
  name: z.string(),
  /** What the address of the list holds, without `?`. */
  query: z.string(),
  scope: z.enum(SCOPES),
  identityId: id().nullable(),
  identityName: z.string().nullable(),
  /** May rename, change, share and delete it. */
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
      /** The own default of a list, else that of an identity; lists without one are absent. */
      defaults: z.array(z.object({ list: z.string(), viewId: id(), own: z.boolean() })),
      /** What identities open with, for those who may change it. */
      identityDefaults: z.array(z.object({ list: z.string(), viewId: id(), identityId: id() })),
      /** With whom the caller may share. */
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
      /** Absent: a new one. */
      id: id().optional(),
      /** 0 for a new one. */
      version: z.int().min(0),
      list: list(),
      name: z.string().trim().min(1).max(VIEWS.name),
      query: z
        .string()
        .max(VIEWS.query)
        .regex(/^[\w\-.~%!*'()+&=,:;@$/]*$/),
      scope: z.enum(SCOPES),
      /** With scope `identity`. */
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
      /** null: the plain list. */
      viewId: id().nullable(),
      /** Absent: for the caller himself. */
      identityId: id().optional(),
    }),
    data: empty,
    errors: [40301, 40401],
  }),
} as const;
