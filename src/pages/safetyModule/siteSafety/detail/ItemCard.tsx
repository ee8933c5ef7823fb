import { CameraOutlined } from '@ant-design/icons';
import { ITEM_RESULTS, type ItemResult, SAFETY } from '@contract/siteSafety.states';
import { useEffect, useRef, useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { serverAddress } from '@/app/windowSettings';
import { takePhoto } from '@/features/inspection/photo';
import type { KeptAnswer, KeptPhoto, PhotoRef, Queue } from '@/features/inspection/queue';
import { Button } from '@/ui/Button';
import { Input } from '@/ui/library/Input';
import { RadioGroup } from '@/ui/RadioGroup';
import { StatusTag } from '@/ui/StatusTag';
import styles from './index.css';
import type { LocalItem } from './localItems';

type Given = Pick<KeptAnswer['input'], 'result' | 'lost' | 'remark'> & Pick<KeptAnswer, 'photos'>;

interface ItemCardProps {
  readonly item: LocalItem;
  readonly queue: Queue | null;
  readonly disabled: boolean;
  readonly onAnswer: (given: Given, taken: readonly KeptPhoto[]) => Promise<void>;
}

const refsOf = (item: LocalItem): readonly PhotoRef[] =>
  item.waiting?.photos ?? item.photos.map(({ fileId, at, place }) => ({ fileId, at, place }));

/** One item: a press answers it; an unqualified one asks for points, photos and a remark. */
export function ItemCard({ item, queue, disabled, onAnswer }: ItemCardProps) {
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
      <fieldset className={styles.plain} disabled={disabled}>
        <RadioGroup<ItemResult | ''>
          label={item.title}
          value={isBad ? 'bad' : (item.result ?? '')}
          options={ITEM_RESULTS.map((value) => ({ value, label: t(`siteInspection.result_${value}`) }))}
          onChange={choose}
        />
        {isBad ? <BadFields item={item} queue={queue} disabled={disabled} onAnswer={onAnswer} /> : null}
      </fieldset>
    </li>
  );
}

function BadFields({ item, queue, disabled, onAnswer }: ItemCardProps) {
  const t = useT();
  const [lost, setLost] = useState(String(item.result === 'bad' ? item.lost : item.max));
  const [remark, setRemark] = useState(item.remark);
  const [photos, setPhotos] = useState(() => refsOf(item));
  const [taken, setTaken] = useState<readonly KeptPhoto[]>([]);
  const [mistake, setMistake] = useState<string | null>(null);
  const camera = useRef<HTMLInputElement>(null);
  const add = async (file: File | undefined) => {
    if (!file) return;
    const photo = await takePhoto(file);
    setMistake(photo ? null : t('siteInspection.photoBad'));
    if (!photo) return;
    setTaken((before) => [...before, photo]);
    setPhotos((before) => [...before, { key: photo.key }]);
  };
  const save = async () => {
    const points = Number(lost);
    if (photos.length === 0) return setMistake(t('siteInspection.photoNeeded'));
    if (!Number.isInteger(points) || points < 1 || points > item.max) {
      return setMistake(t('siteInspection.lostRange', { n: item.max }));
    }
    setMistake(null);
    const named = new Set(photos.flatMap((photo) => ('key' in photo ? [photo.key] : [])));
    await onAnswer(
      { result: 'bad', lost: points, remark: remark.trim(), photos },
      taken.filter(({ key }) => named.has(key)),
    );
    setTaken([]);
  };
  return (
    <div className={styles.answer}>
      <label className={styles.field} htmlFor={`lost-${item.key}`}>
        {t('siteInspection.lost')}
        <Input
          id={`lost-${item.key}`}
          value={lost}
          inputMode="numeric"
          onChange={(event) => setLost(event.target.value)}
        />
      </label>
      <label className={styles.field} htmlFor={`remark-${item.key}`}>
        {t('siteInspection.remark')}
        <Input
          id={`remark-${item.key}`}
          value={remark}
          maxLength={SAFETY.remark.max}
          onChange={(event) => setRemark(event.target.value)}
        />
      </label>
      <ul className={styles.photos} aria-label={t('siteInspection.photos')}>
        {photos.map((photo, at) => (
          <li key={'key' in photo ? photo.key : photo.fileId}>
            <Thumb photo={photo} item={item} queue={queue} taken={taken} />
            <button
              type="button"
              className={styles.remove}
              aria-label={t('siteInspection.removePhoto', { n: at + 1 })}
              onClick={() => setPhotos(photos.filter((other) => other !== photo))}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
      <input
        ref={camera}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        aria-label={`${t('siteInspection.takePhoto')} ${item.title}`}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // The same file may be chosen again after a mistake.
          event.target.value = '';
          void add(file);
        }}
      />
      {mistake ? (
        <p className={styles.mistake} role="alert">
          {mistake}
        </p>
      ) : null}
      <span>
        <Button
          icon={<CameraOutlined aria-hidden />}
          disabled={disabled || photos.length >= SAFETY.photos}
          onClick={() => camera.current?.click()}
        >
          {t('siteInspection.takePhoto')}
        </Button>{' '}
        <Button type="primary" disabled={disabled} onClick={() => void save()}>
          {t('siteInspection.save')}
        </Button>
      </span>
    </div>
  );
}

interface ThumbProps {
  readonly photo: PhotoRef;
  readonly item: LocalItem;
  readonly queue: Queue | null;
  readonly taken: readonly KeptPhoto[];
}

/** A photo of the server by its link, one of this device by its content. */
function Thumb({ photo, item, queue, taken }: ThumbProps) {
  const t = useT();
  const key = 'key' in photo ? photo.key : null;
  const fresh = taken.find((one) => one.key === key);
  const [picture, setPicture] = useState<{ readonly url: string } | null>(null);
  useEffect(() => {
    if (key === null || typeof URL.createObjectURL !== 'function') return;
    let made = '';
    let isGone = false;
    void Promise.resolve(fresh ?? queue?.photo(key)).then((kept) => {
      if (!kept || isGone) return;
      made = URL.createObjectURL(kept.file);
      setPicture({ url: made });
    });
    return () => {
      isGone = true;
      if (made) URL.revokeObjectURL(made);
    };
  }, [key, fresh, queue]);
  const stored = 'fileId' in photo ? item.photos.find(({ fileId }) => fileId === photo.fileId) : undefined;
  const alt = t('siteInspection.photos');
  if (stored) return <img src={serverAddress(stored.url)} alt={alt} />;
  return picture ? <img src={picture.url} alt={alt} /> : null;
}
