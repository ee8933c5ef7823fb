/**
 * The categorical colours of charts, in the order of use: as many as the largest ring has parts. Chosen so that any two of them
 * stay apart for the common kinds of colour blindness, so that the colour-weak appearance needs none of its own, and each has a
 * contrast of 3:1 against its surface (palette.test.ts proves both).
 */
export const PALETTE = {
  light: ['#1b4f9c', '#d97a06', '#4f9a94', '#7a2048', '#9b7fd1', '#b88a60', '#1e007d', '#b11d07', '#3d1a00'],
  dark: ['#5aa9f0', '#e8963a', '#e8bacd', '#df4967', '#6363e3', '#577200', '#e2edbe', '#964f8e', '#acfd84'],
} as const;

/** The colour of a part. One beyond the palette is that of text: two parts never share a colour of their own. */
export const colorAt = ({ colors, text }: { readonly colors: readonly string[]; readonly text: string }, at: number) =>
  colors[at] ?? text;
