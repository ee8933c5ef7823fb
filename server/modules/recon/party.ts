import type { ParsedOf } from '../../../contract/endpoint';
import type { reconEndpoints } from '../../../contract/recon';
import { text } from '../../../contract/text';
import { validationText } from '../../../contract/validation';
import type { ActorContext } from '../../core/http/context';
import { invalid } from '../../core/http/refusal';
import { messageText } from '../../core/texts';
import type { ReconParty } from '../ledger';
import { ridersByNo } from '../people';
import type { ItemRow } from './store';

/** Finds the party to whose account a difference's amount is posted (DOMAIN §9 decision 21: RECON_CLEAR to any party). */

type Input = ParsedOf<(typeof reconEndpoints)['finance.Recon/handle']>;

/** The account to which the amount is posted, the station of the transaction, and the party's type and name. */
export interface Party {
  readonly to: ReconParty;
  readonly teamId: number;
  readonly counterType: 'team' | 'rider' | 'merchant' | 'none';
  readonly name: string;
}

const NO_SUCH_PARTY = text(
  '没有找到“{no}”，或有多个同名',
  '“{no}” was not found, or several have this name',
  'Nada, ou mais de um, se chama {no}',
  '沒有找到「{no}」，或有多個同名',
);

function missing(ctx: ActorContext, field: 'teamId' | 'person') {
  const label = ctx.t(messageText(`recon.${field}`));
  return invalid([{ field, rule: 'required', message: validationText('required', ctx.locale, { label }) }]);
}
const nobody = (ctx: ActorContext, field: 'teamId' | 'person', no: string) =>
  invalid([{ field, rule: 'recon', message: ctx.t(NO_SUCH_PARTY, { no }) }]);

async function station(ctx: ActorContext, teamId: number | undefined): Promise<{ id: number; name: string }> {
  if (teamId === undefined) throw missing(ctx, 'teamId');
  const team = await ctx.db
    .selectFrom('team')
    .select(['id', 'name'])
    .where('id', '=', teamId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!team) throw nobody(ctx, 'teamId', String(teamId));
  return team;
}

async function rider(ctx: ActorContext, no: string): Promise<Party> {
  const [found] = await ridersByNo(ctx.db, [no]);
  if (!found) throw nobody(ctx, 'person', no);
  const to = { account: 'RIDER_AVAILABLE', ownerId: found.id } as const;
  return { to, teamId: found.teamId, counterType: 'rider', name: found.name };
}

async function merchant(ctx: ActorContext, teamId: number | undefined, name: string): Promise<Party> {
  const { id } = await station(ctx, teamId);
  const found = await ctx.db
    .selectFrom('merchant')
    .select(['id', 'name'])
    .where('team_id', '=', id)
    .where('name', '=', name)
    .limit(2)
    .execute();
  const [only] = found;
  if (!only || found.length > 1) throw nobody(ctx, 'person', name);
  return {
    to: { account: 'MERCHANT_PAYABLE', ownerId: only.id },
    teamId: id,
    counterType: 'merchant',
    name: only.name,
  };
}

/**
 * Finds the party that the form specifies. Posting to the platform itself needs a second person.
 *
 * @throws Refusal 40001 (a field is missing, or the entered number or name does not identify exactly one party)
 */
export async function partyOf(ctx: ActorContext, row: ItemRow, input: Input): Promise<Party> {
  switch (input.party ?? 'team') {
    case 'team': {
      const { id, name } = await station(ctx, input.teamId);
      return { to: { account: 'TEAM_AVAILABLE', ownerId: id }, teamId: id, counterType: 'team', name };
    }
    case 'rider':
      if (!input.person) throw missing(ctx, 'person');
      return rider(ctx, input.person);
    case 'merchant':
      if (!input.person) throw missing(ctx, 'person');
      return merchant(ctx, input.teamId, input.person);
    case 'platform':
      await ctx.secondPerson({
        state: { no: row.no, state: row.state, gapFen: row.gap_fen },
        teamId: null,
        change: { objectId: row.id, objectNo: row.no, after: { gapFen: row.gap_fen, reason: input.reason } },
      });
      return { to: { account: 'ADJUSTMENT', ownerId: 0 }, teamId: row.team_id ?? 0, counterType: 'none', name: '' };
  }
}
