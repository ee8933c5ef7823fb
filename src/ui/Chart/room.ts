/** Least height of a ring, and height of a name below it. Pixels. */
const RING = 128;
const NAME = 23;

/** Least height in pixels of a ring chart with this number of parts: the names below must not compress the ring. */
export const ringRoom = (parts: number): number => RING + parts * NAME;
