import type { Risk } from './endpoint';
import type { ErrorCode } from './errors';
import { type Lifecycle, lifecycle, type StateSpec, type Trigger } from './lifecycle';
import type { RuleId } from './permissions';
import { type Text, text } from './text';
import { WORD } from './words';

/** Documents that people decide (maker and checker, DOMAIN §0.3): one declaration each. Free of libraries: the browser imports it. */

/** Who takes a step: the maker alone · anyone with the rule except the maker · anyone with the rule · the owner · a job. */
export type CaseActor = 'maker' | 'notMaker' | 'staff' | 'owner' | 'system';

export interface CaseStep<S extends string = string> {
  /** The call that takes it; a step of the system has none. */
  readonly address?: string;
  readonly from: readonly S[];
  /** The state afterwards, unless the effect names another one. */
  readonly to: S;
  readonly by: CaseActor;
  /** The permission it needs. Absent: the document itself says who may (proposals). */
  readonly rule?: RuleId;
  readonly risk: Risk;
  /** Label of the button; for steps of the system the line in the history. */
  readonly text: Text;
  /** The line in the history: what happened. Absent: the label. */
  readonly happened?: Text;
  /** What the operation records call it; absent: as the button. */
  readonly recordText?: Text;
  /** The caller need not name the version that they saw. */
  readonly versioned?: false;
  /** It needs a reason: the page asks for one. True: the usual field ({@link reasonOf}). */
  readonly reason?: true | Partial<CaseReason>;
  /** What follows from it, as the page says before it asks. */
  readonly consequence?: Text;
  /** The call that takes it for several documents: `ids`, the reason, and `input` besides. */
  readonly bulk?: { readonly address: string; readonly input?: Readonly<Record<string, unknown>> };
  /** Above this amount the owner has to be the maker or the one who takes this step (42245). Fen. */
  readonly ownerAboveFen?: number;
  /** It takes more than a reason: only the page of its kind has the form. */
  readonly form?: true;
  /** What its effect may refuse besides. */
  readonly errors?: readonly ErrorCode[];
}

/** The reason of a step, in the input of its call. Letters. */
export interface CaseReason {
  readonly name: 'reason' | 'note';
  readonly min: number;
  readonly max: number;
}
const REASON: CaseReason = { name: 'reason', min: 5, max: 200 };

/** The field of a step's reason; null: it needs none. */
export function reasonOf({ reason }: Pick<CaseStep, 'reason'>): CaseReason | null {
  return reason === undefined ? null : { ...REASON, ...(reason === true ? {} : reason) };
}

/** What of a document decides who may do what. */
export interface CaseFacts<S extends string = string> {
  readonly state: S;
  /** Null: it waits however long. */
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
  /** In `case_step.case_type`, and the kind of object in the operation records. */
  readonly key: string;
  /** Area in the operation records. */
  readonly module: string;
  /** Head of its numbers; null: it has none. */
  readonly number: string | null;
  /** What the approvals inbox calls it. */
  readonly title: Text;
  /** Approving moves money: the filter "only money" of the operation records finds its steps. */
  readonly money: boolean;
  readonly steps: T;
  /** States in which it waits for a decision. */
  readonly waiting: readonly S[];
  /** Refused to everybody but the maker: as forbidden, or as if it were not there. */
  readonly foreignCode: 40301 | 40401;
  /** Refused to everybody once its day is over, for the steps that it waited for. */
  readonly expiredCode: ErrorCode;
  /** Its state now: past its day it is over, also before the job has written that down. */
  stateAt(facts: Pick<CaseFacts<S>, 'state' | 'expireAt'>, now: Date): S;
  /** The code that this step is refused with in this state; null: it may be taken. */
  refusalIn(state: S, step: A): ErrorCode | null;
  /** Whether only the owner may take this step: the amount is above its limit and the maker is not the owner. */
  needsOwner(step: A, facts: Pick<CaseFacts<S>, 'amountFen' | 'makerIsOwner'>): boolean;
  /** What a person may do with it now, in declared order. */
  actionsFor(facts: CaseFacts<S>, viewer: CaseViewer, now: Date): A[];
}

interface CaseSpec<S extends string, T> {
  readonly key: string;
  readonly module: string;
  readonly number: string | null;
  readonly title: Text;
  readonly money?: boolean;
  readonly foreignCode?: 40301 | 40401;
  /** Another code than 42201 once its day is over. */
  readonly expiredCode?: ErrorCode;
  /** States in which it waits for a decision, of a kind that never expires. */
  readonly waiting?: readonly NoInfer<S>[];
  readonly states: Readonly<Record<S, StateSpec>>;
  readonly steps: T;
}

/** Takes the document out of its waiting states when its day is over. */
const EXPIRE = 'expire';

const TRIGGERS: Readonly<Record<CaseActor, Trigger>> = {
  maker: 'staff',
  notMaker: 'staff',
  staff: 'staff',
  owner: 'owner',
  system: 'system',
};

/** Declares a kind of document. States are inferred from `states`, steps from `steps`. */
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
 * The steps that most documents share: approve and reject by another person, withdraw by the maker, expire by the job. Spread them
 * and replace what differs.
 *
 * @param rules.decide to approve and reject · `rules.make` to withdraw; absent: the document says who may
 * @param address of a step, by its verb
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
