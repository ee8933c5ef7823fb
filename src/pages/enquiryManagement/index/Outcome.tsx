import type { FieldError } from '@contract/endpoint';
import type { Data, Input } from '@contract/index';
import { useEffect, useState } from 'react';
import { mutate, newKey } from '@/app/calls/mutate';
import { useLocale, useT } from '@/app/i18n/i18n';
import { formatFigure, formatMoney } from '@/ui/Money/format';
import { StatusTag } from '@/ui/StatusTag';
import styles from './index.css';
import { Steps } from './Steps';

type Trial = Data<'enquiry.Enquiry/testQuote'>;

export interface TrialState {
  readonly data: Trial | null;
  /** Error message if the calculation failed, or an empty text. */
  readonly problem: string;
  /** Errors of the sent values. */
  readonly errors: readonly FieldError[];
}

const NOTHING: TrialState = { data: null, problem: '', errors: [] };

/**
 * Requests a trial quote from the server, for typed values or for a stored enquiry.
 *
 * @param input `null` sends no request. Each new object sends one, even with the same values, so that a failed request can be repeated.
 */
export function useTrial(input: Input<'enquiry.Enquiry/testQuote'> | null): TrialState {
  const t = useT();
  const [state, setState] = useState(NOTHING);
  useEffect(() => {
    setState(NOTHING);
    if (input === null) return;
    let isGone = false;
    void mutate('enquiry.Enquiry/testQuote', () => input, newKey()).then((end) => {
      if (isGone) return;
      if (end.kind === 'done') setState({ ...NOTHING, data: end.data });
      else if (end.kind === 'fields') setState({ ...NOTHING, problem: end.msg, errors: end.errors });
      else setState({ ...NOTHING, problem: ('msg' in end && end.msg) || t('common.networkError') });
    });
    return () => {
      isGone = true;
    };
  }, [input, t]);
  return state;
}

/** Shows the response that an enquiry would get, with each step of the calculation. */
export function Outcome({ trial }: { readonly trial: TrialState }) {
  const t = useT();
  const locale = useLocale();
  const { data, problem } = trial;
  const words = (found: Trial): string => {
    if (found.outcome === 'refused') return t('enquiry.trialRefused', { reason: found.refuseText });
    if (found.outcome === 'manual') return t('enquiry.outcome_manual');
    return t('enquiry.trialQuoted', {
      x: formatMoney(found.quoteFen, locale),
      margin: formatFigure(found.marginBp, 'bp', locale),
      n: found.etaMin ?? 0,
    });
  };
  const TONES = { quoted: 'good', manual: 'attention', refused: 'bad' } as const;
  return (
    <div role="status">
      {problem ? <p className={styles.bad}>{problem}</p> : null}
      {data ? (
        <>
          <p className={styles.outcome}>
            <StatusTag tone={TONES[data.outcome]} text={words(data)} />
            {data.rule ? (
              <span>{t('enquiry.ruleVersion', { name: data.rule.name, n: data.rule.revision })}</span>
            ) : null}
          </p>
          {data.steps.length > 0 ? <Steps steps={data.steps} /> : null}
        </>
      ) : null}
    </div>
  );
}
