import type { ActorContext } from '../../core/context';
import { refuse } from '../../core/refusal';
import { formValues, requireTeam } from './answers';
import { assertTeamInScope } from './scope';

/**
 * A phone of a station as it is stored, for who may see masked data. The caller records it.
 *
 * @throws Refusal 40301 without the permission, 40302, 40401 (also when the field is empty)
 */
export async function revealTeamField(
  ctx: ActorContext,
  id: number,
  field: 'contactTel' | 'emergencyTel',
): Promise<string> {
  if (!ctx.can(1105)) throw refuse(40301);
  await assertTeamInScope(ctx, id);
  const value = (await formValues(ctx, await requireTeam(ctx, id)))[field];
  if (!value) throw refuse(40401);
  return value;
}
