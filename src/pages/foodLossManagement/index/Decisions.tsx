import { useLocale, useT } from '@/app/i18n/i18n';
import { Facts } from '@/ui/DetailDrawer';
import { Money } from '@/ui/Money';
import { formatFigure } from '@/ui/Money/format';
import { SmallTable } from '@/ui/SmallTable';
import { TimeText } from '@/ui/TimeText';
import styles from './index.css';
import { type Detail, FileLink, type Inside, useFact } from './parts';

/** Shows liable parties, appeals, payments, and the costs that each party bears. */
export function Decisions({ loss }: Inside) {
  const t = useT();
  if (loss.decisions.length === 0) return <p className={styles.hint}>{t('foodLoss.noDecision')}</p>;
  return (
    <>
      {loss.decisions.toReversed().map((decision) => (
        <Decision key={decision.revision} decision={decision} />
      ))}
      {loss.appeals.length > 0 ? <Appeals loss={loss} /> : null}
      {loss.entries.length > 0 ? (
        <SmallTable
          isNamed
          label={t('foodLoss.entries')}
          heads={[t('foodLoss.txNo'), t('foodLoss.entryType'), t('foodLoss.amount'), t('foodLoss.at')]}
          rows={loss.entries.map(({ key, txNo, typeText, amountFen, at }) => ({
            key,
            cells: [
              <code key="no">{txNo}</code>,
              typeText,
              <Money key="amount" fen={amountFen} sign />,
              <TimeText key="at" at={at} mode="full" />,
            ],
          }))}
        />
      ) : null}
    </>
  );
}

function Decision({ decision }: { readonly decision: Detail['decisions'][number] }) {
  const t = useT();
  const locale = useLocale();
  const fact = useFact();
  const { compFen, payToText, payWayText, urgent, opinion, punishText, byName, at, shares } = decision;
  return (
    <>
      <Facts
        title={t('foodLoss.revision', { n: decision.revision })}
        items={[
          fact('comp', 'foodLoss.compensation', <Money fen={compFen} sign />),
          fact('payTo', 'foodLoss.payTo', `${payToText} · ${payWayText}${urgent ? ` · ${t('foodLoss.urgent')}` : ''}`),
          fact('opinion', 'foodLoss.opinion', opinion),
          fact('punish', 'foodLoss.punish', punishText),
          fact(
            'by',
            'foodLoss.handlerName',
            <span>
              {byName} · <TimeText at={at} mode="full" />
            </span>,
          ),
        ]}
      />
      <SmallTable
        label={t('foodLoss.liabilities')}
        heads={[
          t('foodLoss.party'),
          t('foodLoss.shareBp'),
          t('foodLoss.decidedFen'),
          t('foodLoss.borne'),
          t('foodLoss.owed'),
        ]}
        rows={shares.map((share) => ({
          key: share.party,
          cells: [
            [share.partyText, share.name].filter(Boolean).join(' · '),
            formatFigure(share.shareBp, 'bp', locale),
            <Money key="decided" fen={share.decidedFen} sign />,
            share.borneFen === null ? '—' : <Money key="borne" fen={share.borneFen} sign />,
            <Money key="owed" fen={share.owedFen} sign />,
          ],
        }))}
      />
    </>
  );
}

function Appeals({ loss }: Inside) {
  const t = useT();
  return (
    <SmallTable
      isNamed
      label={t('foodLoss.appeals')}
      heads={[
        t('foodLoss.appealParty'),
        t('foodLoss.ground'),
        t('foodLoss.files'),
        t('foodLoss.appealResult'),
        t('foodLoss.answer'),
      ]}
      rows={loss.appeals.map((one) => ({
        key: one.id,
        cells: [
          one.partyText,
          one.ground,
          <span key="files">
            {one.files.map((file) => (
              <span key={file.fileId}>
                <FileLink file={file} />{' '}
              </span>
            ))}
          </span>,
          one.resultText,
          one.answer ?? '—',
        ],
      }))}
    />
  );
}
