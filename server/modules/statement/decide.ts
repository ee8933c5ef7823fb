import { type SqlBool, sql } from 'kysely';
import { RULE } from '../../../contract/rule-ids';
import { STATEMENT_FIELDS, statementCase } from '../../../contract/statement.states';
import type { ActorContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import { yuanText } from '../../core/money/amounts';
import { decidableByRule, defineCase, readRecord } from '../case';
import { assertTeamInScope, scopesOfTeam, teamNames } from '../team';
import { assertMonthClosed, awaiting, freezeNow, nextRevision, tellStation } from './deliver';
import { findRevision, STATEMENT_TABLE, type StatementRow } from './store';
import { linkTo, WORDS } from './words';

/** This module defines the decisions about statements (DOMAIN §3.5): sending, revising and answering disputes. */

const HANDLE = 3107;

/**
 * Writes a new revision. A job later sends the revision.
 *
 * @returns the statement columns to change, and values for the message and the operation record
 * @throws Refusal 42247 (a day of the month is open)
 */
export async function revised(ctx: ActorContext, row: StatementRow, reason: string) {
  await assertMonthClosed(ctx, row.month);
  const revision = await nextRevision(ctx, row, reason);
  return { set: { revision, confirm_by: null, confirmed_at: null }, params: { n: revision }, after: { revision } };
}

/** Workflow of a statement. `answerDispute` passes the effect of the step `answer` when it runs this step. */
export const statementDocuments = defineCase({
  type: statementCase,
  table: STATEMENT_TABLE,
  record: (row: StatementRow) => readRecord(row),
  object: (ctx, row: StatementRow) => assertTeamInScope(ctx, row.team_id),
  effects: {
    send: async (ctx, { row }) => {
      await assertMonthClosed(ctx, row.month);
      const figures = await freezeNow(ctx, row);
      const at = ctx.clock.now();
      await tellStation(ctx, row, at);
      return { set: awaiting(at), after: { revision: row.revision, payableFen: figures.payableFen } };
    },
    revise: (ctx, { row, note }) => revised(ctx, row, note),
  },
  done: { send: WORDS.sent, revise: WORDS.revised, answer: WORDS.answered },
  recorded: ({ row }, state, { before, after }) => ({
    before: { state: row.state, ...before },
    after: { state, teamId: row.team_id, month: row.month, ...after },
  }),
  // The approval inbox shows only disputed or decided statements.
  decidable: (db, actor) =>
    sql<SqlBool>`(${decidableByRule(db, actor, { table: STATEMENT_TABLE, rule: HANDLE })}
      and (statement.state = 'disputed' or statement.checker_id is not null))`,
  faces: async (ctx, rows) => {
    const names = await teamNames(
      ctx.db,
      rows.map(({ team_id: id }) => id),
    );
    return rows.map((row) => ({
      title: `${ctx.t(statementCase.title)} · ${row.month}`,
      object: names.get(row.team_id) ?? '',
      link: linkTo(row.id),
    }));
  },
  detail: {
    async admit(ctx, row) {
      if (!ctx.can(RULE['financial.bill'])) throw refuse(40401);
      const team = await scopesOfTeam(ctx.db, row.team_id);
      if (!team?.seenBy(ctx.actor.scopeOf(RULE['financial.bill']))) throw refuse(40302);
    },
    extras: async (ctx, row) => {
      const revision = await findRevision(ctx.db, row.id, row.revision);
      const names = await teamNames(ctx.db, [row.team_id]);
      const fact = (key: keyof typeof STATEMENT_FIELDS, value: string) => ({
        key,
        label: ctx.t(STATEMENT_FIELDS[key]),
        value,
        link: null,
      });
      return {
        facts: [
          fact('team', names.get(row.team_id) ?? ''),
          fact('month', row.month),
          fact('revision', String(row.revision)),
          ...(revision && ctx.actor.fields.has('amount')
            ? [fact('payableFen', ctx.t(yuanText(revision.payable_fen)))]
            : []),
          ...(row.dispute_text ? [fact('disputeText', row.dispute_text)] : []),
        ],
      };
    },
  },
});
