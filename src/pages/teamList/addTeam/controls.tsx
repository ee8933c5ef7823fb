import { checkCharacter, isCreditCode } from '@contract/credit-code';
import { hexagon, parseLngLat } from '@contract/hexagon';
import { TEAM } from '@contract/limits';
import { SERVICE_TEXTS, SERVICE_TYPES } from '@contract/team.choices';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { type Translate, useT } from '@/app/i18n/i18n';
import { readFailureText } from '@/app/request/readFailureText';
import { readData, useData } from '@/app/request/useData';
import { toast } from '@/app/toast';
import { useRested } from '@/app/useRested';
import { isSameArea } from '@/features/mapBase/geometry';
import { Button } from '@/ui/Button';
import type { Control } from '@/ui/EntityForm/types';
import type { FormHandle } from '@/ui/EntityForm/useFields';
import { Checkbox } from '@/ui/library/Checkbox';
import { Input } from '@/ui/library/Input';
import styles from './index.css';
import type { WizardValues } from './values';

export type WizardForm = FormHandle<WizardValues>;

/** Returns the form's current values. The calling component renders again whenever a value changes. */
export function useValues(form: WizardForm): WizardValues {
  return useSyncExternalStore(form.store.subscribe, form.values);
}

/** Returns the region codes of the postal address, from the province downwards. */
export function codesOf({
  provinceCode,
  cityCode,
  districtCode,
}: Pick<WizardValues, 'provinceCode' | 'cityCode' | 'districtCode'>): string[] {
  return [provinceCode, cityCode, districtCode].flatMap((code) => code ?? []);
}

/**
 * Returns the form values that change when the centre moves. In hexagon mode, the hexagon around the new centre replaces an empty area or
 * an unedited hexagon.
 */
export function centreMoved(values: WizardValues, center: string): Partial<WizardValues> {
  const { areaMode, hexSizeKm, polygon } = values;
  if (areaMode !== 'hexagon' || hexSizeKm === null || !parseLngLat(center)) return { center };
  const isPlain = polygon.length === 0 || isSameArea(polygon, hexagon(values.center, hexSizeKm));
  return isPlain ? { center, polygon: hexagon(center, hexSizeKm) } : { center };
}

interface CodeInputProps {
  readonly control: Control;
  readonly form: WizardForm;
  readonly teamId: number | null;
}

/** Edits the station's code. A code is proposed from the city, and the server checks the typed code (DOMAIN §3.3 step 1). */
export function CodeInput({ control, form, teamId }: CodeInputProps) {
  const t = useT();
  const { cityCode } = useValues(form);
  const value = String(control.value ?? '');
  const code = useRested(value);
  const [busy, setBusy] = useState(false);
  // When the city changes, a new proposal may replace the previous proposal. A code that the user typed is not replaced.
  const proposed = useRef('');
  const set = useRef(control.onChange);
  set.current = control.onChange;
  const except = teamId === null ? {} : { exceptId: teamId };
  const isWhole = TEAM.code.test(code) && code === value;
  const check = useData('team.Team/checkCode', { code, ...except }, { enabled: isWhole && !control.disabled });

  const propose = async (city: string) => {
    const before = latest.current.value;
    setBusy(true);
    const found = await readData('team.Team/checkCode', { cityCode: city, ...except }).finally(() => setBusy(false));
    // The user may have typed a code or chosen another city during the call.
    if (latest.current.value !== before || latest.current.cityCode !== city) return;
    proposed.current = found.code;
    set.current(found.code);
  };
  // A link to a new station can contain the city. We treat it like a city that the user has just chosen, so that a code is proposed.
  const lastCity = useRef(teamId === null && value === '' ? null : cityCode);
  const latest = useRef({ value, cityCode, disabled: control.disabled, propose });
  latest.current = { value, cityCode, disabled: control.disabled, propose };
  useEffect(() => {
    if (cityCode === lastCity.current) return;
    lastCity.current = cityCode;
    const { value: typed, disabled, propose: ask } = latest.current;
    // The user did not request this proposal, so its failure is not shown.
    if (cityCode && !disabled && (typed === '' || typed === proposed.current)) ask(cityCode).catch(() => undefined);
  }, [cityCode]);

  const isTaken = isWhole && check.data?.free === false;
  return (
    <div className={styles.stack}>
      <div className={styles.row}>
        <Input
          id={control.id}
          value={value}
          disabled={control.disabled}
          status={control.invalid || isTaken ? 'error' : undefined}
          maxLength={12}
          autoComplete="off"
          aria-labelledby={`${control.id}-label`}
          aria-required
          aria-invalid={control.invalid || isTaken || undefined}
          aria-describedby={control.describedBy}
          onChange={(event) => control.onChange(event.target.value.toUpperCase())}
        />
        {control.disabled ? null : (
          <Button
            disabled={!cityCode}
            loading={busy}
            onClick={() => cityCode && propose(cityCode).catch((error) => toast.error(readFailureText(error)))}
          >
            {t('wizard.codePropose')}
          </Button>
        )}
      </div>
      <div role="status" className={isTaken ? styles.bad : styles.good}>
        {isTaken ? t('wizard.codeTaken') : isWhole && check.data?.free && !control.disabled ? t('wizard.codeFree') : ''}
      </div>
    </div>
  );
}

export function ServiceTypes({ control }: { readonly control: Control }) {
  const t = useT();
  return (
    <Checkbox.Group
      value={Array.isArray(control.value) ? control.value : []}
      disabled={control.disabled}
      onChange={control.onChange}
      options={SERVICE_TYPES.map((value) => ({ value, label: t(SERVICE_TEXTS[value]) }))}
    />
  );
}

/** Returns the names of the chosen services. */
export function servicesText(chosen: readonly string[], t: Translate): string {
  const names = SERVICE_TYPES.filter((type) => chosen.includes(type)).map((type) => t(SERVICE_TEXTS[type]));
  return names.join(t('list.separator')) || '—';
}

/** Edits the unified credit code. If the check character is wrong, the correct code is shown immediately. */
export function LicenceInput({ control }: { readonly control: Control }) {
  const t = useT();
  const value = String(control.value ?? '');
  const expected = value.length === 18 && !isCreditCode(value) ? checkCharacter(value.slice(0, 17)) : null;
  return (
    <div className={styles.stack}>
      <Input
        id={control.id}
        value={value}
        disabled={control.disabled}
        status={control.invalid ? 'error' : undefined}
        maxLength={18}
        autoComplete="off"
        aria-labelledby={`${control.id}-label`}
        aria-invalid={control.invalid || undefined}
        aria-describedby={control.describedBy}
        onChange={(event) => control.onChange(event.target.value.toUpperCase().replace(/\s/g, ''))}
      />
      <div role="status" className={expected ? styles.warn : styles.good}>
        {expected ? t('wizard.licenceExpected', { code: `${value.slice(0, 17)}${expected}` }) : ''}
        {isCreditCode(value) ? t('wizard.licenceOk') : ''}
      </div>
    </div>
  );
}
