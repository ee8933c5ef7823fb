import { forReveal } from '../../core/access/access';
import type { ActorContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import { findTeamInScope, formValues } from './answers';
import { UNMASK_RULE } from './list-store';

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
  const team = await findTeamInScope(ctx, id);
  const value = (await formValues(ctx, team))[field];
  if (!value) throw refuse(40401);
  return { value, no: team.code ?? '' };
}
