import type { Data } from '@contract/index';
import { LOCALES, type Text } from '@contract/text';
import { useMemo } from 'react';
import { useT } from '@/app/i18n/i18n';
import { MapBase, type MapMark } from '@/features/mapBase';
import { SmallTable } from '@/ui/SmallTable';
import { Thumbnail } from '@/ui/Thumbnail';
import { TimeText } from '@/ui/TimeText';
import styles from './index.css';

/** This module contains components and functions that the pages of inspections and incidents share. */

type Photo = Data<'safety.Site/getIncident'>['photos'][number];
type Line = Data<'safety.Site/getIncident'>['history'][number];
type Point = { readonly lng: number; readonly lat: number } | null;

/** Wraps an untranslated text from the data as a label. */
export const plain = (words: string): Text => Object.fromEntries(LOCALES.map((locale) => [locale, words])) as Text;

export function Photos({ photos, label }: { readonly photos: readonly Photo[]; readonly label: string }) {
  const t = useT();
  if (photos.length === 0) return null;
  return (
    <ul className={styles.photos} aria-label={label}>
      {photos.map((photo) => (
        <li key={photo.fileId}>
          <Thumbnail name={photo.name} url={photo.url} />
          {photo.at ? (
            <small>
              <TimeText at={photo.at} mode="full" />
            </small>
          ) : null}
          {photo.place ? (
            <small>{t('siteInspection.photoPlace', { lng: photo.place.lng, lat: photo.place.lat })}</small>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

const MAP_HEIGHT = 240;

/** Shows the recorded place and the station on a map. */
export function Places({
  place,
  team,
  label,
}: {
  readonly place: Point;
  readonly team: Point;
  readonly label: string;
}) {
  const t = useT();
  const marks = useMemo<MapMark[]>(
    () => [
      ...(team ? [{ key: 'team', at: team, kind: 'centre' as const, label: t('siteInspection.placeStation') }] : []),
      ...(place ? [{ key: 'place', at: place, kind: 'goal' as const, label }] : []),
    ],
    [place, team, label, t],
  );
  if (marks.length === 0) return null;
  return (
    <section className={styles.section}>
      <h2>{t('siteInspection.place')}</h2>
      <MapBase
        label={t('siteInspection.place')}
        height={MAP_HEIGHT}
        marks={marks}
        focus={{ key: 'all', points: marks.map(({ at }) => at) }}
      />
    </section>
  );
}

/** Lists the history of a document, oldest first. */
export function History({ lines }: { readonly lines: readonly Line[] }) {
  const t = useT();
  return (
    <section className={styles.section}>
      <h2>{t('siteInspection.history')}</h2>
      <SmallTable
        isNamed
        label={t('siteInspection.history')}
        heads={[
          ...([t('siteInspection.step'), t('siteInspection.at')] as const),
          ...([t('siteInspection.by'), t('siteInspection.note')] as const),
        ]}
        rows={lines.map(({ key, at, text, byName, note }) => ({
          key,
          cells: [text, <TimeText key="at" at={at} mode="full" />, byName || t('cases.system'), note || '—'],
        }))}
      />
    </section>
  );
}
