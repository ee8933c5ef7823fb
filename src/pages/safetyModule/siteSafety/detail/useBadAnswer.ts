import { useEffect, useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { takePhoto } from '@/features/inspection/photo';
import type { KeptAnswer, KeptPhoto, PhotoRef } from '@/features/inspection/queue';
import type { LocalItem } from './localItems';

type Given = Pick<KeptAnswer['input'], 'result' | 'lost' | 'remark'> & Pick<KeptAnswer, 'photos'>;
/** Receives an answer and its new photos, and stores both. */
export type OnAnswer = (given: Given, taken: readonly KeptPhoto[]) => Promise<void>;

const refsOf = (item: LocalItem): readonly PhotoRef[] =>
  item.waiting?.photos ?? item.photos.map(({ fileId, at, place }) => ({ fileId, at, place }));

/**
 * Manages the typed points, remark and photos of an unqualified item. `save` checks and stores them. `onUnsaved` receives whether the item
 * has changes that are not stored.
 */
export function useBadAnswer(item: LocalItem, onAnswer: OnAnswer, onUnsaved: (isUnsaved: boolean) => void) {
  const t = useT();
  const [lost, setLost] = useState(String(item.result === 'bad' ? item.lost : item.max));
  const [remark, setRemark] = useState(item.remark);
  const [photos, setPhotos] = useState(() => refsOf(item));
  const [taken, setTaken] = useState<readonly KeptPhoto[]>([]);
  const [mistake, setMistake] = useState<string | null>(null);
  const [isUnsaved, setUnsaved] = useState(item.result !== 'bad');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the callback changes with each rendering
  useEffect(() => {
    if (!isUnsaved) return;
    onUnsaved(true);
    return () => onUnsaved(false);
  }, [isUnsaved]);
  const changed =
    <T>(set: (value: T) => void) =>
    (value: T) => {
      set(value);
      setUnsaved(true);
    };
  const add = async (file: File | undefined) => {
    if (!file) return;
    const photo = await takePhoto(file);
    setMistake(photo ? null : t('siteInspection.photoBad'));
    if (!photo) return;
    setTaken((before) => [...before, photo]);
    setUnsaved(true);
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
    setUnsaved(false);
  };
  const remove = (photo: PhotoRef) => changed(setPhotos)(photos.filter((other) => other !== photo));
  return {
    ...{ lost, remark, photos, taken, mistake, isUnsaved, add, remove, save },
    setLost: changed(setLost),
    setRemark: changed(setRemark),
  };
}
