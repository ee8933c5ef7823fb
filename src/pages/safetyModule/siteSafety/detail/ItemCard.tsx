import { ITEM_RESULTS, type ItemResult } from '@contract/siteSafety.states';
import { useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import type { Queue } from '@/features/inspection/queue';
import { RadioGroup } from '@/ui/RadioGroup';
import { StatusTag } from '@/ui/StatusTag';
import { BadFields } from './BadFields';
import styles from './index.css';
import type { LocalItem } from './localItems';
import type { OnAnswer } from './useBadAnswer';

interface ItemCardProps {
  readonly item: LocalItem;
  readonly queue: Queue | null;
  readonly disabled: boolean;
  /** `true` if the last attempt to submit the inspection failed because at least one item was not saved. */
  readonly isRefused: boolean;
  readonly onAnswer: OnAnswer;
  /** Receives whether the item is unqualified with details that are not saved. */
  readonly onUnsaved: (isUnsaved: boolean) => void;
}

/**
 * Shows one item, which the inspector answers by a click. For an unqualified item, the inspector also enters points, photos and a remark.
 */
export function ItemCard({ item, onAnswer, ...rest }: ItemCardProps) {
  const t = useT();
  const [isBad, setBad] = useState(item.result === 'bad');
  const choose = (result: ItemResult | '') => {
    setBad(result === 'bad');
    if (result === 'ok' || result === 'na') void onAnswer({ result, lost: 0, remark: item.remark, photos: [] }, []);
  };
  return (
    <li className={styles.item}>
      <span className={styles.title}>
        <span>
          {item.title} <span className={styles.meta}>{t('siteInspection.pointsOf', { n: item.max })}</span>
        </span>
        {item.result ? (
          <StatusTag
            tone={item.waiting ? 'working' : 'good'}
            text={t(item.waiting ? 'siteInspection.waiting' : 'siteInspection.savedHere')}
          />
        ) : null}
      </span>
      <p className={styles.standard}>{item.standard}</p>
      <fieldset className={styles.plain} disabled={rest.disabled}>
        <RadioGroup<ItemResult | ''>
          label={item.title}
          value={isBad ? 'bad' : (item.result ?? '')}
          options={ITEM_RESULTS.map((value) => ({ value, label: t(`siteInspection.result_${value}`) }))}
          onChange={choose}
        />
        {isBad ? <BadFields item={item} onAnswer={onAnswer} {...rest} /> : null}
      </fieldset>
    </li>
  );
}
