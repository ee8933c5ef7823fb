import {
  ArcElement,
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

/*
 * The only file that knows the chart library; it is loaded when the first chart comes into view. Only the two kinds that
 * the console draws are registered, so the rest of the library stays out of the bundle.
 */
Chart.register(
  ArcElement,
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
  /** null: nothing is known there; the line has a gap. */
  readonly values: readonly (number | null)[];
  /** The period before is dashed. */
  readonly dashed?: boolean;
}

export interface ChartSpec {
  readonly kind: 'line' | 'doughnut';
  /** Under the points, or names of the slices. */
  readonly labels: readonly string[];
  readonly series: readonly Series[];
  /** A value as people read it. */
  readonly format: (value: number | null) => string;
}

/** Colours and type of the theme in force. */
export interface ChartLook {
  readonly colors: readonly string[];
  readonly text: string;
  readonly grid: string;
  readonly surface: string;
  readonly font: string;
}

const DRAW_MS = 150;
const THICK = 2;

function configuration(spec: ChartSpec, look: ChartLook, calm: boolean): ChartConfiguration<'line' | 'doughnut'> {
  const font = { family: look.font, size: 12 };
  const tooltip = {
    backgroundColor: look.surface,
    titleColor: look.text,
    bodyColor: look.text,
    borderColor: look.grid,
    borderWidth: 1,
    titleFont: font,
    bodyFont: font,
    padding: 8,
    boxPadding: 4,
  };
  const base = {
    responsive: true,
    maintainAspectRatio: false,
    animation: calm ? (false as const) : { duration: DRAW_MS },
  };
  if (spec.kind === 'doughnut') {
    return {
      type: 'doughnut',
      data: {
        labels: [...spec.labels],
        datasets: spec.series.slice(0, 1).map(({ values }) => ({
          data: values.map((value) => value ?? 0),
          backgroundColor: spec.labels.map((_, at) => look.colors[at % look.colors.length] ?? look.text),
          borderColor: look.surface,
          borderWidth: THICK,
        })),
      },
      options: {
        ...base,
        cutout: '66%',
        plugins: {
          tooltip: { ...tooltip, callbacks: { label: (item) => ` ${item.label}: ${spec.format(Number(item.raw))}` } },
        },
      },
    };
  }
  return {
    type: 'line',
    data: {
      labels: [...spec.labels],
      datasets: spec.series.map(({ name, values, dashed }) => ({
        label: name,
        data: [...values],
        borderColor: dashed ? look.text : (look.colors[0] ?? look.text),
        backgroundColor: dashed ? look.text : (look.colors[0] ?? look.text),
        borderDash: dashed ? [5, 4] : [],
        borderWidth: dashed ? THICK - 0.5 : THICK,
        pointRadius: values.length === 1 ? 3 : 0,
        pointHoverRadius: 4,
        pointHitRadius: 12,
        spanGaps: false,
      })),
    },
    options: {
      ...base,
      interaction: { mode: 'index', intersect: false },
      scales: {
        x: {
          grid: { display: false },
          border: { color: look.grid },
          ticks: { color: look.text, font, maxRotation: 0, autoSkipPadding: 16 },
        },
        y: {
          // A zero baseline keeps heights comparable.
          beginAtZero: true,
          border: { display: false },
          grid: { color: look.grid },
          ticks: {
            color: look.text,
            font,
            maxTicksLimit: 5,
            precision: 0,
            callback: (value) => spec.format(Number(value)),
          },
        },
      },
      plugins: {
        tooltip: {
          ...tooltip,
          callbacks: { label: (item) => ` ${item.dataset.label ?? ''}: ${spec.format(item.raw as number | null)}` },
        },
      },
    },
  };
}

export interface Drawing {
  readonly redraw: (spec: ChartSpec, look: ChartLook) => void;
  readonly destroy: () => void;
}

/** Draws into a canvas; it follows the size of the canvas' parent. `calm`: no movement (prefers-reduced-motion). */
export function draw(canvas: HTMLCanvasElement, spec: ChartSpec, look: ChartLook, calm: boolean): Drawing {
  const chart = new Chart(canvas, configuration(spec, look, calm));
  return {
    redraw: (nextSpec, nextLook) => {
      const { data, options } = configuration(nextSpec, nextLook, calm);
      chart.data = data;
      if (options) chart.options = options;
      chart.update();
    },
    destroy: () => chart.destroy(),
  };
}
