import { z } from 'zod';
import { actionData, bulkData, id, read, time, write } from './endpoint';
import { WORD } from './words';

/** "My last actions", and taking one of them back (DOMAIN §0.3). What takes what back is in `undo.calls`. */

/** `open`: can be taken back now · `changed`: the object was changed since. */
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
          /** What was done, in the caller's language. */
          actionText: z.string(),
          objectText: z.string(),
          objectNo: z.string().nullable(),
          /** Of several records: how many of it could be taken back at first, and how many still can. */
          count: z.int(),
          left: z.int(),
          /** What to send to `undo`; null where it cannot be taken back. */
          undoId: id().nullable(),
          until: time().nullable(),
          state: z.enum(UNDO_STATES),
          /** Why it cannot be taken back; empty while it can. */
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
