import type { Risk } from './endpoint';
import type { ErrorCode } from './errors';
import { type Lifecycle, lifecycle, type StateSpec, type Trigger } from './lifecycle';
import type { RuleId } from './permissions';
import { type Text, text } from './text';
import { WORD } from './words';

/**
 * This file defines case types: kinds of documents with steps. Usually one person (the maker) submits a document and another person
 * approves or rejects it (DOMAIN §0.3). The file imports no library, because the browser loads it.
 */

/** Who may take a step: the maker · any permitted person but the maker · any permitted person · the owner · the system (job or event). */
export type CaseActor = 'maker' | 'notMaker' | 'staff' | 'owner' | 'system';

export interface CaseStep<S extends string = string> {
  /** Path of the endpoint that takes the step. Steps of the system have no endpoint. */
  readonly address?: string;
  readonly from: readonly S[];
  /** State after the step, unless the step's effect sets another state. */
  readonly to: S;
  readonly by: CaseActor;
  /** Id of the required permission. It is absent for steps of the system, and if the document defines who may take the step (proposals). */
  readonly rule?: RuleId;
  readonly risk: Risk;
  /** Label of the button. For steps of the system it is the text in the history. */
  readonly text: Text;
  /** Text of the step in the history. Default: the label. */
  readonly happened?: Text;
  /** Name of the action in the operation records. Default: the label. */
  readonly recordText?: Text;
  /** `false` means that the call does not need the version that the caller read. */
  readonly versioned?: false;
  /** The step needs a reason, so the page shows a reason field. `true` selects the default field ({@link reasonOf}). */
  readonly reason?: true | Partial<CaseReason>;
  /** Text about the consequence of the step. The page shows it before the user confirms. */
  readonly consequence?: Text;
  /** The bulk endpoint of the step. Its input is `ids`, the reason, and the fields of `input`. */
  readonly bulk?: { readonly address: string; readonly input?: Readonly<Record<string, unknown>> };
  /** Limit in fen. Above it, either the maker or the person who takes this step must be the owner (42245). */
  readonly ownerAboveFen?: number;
  /** The step needs more input than a reason, so only the document's own page can offer it. */
  readonly form?: true;
  /** Error codes that the step's effect can return besides the common codes. */
  readonly errors?: readonly ErrorCode[];
}

/** The reason field of a step. Limits are in characters. */
export interface CaseReason {
  readonly name: 'reason' | 'note';
  readonly min: number;
  readonly max: number;
}
const REASON: CaseReason = { name: 'reason', min: 5, max: 200 };

/** Returns the reason field of a step. `null` means that the step needs no reason. */
export function reasonOf({ reason }: Pick<CaseStep, 'reason'>): CaseReason | null {
  return reason === undefined ? null : { ...REASON, ...(reason === true ? {} : reason) };
}

/** The facts of a document that decide which steps are allowed. */
export interface CaseFacts<S extends string = string> {
  readonly state: S;
  /** `null` means that the document does not expire. */
  readonly expireAt: Date | null;
  readonly makerId: number;
  readonly makerIsOwner: boolean;
  readonly amountFen: number | null;
}

export interface CaseViewer {
  readonly accountId: number;
  readonly isOwner: boolean;
  can(rule: number): boolean;
}

export interface CaseType<
  S extends string = string,
  A extends string = string,
  T extends Readonly<Record<A, CaseStep<S>>> = Readonly<Record<A, CaseStep<S>>>,
> extends Lifecycle<S, A> {
  /** Key of the kind. It is stored in `case_step.case_type` and is the object kind in the operation records. */
  readonly key: string;
  /** Module name in the operation records. */
  readonly module: string;
  /** Prefix of the document numbers. `null` means that the documents have no numbers. */
  readonly number: string | null;
  /** Title of the documents in the approvals inbox. */
  readonly title: Text;
  /** `true` if the steps move money, or change fees or limits. The filter "Only fund-related" of the operation records then finds the steps. */
  readonly money: boolean;
  readonly steps: T;
  /** States in which the document waits for a decision. */
  readonly waiting: readonly S[];
  /** Error code when another person tries a step of the maker: forbidden (40301) or not found (40401). */
  readonly foreignCode: 40301 | 40401;
  /** Error code for steps that start in a waiting state, if the document has expired. */
  readonly expiredCode: ErrorCode;
  /** Returns the current state. A document past its expiry time counts as expired, even before a job has stored the expired state. */
  stateAt(facts: Pick<CaseFacts<S>, 'state' | 'expireAt'>, now: Date): S;
  /** Returns the error code that refuses the step in this state. `null` means that the step is allowed. */
  refusalIn(state: S, step: A): ErrorCode | null;
  /** Returns whether only the owner may take the step: the document's amount exceeds `ownerAboveFen`, and the maker is not the owner. */
  needsOwner(step: A, facts: Pick<CaseFacts<S>, 'amountFen' | 'makerIsOwner'>): boolean;
  /** Returns the steps that the viewer may take now, in the order of their declaration. */
  actionsFor(facts: CaseFacts<S>, viewer: CaseViewer, now: Date): A[];
}

interface CaseSpec<S extends string, T> {
  readonly key: string;
  readonly module: string;
  readonly number: string | null;
  readonly title: Text;
  readonly money?: boolean;
  readonly foreignCode?: 40301 | 40401;
  /** Error code for steps that start in a waiting state, if the document has expired. Default: 42201. */
  readonly expiredCode?: ErrorCode;
  /** States in which a document waits for a decision. Only kinds that never expire need this list. */
  readonly waiting?: readonly NoInfer<S>[];
  readonly states: Readonly<Record<S, StateSpec>>;
  readonly steps: T;
}

