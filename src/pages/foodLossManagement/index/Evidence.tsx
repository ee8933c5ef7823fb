import { LOSS_SPEAKERS } from '@contract/foodLoss.states';
import { useT } from '@/app/i18n/i18n';
import { Player } from '@/ui/Player';
import { SmallTable } from '@/ui/SmallTable';
import { Thumbnail } from '@/ui/Thumbnail';
import { TimeText } from '@/ui/TimeText';
import styles from './index.css';
import { type Detail, FileLink, type Inside } from './parts';

type Proof = Detail['evidence'][number];

/**
 * Shows the evidence of a case by party: pictures, videos, recordings, links and statements. Files have a time, place and fingerprint if
 * known.
 */
export function Evidence({ loss }: Inside) {
  const t = useT();
  const parties = LOSS_SPEAKERS.map((party) => loss.evidence.filter((one) => one.party === party));
  return (
    <>
      {loss.asked.length > 0 ? <Asked loss={loss} /> : null}
      {loss.evidence.length === 0 ? <p className={styles.hint}>{t('foodLoss.noEvidence')}</p> : null}
      {parties.map((proofs) =>
        proofs[0] ? (
          <section key={proofs[0].party} className={styles.proofs}>
            <h3>{proofs[0].partyText}</h3>
            <ul aria-label={proofs[0].partyText}>
              {proofs.map((proof) => (
                <li key={proof.id}>
                  <ProofFile proof={proof} />
                  {proof.note ? <p>{proof.note}</p> : null}
                  <ProofFacts proof={proof} />
                </li>
              ))}
            </ul>
          </section>
        ) : null,
      )}
    </>
  );
}

function ProofFile({ proof: { file, player } }: { readonly proof: Proof }) {
  if (file === null) return null;
  if (player === null) return <FileLink file={file} />;
  return player === 'picture' ? <Thumbnail {...file} /> : <Player kind={player} {...file} />;
}

function ProofFacts({ proof }: { readonly proof: Proof }) {
  const t = useT();
  const { kindText, file, player, byName, at, sha256, capturedAt, place, isCaptureStated } = proof;
  return (
    <small className={styles.hint}>
      {kindText}
      {file && player !== null ? ` · ${file.name}` : ''} · {byName} · <TimeText at={at} mode="full" />
      {capturedAt || place ? (
        <span>
          {t('foodLoss.captured')} {capturedAt ? <TimeText at={capturedAt} mode="full" /> : null}{' '}
          {place ? t('siteInspection.photoPlace', place) : null}{' '}
          {isCaptureStated ? `(${t('foodLoss.captureStated')})` : null}
        </span>
      ) : null}
      {sha256 ? (
        <span>
          {t('foodLoss.fingerprint')} <code title={sha256}>{sha256.slice(0, 12)}</code>
        </span>
      ) : null}
    </small>
  );
}

function Asked({ loss }: Inside) {
  const t = useT();
  return (
    <SmallTable
      isNamed
      label={t('foodLoss.asked')}
      heads={[t('foodLoss.askFrom'), t('foodLoss.askedWhat'), t('foodLoss.dueAt'), t('foodLoss.state')]}
      rows={loss.asked.map((one, at) => ({
        key: `${one.party} ${at}`,
        cells: [
          one.partyText,
          one.what,
          <TimeText key="due" at={one.dueAt} mode="full" />,
          t(one.isAnswered ? 'foodLoss.answered' : 'foodLoss.notAnswered'),
        ],
      }))}
    />
  );
}
