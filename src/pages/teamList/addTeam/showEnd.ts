import type { MutationResult } from '@/app/calls/mutate';
import type { Translate } from '@/app/i18n/i18n';
import type { WizardState } from './useWizardForm';
import type { WizardSteps } from './useWizardSteps';
import { errorsOf, type TeamDetail, valuesOfDetail } from './values';
import type { WizardProps } from './wizardProps';

/** Result of a call that the wizard makes. */
export type End =
  | MutationResult<'team.Team/saveDraft'>
  | MutationResult<'team.Team/submit'>
  | MutationResult<'team.Team/update'>;

function isDetail(value: unknown): value is TeamDetail {
  return typeof value === 'object' && value !== null && 'version' in value && 'weekHours' in value;
}

/** Shows why a call failed: at the fields, as a conflict, or above the form. */
export function showEnd(
  end: End,
  t: Translate,
  { defaults }: WizardProps,
  { submission }: WizardState,
  { showErrors, setProblem }: WizardSteps,
): void {
  switch (end.kind) {
    case 'fields':
      showErrors(end.errors, end.msg, '');
      return;
    case 'conflict': {
      const { current, changedBy, changedAt } = end.conflict;
      if (!isDetail(current)) {
        setProblem({ text: end.msg, requestId: '' });
        return;
      }
      const { id, version } = current;
      const theirs = valuesOfDetail(current, defaults);
      submission.setConflict({ changedBy, changedAt, theirs, target: { id, version } });
      return;
    }
    case 'refused': {
      const errors = errorsOf(end);
      if (errors.length > 0) showErrors(errors, end.msg, end.requestId);
      else setProblem({ text: end.msg || t('common.networkError'), requestId: end.requestId });
      return;
    }
    default:
  }
}
