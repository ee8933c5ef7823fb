import { WITHDRAW_MOST_FEN } from '@contract/limits';
import { smallestWorkable, withdrawFee } from '@contract/withdraw.fee';
import type { WithdrawConfig } from '@contract/withdraw.settings';
import { useId, useSyncExternalStore } from 'react';
import { useLocale, useT } from '@/app/i18n/i18n';
import shared from '@/features/settings/index.css';
import { Fields } from '@/ui/EntityForm';
import type { FormValues } from '@/ui/EntityForm/store';
import type { Field } from '@/ui/EntityForm/types';
import { type FormHandle, useFields } from '@/ui/EntityForm/useFields';
import { Money } from '@/ui/Money';
import { formatAmount } from '@/ui/Money/format';
import styles from './index.css';

interface Question extends FormValues {
  readonly amountFen: number | null;
  readonly usedFree: number | null;
}

const FIELDS: readonly Field<Question>[] = [
  { name: 'amountFen', kind: 'money', label: 'withdraw.amount', minFen: 1, maxFen: WITHDRAW_MOST_FEN },
  { name: 'usedFree', kind: 'number', label: 'withdraw.usedFree', min: 0, max: 1_000 },
];

/** Calculates the fee and the net amount of a typed amount by the values of the configuration form. Empty numbers count as 0. */
export function Calculator({ form }: { readonly form: FormHandle<FormValues> }) {
  const t = useT();
  const id = useId();
  const values = useSyncExternalStore(form.store.subscribe, form.store.values);
  const config = termsOf(values);
  const question = useFields<Question>({ amountFen: config.minFen, usedFree: config.freeTimesPerMonth }, FIELDS);
  const { amountFen, usedFree } = useSyncExternalStore(question.store.subscribe, question.store.values);
  return (
    <aside className={`${shared.guide} ${styles.calculator}`} aria-labelledby={id}>
      <h2 id={id}>{t('withdraw.calculator')}</h2>
      <p>{t('withdraw.calculatorHelp')}</p>
      <Fields form={question} fields={FIELDS} />
      <div role="status">
        <Answer config={config} amountFen={amountFen ?? 0} usedFree={usedFree ?? 0} />
      </div>
    </aside>
  );
}

type Terms = Parameters<typeof smallestWorkable>[0];

function termsOf(values: FormValues): Terms {
  const figure = (name: keyof Terms) => (typeof values[name] === 'number' ? (values[name] as number) : 0);
  return {
    feeType: values.feeType as WithdrawConfig['feeType'],
    feeMode: values.feeMode as WithdrawConfig['feeMode'],
    feeFixedFen: figure('feeFixedFen'),
    feeRateBp: figure('feeRateBp'),
    feeMinFen: figure('feeMinFen'),
    feeMaxFen: figure('feeMaxFen'),
    freeTimesPerMonth: figure('freeTimesPerMonth'),
    minFen: figure('minFen'),
    maxFen: figure('maxFen'),
    multipleFen: figure('multipleFen'),
  };
}

interface AnswerProps {
  readonly config: Terms;
  readonly amountFen: number;
  readonly usedFree: number;
}

function Answer({ config, amountFen, usedFree }: AnswerProps) {
  const t = useT();
  const warning = useWarning(config, amountFen, usedFree);
  const { feeFen, netFen, free } = withdrawFee(config, amountFen, usedFree);
  return (
    <>
      <dl className={styles.answer}>
        <div>
          <dt>{t('withdraw.fee')}</dt>
          <dd>
            {free ? t('withdraw.free') : <Money fen={feeFen} />}
            {config.feeMode === 'platform' && feeFen > 0 ? <small>{t('withdraw.paidByPlatform')}</small> : null}
          </dd>
        </div>
        <div>
          <dt>{t('withdraw.net')}</dt>
          <dd>
            <Money fen={Math.max(0, netFen)} />
          </dd>
        </div>
      </dl>
      {warning === null ? null : <p className={styles.warning}>{warning}</p>}
    </>
  );
}

/** Returns why an application of this amount would be refused, or `null` if it would be accepted. */
function useWarning(config: Terms, amountFen: number, usedFree: number): string | null {
  const t = useT();
  const locale = useLocale();
  const { minFen, maxFen, multipleFen } = config;
  const amount = (fen: number) => ({ amount: formatAmount(fen, locale) });
  if (amountFen < minFen) return t('withdraw.belowMin', amount(minFen));
  if (amountFen > maxFen) return t('withdraw.aboveMax', amount(maxFen));
  if (multipleFen > 0 && amountFen % multipleFen !== 0) return t('withdraw.notMultiple', amount(multipleFen));
  if (withdrawFee(config, amountFen, usedFree).netFen > 0) return null;
  const smallest = smallestWorkable(config);
  return smallest === null ? t('withdraw.neverCovered') : t('withdraw.notCovered', amount(smallest));
}
