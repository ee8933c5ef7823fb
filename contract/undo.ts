import { z } from 'zod';
import { actionData, bulkData, id, read, time, write } from './endpoint';
import { WORD } from './words';

/** "My last actions" and how to undo them (DOMAIN §0.3). `undo.calls` lists the compensations. */

/**
 * `open`: the call can be undone. `undone`: the call was undone. `late`: the undo period has expired. `changed`: the object was changed
 * later. `never`: the call has no undo.
 */
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
          /** Name of the action in the caller's language. */
          actionText: z.string(),
          objectText: z.string(),
          objectNo: z.string().nullable(),
          /** Number of records that could be undone directly after the call. `left` is the number that can still be undone. */
          count: z.int(),
          left: z.int(),
          /** Id to send to `undo`. `null` means that the call cannot be undone. */
          undoId: id().nullable(),
          until: time().nullable(),
          state: z.enum(UNDO_STATES),
          /** Why the call cannot be undone. Empty when it can be undone. */
          why: z.string(),
        }),
      ),
    }),
  }),
  'common.Undo/undo': write({
    summary:
      'Undoes an action of the caller by the opposite call, with the current rights of the caller. Asks for a second verification where that call does. An action on several records is undone record by record: records that changed since are kept and reported.',
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
