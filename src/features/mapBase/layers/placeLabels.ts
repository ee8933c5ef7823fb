/** A text on the map, or a box that texts must not cover. All values are pixels inside the map. */
export interface LabelBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Distance below the labelled position. */
  readonly below?: number;
  /** Vertical shifts to try in this order when the position is occupied. */
  readonly shifts?: readonly number[];
}

/** Minimum distance between two labels in pixels. */
const GAP = 4;
/** Width of non-ideographic characters relative to the font size. Ideographs are as wide as the font size. */
const NARROW = 0.62;

/** Estimates the width of a text in pixels. Measuring each text would force a layout. */
export function textWidth(text: string, fontSize: number): number {
  let width = 0;
  for (const character of text) width += character > '⺀' ? fontSize : fontSize * NARROW;
  return Math.ceil(width);
}

/**
 * Selects labels that are inside the map and do not overlap. It shifts labels if necessary. Earlier labels have priority. `x` and `y` are
 * the middle of a label.
 *
 * @param size width and height of the map in pixels
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