/** Key of the step that a background job takes when a document expires. The step's `from` states are the waiting states. */
const EXPIRE = 'expire';

const TRIGGERS: Readonly<Record<CaseActor, Trigger>> = {
  maker: 'staff',
  notMaker: 'staff',
  staff: 'staff',
  owner: 'owner',
  system: 'system',
};

/** Declares a kind of document. TypeScript infers the states from `states` and the steps from `steps`. */
export function caseType<const S extends string, const T extends Readonly<Record<string, CaseStep<NoInfer<S>>>>>(
  spec: CaseSpec<S, T>,
): CaseType<S, keyof T & string, T> {
  type A = keyof T & string;
  const steps = Object.entries(spec.steps) as [A, CaseStep<S>][];
  const base = lifecycle({
    entity: spec.key,
    states: spec.states,
    transitions: steps.map(([action, { from, to, by, rule, risk, text: label }]) => ({
      action,
      from,
      to,
      by: TRIGGERS[by],
      ...(rule !== undefined && { rule }),
      risk,
      text: label,
    })),
  });
  const expiry: CaseStep<S> | undefined = spec.steps[EXPIRE];
  const waiting = expiry?.from ?? spec.waiting ?? [];
  const stateAt: CaseType<S, A, T>['stateAt'] = ({ state, expireAt }, now) =>
    expiry && expireAt && waiting.includes(state) && expireAt.getTime() <= now.getTime() ? expiry.to : state;
  const needsOwner: CaseType<S, A, T>['needsOwner'] = (step, { amountFen, makerIsOwner }) => {
    const { ownerAboveFen }: CaseStep<S> = spec.steps[step] as CaseStep<S>;
    return ownerAboveFen !== undefined && (amountFen ?? 0) > ownerAboveFen && !makerIsOwner;
  };
  const expiredCode = spec.expiredCode ?? 42201;
  const refusalIn: CaseType<S, A, T>['refusalIn'] = (state, step) => {
    const { from }: CaseStep<S> = spec.steps[step] as CaseStep<S>;
    if (from.includes(state)) return null;
    return state === expiry?.to && from.some((before) => waiting.includes(before)) ? expiredCode : 42201;
  };
  return {
    ...(base as unknown as Lifecycle<S, A>),
    key: spec.key,
    module: spec.module,
    number: spec.number,
    title: spec.title,
    money: spec.money ?? false,
    steps: spec.steps,
    waiting,
    foreignCode: spec.foreignCode ?? 40301,
    expiredCode,
    stateAt,
    refusalIn,
    needsOwner,
    actionsFor: (facts, viewer, now) => {
      const state = stateAt(facts, now);
      const isMaker = facts.makerId === viewer.accountId;
      return steps.flatMap(([action, { from, by, rule }]) => {
        if (by === 'system' || !from.includes(state)) return [];
        if ((by === 'maker' && !isMaker) || (by === 'notMaker' && isMaker)) return [];
        if (by === 'owner' && !viewer.isOwner) return [];
        if (rule !== undefined && !viewer.can(rule)) return [];
        return needsOwner(action, facts) && !viewer.isOwner ? [] : [action];
      });
    },
  };
}

const CHANGES_NOTHING = text(
  '单据随之结束，不产生任何变更。',
  'The document is closed and nothing changes.',
  'O documento é encerrado e nada muda.',
  '單據隨之結束，不產生任何變更。',
);

/**
 * Builds the steps that most documents have: approve and reject (by another person), withdraw (by the maker), expire (by a background
 * job). Spread the result into `steps` and override the steps that differ.
 *
 * @param spec.rules permission ids: `decide` to approve and reject, `make` to withdraw. Without `rules`, the document defines who may take
 *   the step
 * @param spec.address returns the endpoint path of a step from its verb
 */
export function reviewSteps<const P extends string>(spec: {
  readonly pending: P;
  readonly rules?: { readonly decide: RuleId; readonly make: RuleId };
  readonly address: (verb: 'approve' | 'reject' | 'withdraw') => string;
  readonly recordTexts?: Readonly<Record<'approve' | 'reject' | 'withdraw', Text>>;
}) {
  const { pending, rules, address, recordTexts } = spec;
  const from = [pending] as const;
  const decides = { from, by: 'notMaker', ...(rules && { rule: rules.decide }) } as const;
  return {
    approve: {
      ...decides,
      address: address('approve'),
      to: 'approved',
      risk: 'second',
      text: WORD.approve,
      happened: WORD.approvedMasculine,
      consequence: text('通过后立即生效。', 'It takes effect at once.', 'Passa a valer já.', '通過後立即生效。'),
      ...(recordTexts && { recordText: recordTexts.approve }),
    },
    reject: {
      ...decides,
      address: address('reject'),
      to: 'rejected',
      risk: 'confirm',
      reason: true,
      text: WORD.reject,
      happened: WORD.rejectedMasculine,
      consequence: CHANGES_NOTHING,
      ...(recordTexts && { recordText: recordTexts.reject }),
    },
    withdraw: {
      from,
      by: 'maker',
      ...(rules && { rule: rules.make }),
      address: address('withdraw'),
      to: 'withdrawn',
      risk: 'confirm',
      text: WORD.withdraw,
      happened: WORD.withdrawnMasculine,
      consequence: CHANGES_NOTHING,
      ...(recordTexts && { recordText: recordTexts.withdraw }),
    },
    [EXPIRE]: {
      from,
      to: 'expired',
      by: 'system',
      risk: 'none',
      text: text('过期', 'Expire', 'Expirar', '過期'),
      happened: WORD.expiredMasculine,
    },
  } as const;
}
