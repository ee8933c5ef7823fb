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
 * The only file that imports the chart library; it is loaded when the first chart becomes visible. Only the kinds that the
 * console uses are registered, so that unused kinds stay out of the bundle.
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
  /** null: the value is unknown, and the line has a gap. */
  readonly values: readonly (number | null)[];
  /** Dashed lines are for the period before. */
  readonly dashed?: boolean;
}

export interface ChartSpec {
  /** `bars`: the first series rises above the zero line, the second extends below it. */
  readonly kind: 'line' | 'bars' | 'doughnut';
  /** Labels of the points, or names of the slices. */
  readonly labels: readonly string[];
  readonly series: readonly Series[];
  /** Point of the undashed lines and the bars whose time is not over: drawn open and not joined to the others. */
  readonly unfinished?: Unfinished | undefined;
  /** Formats a value for display. */
  readonly format: (value: number | null) => string;
}

/** Colours and font of the current theme. */
export interface ChartLook {
  readonly colors: readonly string[];
  readonly text: string;
  readonly grid: string;
  readonly surface: string;
  readonly font: string;
  /** The frame runs right to left, and so does the time axis. */
  readonly rtl: boolean;
}

/** Duration of the animation between two drawings. Milliseconds. */
const MOVE_MS = 150;
/** Number of axis labels to measure: all hours have similar widths, and so have all days. */
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
      // A zero baseline keeps heights comparable.
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

/** Options that lines and bars share: time on the horizontal axis, amounts on the vertical one. */
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
          // Values below the line are drawn as negative numbers, but are positive sums.
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
        pointRadius: isOpen ? 4 : data.length === 1 ? 3 : 0,
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

/** The lines of a chart; a line with an unfinished point gets a second line for that open point. */
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
 * Draws into a canvas and follows the size of its parent. `calm`: no animation (prefers-reduced-motion). The first drawing has no
 * animation: it would carry no information, and preparing it takes a sixth of the drawing time.
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
