import { missingField, missingRight } from '../../core/access';
import type { ActorContext } from '../../core/context';
import { refuse } from '../../core/refusal';
import { formValues, requireTeam } from './answers';
import { assertTeamInScope } from './scope';

const UNMASK_RULE = 1105;

/**
 * A phone of a station as it is stored, for who may see masked data of stations, and phones at all. The caller records it.
 *
 * @throws Refusal 40301 without the permission, 40302, 40401 (also when the field is empty)
 */
export async function revealTeamField(
  ctx: ActorContext,
  id: number,
  field: 'contactTel' | 'emergencyTel',
): Promise<string> {
  if (!ctx.can(UNMASK_RULE)) throw missingRight([UNMASK_RULE], ctx.locale);
  if (!ctx.actor.fields.has('phone')) throw missingField('phone', ctx.locale);
  // The endpoint serves several modules: the stations that this module's rules reach are what counts.
  const actor = { ...ctx.actor, scope: ctx.actor.scopeOf(UNMASK_RULE) };
  await assertTeamInScope({ ...ctx, actor }, id);
  const value = (await formValues(ctx, await requireTeam(ctx, id)))[field];
  if (!value) throw refuse(40401);
  return value;
}
