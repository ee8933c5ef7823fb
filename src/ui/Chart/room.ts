/** `RING` is the minimum height of a ring without its legend, `NAME` is the height of one name in the legend. Pixels. */
const RING = 128;
const NAME = 23;

/** Returns a ring chart's minimum height in pixels for this number of slices. The legend below must not compress the ring. */
export const ringRoom = (parts: number): number => RING + parts * NAME;
