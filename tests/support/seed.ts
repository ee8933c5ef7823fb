/** Seed of choices that differ from day to day; `FUZZ_SEED` brings those of another day back. */
export const DAY_SEED = Number(process.env.FUZZ_SEED ?? Math.floor(Date.now() / 86_400_000));
