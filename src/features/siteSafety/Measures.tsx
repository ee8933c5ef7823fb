import type { Data, Input as InputOf } from '@contract/index';
import { SAFETY } from '@contract/siteSafety.states';
import { useT } from '@/app/i18n/i18n';
import { Button } from '@/ui/Button';
import { DayInput } from '@/ui/DayInput';
import type { Control, Fault, Field } from '@/ui/EntityForm/types';
import { Input } from '@/ui/library/Input';
import styles from './index.css';

/** This module edits the measures of an incident, both in the incident report and afterwards. */

type Measure = InputOf<'safety.Site/saveMeasures'>['measures'][number];
interface Typed extends Omit<Measure, 'dueOn'> {
  /** Key of the row while the user edits the list. */
  readonly key: string;
  readonly dueOn: string | null;
}

export const typedMeasures = (measures: Data<'safety.Site/getIncident'>['measures']): readonly Typed[] =>
  measures.map(({ isOverdue: _late, ...measure }, at) => ({ ...measure, key: `m${at}` }));

export const readMeasures = (value: unknown): Measure[] =>
  (value as readonly Typed[]).map(({ text, ownerName, dueOn, doneOn }) => ({
    text: text.trim(),
    ownerName: ownerName.trim(),
    dueOn: dueOn ?? '',
    doneOn: doneOn || null,
  }));

function measuresFault(value: unknown): Fault | null {
  const fits = (text: string, { min, max }: { readonly min: number; readonly max: number }) =>
    text.length >= min && text.length <= max;
  const isWhole = readMeasures(value).every(
    ({ text, ownerName, dueOn }) => fits(text, SAFETY.measure) && fits(ownerName, SAFETY.owner) && dueOn !== '',
  );
  return isWhole ? null : { rule: 'pattern', text: 'siteIncident.measuresFault' };
}

function freeKey(measures: readonly Typed[]): string {
  const used = new Set(measures.map(({ key }) => key));
  let n = measures.length;
  while (used.has(`m${n}`)) n += 1;
  return `m${n}`;
}

function Measures({ control }: { readonly control: Control }) {
  const t = useT();
  const measures = control.value as readonly Typed[];
  const { disabled, onChange } = control;
  const set = (key: string, patch: Partial<Typed>) =>
    onChange(measures.map((measure) => (measure.key === key ? { ...measure, ...patch } : measure)));
  return (
    <div>
      {measures.map((measure, at) => {
        const named = (label: string) => `${at + 1} · ${label}`;
        const text = (field: 'text' | 'ownerName', label: string) => (
          <Input
            value={measure[field]}
            aria-label={named(label)}
            placeholder={label}
            disabled={disabled}
            onChange={(event) => set(measure.key, { [field]: event.target.value })}
          />
        );
        return (
          <div key={measure.key} className={styles.measure}>
            {text('text', t('siteIncident.measure'))}
            {text('ownerName', t('siteIncident.measureOwner'))}
            <span>
              {t('siteIncident.dueOn')}
              <DayInput
                label={named(t('siteIncident.dueOn'))}
                value={measure.dueOn}
                disabled={disabled}
                onChange={(dueOn) => set(measure.key, { dueOn })}
              />
            </span>
            <span>
              {t('siteIncident.doneOn')}
              <DayInput
                label={named(t('siteIncident.doneOn'))}
                value={measure.doneOn}
                disabled={disabled}
                onChange={(doneOn) => set(measure.key, { doneOn })}
              />
            </span>
            <Button
              disabled={disabled}
              aria-label={t('siteIncident.removeMeasure', { n: at + 1 })}
              onClick={() => onChange(measures.filter(({ key }) => key !== measure.key))}
            >
              ×
            </Button>
          </div>
        );
      })}
      <Button
        id={control.id}
        disabled={disabled || measures.length >= SAFETY.measures}
        onClick={() =>
          onChange([...measures, { key: freeKey(measures), text: '', ownerName: '', dueOn: null, doneOn: null }])
        }
      >
        {t('siteIncident.addMeasure')}
      </Button>
    </div>
  );
}

export const measuresField: Field = {
  kind: 'custom',
  name: 'measures',
  label: 'siteIncident.measures',
  check: measuresFault,
  render: (control) => <Measures control={control} />,
};
