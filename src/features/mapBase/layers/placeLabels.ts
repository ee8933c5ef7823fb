/** A text on the map, or a box that no text may cover. In pixels of the map's box. */
export interface LabelBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Pixels below its position. */
  readonly below?: number;
  /** Vertical shifts in pixels to try, in order, if the position is taken. */
  readonly shifts?: readonly number[];
}

/** Minimum pixels between two labels. */
const GAP = 4;
/** Width of other characters relative to the font size. Ideographs are square. */
const NARROW = 0.62;

/** Estimates the width of a text in pixels. Measuring would force a layout for each text. */
export function textWidth(text: string, fontSize: number): number {
  let width = 0;
  for (const character of text) width += character > '⺀' ? fontSize : fontSize * NARROW;
  return Math.ceil(width);
}

/**
 * Chooses labels that do not overlap; earlier labels have priority. `x` and `y` are the middle of a label.
 *
 * @param taken boxes that are already occupied
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
