import type { Kysely } from 'kysely';
import { teamLifecycle } from '../../../contract/team.states';
import type { Clock } from '../../core/clock';
import type { Database } from '../../core/database/schema';
import type { Ids } from '../../core/ids';
import { appendLog } from './log-store';
import { lockTeams, stateColumns, updateTeam } from './store';

/**
 * Freezes a station after a major safety incident (DOMAIN §3.3).
 *
 * @param tools `db` must be a transaction
 * @param reason text for the station's history; it contains the incident's number
 * @returns `false` if the station does not exist or its state does not allow freezing
 */
export async function freezeAfterIncident(
  tools: { readonly db: Kysely<Database>; readonly clock: Clock; readonly ids: Ids },
  teamId: number,
  reason: string,
): Promise<boolean> {
  const { db, ids, clock } = tools;
  const { from, to } = teamLifecycle.transition('severeIncident');
  const [team] = await lockTeams(db, [teamId]);
  if (!team || !from.includes(team.status)) return false;
  const writer = { id: 0, name: '', at: clock.now() };
  const columns = { ...stateColumns('severeIncident', writer.at), status_reason: reason };
  const version = await updateTeam(db, { id: team.id, version: team.version, from }, columns, writer);
  if (version === null) return false;
  const line = {
    kind: 'status',
    subject: 'severeIncident',
    before: { status: team.status },
    after: { status: to },
  } as const;
  await appendLog(db, ids, { teamId, ...line, reason }, writer);
  return true;
}
