import {
  ArcElement,
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  type ChartConfiguration,
  DoughnutController,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
} from 'chart.js';
import { colorAt } from './palette';
import { apart, type Unfinished } from './unfinished';

/*
 * Only this file in `src` imports the chart library. The file is loaded when a chart comes near the visible area. We register only the
 * chart kinds that the console uses. This keeps the other kinds out of the bundle.
 */
Chart.register(
  ArcElement,
  BarController,
  BarElement,
  CategoryScale,
  DoughnutController,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
);

export interface Series {
  readonly name: string;
  /** `null` means that the value is unknown. The line then has a gap. */
  readonly values: readonly (number | null)[];
  /** Dashed lines show the previous period. */
  readonly dashed?: boolean;
}

export interface ChartSpec {
  /** In `bars`, the first series is drawn above the zero line and the second series below it. */
  readonly kind: 'line' | 'bars' | 'doughnut';
  /** Labels of the points, or names of the slices. */
  readonly labels: readonly string[];
  readonly series: readonly Series[];
  /** The point whose hour or day is not over. It is drawn hollow, and no line connects it. Dashed lines have no such point. */
  readonly unfinished?: Unfinished | undefined;
  readonly format: (value: number | null) => string;
}

/** Colours, font and direction of the current theme and language. */
export interface ChartLook {
  readonly colors: readonly string[];
  readonly text: string;
  readonly grid: string;
  readonly surface: string;
  readonly font: string;
  /** In a right-to-left layout the time axis also runs from right to left. */
  readonly rtl: boolean;
}

/** Duration of the animation when the data changes. Milliseconds. */
const MOVE_MS = 150;
/** Number of axis labels that the library measures. Eight are enough, because labels of one axis have similar widths. */
const MEASURED = 8;
const THICK = 2;

type Configuration = ChartConfiguration<'line' | 'bar' | 'doughnut'>;

const fontOf = (look: ChartLook) => ({ family: look.font, size: 12 });

function tooltipOf(look: ChartLook) {
  const font = fontOf(look);
  return {
    backgroundColor: look.surface,
    titleColor: look.text,
    bodyColor: look.text,
    borderColor: look.grid,
    borderWidth: 1,
    titleFont: font,
    bodyFont: font,
    padding: 8,
    boxPadding: 4,
    rtl: look.rtl,
  };
}

const baseOf = (moves: boolean) => ({
  responsive: true,
  maintainAspectRatio: false,
  animation: moves ? { duration: MOVE_MS } : (false as const),
});

function doughnut(spec: ChartSpec, look: ChartLook, moves: boolean): Configuration {
  return {
    type: 'doughnut',
    data: {
      labels: [...spec.labels],
      datasets: spec.series.slice(0, 1).map(({ values }) => ({
        data: values.map((value) => value ?? 0),
        backgroundColor: spec.labels.map((_, at) => colorAt(look, at)),
        borderColor: look.surface,
        borderWidth: THICK,
      })),
    },
    options: {
      ...baseOf(moves),
      cutout: '66%',
      plugins: {
        tooltip: {
          ...tooltipOf(look),
          callbacks: { label: (item) => ` ${item.label}: ${spec.format(Number(item.raw))}` },
        },
      },
    },
  };
}

function scalesOf(spec: ChartSpec, look: ChartLook) {
  const font = fontOf(look);
  return {
    x: {
      stacked: spec.kind === 'bars',
      reverse: look.rtl,
      grid: { display: false },
      border: { color: look.grid },
      ticks: { color: look.text, font, maxRotation: 0, autoSkipPadding: 16, sampleSize: MEASURED },
    },
    y: {
      stacked: spec.kind === 'bars',
      position: look.rtl ? ('right' as const) : ('left' as const),
      // Heights are comparable only if the axis begins at zero.
      beginAtZero: true,
      border: { display: false },
      grid: { color: look.grid },
      ticks: {
        color: look.text,
        font,
        maxTicksLimit: 5,
        precision: 0,
        callback: (value: number | string) =>
          spec.format(spec.kind === 'bars' ? Math.abs(Number(value)) : Number(value)),
      },
    },
  };
}

