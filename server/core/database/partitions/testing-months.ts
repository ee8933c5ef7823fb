import { monthOf, monthStart, type Partition, type Partitioned } from '.';

/** Returns the partitions of consecutive months, for tests and benchmarks. The first partition includes all earlier ids. */
export const monthsFrom = (table: Partitioned, start: Date, count: number): Partition[] =>
  Array.from({ length: count }, (_, index) => {
    const month = monthOf(table, monthStart(start, index));
    return index === 0 ? { ...month, from: null } : month;
  });
