import type { FormValues } from '@/ui/EntityForm/store';

/** The terms of a station as form values. */
export interface TermValues extends FormValues {
  readonly settlementMode: unknown;
  readonly feePlanId: unknown;
  readonly platformRateBp: unknown;
  readonly platformFixedFen: unknown;
  readonly riderShareBp: unknown;
  readonly settleCycle: unknown;
  readonly depositFen: unknown;
  readonly depositWarnFen: unknown;
  readonly creditLimitFen: unknown;
}

const NUMBERS = [
  'feePlanId',
  'platformRateBp',
  'platformFixedFen',
  'riderShareBp',
  'depositFen',
  'depositWarnFen',
  'creditLimitFen',
] as const;
/** Amounts that must not be `null` in the record of the station. An empty input means 0. */
const ZERO_WHEN_EMPTY: ReadonlySet<string> = new Set(['depositFen', 'depositWarnFen', 'creditLimitFen']);
const CHOICES = ['settlementMode', 'settleCycle'] as const;

/**
 * Converts changed terms to the values that `team.Terms/propose` and `team.Terms/preview` accept. Skips unfinished amounts.
 *
 * @param empty value to send for an empty rate, fixed fee or fee plan; other empty amounts become 0
 */
export function termsInput<E>(changed: Partial<FormValues>, empty: E): Readonly<Record<string, number | string | E>> {
  const numbers = NUMBERS.flatMap((name): [string, number | E][] => {
    if (!(name in changed)) return [];
    const value = changed[name];
    if (value === null || value === '') return [[name, ZERO_WHEN_EMPTY.has(name) ? 0 : empty]];
    const number = name === 'feePlanId' ? Number(value) : value;
    return typeof number === 'number' ? [[name, number]] : [];
  });
  const choices = CHOICES.flatMap((name): [string, string][] =>
    typeof changed[name] === 'string' ? [[name, String(changed[name])]] : [],
  );
  return Object.fromEntries<number | string | E>([...numbers, ...choices]);
}
