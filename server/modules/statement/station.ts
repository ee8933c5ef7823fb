import { inTransaction } from '../../core/database/transaction';
import { refuse } from '../../core/http/refusal';
import { notify } from '../notice';
import { teamNames } from '../team';
import { statementDocuments } from './decide';
import { lockStatement, moveStatement, type StatementRow, type Tools } from './store';
import { linkTo, WORDS } from './words';

/** This module confirms and disputes statements on behalf of their stations. The console has no endpoint for this (docs/decisions/0053). */

interface StationPerson {
  /** 0 means that the station's app acts without a person. */
  readonly accountId: number;
  readonly name: string;
}

/**
 * Locks the station's own statement for a step.
 *
 * @throws Refusal 40401 (unknown statement, or a statement of another station), 42201 (the statement's state does not allow the step)
 */
async function openOwn(
  { db }: Tools,
  asked: { readonly id: number; readonly teamId: number },
  step: 'confirm' | 'dispute',
): Promise<StatementRow> {
  const row = await lockStatement(db, asked.id);
  if (!row || row.team_id !== asked.teamId) throw refuse(40401);
  const { type } = statementDocuments;
  if (!type.allowed(row.state, step)) throw refuse(42201, { state: type.states[row.state].text });
  return row;
}

/**
 * Confirms a statement on behalf of its station.
 *
 * @throws Refusal 40401 (unknown statement, or a statement of another station), 42201 (the statement's state does not allow the step)
 */
export function confirmStatement(
  tools: Tools,
  asked: { readonly id: number; readonly teamId: number; readonly by: StationPerson },
): Promise<void> {
  return inTransaction(tools, async (own) => {
    const row = await openOwn(own, asked, 'confirm');
    await moveStatement(own.db, row, { state: 'confirmed', confirmed_at: own.clock.now(), confirm_by: null });
    await statementDocuments.addStep({ ...own, actor: asked.by }, row.id, 'confirm');
  });
}

/**
 * Disputes a statement on behalf of its station and notifies finance.
 *
 * @throws Refusal 40401 (unknown statement, or a statement of another station), 42201 (the statement's state does not allow the step)
 */
export function disputeStatement(
  tools: Tools,
  asked: { readonly id: number; readonly teamId: number; readonly by: StationPerson; readonly text: string },
): Promise<void> {
  return inTransaction(tools, async (own) => {
    const row = await openOwn(own, asked, 'dispute');
    await moveStatement(own.db, row, {
      state: 'disputed',
      dispute_text: asked.text,
      answer_text: null,
      confirm_by: null,
    });
    await statementDocuments.addStep({ ...own, actor: asked.by }, row.id, 'dispute', { note: asked.text });
    await notify(own, {
      event: 'statementDisputed',
      teamId: row.team_id,
      title: WORDS.disputedTitle,
      content: WORDS.disputedText,
      params: {
        team: (await teamNames(own.db, [row.team_id])).get(row.team_id) ?? '',
        month: row.month,
        no: row.no,
        text: asked.text,
      },
      link: linkTo(row.id),
    });
  });
}
