import { SAFETY } from '@contract/siteSafety.states';
import { useState } from 'react';
import { newKey } from '@/app/calls/mutate';
import { now } from '@/app/clock';
import { useT } from '@/app/i18n/i18n';
import { devicePlace } from '@/features/inspection/photo';
import type { KeptPhoto } from '@/features/inspection/queue';
import type { InspectionQueue } from '@/features/inspection/useInspectionQueue';
import { Button } from '@/ui/Button';
import { DayInput } from '@/ui/DayInput';
import { Input } from '@/ui/library/Input';
import { RadioGroup } from '@/ui/RadioGroup';
import styles from './index.css';
import type { Detail } from './localItems';
import { SignaturePad } from './SignaturePad';

interface SigningProps {
  readonly detail: Detail;
  readonly kept: InspectionQueue;
  readonly left: number;
  readonly hasBad: boolean;
  /** Returns whether the details of all items are saved. Otherwise, a message is shown at each unsaved item. */
  readonly maySubmit: () => boolean;
}

/** The signature of one side. If `way` is `drawn`, a drawing is required in addition to the name. */
interface Signed {
  readonly name: string;
  readonly way: 'drawn' | 'typed';
  readonly drawing: Blob | null;
}
const UNSIGNED: Signed = { name: '', way: 'drawn', drawing: null };

function isSigned({ name, way, drawing }: Signed): boolean {
  const letters = name.trim().length;
  return letters >= SAFETY.signer.min && letters <= SAFETY.signer.max && (way === 'typed' || drawing !== null);
}

const keptSign = ({ way, drawing }: Signed, at: string): KeptPhoto | null =>
  way === 'drawn' && drawing ? { key: newKey(), name: 'signature.png', file: drawing, at, place: null } : null;

/** Collects the signatures of both sides, and the deadline if an item is unqualified. The form then submits the inspection. */
export function Signing({ detail, kept, left, hasBad, maySubmit }: SigningProps) {
  const t = useT();
  const [inspector, setInspector] = useState(UNSIGNED);
  const [station, setStation] = useState(UNSIGNED);
  const [deadline, setDeadline] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const isReady = left === 0 && isSigned(inspector) && isSigned(station) && !isSending;
  const submit = async () => {
    if (!maySubmit()) return;
    setSending(true);
    // Finding the position takes up to 5 seconds, so read the time first.
    const signedAt = new Date(now()).toISOString();
    const place = await devicePlace();
    const [own, theirs] = [keptSign(inspector, signedAt), keptSign(station, signedAt)];
    const entry = {
      kind: 'submission' as const,
      inspectionId: detail.id,
      key: newKey(),
      signs: { inspector: own && { key: own.key }, station: theirs && { key: theirs.key } },
      input: {
        id: detail.id,
        version: detail.version,
        inspectorSign: inspector.name.trim(),
        stationSign: station.name.trim(),
        signedAt,
        place,
        ...(hasBad && deadline && { deadline }),
      },
    };
    await kept.queue?.submit(
      entry,
      [own, theirs].filter((sign) => sign !== null),
    );
    setSending(false);
    void kept.queue?.send();
  };
  return (
    <div className={styles.answer}>
      <h3>{t('siteInspection.signatures')}</h3>
      <p className={styles.note}>{t('siteInspection.signHelp')}</p>
      <Side id="sign-inspector" label={t('siteInspection.signInspector')} signed={inspector} onChange={setInspector} />
      <Side id="sign-station" label={t('siteInspection.signStation')} signed={station} onChange={setStation} />
      {hasBad ? (
        <div className={styles.field}>
          <span>{t('siteInspection.deadline')}</span>
          <DayInput label={t('siteInspection.deadline')} value={deadline} onChange={setDeadline} />
          <p className={styles.note}>{t('siteInspection.deadlineHelp')}</p>
        </div>
      ) : null}
      <p className={styles.note}>{t('siteInspection.submitHelp')}</p>
      <div>
        <Button type="primary" disabled={!isReady} loading={isSending} onClick={() => void submit()}>
          {t('siteInspection.submit')}
        </Button>
      </div>
    </div>
  );
}

interface SideProps {
  readonly id: string;
  readonly label: string;
  readonly signed: Signed;
  readonly onChange: (signed: Signed) => void;
}

/** Edits the name and signature of one side. Users who cannot draw can sign by typing their name. */
function Side({ id, label, signed, onChange }: SideProps) {
  const t = useT();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <Input
        id={id}
        value={signed.name}
        maxLength={SAFETY.signer.max}
        autoComplete="off"
        onChange={(event) => onChange({ ...signed, name: event.target.value })}
      />
      <RadioGroup
        label={t('siteInspection.signWay', { side: label })}
        value={signed.way}
        options={[
          { value: 'drawn', label: t('siteInspection.signDrawn') },
          { value: 'typed', label: t('siteInspection.signTyped') },
        ]}
        onChange={(way) => onChange({ ...signed, way, drawing: null })}
      />
      {signed.way === 'drawn' ? (
        <SignaturePad label={label} onChange={(drawing) => onChange({ ...signed, drawing })} />
      ) : null}
    </div>
  );
}