/** Returns the options that lines and bars share: time on the horizontal axis, values on the vertical axis. */
function plotOptions(spec: ChartSpec, look: ChartLook, lines: ReturnType<typeof linesOf>, moves: boolean) {
  const { unfinished } = spec;
  return {
    ...baseOf(moves),
    interaction: { mode: 'index' as const, intersect: false },
    scales: scalesOf(spec, look),
    plugins: {
      tooltip: {
        ...tooltipOf(look),
        callbacks: {
          // Bars below the zero line are drawn as negative numbers, but the tooltip shows their positive value.
          label: ({ datasetIndex, dataIndex }: { datasetIndex: number; dataIndex: number }) => {
            const drawn = lines[datasetIndex];
            const series = spec.kind === 'bars' ? spec.series[datasetIndex] : drawn?.series;
            const isOpen = unfinished?.at === dataIndex && !series?.dashed;
            const value = spec.format(series?.values[dataIndex] ?? null);
            return ` ${series?.name ?? ''}: ${value}${isOpen ? ` (${unfinished.text})` : ''}`;
          },
        },
      },
    },
  };
}

function bars(spec: ChartSpec, look: ChartLook, moves: boolean): Configuration {
  const { unfinished } = spec;
  return {
    type: 'bar',
    data: {
      labels: [...spec.labels],
      datasets: spec.series.map(({ name, values }, at) => ({
        label: name,
        data: values.map((value) => (value === null ? null : at === 0 ? value : -value)),
        backgroundColor: values.map((_, place) => (place === unfinished?.at ? look.surface : colorAt(look, at))),
        borderColor: colorAt(look, at),
        borderWidth: values.map((_, place) => (place === unfinished?.at ? THICK : 0)),
        borderSkipped: false as const,
        maxBarThickness: 24,
      })),
    },
    options: plotOptions(spec, look, [], moves),
  };
}

/** Checks whether the values directly before and after a value are unknown. No line leads to such a value, so it is drawn as a point. */
const isAlone = (data: readonly (number | null)[], at: number): boolean =>
  (data[at - 1] ?? null) === null && (data[at + 1] ?? null) === null;

function line(spec: ChartSpec, look: ChartLook, moves: boolean): Configuration {
  const lines = linesOf(spec, look);
  return {
    type: 'line',
    data: {
      labels: [...spec.labels],
      datasets: lines.map(({ data, color, dashed, isOpen, series }) => ({
        label: series.name,
        data: [...data],
        borderColor: color,
        backgroundColor: isOpen ? look.surface : color,
        borderDash: dashed ? [5, 4] : [],
        borderWidth: dashed ? THICK - 0.5 : THICK,
        pointRadius: isOpen ? 4 : data.map((_value, at) => (isAlone(data, at) ? 3 : 0)),
        pointHoverRadius: isOpen ? 5 : 4,
        pointBorderWidth: isOpen ? THICK : 1,
        pointHitRadius: 12,
        showLine: !isOpen,
        spanGaps: false,
      })),
    },
    options: plotOptions(spec, look, lines, moves),
  };
}

const CONFIGURE = { line, bars, doughnut } as const;

function configuration(spec: ChartSpec, look: ChartLook, moves: boolean): Configuration {
  return CONFIGURE[spec.kind](spec, look, moves);
}

/** Lists the lines of a chart. An unfinished point with a value is drawn as a second line that has only that point. */
function linesOf({ kind, series: all, unfinished }: ChartSpec, look: ChartLook) {
  if (kind !== 'line') return [];
  return all.flatMap((series) => {
    const dashed = series.dashed ?? false;
    const color = dashed ? look.text : colorAt(look, 0);
    const { over, open } = apart(series.values, dashed ? undefined : unfinished?.at);
    const line = { series, color, dashed, data: over, isOpen: false };
    return open === null ? [line] : [line, { ...line, data: open, isOpen: true }];
  });
}

export interface Drawing {
  readonly redraw: (spec: ChartSpec, look: ChartLook) => void;
  readonly destroy: () => void;
}

/**
 * Draws into a canvas, and draws again when the size of its parent changes. The first drawing is not animated: the animation would take a
 * sixth more time and show no change.
 *
 * @param calm `true` disables the animation of later changes (prefers-reduced-motion)
 */
export function draw(canvas: HTMLCanvasElement, spec: ChartSpec, look: ChartLook, calm: boolean): Drawing {
  const chart = new Chart(canvas, configuration(spec, look, false));
  return {
    redraw: (nextSpec, nextLook) => {
      const { data, options } = configuration(nextSpec, nextLook, !calm);
      chart.data = data;
      if (options) chart.options = options;
      chart.update();
    },
    destroy: () => chart.destroy(),
  };
}
