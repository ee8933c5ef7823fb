import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { ENQUIRY_RULE, PERIOD_FACTOR, type TariffPeriod } from '@contract/enquiry.states';
import { CLOCK_TIME, CLOCK_TIME_OR_END } from '@contract/limits';
import { useT } from '@/app/i18n/i18n';
import { Button } from '@/ui/Button';
import type { Control, Fault } from '@/ui/EntityForm/types';
import { Input } from '@/ui/library/Input';
import styles from './index.css';

/** A period of the day as typed. The factor is a text in percent. */
export interface TypedPeriod {
  readonly from: string;
  readonly to: string;
  readonly percent: string;
}

const factorBp = (percent: string): number =>
  /^\d{1,3}(\.\d{1,2})?$/.test(percent) ? Math.round(Number(percent) * 100) : 0;

export const typedPeriods = (periods: readonly TariffPeriod[]): TypedPeriod[] =>
  periods.map(({ from, to, factorBp: bp }) => ({ from, to, percent: String(bp / 100) }));

export const readPeriods = (typed: readonly TypedPeriod[]): TariffPeriod[] =>
  typed.map(({ from, to, percent }) => ({ from: from.trim(), to: to.trim(), factorBp: factorBp(percent.trim()) }));

export function periodFault(value: unknown): Fault | null {
  const isWrong = readPeriods(value as readonly TypedPeriod[]).some(
    ({ from, to, factorBp: bp }) =>
      !CLOCK_TIME.test(from) ||
      !CLOCK_TIME_OR_END.test(to) ||
      from === to ||
      bp < PERIOD_FACTOR.min ||
      bp > PERIOD_FACTOR.max,
  );
  return isWrong ? { rule: 'pattern', text: 'enquiryRule.periodFault' } : null;
}

/** Edits periods of the day and their factors. */
export function Periods({ control }: { readonly control: Control }) {
  const t = useT();
  const periods = control.value as readonly TypedPeriod[];
  const set = (at: number, patch: Partial<TypedPeriod>) =>
    control.onChange(periods.map((period, index) => (index === at ? { ...period, ...patch } : period)));
  return (
    <div>
      {periods.map((period, index) => {
        const n = index + 1;
        const text = (key: keyof TypedPeriod, label: string, suffix?: string) => (
          <span>
            <Input
              value={period[key]}
              aria-label={label}
              disabled={control.disabled}
              autoComplete="off"
              {...(suffix && { suffix })}
              onChange={(event) => set(index, { [key]: event.target.value })}
            />
          </span>
        );
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id, and their order never changes
          <div key={index} className={styles.period}>
            {text('from', t('enquiryRule.periodFrom', { n }))}
            <span aria-hidden className={styles.dash}>
              –
            </span>
            {text('to', t('enquiryRule.periodTo', { n }))}
            {text('percent', t('enquiryRule.periodFactor', { n }), '%')}
            <Button
              icon={<DeleteOutlined aria-hidden />}
              aria-label={t('enquiryRule.removePeriod', { n })}
              disabled={control.disabled}
              onClick={() => control.onChange(periods.filter((_period, at) => at !== index))}
            />
          </div>
        );
      })}
      {periods.length < ENQUIRY_RULE.periods ? (
        <Button
          id={control.id}
          icon={<PlusOutlined aria-hidden />}
          disabled={control.disabled}
          onClick={() => control.onChange([...periods, { from: '11:00', to: '13:00', percent: '120' }])}
        >
          {t('enquiryRule.addPeriod')}
        </Button>
      ) : null}
    </div>
  );
}
