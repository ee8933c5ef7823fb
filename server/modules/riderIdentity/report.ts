import type { Kysely } from 'kysely';
import { isIdCard } from '../../../contract/id-card';
import { RIDER } from '../../../contract/riderWork.states';
import { DAY_MS } from '../../../contract/units';
import type { Clock } from '../../core/clock';
import type { Database } from '../../core/database/schema';
import type { CallContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import type { Ids } from '../../core/ids';
import { businessNo } from '../../core/money/numbers';
import { idCardColumns } from '../people';
import { presentOf } from '../site';
import { assertNewCard, riderIdentities } from './kind';
import { cardOf, endOpen, type IdentityRow, insertIdentity, newestIdentity } from './store';

/** Changes of names and cards that the riders' app reports. */

interface Rider {
  readonly id: number;
  readonly team_id: number;
  readonly name: string;
  readonly id_card: Buffer;
  readonly id_card_hash: string;
}
interface Tools {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly ids: Ids;
}

/**
 * Checks and encrypts the card of a report.
 *
 * @returns `null` if the report has no card
 * @throws Refusal 42292 (invalid number), 42293 (too young), 42294 (another rider has the card)
 */
export async function reportedCard(ctx: CallContext, riderId: number, idCard: string | null | undefined) {
  if (!idCard) return null;
  const card = idCard.toUpperCase();
  if (!isIdCard(card)) throw refuse(42292);
  const columns = idCardColumns(ctx.ports.secrets, riderId, card);
  await assertNewCard(ctx, riderId, columns);
  return columns;
}
type Card = NonNullable<Awaited<ReturnType<typeof reportedCard>>>;

/**
 * Closes a rider's pending review, because a later report replaced it or the rider left.
 *
 * @param tools in a transaction that has locked the rider
 */
export async function endIdentityReview(tools: Tools, riderId: number): Promise<void> {
  const ended = await endOpen(tools.db, riderId, tools.clock.now());
  const { db, clock, ids } = tools;
  if (ended !== undefined) await riderIdentities.addStep({ db, clock, ids }, ended, 'replace');
}

/**
 * Submits a reported name and card for review if they differ from the rider's. Each report repeats the whole profile, so values that are
 * under review or were recently rejected are not submitted again.
 *
 * @param rider the locked row
 * @param reported.card `null` if the report has no card; a card that is already under review then remains under review
 */
export async function reviewIdentity(
  tools: Tools,
  rider: Rider,
  reported: { readonly name: string; readonly card: Card | null },
): Promise<void> {
  const newest = await newestIdentity(tools.db, rider.id);
  const { day, at } = await presentOf(tools);
  const open = newest?.state === 'reviewing' ? newest : null;
  const wanted = reported.card ?? (open && cardOf(open));
  const card = wanted?.id_card_hash === rider.id_card_hash ? null : wanted;
  const isOpen = open?.name === reported.name && open.id_card_hash === (card?.id_card_hash ?? null);
  if (isOpen || (newest && wasRejected(newest, reported, at))) return;
  await endIdentityReview(tools, rider.id);
  if (reported.name === rider.name && card === null) return;
  const id = tools.ids.next();
  await insertIdentity(tools.db, {
    ...{ id, created_at: at, no: businessNo('RN', day, id), rider_id: rider.id, team_id: rider.team_id },
    ...{ state: 'reviewing', old_name: rider.name, old_id_card: rider.id_card, name: reported.name },
    ...card,
  });
  const { db, clock, ids } = tools;
  await riderIdentities.addStep({ db, clock, ids }, id, 'submit');
}

/** Checks whether staff rejected these values in the last `RIDER.identityDays` days. */
function wasRejected(newest: IdentityRow, reported: { readonly name: string; readonly card: Card | null }, now: Date) {
  const { state, name, decided_at: at, id_card_hash: hash } = newest;
  const isRecent = state === 'rejected' && at !== null && now.getTime() - at.getTime() < RIDER.identityDays * DAY_MS;
  return isRecent && name === reported.name && (reported.card === null || reported.card.id_card_hash === hash);
}
