import { riderIdentityCase } from '../../../contract/riderIdentity.states';
import { riderCase } from '../../../contract/riderWork.states';
import { RULE } from '../../../contract/rule-ids';
import { text } from '../../../contract/text';
import { maskIdCard } from '../../core/access/id-card';
import type { ActorContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import { messageText } from '../../core/texts';
import { decidableByRule, defineCase, readRecord } from '../case';
import { ageOn, idCardPlace, ridersById } from '../people';
import { presentOf, readSetting } from '../site';
import { assertTeamInScope, scopesOfTeam, teamNames } from '../team';
import { applyIdentity, cardOf, IDENTITY_TABLE, type IdentityRow, isCardTaken, lockRider } from './store';

/** The workflow of identity changes: effects, permissions and texts of the inbox. */

const WORDS = {
  approved: text(
    '实名变更 {no} 已通过',
    'Identity change {no} approved',
    'Alteração de identidade {no} aprovada',
    '實名變更 {no} 已通過',
  ),
  rejected: text(
    '实名变更 {no} 已驳回',
    'Identity change {no} rejected',
    'Alteração de identidade {no} recusada',
    '實名變更 {no} 已駁回',
  ),
} as const;
const REVIEW = RULE['safety.rider.review'];
/** States of admitted riders. Only their identity changes can be approved. */
const ADMITTED: readonly string[] = ['probation', 'active', 'suspended'];

const linkTo = (riderId: number): string => `/safetyModule/riderManage?open=${riderId}`;

async function riderOf(ctx: ActorContext, row: IdentityRow) {
  await assertTeamInScope(ctx, row.team_id);
  const [rider] = await ridersById(ctx.db, [row.rider_id]);
  if (!rider) throw refuse(40401);
  return rider;
}

/**
 * Checks that the rider is old enough and that no other rider has the card.
 *
 * @throws Refusal 42293 (too young), 42294 (another rider has the card)
 */
export async function assertNewCard(
  ctx: Pick<ActorContext, 'db' | 'clock'>,
  riderId: number,
  { birth, id_card_hash }: { readonly birth: string; readonly id_card_hash: string },
): Promise<void> {
  const { riderMinAge } = await readSetting(ctx.db, 'business');
  const { day } = await presentOf(ctx);
  if (ageOn(birth, day) < riderMinAge) throw refuse(42293, { n: riderMinAge });
  if (await isCardTaken(ctx.db, id_card_hash, riderId)) throw refuse(42294);
}

const masked = (ctx: ActorContext, riderId: number, card: Buffer): string =>
  maskIdCard(ctx.ports.secrets.open(card, idCardPlace(riderId)));

export const riderIdentities = defineCase({
  type: riderIdentityCase,
  table: IDENTITY_TABLE,
  // The rider reported the change but has no account. The maker's name is therefore the rider's name before the change.
  record: (row: IdentityRow) => readRecord({ ...row, maker_name: row.maker_name || row.old_name }),
  object: riderOf,
  effects: {
    approve: async (ctx, { row }) => {
      const rider = await lockRider(ctx.db, row.rider_id);
      if (!rider) throw refuse(40401);
      if (!ADMITTED.includes(rider.status)) throw refuse(42201, { state: riderCase.states[rider.status].text });
      const card = cardOf(row);
      if (card) await assertNewCard(ctx, row.rider_id, card);
      await applyIdentity(ctx.db, row, ctx.clock.now());
      return {
        before: { name: rider.name },
        after: { name: row.name, idCard: row.id_card !== null },
      };
    },
  },
  done: { approve: WORDS.approved, reject: WORDS.rejected },
  recorded: ({ row, object }, state, { before, after }) => ({
    before: { state: row.state, ...before },
    after: { state, teamId: row.team_id, rider: `${object.name} ${object.riderNo}`, ...after },
  }),
  decidable: (db, actor) => decidableByRule(db, actor, { table: IDENTITY_TABLE, rule: REVIEW }),
  faces: async (ctx, rows) => {
    const names = await teamNames(
      ctx.db,
      rows.map(({ team_id: id }) => id),
    );
    return rows.map((row) => ({
      title: `${ctx.t(riderIdentityCase.title)} · ${row.old_name}`,
      object: names.get(row.team_id) ?? '',
      link: linkTo(row.rider_id),
    }));
  },
  detail: {
    admit: async (ctx, row) => {
      if (!ctx.can(RULE['safety.rider'])) throw refuse(40401);
      const team = await scopesOfTeam(ctx.db, row.team_id);
      if (!team?.seenBy(ctx.actor.scopeOf(RULE['safety.rider']))) throw refuse(40302);
    },
    extras: async (ctx, row) => {
      const [rider] = await ridersById(ctx.db, [row.rider_id]);
      const change = (field: 'name' | 'idCard', before: string, after: string) => ({
        field,
        label: ctx.t(messageText(`rider.${field}`)),
        before,
        after,
      });
      return {
        facts: [
          {
            key: 'riderNo',
            label: ctx.t(messageText('rider.riderNo')),
            value: rider?.riderNo ?? '',
            link: linkTo(row.rider_id),
          },
        ],
        changes: [
          ...(row.name === row.old_name ? [] : [change('name', row.old_name, row.name)]),
          ...(row.id_card === null
            ? []
            : [change('idCard', masked(ctx, row.rider_id, row.old_id_card), masked(ctx, row.rider_id, row.id_card))]),
        ],
      };
    },
  },
});
