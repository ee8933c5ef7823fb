import { z } from 'zod';
import { id, queryList, read, time } from './endpoint';
import { LIST_LIMITS } from './limits';
import { RULE } from './rule-ids';
import { SEARCH_KIND_NAMES } from './search.kinds';

/** This file declares the search for records in the command palette. */

const hit = z.object({
  id: id(),
  /** Name of the record, as users know it. */
  title: z.string(),
  /** Text that distinguishes records with the same name: a code, an account, or a person. */
  note: z.string(),
  stateText: z.string().nullable(),
  tone: z.enum(['neutral', 'info', 'working', 'good', 'bad', 'attention']).nullable(),
  /** Time that the palette shows with the record. `null` for kinds of records without such a time. */
  at: time().nullable(),
});
export type SearchHit = z.output<typeof hit>;

export const searchEndpoints = {
  'common.Search/find': read({
    phoneSearch: {
      field: 'text',
      kinds: [
        { page: RULE['team.list'], unmask: RULE['team.list.unmask'] },
        { page: RULE['user.list'], unmask: RULE['user.list.unmask'] },
        { page: RULE['safety.rider'], unmask: RULE['safety.rider.unmask'] },
        { page: RULE['franchise.list'], unmask: RULE['franchise.list.unmask'] },
        { page: RULE['franchise.apply'], unmask: RULE['franchise.apply.unmask'] },
        { page: RULE['financial.apply'], unmask: RULE['financial.apply.unmask'] },
        { page: RULE.foodLoss, unmask: RULE['foodLoss.unmask'] },
        { page: RULE['rights.staff'], unmask: RULE['rights.staff.unmask'] },
        { page: RULE['dashboard.accountManage'], unmask: RULE['dashboard.accountManage.unmask'] },
      ],
    },
    summary: "The first records of each kind that some words find, inside the caller's rules and data scope.",
    access: 'signedIn',
    input: z.object({
      text: z.string().trim().min(1).max(LIST_LIMITS.keyword),
      /** Kinds to search. Default: all kinds that the caller may see. */
      kinds: queryList(z.enum(SEARCH_KIND_NAMES)),
    }),
    data: z.object({
      /** Groups of hits by kind. Kinds without a hit are absent. */
      groups: z.array(
        z.object({
          kind: z.enum(SEARCH_KIND_NAMES),
          hits: z.array(hit),
          /** `true` if there are more hits than the listed ones. */
          more: z.boolean(),
        }),
      ),
    }),
  }),
} as const;
