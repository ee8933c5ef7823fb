import { CloseOutlined } from '@ant-design/icons';
import type { Data } from '@contract/index';
import type { Tone } from '@contract/lifecycle';
import { teamLifecycle } from '@contract/team.states';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useLocale, useT } from '@/app/i18n/i18n';
import { MapBase, type MapShape } from '@/features/mapBase';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { formatFigure } from '@/ui/Money/format';
import { StatusTag } from '@/ui/StatusTag';
import styles from './index.css';
import { type Overlap, overlapsOf } from './overlaps';

/** A station in the response of the map call. */
export type MapTeam = Data<'team.Team/getMap'>['teams'][number];

export interface TeamMapProps {
  readonly teams: readonly MapTeam[];
  readonly onOpen: (id: number) => void;
  /** Height in pixels. */
  readonly height?: number;
}

const toneOf = (team: MapTeam): Tone => teamLifecycle.states[team.status].tone;

/**
 * Shows the areas of the given stations on a map, coloured by status. Overlaps of two areas are hatched (DOMAIN §3.3). A click opens a
 * card. A table shows the same data for users who cannot use a map.
 */
export function TeamMap({ teams, onOpen, height = 560 }: TeamMapProps) {
  const t = useT();
  const [chosenId, setChosenId] = useState<number | null>(null);
  const [asTable, setAsTable] = useState(false);
  const drawn = useMemo(() => teams.filter((team) => team.polygon.length >= 3), [teams]);
  const overlaps = useMemo(() => overlapsOf(drawn), [drawn]);
  const shapes = useMemo<MapShape[]>(
    () => [
      ...drawn.map((team) => ({
        key: String(team.id),
        points: team.polygon,
        tone: toneOf(team),
        name: team.name,
        label: `${team.name} · ${team.statusText}`,
        chosen: team.id === chosenId,
      })),
      ...overlaps.map(({ ids, points }) => ({
        key: ids.join('-'),
        points,
        tone: 'attention' as const,
        hatched: ids.map(String),
      })),
    ],
    [drawn, overlaps, chosenId],
  );
  const whole = useMemo(() => drawn.flatMap((team) => team.polygon), [drawn]);
  const states = useMemo(() => [...new Map(drawn.map((team) => [team.status, team])).values()], [drawn]);
  const chosen = drawn.find((team) => team.id === chosenId);
  const shown = useMemo(() => drawn.map((team) => team.id).join(), [drawn]);

  if (teams.length === 0) return <EmptyState text={t('area.noAreas')} />;
  return (
    <section aria-label={t('area.teamMap')}>
      <MapBase
        label={t('area.teamMap')}
        height={height}
        shapes={shapes}
        whole={whole}
        focus={{ key: shown, points: whole }}
        onShape={(key) => setChosenId(Number(key))}
        onPoint={() => setChosenId(null)}
      >
        {chosen ? (
          <TeamCard team={chosen} overlaps={overlaps} teams={drawn} onOpen={onOpen} onClose={() => setChosenId(null)} />
        ) : null}
      </MapBase>
      <div className={styles.below}>
        <ul className={styles.legend} aria-label={t('area.legend')}>
          {states.map((team) => (
            <li key={team.status}>
              <StatusTag tone={toneOf(team)} text={team.statusText} />
            </li>
          ))}
          {overlaps.length > 0 ? (
            <li>
              <span className={styles.stripes} aria-hidden />
              {t('area.overlap')}
            </li>
          ) : null}
          {teams.length > drawn.length ? <li>{t('area.withoutArea', { n: teams.length - drawn.length })}</li> : null}
        </ul>
        <Button type="text" aria-expanded={asTable} onClick={() => setAsTable(!asTable)}>
          {t(asTable ? 'area.hideTable' : 'area.showTable')}
        </Button>
      </div>
      {asTable ? <TeamTable teams={teams} onOpen={onOpen} /> : null}
    </section>
  );
}

interface TeamCardProps {
  readonly team: MapTeam;
  readonly teams: readonly MapTeam[];
  readonly overlaps: readonly Overlap[];
  readonly onOpen: (id: number) => void;
  readonly onClose: () => void;
}

