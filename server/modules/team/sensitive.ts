import { forReveal } from '../../core/access/access';
import type { ActorContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import { formValues, requireTeam } from './answers';
import { UNMASK_RULE } from './list-store';
import { assertTeamInScope } from './scope';

/**
 * Reveals a station's phone, if the API caller may see phones and unmasked station data. This function writes no audit entry. The code that
 * calls the function must write it.
 *
 * @throws Refusal 40301 (no permission), 40302 (out of scope), 40401 (unknown station, or the field is empty)
 */
export async function revealTeamField(
  caller: ActorContext,
  id: number,
  field: 'contactTel' | 'emergencyTel',
): Promise<{ value: string; no: string }> {
  const ctx = forReveal(caller, UNMASK_RULE, 'phone');
  await assertTeamInScope(ctx, id);
  const team = await requireTeam(ctx, id);
  const value = (await formValues(ctx, team))[field];
  if (!value) throw refuse(40401);
  return { value, no: team.code ?? '' };
}
