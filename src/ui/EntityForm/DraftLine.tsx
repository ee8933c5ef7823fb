import { useT } from '@/app/i18n/i18n';
import { Button } from '../Button';
import { TimeText } from '../TimeText';
import styles from './index.css';
import type { FormValues } from './store';
import type { Field } from './types';
import type { DraftControl } from './useDraft';

const at = (moment: number) => new Date(moment).toISOString();

/** Offers unfinished drafts with their time. Reports a restored draft, and a draft that the browser could not store. */
export function DraftLine<V extends FormValues>({
  drafts,
  fields,
}: {
  readonly drafts: DraftControl<V>;
  readonly fields: readonly Field<V>[];
}) {
  const t = useT();
  const { offers, taken, keeping } = drafts;
  // Lists fields that the user filled in but the draft does not store. We leave out fields whose values this page still has in memory.
  const again = fields.filter(
    (field) => taken?.draft.withheld.includes(field.name) && !(field.name in (taken.fit.values as FormValues)),
  );
  return (
    <>
      {taken ? (
        <div className={styles.offer} role="status">
          <span>
            {t('draft.taken')} <TimeText at={at(taken.draft.at)} />
            {taken.fit.lost > 0 ? ` ${t('draft.lost', { n: taken.fit.lost })}` : ''}
            {again.length > 0
              ? ` ${t('draft.withheld', { names: again.map((field) => t(field.label)).join(t('list.separator')) })}`
              : ''}
          </span>
          <Button size="small" onClick={drafts.undoTaken}>
            {t('draft.discard')}
          </Button>
        </div>
      ) : null}
      {offers.map((offer) => (
        <div key={offer.draft.slot} className={styles.offer} role="status">
          <span>
            {t('draft.found')} <TimeText at={at(offer.draft.at)} />
            {offer.fit.lost > 0 ? ` ${t('draft.lost', { n: offer.fit.lost })}` : ''}
          </span>
          <span className={styles.offerButtons}>
            <Button size="small" onClick={() => drafts.goOn(offer)}>
              {t('draft.goOn')}
            </Button>
            <Button size="small" onClick={() => drafts.discard(offer)}>
              {t('draft.discard')}
            </Button>
          </span>
        </div>
      ))}
      {keeping === 'ok' ? null : (
        <div className={styles.offer} role="status">
          {t(keeping === 'big' ? 'draft.tooBig' : 'draft.noRoom')}
        </div>
      )}
    </>
  );
}
