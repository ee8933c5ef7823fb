import { formatLngLat, type LngLat, parseLngLat } from '@contract/hexagon';
import { HEXAGON } from '@contract/limits';
import { useState } from 'react';
import { useLocale, useT } from '@/app/i18n/i18n';
import { readFailureText } from '@/app/request/readFailureText';
import { readData } from '@/app/request/useData';
import { AreaEditor } from '@/features/areaEditor';
import { circleOf, districtOf, hexagonOf, isHexSize } from '@/features/areaEditor/area';
import type { Control } from '@/ui/EntityForm/types';
import { InputNumber } from '@/ui/library/InputNumber';
import { Radio } from '@/ui/library/Radio';
import { formatFigure } from '@/ui/Money/format';
import { namesOf, useRegions } from '@/ui/RegionPicker/regions';
import { TimeText } from '@/ui/TimeText';
import { codesOf, useValues, type WizardForm } from './controls';
import styles from './index.css';
import type { TeamDetail, WizardValues } from './values';

interface AreaFieldProps {
  readonly control: Control;
  readonly form: WizardForm;
  readonly teamId: number | null;
  readonly detail: TeamDetail | null;
  readonly policy: 'warn' | 'forbid' | 'allow';
}

const MODE_TEXTS = {
  hexagon: 'wizard.modeHexagon',
  polygon: 'wizard.modePolygon',
  circle: 'wizard.modeCircle',
  district: 'wizard.modeDistrict',
} as const;
const POLICY_TEXTS = { warn: 'wizard.policyWarn', forbid: 'wizard.policyForbid', allow: 'wizard.policyAllow' } as const;
const START_RADIUS_KM = 3;

/**
 * Returns functions that change the shape and size of the area. `mistake` is set if a district's border cannot be loaded, and `simulated`
 * if the loaded border is an example.
 */
function useAreaShape(form: WizardForm, { hexSizeKm, polygon, districtCode }: WizardValues, center: LngLat | null) {
  const [mistake, setMistake] = useState<string | null>(null);
  const [simulated, setSimulated] = useState(false);
  const put = (mode: WizardValues['areaMode'], sizeKm: number | null, points: readonly LngLat[]) =>
    form.set({ areaMode: mode, hexSizeKm: sizeKm, polygon: points });
  const choose = async (mode: WizardValues['areaMode']) => {
    setMistake(null);
    setSimulated(false);
    if (mode === 'hexagon') {
      const size = hexSizeKm ?? HEXAGON.defaultKm;
      put('hexagon', size, center ? hexagonOf(formatLngLat(center), size).points : polygon);
    } else if (mode === 'circle') {
      put('circle', null, center ? circleOf(center, hexSizeKm ?? START_RADIUS_KM).points : polygon);
    } else if (mode === 'district' && districtCode) {
      put('district', null, polygon);
      const border = await readData('team.Team/getDistrictBorder', { code: districtCode }).catch((error: unknown) => {
        setMistake(readFailureText(error));
        return null;
      });
      if (border && form.values().areaMode === 'district') {
        put('district', null, districtOf(border.points).points);
        setSimulated(border.simulated);
      }
    } else {
      put(mode, null, polygon);
    }
  };
  const resize = (sizeKm: number) =>
    put('hexagon', sizeKm, center ? hexagonOf(formatLngLat(center), sizeKm).points : polygon);
  return { put, choose, resize, mistake, simulated };
}

interface HexagonSizeProps {
  readonly sizeKm: number | null;
  readonly disabled: boolean;
  readonly onChange: (sizeKm: number) => void;
}

function HexagonSize({ sizeKm, disabled, onChange }: HexagonSizeProps) {
  const t = useT();
  return (
    <div className={styles.row}>
      <InputNumber
        value={sizeKm}
        min={HEXAGON.minKm}
        max={HEXAGON.maxKm}
        step={HEXAGON.stepKm}
        disabled={disabled}
        suffix={t('area.km')}
        aria-label={t('area.hexSize')}
        onChange={(size) => {
          if (isHexSize(size)) onChange(size);
        }}
      />
      <span className={styles.note}>{t('wizard.hexHelp')}</span>
    </div>
  );
}

/** Renders step 2 of the wizard: the shape and size of the area, the area editor, and the policy for overlapping areas. */
export function AreaField({ control, form, teamId, detail, policy }: AreaFieldProps) {
  const t = useT();
  const locale = useLocale();
  const values = useValues(form);
  const { areaMode, hexSizeKm, polygon, provinceCode, cityCode, districtCode } = values;
  const center = parseLngLat(values.center);
  const { tree } = useRegions();
  const regionCodes = codesOf({ provinceCode, cityCode, districtCode });
  const districtName = namesOf(tree, regionCodes).at(-1) ?? districtCode;
  const { put, choose, resize, mistake, simulated } = useAreaShape(form, values, center);
  return (
    <div className={styles.stack}>
      <Radio.Group
        value={areaMode}
        disabled={control.disabled}
        aria-labelledby={`${control.id}-label`}
        onChange={(event) => void choose(event.target.value)}
        options={(Object.keys(MODE_TEXTS) as WizardValues['areaMode'][]).map((mode) => ({
          value: mode,
          label: t(MODE_TEXTS[mode]),
          disabled: mode === 'district' && !districtCode,
        }))}
      />
      <p className={styles.note}>{t('wizard.modeHelp')}</p>
      {areaMode === 'hexagon' ? <HexagonSize sizeKm={hexSizeKm} disabled={control.disabled} onChange={resize} /> : null}
      {areaMode === 'district' && simulated ? <p className={styles.note}>{t('area.simulated')}</p> : null}
      {mistake ? (
        <p className={styles.bad} role="alert">
          {mistake}
        </p>
      ) : null}
      {detail?.nextArea ? (
        <p className={styles.notice}>
          {t('wizard.nextArea', { km2: formatFigure(detail.nextArea.areaKm2, 'km2', locale) })}{' '}
          <TimeText at={detail.nextArea.effectiveFrom} mode="full" />
        </p>
      ) : null}
      <AreaEditor
        id={control.id}
        disabled={control.disabled}
        describedBy={control.describedBy}
        value={{ mode: areaMode, hexSizeKm, points: polygon }}
        onChange={(area) => put(area.mode, area.mode === 'hexagon' ? area.hexSizeKm : null, area.points)}
        place={{
          center,
          district: districtCode && districtName ? { code: districtCode, name: districtName } : null,
          cityCode: cityCode ?? undefined,
          regionCodes,
          teamId: teamId ?? undefined,
          previous: detail?.previousPolygon ?? null,
        }}
      />
      <p className={styles.note}>
        {t('wizard.overlapPolicy')}
        {t('list.colon')}
        {t(POLICY_TEXTS[policy])}
      </p>
    </div>
  );
}
