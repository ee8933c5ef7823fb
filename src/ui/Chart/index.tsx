import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { useDirection, useLocale, useT } from '@/app/i18n/i18n';
import { whenIdle } from '@/app/idle';
import { matchesMedia, REDUCED_MOTION } from '@/app/media';
import { usePlatform } from '@/app/platform';
import { FONT_FAMILY, paletteOf } from '../../../config/theme';
import { formatFigure } from '../Money/format';
import { ScrollBox } from '../ScrollBox';
import type { ChartLook, ChartSpec, Drawing } from './engine';
import styles from './index.css';
import { colorAt, PALETTE } from './palette';
import { ringRoom } from './room';

export interface ChartProps extends ChartSpec {
  /** Describes the chart in one sentence, for screen readers. */
  readonly label: string;
  /** Heading of the table's first column. */
  readonly head: string;
  /** Height in pixels of chart and table, reserved from the start. A ring with many slices is higher. */
  readonly height: number;
  /** `true` if the chart is the main content of the page. The chart is then drawn without waiting for an idle moment. */
  readonly first?: boolean;
}

function useChartLook(): ChartLook {
  const { appearance: look } = usePlatform();
  const rtl = useDirection() === 'rtl';
  return useMemo(() => {
    const palette = paletteOf(look);
    return {
      colors: PALETTE[look.scheme],
      text: palette.textSecondary,
      grid: palette.line,
      surface: palette.surfaceRaised,
      font: FONT_FAMILY,
      rtl,
    };
  }, [look, rtl]);
}

/**
 * Renders lines, bars or a ring with a legend. A button switches to a table of the same figures (DESIGN "Colour"). The chart
 * library is loaded when the chart comes near the visible area. If the download or the drawing fails, the table is shown.
 */
export function Chart({ label, head, height, first = false, ...spec }: ChartProps) {
  const t = useT();
  const id = useId();
  const look = useChartLook();
  const room = spec.kind === 'doughnut' ? Math.max(height, ringRoom(spec.labels.length)) : height;
  const [asTable, setAsTable] = useState(typeof IntersectionObserver === 'undefined');
  return (
    <div>
      <div className={styles.bar}>
        {spec.kind !== 'doughnut' && !asTable ? <Lines spec={spec} look={look} /> : null}
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={asTable}
          aria-controls={id}
          onClick={() => setAsTable(!asTable)}
        >
          {t(asTable ? 'figures.showChart' : 'figures.showTable')}
        </button>
      </div>
      <div id={id} style={{ height: room }}>
        {asTable ? (
          <ChartTable label={label} head={head} spec={spec} />
        ) : (
          <div className={spec.kind === 'doughnut' ? styles.ring : styles.line}>
            <div className={styles.canvas}>
              <Canvas spec={spec} look={look} label={label} first={first} onFail={() => setAsTable(true)} />
            </div>
            {spec.kind === 'doughnut' ? <Slices spec={spec} look={look} /> : null}
          </div>
        )}
      </div>
    </div>
  );
}

/** Longest wait for an idle moment before drawing. The page's figures and controls have priority. Milliseconds. */
const AT_REST = { within: 600 };

interface PartProps {
  readonly spec: ChartSpec;
  readonly look: ChartLook;
}

interface CanvasProps extends PartProps {
  readonly label: string;
  readonly first: boolean;
  readonly onFail: () => void;
}

function Canvas({ spec, look, label, first, onFail }: CanvasProps) {
  const [canvas, setCanvas] = useState<HTMLCanvasElement | null>(null);
  const [near, setNear] = useState(false);
  const drawing = useRef<Drawing | null>(null);
  const latest = useRef({ spec, look, onFail });
  latest.current = { spec, look, onFail };
  // The page passes new arrays and functions at each rendering, so we compare contents and redraw only after a change.
  const shown = JSON.stringify([spec.kind, spec.labels, spec.series, spec.unfinished, look, spec.format(1_234.5)]);
  const drawn = useRef(shown);

  useEffect(() => {
    if (!canvas || near) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setNear(true);
      },
      { rootMargin: '200px' },
    );
    observer.observe(canvas);
    return () => observer.disconnect();
  }, [canvas, near]);

  useEffect(() => {
    if (!canvas || !near) return;
    let gone = false;
    // The download starts immediately, even if the drawing waits for an idle moment.
    const engine = import('./engine');
    engine.catch(() => undefined);
    const begin = () => {
      engine
        .then(({ draw }) => {
          if (gone) return;
          const calm = matchesMedia(REDUCED_MOTION);
          drawing.current = draw(canvas, latest.current.spec, latest.current.look, calm);
        })
        // If the download or the drawing fails, the table is shown.
        .catch(() => {
          if (!gone) latest.current.onFail();
        });
    };
    // A chart that is not the main content waits for an idle moment.
    const cancel = first ? undefined : whenIdle(begin, AT_REST);
    if (first) begin();
    return () => {
      gone = true;
      cancel?.();
      drawing.current?.destroy();
      drawing.current = null;
    };
  }, [canvas, near, first]);

  useEffect(() => {
    if (drawn.current === shown) return;
    drawn.current = shown;
    drawing.current?.redraw(latest.current.spec, latest.current.look);
  }, [shown]);

  return (
    <canvas ref={setCanvas} role="img" aria-label={label}>
      {label}
    </canvas>
  );
}

