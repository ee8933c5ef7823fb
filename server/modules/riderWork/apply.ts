import { isIdCard } from '../../../contract/id-card';
import type { RiderReport } from '../../../contract/riderReport';
import { teamLifecycle } from '../../../contract/team.states';
import { WORD } from '../../../contract/words';
import { canonicalJson } from '../../core/canonical-json';
import { asPart, sqlState, violatedConstraint } from '../../core/database/transaction';
import type { CallContext } from '../../core/http/context';
import { type Refusal, refuse } from '../../core/http/refusal';
import { messageText } from '../../core/texts';
import { ageOn, idCardColumns } from '../people';
import { reportedCard, reviewIdentity } from '../riderIdentity';
import { presentOf, readSetting } from '../site';
import { reportedTeam } from '../team';
import { changeRider, noteReport, type RiderRow } from './store';

/** Riders' applications and profiles that the platform reports (docs/orders.md). */

type Of<E extends RiderReport['event']> = Extract<RiderReport, { event: E }>;
type State = 'done' | 'repeated';

/** Refusals by unique index of the table `rider`. The indexes also decide between two concurrent calls. */
const TAKEN: Readonly<Record<string, () => Refusal>> = {
  rider_id_card: () => refuse(42294),
  rider_tel: () => refuse(40903, { field: WORD.phone }),
  rider_no: () => refuse(40903, { field: messageText('rider.riderNo') }),
};

/**
 * Runs the work in a savepoint and converts violations of unique indexes to refusals.
 *
 * @throws Refusal 40903 (phone or rider number taken), 42294 (card taken)
 */
async function withUniqueness<R>(ctx: CallContext, work: (own: CallContext) => Promise<R>): Promise<R> {
  try {
    return await asPart(ctx, work);
  } catch (error) {
    const refusal = sqlState(error) === '23505' ? TAKEN[violatedConstraint(error)] : undefined;
    throw refusal ? refusal() : error;
  }
}

/** Computes a keyed hash of a report. The key is needed because the content is personal data. */
const profileDigest = (ctx: CallContext, report: Of<'applied'> | Of<'changed'>): string =>
  ctx.ports.secrets.digest(`rider.report:${canonicalJson(report)}`);

/**
 * Checks that a station exists and is not closed, so that riders may apply to it.
 *
 * @throws Refusal 40401 (unknown station), 42201 (closed station)
 */
async function assertTakesRiders({ db }: CallContext, teamId: number): Promise<void> {
  if ((await reportedTeam(db, teamId)) === 'closed') throw refuse(42201, { state: teamLifecycle.states.closed.text });
}

/**
 * Creates a rider whose identity staff must review. A repeated application changes nothing.
 *
 * @throws Refusal 40401 (unknown station), 40902 (id of another application), 40903 (phone or number taken), 42201 (closed station),
 *   42292 (invalid card), 42293 (too young), 42294 (card taken)
 */
export async function applyAsRider(ctx: CallContext, report: Of<'applied'>): Promise<State> {
  const idCard = report.idCard.toUpperCase();
  if (!isIdCard(idCard)) throw refuse(42292);
  const at = new Date(report.at);
  const { riderMinAge } = await readSetting(ctx.db, 'business');
  const { day } = await presentOf(ctx);
  const columns = idCardColumns(ctx.ports.secrets, report.riderId, idCard);
  if (ageOn(columns.birth, day) < riderMinAge) throw refuse(42293, { n: riderMinAge });
  await assertTakesRiders(ctx, report.teamId);
  const content = profileDigest(ctx, report);
  return withUniqueness(ctx, async (own) => {
    const added = await own.db
      .insertInto('rider')
      .values({
        ...{ id: report.riderId, rider_no: report.riderNo, tel: report.tel, name: report.name, ...columns },
        ...{ team_id: report.teamId, rider_type: report.riderType, vehicle_type: report.vehicleType },
        plate_no: report.plateNo ?? null,
        ...{ status: 'applying', real_name_state: 'reviewing', face_state: 'none', health_state: 'none' },
        ...{ created_at: at, updated_at: own.clock.now() },
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!added) {
      const same = own.db.selectFrom('rider_report').select('content').where('rider_id', '=', report.riderId);
      const known = await same.where('event', '=', 'applied').where('at', '=', at).executeTakeFirst();
      if (known?.content !== content) throw refuse(40902);
      return 'repeated';
    }
    const received_at = own.clock.now();
    await noteReport(own.db, { rider_id: report.riderId, event: 'applied', at, content, received_at });
    return 'done';
  });
}

/**
 * Stores a rider's profile. A profile older than the stored one changes nothing. The name and card of an admitted rider change only after
 * staff approve them (DOMAIN §3.8).
 *
 * @param row the locked rider
 * @throws Refusal 40902 (a report of the same time has other content), 40903 (phone taken), 42292 (invalid card), 42293 (too young),
 *   42294 (card taken)
 */
export async function changeProfile(ctx: CallContext, row: RiderRow, report: Of<'changed'>): Promise<State> {
  const at = new Date(report.at);
  const content = profileDigest(ctx, report);
  return withUniqueness(ctx, async (own) => {
    const now = own.clock.now();
    const known = await noteReport(own.db, { rider_id: row.id, event: 'changed', at, content, received_at: now });
    if (known !== null && known !== content) throw refuse(40902);
    if (known !== null) return 'repeated';
    const later = own.db.selectFrom('rider_report').select('at').where('rider_id', '=', row.id);
    if (await later.where('event', '=', 'changed').where('at', '>', at).executeTakeFirst()) return 'repeated';
    const card = await reportedCard(own, row.id, report.idCard);
    const isApplicant = row.status === 'applying';
    await changeRider(own.db, row, {
      ...{ tel: report.tel, vehicle_type: report.vehicleType, plate_no: report.plateNo ?? null },
      ...{ rating_x100: report.ratingX100, updated_at: now },
      ...(isApplicant && { name: report.name, ...card }),
    });
    if (!isApplicant) await reviewIdentity(own, row, { name: report.name, card });
    return 'done';
  });
}
