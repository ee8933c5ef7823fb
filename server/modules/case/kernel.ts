import type { RawBuilder, SqlBool } from 'kysely';
import type { CaseStep, CaseType } from '../../../contract/case';
import type { Clock } from '../../core/clock';
import { inTransaction } from '../../core/database/transaction';
import type { Ids } from '../../core/ids';
import type { CaseDefinition, Db } from './definition';
import { caseHistory } from './history';
import { caseInbox } from './inbox';
import { caseOpening } from './opening';
import { caseSteps, tellMaker } from './steps';
import { addSteps, expireCases } from './store';

/** The common procedure for all documents that people decide (contract/case.ts). Modules add effects, texts and who may decide. */

/** A kind of document with the functions that the inbox and the jobs use. */
export type Case = Pick<
  ReturnType<typeof defineCase<string, string, never, never, never>>,
  'type' | 'expire' | 'box' | 'entries' | 'detail'
>;

/** Creates a kind of document from its declaration, table, effects and texts. */
export function defineCase<S extends string, A extends string, T extends Readonly<Record<A, CaseStep<S>>>, R, O>(
  definition: CaseDefinition<S, A, T, R, O>,
) {
  const { type, table } = definition;
  const expiry = type.transitions.find(({ action }) => action === 'expire');
  const { lineOf, addStep, history } = caseHistory(definition);
  const { entriesOf, ...inbox } = caseInbox(definition, { history });
  return {
    type: type as unknown as CaseType<S, A>,
    lineOf,
    addStep,
    history,
    ...inbox,
    ...caseSteps(definition, { lineOf }, caseOpening(definition, { entriesOf })),

    /**
     * Stores the expiry of overdue documents, each with a line of history and, if declared, a notice to the maker.
     *
     * @param among limits the expiry to these documents
     */
    async expire(db: Db, clock: Clock, ids: Ids, among?: RawBuilder<SqlBool>): Promise<void> {
      if (!expiry) return;
      await inTransaction({ db, clock, ids }, async (tools) => {
        const to = { from: expiry.from, state: expiry.to, now: clock.now(), among };
        const rows = await expireCases<R>(tools.db, table, to);
        await addSteps(
          tools.db,
          rows.map((row) => lineOf(tools, definition.record(row).id, expiry.action)),
        );
        for (const row of rows) {
          const words = definition.expiryNotice?.(row);
          if (words) await tellMaker(tools, definition.record(row), words);
        }
      });
    },
  };
}
