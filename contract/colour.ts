/** This file checks colours in the notation `#rrggbb`. It imports no library. */
export const COLOUR = /^#[0-9a-f]{6}$/i;

/** Computes the relative luminance of `#rrggbb` (WCAG 2.2): 0 is black, 1 is white. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Computes the contrast of a colour (`#rrggbb`) against white: 1 … 21 (WCAG 2.2). */
export function contrastToWhite(colour: string): number {
  return 1.05 / (luminance(colour) + 0.05);
}
