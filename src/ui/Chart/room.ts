/** A ring that can be read, and a line of the names under it. Pixels. */
const RING = 128;
const NAME = 23;

/** The height that a ring with so many parts needs at least: the names stand under it and must not press it flat. */
export const ringRoom = (parts: number): number => RING + parts * NAME;
