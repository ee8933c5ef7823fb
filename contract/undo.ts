import { z } from 'zod';
import { actionData, bulkData, id, read, time, write } from './endpoint';
import { WORD } from './words';

/** "My last actions" and their undo (DOMAIN §0.3). `undo.calls` lists the compensations. */

/** `open`: can be undone now · `changed`: the object has changed since. */
export const UNDO_STATES = ['open', 'undone', 'late', 'changed', 'never'] as const;

export const undoEndpoints = {
  'common.Undo/getList': read({
    summary: "The caller's own actions of the last day, newest first, and which can be taken back.",
    access: 'signedIn',
    input: z.object({}),
    data: z.object({
      list: z.array(
        z.object({
          id: id(),
          at: time(),
          /** The action in the caller's language. */
          actionText: z.string(),
          objectText: z.string(),
          objectNo: z.string().nullable(),
          /** For bulk calls: the number of records that could be undone at first, and that still can be. */
          count: z.int(),
          left: z.int(),
          /** Input of `undo`; null if the call cannot be undone. */
          undoId: id().nullable(),
          until: time().nullable(),
          state: z.enum(UNDO_STATES),
          /** Why the call cannot be undone; empty if it can. */
          why: z.string(),
        }),
      ),
    }),
  }),
  'common.Undo/undo': write({
    summary:
      'Takes one of the own actions back, by the call that does the opposite, with the rights that the caller has now. Asks for a second verification where that call does. An action about several records is taken back record by record: what was changed since stays, and is told.',
    access: 'signedIn',
    idempotent: true,
    audit: {
      module: 'common',
      action: 'undo',
      object: 'record',
      text: WORD.undoAction,
    },
    input: z.object({ id: id() }),
    data: actionData.extend(bulkData.shape),
    errors: [40301, 40302, 40303, 40401, 40901, 42201],
  }),
} as const;