function TeamCard({ team, teams, overlaps, onOpen, onClose }: TeamCardProps) {
  const t = useT();
  const locale = useLocale();
  const card = useRef<HTMLElement>(null);
  // The card is not next to the clicked area. Move the focus to the card for users of keyboards and screen readers.
  useEffect(() => card.current?.focus(), []);
  const names = [
    ...new Set(
      overlaps
        .filter(({ ids }) => ids.includes(team.id))
        .flatMap(({ ids }) => teams.find((other) => other.id !== team.id && ids.includes(other.id))?.name ?? []),
    ),
  ];
  return (
    <section
      ref={card}
      className={styles.card}
      aria-label={team.name}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      <header>
        <h3>{team.name}</h3>
        <Button
          type="text"
          size="small"
          icon={<CloseOutlined aria-hidden />}
          aria-label={t('area.closeCard')}
          onClick={onClose}
        />
      </header>
      <StatusTag tone={toneOf(team)} text={team.statusText} />
      <dl>
        <dt>{t('area.business')}</dt>
        <dd>{team.businessStateText}</dd>
        <dt>{t('area.area')}</dt>
        <dd>{t('area.km2', { n: formatFigure(team.areaKm2, 'km2', locale) })}</dd>
        <dt>{t('area.riders')}</dt>
        <dd>
          {formatFigure(team.ridersOnline, 'count', locale)} / {formatFigure(team.ridersTotal, 'count', locale)}
        </dd>
        <dt>{t('area.ordersToday')}</dt>
        <dd>{formatFigure(team.ordersToday, 'count', locale)}</dd>
      </dl>
      {names.length > 0 ? (
        <ul>
          {names.map((name) => (
            <li key={name}>{t('area.overlapsWith', { name })}</li>
          ))}
        </ul>
      ) : null}
      <Button type="primary" size="small" onClick={() => onOpen(team.id)}>
        {t('area.openStation')}
      </Button>
    </section>
  );
}

/** Maximum number of rows that the table renders at first, and adds at each click on the button below. */
const TABLE_ROWS = 50;

function TeamTable({ teams, onOpen }: Pick<TeamMapProps, 'teams' | 'onOpen'>) {
  const t = useT();
  const locale = useLocale();
  const [rows, setRows] = useState(TABLE_ROWS);
  return (
    <div className={styles.tableBox}>
      <table className={styles.table}>
        <caption>
          {t('area.tableCaption', {
            n: formatFigure(teams.length, 'count', locale),
          })}
        </caption>
        <thead>
          <tr>
            <th scope="col">{t('area.station')}</th>
            <th scope="col">{t('area.status')}</th>
            <th scope="col">{t('area.business')}</th>
            <th scope="col" className={styles.number}>
              {t('area.area')} (km²)
            </th>
            <th scope="col" className={styles.number}>
              {t('area.riders')}
            </th>
            <th scope="col" className={styles.number}>
              {t('area.ordersToday')}
            </th>
          </tr>
        </thead>
        <tbody>
          {teams.slice(0, rows).map((team) => (
            <tr key={team.id}>
              <th scope="row">
                <Button type="link" size="small" onClick={() => onOpen(team.id)}>
                  {team.name}
                </Button>
              </th>
              <td>
                <StatusTag tone={toneOf(team)} text={team.statusText} />
              </td>
              <td>{team.businessStateText}</td>
              <td className={styles.number}>{formatFigure(team.areaKm2, 'km2', locale)}</td>
              <td className={styles.number}>
                {formatFigure(team.ridersOnline, 'count', locale)} / {formatFigure(team.ridersTotal, 'count', locale)}
              </td>
              <td className={styles.number}>{formatFigure(team.ordersToday, 'count', locale)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {teams.length > rows ? (
        <Button type="text" onClick={() => setRows(rows + TABLE_ROWS)}>
          {t('area.tableMore', {
            n: Math.min(TABLE_ROWS, teams.length - rows),
          })}
        </Button>
      ) : null}
    </div>
  );
}
