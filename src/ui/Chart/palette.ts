/**
 * The categorical colours of charts, in the order of use. Users with the common kinds of colour blindness can distinguish any two. The
 * colour-weak appearance therefore uses the same colours. Each colour has a contrast of at least 3:1 against the surface of its theme.
 * palette.test.ts checks the distances and the contrasts.
 */
export const PALETTE = {
  light: ['#1b4f9c', '#d97a06', '#4f9a94', '#7a2048', '#9b7fd1', '#b88a60', '#1e007d', '#b11d07', '#3d1a00'],
  dark: ['#5aa9f0', '#e8963a', '#e8bacd', '#df4967', '#6363e3', '#577200', '#e2edbe', '#964f8e', '#acfd84'],
} as const;

/**
 * Returns the colour of a series or slice. Series and slices beyond the palette get the text colour, so no palette colour is used twice.
 */
export const colorAt = ({ colors, text }: { readonly colors: readonly string[]; readonly text: string }, at: number) =>
  colors[at] ?? text;
