import type { Data } from '@contract/index';
import type { Step, TeamDetail, WizardValues } from './values';

/** The server's answer to a finished station. */
export type Answer = Data<'team.Team/update'>;

/** The result of the wizard, for the page. */
export interface Finished {
  readonly kind: 'submitted' | 'edited';
  readonly id: number;
  readonly name: string;
  readonly answer: Answer;
}

export interface WizardProps {
  readonly defaults: Data<'team.Team/getDefaults'>;
  /** Initial values of a new station: the franchisee and region in the link. */
  readonly given?: Partial<WizardValues>;
  /** The edited station or draft; null for a new station. */
  readonly detail: TeamDetail | null;
  readonly step: Step;
  readonly onStep: (step: Step) => void;
  /** Called when a step was saved, with the draft's id. */
  readonly onSaved: (id: number, step: Step) => void;
  readonly onFinished: (finished: Finished) => void;
}
