/** Minimum height of a ring without names, and height of one name in its legend. Pixels. */
const RING = 128;
const NAME = 23;

/** Returns a ring chart's minimum height in pixels for this number of slices. The names below must not compress the ring. */
export const ringRoom = (parts: number): number => RING + parts * NAME;
