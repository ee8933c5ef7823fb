import { inspectionScore } from '@contract/siteSafety.score';
import { useState } from 'react';
import { newKey } from '@/app/calls/mutate';
import { now } from '@/app/clock';
import { useT } from '@/app/i18n/i18n';
import type { KeptAnswer, KeptPhoto } from '@/features/inspection/queue';
import { type InspectionQueue, useInspectionQueue } from '@/features/inspection/useInspectionQueue';
import { Button } from '@/ui/Button';
import { lostId } from './BadFields';
import { ItemCard } from './ItemCard';
import styles from './index.css';
import { type Detail, type Item, localItems } from './localItems';
import { Signing } from './Signing';

/** Shows an inspection to its inspector, who answers items and takes photos with the camera. Answers can be given offline. */
export function Answering({ detail }: { readonly detail: Detail }) {
  const t = useT();
  const kept = useInspectionQueue(detail.id);
  const items = localItems(detail.items, kept.entries);
  const left = items.filter(({ result }) => result === null).length;
  const isSubmitted = kept.entries.some(({ kind }) => kind === 'submission');
  const unsaved = useUnsaved(items.map(({ key }) => key));
  const groups = [...new Set(items.map(({ groupText }) => groupText))];
  const answer = async (
    item: Item,
    given: Pick<KeptAnswer['input'], 'result' | 'lost' | 'remark'> & Pick<KeptAnswer, 'photos'>,
    taken: readonly KeptPhoto[],
  ) => {
    const { photos, ...input } = given;
    const entry = {
      kind: 'answer' as const,
      inspectionId: detail.id,
      title: item.title,
      photos,
      input: {
        ...input,
        id: detail.id,
        itemKey: item.key,
        answerNo: newKey(),
        answeredAt: new Date(now()).toISOString(),
      },
    };
    await kept.queue?.answer(entry, taken);
    void kept.queue?.send();
  };
  return (
    <section className={styles.section}>
      <h2>{t('siteInspection.items')}</h2>
      <QueueLine kept={kept} />
      {groups.map((group) => (
        <div key={group}>
          <h3>{group}</h3>
          <ul className={styles.items}>
            {items
              .filter(({ groupText }) => groupText === group)
              .map((item) => (
                <ItemCard
                  key={item.key}
                  item={item}
                  queue={kept.queue}
                  disabled={isSubmitted || kept.queue === null}
                  isRefused={unsaved.isRefused}
                  onUnsaved={(isUnsaved) => unsaved.mark(item.key, isUnsaved)}
                  onAnswer={(given, taken) => answer(item, given, taken)}
                />
              ))}
          </ul>
        </div>
      ))}
      <div className={styles.bar} role="status">
        <span>{left > 0 ? t('siteInspection.left', { n: left }) : t('siteInspection.allAnswered')}</span>
        <span>{t('siteInspection.liveScore', { n: inspectionScore(items, 0) })}</span>
      </div>
      {isSubmitted ? (
        <p className={styles.queue}>{t('siteInspection.submitQueued')}</p>
      ) : (
        <Signing
          detail={detail}
          kept={kept}
          left={left}
          hasBad={items.some(({ result }) => result === 'bad')}
          maySubmit={unsaved.check}
        />
      )}
    </section>
  );
}

/** Tracks which items have unsaved details. The caller submits the inspection only if `check` finds no such item. */
function useUnsaved(keys: readonly string[]) {
  const [unsaved, setUnsaved] = useState<ReadonlySet<string>>(new Set());
  const [isRefused, setRefused] = useState(false);
  return {
    isRefused,
    mark: (key: string, isUnsaved: boolean) =>
      setUnsaved((before) => new Set(isUnsaved ? [...before, key] : [...before].filter((other) => other !== key))),
    /** Shows a message at each unsaved item and focuses the first. @returns whether all items are saved */
    check: (): boolean => {
      const first = keys.find((key) => unsaved.has(key));
      setRefused(first !== undefined);
      if (first !== undefined) document.getElementById(lostId(first))?.focus();
      return first === undefined;
    },
  };
}

/** Shows the number of entries on this device that still have to be sent, and lists the entries that the server has refused. */
function QueueLine({ kept }: { readonly kept: InspectionQueue }) {
  const t = useT();
  const refused = kept.entries.filter(({ refusal }) => refusal !== null);
  const n = kept.entries.length - refused.length;
  return (
    <div className={styles.queue} role="status">
      {kept.isKept ? null : <p className={styles.mistake}>{t('siteInspection.noStore')}</p>}
      {kept.isSending && n > 0 ? t('siteInspection.queueSending', { n }) : null}
      {!kept.isSending && n > 0 ? (
        <>
          {t('siteInspection.queueWaiting', { n })}{' '}
          <Button size="small" onClick={() => void kept.queue?.send()}>
            {t('siteInspection.sendNow')}
          </Button>
        </>
      ) : null}
      {kept.entries.length === 0 ? t('siteInspection.queueEmpty') : null}
      {refused.map((entry) => {
        const item = entry.kind === 'answer' ? entry.title : t('siteInspection.submit');
        return (
          <span key={entry.seq} className={styles.refused}>
            {t('siteInspection.queueRefused', { item, why: entry.refusal ?? '' })}
            <Button size="small" onClick={() => void kept.queue?.discard(entry)}>
              {t('siteInspection.queueDrop')}
            </Button>
          </span>
        );
      })}
    </div>
  );
}
