import type { Risk } from './endpoint';
import type { RuleId } from './permissions';
import type { Locale, Text } from './text';

/**
 * Meaning of a state's colour, the same everywhere (DESIGN "Colour"): neutral = draft or closed · info = waits for others ·
 * working = in progress · good = done or running · bad = refused, failed or frozen · attention = needs the user's action now.
 */
export type Tone = 'neutral' | 'info' | 'working' | 'good' | 'bad' | 'attention';

export interface StateSpec {
  readonly text: Text;
  readonly tone: Tone;
}

/** Who triggers a transition: a person (with the permission in `rule`, if there is one), only the owner, or the system (job or event). */
export type Trigger = 'staff' | 'owner' | 'system';

interface Transition<S extends string = string, A extends string = string> {
  /** Name of the action, unique within the lifecycle. For actions of people it is usually also the verb in the endpoint path. */
  readonly action: A;
  readonly from: readonly S[];
  readonly to: S;
  readonly by: Trigger;
  /** Id of the permission that a person needs. It is absent if none is needed, for example for system transitions. */
  readonly rule?: RuleId;
  readonly risk: Risk;
  /** Label of the button. For system transitions it is the text in the history of the object. */
  readonly text: Text;
}

/**
 * The states of a kind of object and the transitions between them. Four places use them: the server's guarded
 * `UPDATE … WHERE state = ANY(from)`, each row's `actions`, the tags that show states, and the diagram in the docs. The server refuses
 * a forbidden transition with 42201.
 */
export interface Lifecycle<S extends string = string, A extends string = string> {
  readonly entity: string;
  readonly states: Readonly<Record<S, StateSpec>>;
  /** The initial state, which is the first state in the declaration. */
  readonly initial: S;
  readonly transitions: readonly Transition<S, A>[];
  stateText(state: S, locale: Locale): string;
  transition(action: A): Transition<S, A>;
  allowed(state: S, action: A): boolean;
  /**
   * Returns the actions that a person may take in this state, in the order of their declaration. System transitions are left out. The
   * owner has every permission (DOMAIN §1).
   */
  actionsFrom(state: S, rules: ReadonlySet<number>, isOwner: boolean): A[];
}

/**
 * Declares a lifecycle. TypeScript infers the states from `states` and the actions from `transitions`. A transition between unknown
 * states does not compile.
 *
 * @throws Error if two transitions have the same action, because `transition(action)` could not distinguish them
 */
export function lifecycle<
  const S extends string,
  const T extends readonly Transition<NoInfer<S>>[],
  A extends string = T[number]['action'],
>(spec: {
  readonly entity: string;
  readonly states: Readonly<Record<S, StateSpec>>;
  readonly transitions: T;
}): Lifecycle<S, A> {
  const transitions = spec.transitions as unknown as readonly Transition<S, A>[];
  const byAction = new Map(transitions.map((item) => [item.action, item]));
  if (byAction.size !== transitions.length) throw new Error(`Lifecycle ${spec.entity}: an action is declared twice`);
  const initial = Object.keys(spec.states)[0] as S;

  const transition = (action: A): Transition<S, A> => {
    const found = byAction.get(action);
    if (!found) throw new Error(`Lifecycle ${spec.entity}: no action ${action}`);
    return found;
  };
  return {
    entity: spec.entity,
    states: spec.states,
    initial,
    transitions,
    stateText: (state, locale) => spec.states[state].text[locale],
    transition,
    allowed: (state, action) => transition(action).from.includes(state),
    actionsFrom: (state, rules, isOwner) =>
      transitions
        .filter(({ from, by, rule }) => {
          if (by === 'system' || !from.includes(state)) return false;
          if (isOwner) return true;
          return by === 'staff' && (rule === undefined || rules.has(rule));
        })
        .map(({ action }) => action),
  };
}

/** Returns the diagram of a lifecycle as Mermaid source, for the docs. States without further transitions appear as end states. */
export function mermaid<S extends string, A extends string>(
  subject: Lifecycle<S, A>,
  locale: Locale = 'en-US',
): string {
  const states = Object.keys(subject.states) as S[];
  const left = new Set(subject.transitions.flatMap(({ from }) => from));
  return [
    'stateDiagram-v2',
    ...states.map((state) => `  ${state}: ${subject.stateText(state, locale)}`),
    `  [*] --> ${subject.initial}`,
    ...subject.transitions.flatMap(({ action, from, to, by }) =>
      from.map((state) => `  ${state} --> ${to}: ${action} (${by})`),
    ),
    ...states.filter((state) => !left.has(state)).map((state) => `  ${state} --> [*]`),
  ].join('\n');
}
