import * as processNode from './0001_process_node';

/** One step of the database's history. Either a list of statements, each run by itself, or nothing at all. */
export interface Step {
  readonly statements: readonly string[];
}

/**
 * All steps in the order in which they run. A step that was released never changes: a correction is a new step.
 * The name is the file's name.
 */
export const migrations: readonly (readonly [name: string, step: Step])[] = [['0001_process_node', processNode]];
