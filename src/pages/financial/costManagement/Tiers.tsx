import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { areContiguous } from '@contract/cost.fee';
import { COST_RULE, type CostTier } from '@contract/cost.states';
import { useT } from '@/app/i18n/i18n';
import { Button } from '@/ui/Button';
import type { Control, Fault } from '@/ui/EntityForm/types';
import { Input } from '@/ui/library/Input';
import styles from './index.css';

/** A tier as typed, in yuan and percent. It starts where the previous tier ends. */
export interface TypedTier {
  readonly to: string;
  readonly fixed: string;
  readonly rate: string;
}

const hundredths = (text: string): number =>
  /^\d{1,8}(\.\d{1,2})?$/.test(text.trim()) ? Math.round(Number(text) * 100) : Number.NaN;
const shown = (value: number): string => String(value / 100);

export const typedTiers = (tiers: readonly CostTier[]): TypedTier[] =>
  tiers.map(({ to, fixedFen, rateBp }) => ({
    to: to === null ? '' : shown(to),
    fixed: shown(fixedFen),
    rate: shown(rateBp),
  }));

/** Converts typed tiers to fen and basis points. The last tier has no upper limit; text in its field is ignored. */
export function readTiers(typed: readonly TypedTier[]): CostTier[] {
  return typed.map(({ to, fixed, rate }, at) => ({
    from: at === 0 ? 0 : hundredths(typed[at - 1]?.to ?? ''),
    to: at === typed.length - 1 ? null : hundredths(to),
    fixedFen: hundredths(fixed),
    rateBp: hundredths(rate),
  }));
}

export function tierFault(value: unknown): Fault | null {
  const tiers = readTiers(value as readonly TypedTier[]);
  const { min, max } = COST_RULE.tiers;
  const isWhole = tiers.every(
    ({ from, to, fixedFen, rateBp }) =>
      [from, to ?? 0, fixedFen, rateBp].every(Number.isInteger) &&
      fixedFen <= COST_RULE.fixedFen.max &&
      rateBp <= COST_RULE.rateBp.max,
  );
  const isRight = isWhole && tiers.length >= min && tiers.length <= max && areContiguous(tiers);
  return isRight ? null : { rule: 'pattern', text: 'costRule.tierFault' };
}

export const NEW_TIERS: readonly TypedTier[] = [
  { to: '50', fixed: '0', rate: '5' },
  { to: '', fixed: '0', rate: '4' },
];

/** Edits the tiers of a rule. Each tier has a fixed amount and a rate. Each tier except the last has an upper limit. */
export function Tiers({ control }: { readonly control: Control }) {
  const t = useT();
  const tiers = control.value as readonly TypedTier[];
  const set = (at: number, patch: Partial<TypedTier>) =>
    control.onChange(tiers.map((tier, index) => (index === at ? { ...tier, ...patch } : tier)));
  return (
    <div>
      {tiers.map((tier, index) => {
        const n = index + 1;
        const isLast = n === tiers.length;
        const text = (key: keyof TypedTier, label: string, suffix: string) => (
          <span>
            <Input
              value={tier[key]}
              aria-label={label}
              disabled={control.disabled}
              autoComplete="off"
              suffix={suffix}
              onChange={(event) => set(index, { [key]: event.target.value })}
            />
          </span>
        );
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: tiers have no id, and their order never changes
          <div key={index} className={styles.tier}>
            <small>{t('costRule.tierFrom', { x: index === 0 ? '0' : (tiers[index - 1]?.to ?? '') })}</small>
            {isLast ? <span>{t('costRule.tierOpen')}</span> : text('to', t('costRule.tierTo', { n }), t('list.yuan'))}
            {text('fixed', t('costRule.tierFixed', { n }), t('list.yuan'))}
            {text('rate', t('costRule.tierRate', { n }), '%')}
            <Button
              icon={<DeleteOutlined aria-hidden />}
              aria-label={t('costRule.removeTier', { n })}
              disabled={control.disabled || tiers.length <= COST_RULE.tiers.min}
              onClick={() => control.onChange(tiers.filter((_tier, at) => at !== index))}
            />
          </div>
        );
      })}
      {tiers.length < COST_RULE.tiers.max ? (
        <Button
          id={control.id}
          icon={<PlusOutlined aria-hidden />}
          disabled={control.disabled}
          onClick={() => control.onChange([...tiers, { to: '', fixed: '0', rate: '0' }])}
        >
          {t('costRule.addTier')}
        </Button>
      ) : null}
    </div>
  );
}