function Swatch({ color }: { readonly color: string | undefined }) {
  return (
    <svg width="10" height="10" aria-hidden="true">
      <rect width="10" height="10" rx="2" fill={color} />
    </svg>
  );
}

/** Renders the legend of lines or bars with a sample of each series. An unfinished point has its own entry. */
function Lines({ spec, look }: PartProps) {
  return (
    <ul className={styles.lines}>
      {spec.series.map(({ name, dashed }, at) => (
        <li key={name}>
          {spec.kind === 'bars' ? (
            <Swatch color={colorAt(look, at)} />
          ) : (
            <svg width="24" height="8" aria-hidden="true">
              <line
                x1="0"
                x2="24"
                y1="4"
                y2="4"
                stroke={dashed ? look.text : look.colors[0]}
                strokeWidth={dashed ? 1.5 : 2}
                strokeDasharray={dashed ? '5 4' : undefined}
              />
            </svg>
          )}
          {name}
        </li>
      ))}
      {spec.unfinished ? (
        <li>
          <svg width="10" height="10" aria-hidden="true">
            {spec.kind === 'bars' ? (
              <rect x="1" y="1" width="8" height="8" fill="none" stroke={colorAt(look, 0)} strokeWidth="2" />
            ) : (
              <circle cx="5" cy="5" r="4" fill="none" stroke={colorAt(look, 0)} strokeWidth="2" />
            )}
          </svg>
          {spec.unfinished.text}
        </li>
      ) : null}
    </ul>
  );
}

/** Renders the legend of the slices with values and shares, in the order of the drawing. */
function Slices({ spec, look }: PartProps) {
  const locale = useLocale();
  const values = spec.series[0]?.values ?? [];
  return (
    <ul className={styles.slices}>
      {spec.labels.map((name, at) => (
        <li key={name}>
          <Swatch color={colorAt(look, at)} />
          <span className={styles.name} title={name}>
            {name}
          </span>
          <span className={styles.value}>{spec.format(values[at] ?? null)}</span>
          <span className={styles.share}>{formatFigure(shareBp(values, at), 'bp', locale)}</span>
        </li>
      ))}
    </ul>
  );
}

/** Computes one value's share of the sum in basis points. Returns `null` when the sum is not positive. */
function shareBp(values: readonly (number | null)[], at: number): number | null {
  const sum = values.reduce<number>((total, value) => total + (value ?? 0), 0);
  return sum > 0 ? Math.round(((values[at] ?? 0) / sum) * 10_000) : null;
}

function ChartTable({
  label,
  head,
  spec,
}: {
  readonly label: string;
  readonly head: string;
  readonly spec: ChartSpec;
}) {
  const t = useT();
  const locale = useLocale();
  const ring = spec.kind === 'doughnut';
  return (
    <ScrollBox label={label} className={styles.tableBox}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            {spec.series.map(({ name }) => (
              <th key={name} scope="col" className={styles.number}>
                {name}
              </th>
            ))}
            {ring ? (
              <th scope="col" className={styles.number}>
                {t('figures.share')}
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {spec.labels.map((name, at) => (
            <tr key={name}>
              <th scope="row">
                {name}
                {at === spec.unfinished?.at ? <small> {spec.unfinished.text}</small> : null}
              </th>
              {spec.series.map((series) => (
                <td key={series.name} className={styles.number}>
                  {spec.format(series.values[at] ?? null)}
                </td>
              ))}
              {ring ? (
                <td className={styles.number}>
                  {formatFigure(shareBp(spec.series[0]?.values ?? [], at), 'bp', locale)}
                </td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
