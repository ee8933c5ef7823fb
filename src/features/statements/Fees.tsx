import type { Data } from '@contract/index';
import { STATEMENT_FIELDS } from '@contract/statement.states';
import { Link } from '@umijs/max';
import { getLocale, type Translate, useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { detailLink } from '@/features/funds/links';
import { Money } from '@/ui/Money';
import { formatFigure, formatMoney } from '@/ui/Money/format';
import { SmallTable } from '@/ui/SmallTable';
import { DayText, TimeText } from '@/ui/TimeText';
import { dayIn } from '@/ui/TimeText/format';
import { TwoLines } from '@/ui/TwoLines';
import styles from './index.css';

type Detail = Data<'finance.Statement/getDetail'>;
type Fee = Detail['fees'][number];

function rateText({ rateBp, fixedFen }: Fee, t: Translate): string {
  if (rateBp === null) return '—';
  const rate = formatFigure(rateBp, 'bp', getLocale());
  return fixedFen ? t('statement.rateAndFixed', { rate, fixed: formatMoney(fixedFen, getLocale()) }) : rate;
}

function RuleName({ fee }: { readonly fee: Fee }) {
  const t = useT();
  const { timeZone } = usePlatform();
  if (fee.rateBp === null) return '—';
  if (fee.ruleName === null) return t('statement.ownRate');
  return (
    <TwoLines>
      <span>{fee.ruleName}</span>
      {fee.ruleFrom ? <small>{t('statement.since', { day: dayIn(Date.parse(fee.ruleFrom), timeZone) })}</small> : null}
    </TwoLines>
  );
}

/** Lists each fee with the fee rule by which it was calculated, if there is one. */
export function Fees({ statement }: { readonly statement: Detail }) {
  const t = useT();
  return (
    <>
      <h3>{t('statement.fees')}</h3>
      {statement.fees.length === 0 ? (
        <p className={styles.none}>{t('statement.noFees')}</p>
      ) : (
        <SmallTable
          label={t('statement.fees')}
          isNamed
          heads={[
            t(STATEMENT_FIELDS.fee),
            t(STATEMENT_FIELDS.ruleName),
            t(STATEMENT_FIELDS.rate),
            t('statement.entries'),
            t(STATEMENT_FIELDS.baseFen),
            t(STATEMENT_FIELDS.amountFen),
            t('statement.credited'),
          ]}
          rows={statement.fees.map((fee) => ({
            key: fee.key,
            cells: [
              fee.feeText,
              <RuleName key="rule" fee={fee} />,
              rateText(fee, t),
              formatFigure(fee.entries, 'count', getLocale()),
              fee.fee === 'otherFees' ? '—' : <Money key="base" fen={fee.baseFen} sign sum />,
              <Money key="amount" fen={fee.amountFen} sign sum />,
              <TwoLines key="credited">
                <TimeText at={fee.firstAt} mode="full" />
                {fee.lastAt === fee.firstAt ? null : <TimeText at={fee.lastAt} mode="full" />}
              </TwoLines>,
            ],
          }))}
        />
      )}
    </>
  );
}

/** Lists corrections of the month that were made on later days. */
export function Corrections({ statement }: { readonly statement: Detail }) {
  const t = useT();
  const { corrections, teamId, payableFen, correctedFen } = statement;
  if (corrections.length === 0) return null;
  const together = payableFen === null || correctedFen === null ? null : payableFen + correctedFen;
  return (
    <>
      <h3>{t('statement.corrections')}</h3>
      <p className={styles.none}>{t('statement.correctionsHelp')}</p>
      <SmallTable
        label={t('statement.corrections')}
        heads={[
          t('statement.txNo'),
          t('statement.entryType'),
          t('statement.why'),
          t('statement.day'),
          t(STATEMENT_FIELDS.amountFen),
        ]}
        rows={corrections.map((correction) => ({
          key: correction.txNo,
          cells: [
            <Link key="no" to={`${detailLink(teamId)}&tx=${correction.txNo}`}>
              {correction.txNo}
            </Link>,
            correction.typeText,
            correction.reasonText,
            <DayText key="day" day={correction.day} />,
            <Money key="amount" fen={correction.amountFen} sign sum />,
          ],
        }))}
      />
      <p>
        {t('statement.withCorrections')}: <Money fen={together} sign sum />
      </p>
    </>
  );
}
