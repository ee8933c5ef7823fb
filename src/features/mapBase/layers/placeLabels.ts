/** A text to be written on the map, or a thing that no text may cover. In pixels of the map's box. */
export interface LabelBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Pixels below its place. */
  readonly below?: number;
  /** Pixels by which it may move down where its place is taken; the first that fits. */
  readonly shifts?: readonly number[];
}

/** Pixels between two labels. */
const GAP = 4;
/** Share of the font's size that a character takes: ideographs are square, others are narrower. */
const NARROW = 0.62;

/** Pixels that a text takes, estimated: measuring would lay the page out for each. */
export function textWidth(text: string, fontSize: number): number {
  let width = 0;
  for (const character of text) width += character > '⺀' ? fontSize : fontSize * NARROW;
  return Math.ceil(width);
}

/**
 * Chooses labels that do not touch: the first ones have precedence. `x` and `y` are the middle of a label.
 *
 * @param taken boxes that are on the map already
 */
export function placeLabels<T extends LabelBox>(
  labels: readonly T[],
  size: { readonly x: number; readonly y: number },
  taken: readonly LabelBox[],
): T[] {
  const used = [...taken];
  const fits = (label: LabelBox) => {
    const left = label.x - label.width / 2;
    const top = label.y - label.height / 2;
    const isInside = left >= 0 && top >= 0 && left + label.width <= size.x && top + label.height <= size.y;
    return isInside && !used.some((other) => touches(label, other));
  };
  return labels.flatMap((label) => {
    const placed = (label.shifts ?? [0])
      .map((shift) => ({ ...label, y: label.y + shift, below: (label.below ?? 0) + shift }))
      .find(fits);
    if (!placed) return [];
    used.push(placed);
    return [placed];
  });
}

function touches(a: LabelBox, b: LabelBox): boolean {
  return Math.abs(a.x - b.x) < (a.width + b.width) / 2 + GAP && Math.abs(a.y - b.y) < (a.height + b.height) / 2 + GAP;
}
