/**
 * The categorical colours of charts, in the order of use. Chosen so that any two of them stay apart for the common kinds
 * of colour blindness and each stands out from its surface by 3:1 (palette.test.ts proves both).
 */
export const PALETTE = {
  light: ['#1b4f9c', '#d97a06', '#4f9a94', '#7a2048', '#9b7fd1'],
  dark: ['#5aa9f0', '#e8963a', '#e8bacd', '#df4967', '#6363e3'],
} as const;

/** Is this surface a dark one? Takes `#rrggbb`. */
export function isDark(surface: string): boolean {
  const value = Number.parseInt(surface.slice(1, 7), 16);
  const [red, green, blue] = [(value >> 16) & 255, (value >> 8) & 255, value & 255];
  return red * 0.299 + green * 0.587 + blue * 0.114 < 128;
}
