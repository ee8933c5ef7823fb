/**
 * The categorical colours of charts, in the order of use. Chosen so that any two of them stay apart for the common kinds
 * of colour blindness and each stands out from its surface by 3:1 (palette.test.ts proves both).
 */
export const PALETTE = {
  light: ['#1b4f9c', '#d97a06', '#4f9a94', '#7a2048', '#9b7fd1'],
  dark: ['#5aa9f0', '#e8963a', '#e8bacd', '#df4967', '#6363e3'],
} as const;
