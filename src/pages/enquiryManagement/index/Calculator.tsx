import type { Input } from '@contract/index';
import { useEffect, useMemo, useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { useData } from '@/app/request/useData';
import { Button } from '@/ui/Button';
import { Fields } from '@/ui/EntityForm';
import type { FormValues } from '@/ui/EntityForm/store';
import type { Field } from '@/ui/EntityForm/types';
import { useFields } from '@/ui/EntityForm/useFields';
import { Drawer } from '@/ui/library/Drawer';
import { QueryError } from '@/ui/QueryBoundary';
import styles from './index.css';
import { Outcome, useTrial } from './Outcome';

type Trial = Input<'enquiry.Enquiry/testQuote'>;

const FIELDS: readonly Field[] = [
  { kind: 'options', name: 'teamId', label: 'enquiryRule.tryTeam', source: 'teams', required: true },
  {
    kind: 'number',
    name: 'distanceM',
    label: 'enquiryRule.tryDistance',
    unit: 'enquiry.metres',
    required: true,
    min: 0,
    max: 100_000,
  },
  {
    kind: 'number',
    name: 'weightG',
    label: 'enquiryRule.tryWeight',
    unit: 'enquiry.grams',
    required: true,
    min: 0,
    max: 200_000,
  },
  { kind: 'money', name: 'goodsFen', label: 'enquiryRule.tryGoods', required: true, minFen: 0, maxFen: 9_999_999_999 },
  { kind: 'moment', name: 'at', label: 'enquiryRule.tryAt', help: 'enquiryRule.tryAtHelp' },
  { kind: 'switch', name: 'badWeather', label: 'enquiryRule.tryWeather' },
];
const INITIAL: FormValues = {
  teamId: null,
  distanceM: 4_000,
  weightG: 3_000,
  goodsFen: 5_000,
  at: null,
  badWeather: false,
};

interface CalculatorProps {
  /** Id of the version to try, or `null` for the rule that applies to the station. */
  readonly ruleId: number | null;
  readonly onClose: () => void;
}

/** Calculates the price of an enquiry from typed values, either by the rule of the station or by one version. */
export function Calculator({ ruleId, onClose }: CalculatorProps) {
  const t = useT();
  const rule = useData('enquiry.Enquiry/getRule', { id: ruleId ?? 0 }, { enabled: ruleId !== null });
  const form = useFields(INITIAL, FIELDS);
  const [asked, setAsked] = useState<FormValues | null>(null);
  const tariff = ruleId === null ? undefined : rule.data?.tariff;
  const input = useMemo<Trial | null>(() => {
    if (asked === null) return null;
    return {
      teamId: Number(asked.teamId),
      distanceM: Number(asked.distanceM),
      weightG: Number(asked.weightG),
      goodsFen: Number(asked.goodsFen),
      at: typeof asked.at === 'string' && asked.at !== '' ? asked.at : null,
      badWeather: asked.badWeather === true,
      ...(tariff && { tariff }),
    };
  }, [asked, tariff]);
  const trial = useTrial(input);
  useEffect(() => {
    if (trial.errors.length > 0) form.showErrors(trial.errors);
  }, [trial.errors, form]);
  const isReady = ruleId === null || rule.data !== undefined;
  const title = rule.data
    ? t('enquiry.ruleVersion', { name: rule.data.name, n: rule.data.revision })
    : t('enquiryRule.tryTitle');
  return (
    <Drawer open size="min(560px, 100vw)" title={title} onClose={onClose}>
      <p className={styles.note}>{t('enquiry.trialNothing')}</p>
      <QueryError query={rule} />
      <form
        noValidate
        aria-label={t('enquiryRule.tryTitle')}
        onSubmit={(event) => {
          event.preventDefault();
          // Without a new calculation, the page must not show the result of earlier values.
          setAsked(form.check() ? { ...form.values() } : null);
        }}
      >
        <Fields form={form} fields={FIELDS} />
        <Button type="primary" htmlType="submit" disabled={!isReady}>
          {t('enquiryRule.trySubmit')}
        </Button>
      </form>
      <Outcome trial={trial} />
    </Drawer>
  );
}
