import type { FollowWay, FranchiseState, franchiseCase } from '../../contract/franchiseApply.states';
import { DAY_MS } from './world';

/** Builds the history of a demo application until it reached its state: the steps, and the follow-ups between the steps. */

interface Person {
  readonly id: number;
  readonly name: string;
}
type Step = keyof typeof franchiseCase.steps;

export interface Life {
  readonly state: FranchiseState;
  /** The furthest stage of the funnel that the application reached, from 0 (new) to 4 (signed). */
  readonly reached: number;
  readonly createdAt: Date;
  /**
   * The time when the application was decided, closed or returned. For an application without a decision, a time after its last step.
   */
  readonly endAt: Date;
  readonly signedAt: Date | null;
  readonly paidAt: Date | null;
  /** The person who takes all steps other than the submission and the decisions. */
  readonly worker: Person | undefined;
  /** The person who decides. This person never follows up the application. */
  readonly checker: Person | undefined;
  /** Selects the texts of the follow-ups. */
  readonly index: number;
  readonly contractNo: string | null;
}
interface Happened {
  readonly step: Step | 'submit';
  readonly at: Date;
  readonly person: Person | undefined;
  readonly note: string | null;
}
interface Followed {
  readonly way: FollowWay;
  readonly content: string;
  readonly at: Date;
}

export const NOTES = {
  approve: '符合区域规划，同意',
  reject: '意向区域已有加盟商',
  askMaterial: '请补充营业计划和身份证号',
} as const;
const HAND_IN = '面谈与考察结果符合要求，同意推进';
const CLOSE = '申请人暂不考虑加盟';
const TALKS = [
  '已电话沟通，申请人有配送经验，约定下周面谈。',
  '发送加盟资料，申请人正在选址。',
  '申请人确认预算，等待家人意见。',
];
const VISITS = [
  '实地考察：门面约六十平方米，临街，周边三公里有两个商圈。',
  '实地考察：仓储和停车条件良好，已有六名骑手意向。',
];

const VISITED = ['claim', 'visit', 'handIn'] as const;

/** Lists the steps that lead to a state. */
function stepsTo(state: FranchiseState, reached: number): readonly Step[] {
  switch (state) {
    case 'submitted':
      return [];
    case 'following':
      return ['claim'];
    case 'visiting':
      return ['claim', 'visit'];
    case 'reviewing':
      return VISITED;
    case 'supplement':
      return [...VISITED, 'askMaterial'];
    case 'approved':
      return [...VISITED, 'approve'];
    case 'signed':
      return [...VISITED, 'approve', 'sign'];
    case 'opened':
      return [...VISITED, 'approve', 'sign', 'open'];
    case 'closed':
      return reached > 0 ? ['claim', 'close'] : ['close'];
    case 'rejected':
      if (reached > 1) return [...VISITED, 'decline'];
      return reached > 0 ? ['claim', 'reject'] : ['reject'];
    default:
      return state satisfies never;
  }
}

/** The time of a step or follow-up, as a share of the time between the application and `endAt`. */
const PLACES: Partial<Record<Step | FollowWay, number>> = { claim: 0.02, call: 0.05, visit: 0.3, handIn: 0.8 };
const ON_SITE = 0.5;
const BY_CHECKER: readonly Step[] = ['approve', 'askMaterial', 'decline', 'reject'];

function noteOf(step: Step, { contractNo }: Life): string | null {
  if (step === 'decline' || step === 'reject') return NOTES.reject;
  if (step === 'approve' || step === 'askMaterial') return NOTES[step];
  if (step === 'handIn') return HAND_IN;
  if (step === 'close') return CLOSE;
  return step === 'sign' ? contractNo : null;
}

/** Builds the steps and follow-ups in chronological order. */
export function historyOf(life: Life): { readonly steps: readonly Happened[]; readonly follows: readonly Followed[] } {
  const { createdAt, endAt, worker, checker, index } = life;
  const between = (part: number) => new Date(createdAt.getTime() + (endAt.getTime() - createdAt.getTime()) * part);
  const steps = stepsTo(life.state, life.reached);
  const happened = steps.map((step): Happened => {
    const own = step === 'sign' ? life.signedAt : step === 'open' ? life.paidAt : null;
    const person = BY_CHECKER.includes(step) ? checker : worker;
    return { step, at: own ?? between(PLACES[step] ?? 1), person, note: noteOf(step, life) };
  });
  const follow = (way: FollowWay, texts: readonly string[], part: number): Followed => ({
    ...{ way, content: texts[index % texts.length] ?? '', at: between(part) },
  });
  const follows = [
    ...(steps.includes('claim') ? [follow('call', TALKS, PLACES.call ?? 0)] : []),
    ...(steps.includes('visit') ? [follow('visit', VISITS, ON_SITE)] : []),
  ];
  const noted = follows.map(({ at, content }): Happened => ({ step: 'follow', at, person: worker, note: content }));
  const first: Happened = { step: 'submit', at: createdAt, person: undefined, note: null };
  return {
    steps: [first, ...[...happened, ...noted].sort((one, other) => one.at.getTime() - other.at.getTime())],
    follows,
  };
}

const DAYS_TO_DECISION = 7;
/**
 * Computes `endAt` of an application created at `createdAt`: the time of the decision, or a time after the last step when there is no
 * decision.
 */
export const decidedAfter = (createdAt: Date): Date => new Date(createdAt.getTime() + DAYS_TO_DECISION * DAY_MS);
