import type { DataOf } from '../../../contract/endpoint';
import type { riderCertificateEndpoints } from '../../../contract/riderCertificate';
import { certificateCase } from '../../../contract/riderCertificate.states';
import type { ActorContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import { viewerOf } from '../case';
import { assertTeamInScope } from '../team';
import { pictures } from './kind';
import { type CertificateRow, certificatesOf, findCertificate, holdersOf } from './store';

/** Builders of the answers about certificates. */

type Whole = DataOf<(typeof riderCertificateEndpoints)['safety.Rider/getCertificate']>;
type Answer = Omit<Whole, 'riderId' | 'riderName' | 'riderNo'>;
const NOTHING = { certNo: '', hospital: '', holder: '', issuedAt: '', validTo: '' };

async function answerOf(ctx: ActorContext, row: CertificateRow): Promise<Answer> {
  const facts = { state: row.state, expireAt: null, makerId: row.maker_id, makerIsOwner: false, amountFen: null };
  return {
    id: row.id,
    version: row.version,
    no: row.no,
    state: row.state,
    stateText: certificateCase.stateText(row.state, ctx.locale),
    tone: certificateCase.states[row.state].tone,
    certNo: row.cert_no,
    hospital: row.hospital,
    holder: row.holder,
    issuedAt: row.issued_at,
    validTo: row.valid_to,
    makerName: row.maker_name,
    createdAt: row.created_at.toISOString(),
    checkerName: row.checker_name,
    decidedAt: row.decided_at?.toISOString() ?? null,
    note: row.note,
    files: await pictures(ctx, row.files),
    actions: certificateCase.actionsFor(facts, viewerOf(ctx), ctx.clock.now()),
    read: row.read ?? NOTHING,
  };
}

/** Lists a rider's certificates, newest first. The caller must have checked access to the rider. */
export async function certificateAnswers(ctx: ActorContext, riderId: number, limit: number): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const row of await certificatesOf(ctx.db, riderId, limit)) answers.push(await answerOf(ctx, row));
  return answers;
}

/** Reads one certificate. @throws Refusal 40302 (station out of scope), 40401 (unknown certificate or rider) */
export async function certificateDetail(ctx: ActorContext, id: number): Promise<Whole> {
  const row = await findCertificate(ctx.db, id);
  if (!row) throw refuse(40401);
  await assertTeamInScope(ctx, row.team_id);
  const [holder] = await holdersOf(ctx.db, [row.rider_id]);
  if (!holder) throw refuse(40401);
  return { ...(await answerOf(ctx, row)), riderId: holder.id, riderName: holder.name, riderNo: holder.riderNo };
}
