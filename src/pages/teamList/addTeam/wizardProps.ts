import type { Data } from '@contract/index';
import type { Step, TeamDetail, WizardValues } from './values';

/** What the server answers to a finished station. */
export type Answer = Data<'team.Team/update'>;

/** What the wizard did, for the page that shows it. */
export interface Finished {
  readonly kind: 'submitted' | 'edited';
  readonly id: number;
  readonly name: string;
  readonly answer: Answer;
}

export interface WizardProps {
  readonly defaults: Data<'team.Team/getDefaults'>;
  /** What a new station begins with: the franchisee and region that the link names. */
  readonly given?: Partial<WizardValues>;
  /** The station that is edited or the continued draft; null begins a new one. */
  readonly detail: TeamDetail | null;
  readonly step: Step;
  readonly onStep: (step: Step) => void;
  /** A new draft got its id. */
  readonly onSaved: (id: number, step: Step) => void;
  readonly onFinished: (finished: Finished) => void;
}
