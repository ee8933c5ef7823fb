import type { Data } from '@contract/index';
import type { Step, TeamDetail, WizardValues } from './values';

/** The server's response after a station is submitted or saved. */
export type Answer = Data<'team.Team/update'>;

/** Result of the wizard that the page shows. */
export interface Finished {
  readonly kind: 'submitted' | 'edited';
  readonly id: number;
  readonly name: string;
  readonly answer: Answer;
}

export interface WizardProps {
  readonly defaults: Data<'team.Team/getDefaults'>;
  /** Initial values of a new station: franchisee and region from the link. */
  readonly given?: Partial<WizardValues>;
  /** The edited station or draft, or `null` for a new station. */
  readonly detail: TeamDetail | null;
  readonly step: Step;
  readonly onStep: (step: Step) => void;
  /** Called after a step was saved, with the draft's id and the step to open. */
  readonly onSaved: (id: number, step: Step) => void;
  readonly onFinished: (finished: Finished) => void;
}
