import {
  type CostCalc,
  type CostKind,
  type CostScope,
  type CostTarget,
  type CostTerms,
  INITIAL_TERMS,
  isOrderKind,
} from '@contract/cost.states';
import type { Data, Input } from '@contract/index';
import { type FormValues, trimmed } from '@/ui/EntityForm/store';
import { NEW_TIERS, readTiers, type TypedTier, typedTiers } from './Tiers';

/** This module contains the form values of a fee rule, and the request. */

type Rule = Pick<
  Data<'finance.Cost/getRule'>,
  | 'name'
  | 'kind'
  | 'target'
  | 'scopeType'
  | 'scopeIds'
  | 'serviceTypes'
  | 'priority'
  | 'remark'
  | 'terms'
  | 'effectiveTo'
> & { readonly effectiveFrom: string | null };
type Save = Input<'finance.Cost/saveRule'>;

const NEW: Rule = {
  name: '',
  kind: 'technical',
  target: 'team',
  scopeType: 'all',
  scopeIds: [],
  serviceTypes: [],
  priority: 100,
  effectiveFrom: null,
  effectiveTo: null,
  remark: '',
  terms: { ...INITIAL_TERMS, tiers: [] },
};

export function toForm({ terms, scopeIds, scopeType, ...rest }: Rule = NEW): FormValues {
  const { tiers, distance, ...plain } = terms;
  return {
    ...rest,
    ...plain,
    ...distance,
    scopeType,
    teamIds: scopeType === 'team' ? scopeIds.map(Number) : [],
    regions: scopeType === 'region' ? scopeIds : [],
    tiers: tiers.length > 0 ? typedTiers(tiers) : NEW_TIERS,
  };
}

const momentOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const numberOr = (value: unknown, initial: number): number => (typeof value === 'number' ? value : initial);

/**
 * Converts form values to terms. The base, fixed amount, rate, tiers and distance get their initial values if the chosen calculation does
 * not use them.
 */
function termsOf(values: FormValues): Save['terms'] {
  const calcType = values.calcType as CostCalc;
  const isTiered = calcType === 'tierAmount';
  const isRated = calcType === 'rate' || isTiered;
  const isFixed = calcType === 'perOrder' || calcType === 'period';
  const { distance } = INITIAL_TERMS;
  const part = (key: keyof typeof distance) =>
    calcType === 'distance' ? numberOr(values[key], distance[key]) : distance[key];
  return {
    calcType,
    base: isRated ? (values.base as CostTerms['base']) : INITIAL_TERMS.base,
    fixedFen: isFixed ? numberOr(values.fixedFen, 0) : 0,
    rateBp: calcType === 'rate' ? numberOr(values.rateBp, 0) : 0,
    tiers: isTiered ? readTiers(values.tiers as readonly TypedTier[]) : [],
    distance: {
      baseM: part('baseM'),
      baseFen: part('baseFen'),
      stepM: part('stepM'),
      stepFen: part('stepFen'),
      nightFen: part('nightFen'),
    },
    period: values.period as CostTerms['period'],
    capMinFen: numberOr(values.capMinFen, 0),
    capMaxFen: typeof values.capMaxFen === 'number' ? values.capMaxFen : null,
    residualParty: values.residualParty as CostTerms['residualParty'],
  };
}

export function fromForm(values: FormValues): Save {
  const scopeType = values.scopeType as CostScope;
  const ids = { team: values.teamIds, region: values.regions, plan: [], all: [] }[scopeType];
  const kind = values.kind as CostKind;
  return {
    name: String(values.name).trim(),
    kind,
    target: values.target as CostTarget,
    scopeType,
    scopeIds: (ids as readonly (string | number)[]).map(String),
    serviceTypes: isOrderKind(kind) ? [...(values.serviceTypes as Save['serviceTypes'])] : [],
    terms: termsOf(values),
    priority: Number(values.priority),
    effectiveFrom: momentOf(values.effectiveFrom) ?? '',
    effectiveTo: momentOf(values.effectiveTo),
    remark: trimmed(values, 'remark'),
  };
}
