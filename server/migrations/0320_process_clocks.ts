/** Time of each process's clock, so that sums include completed transactions within seconds (docs/decisions/0084). */
export const statements: readonly string[] = ['alter table process_node add clock_at timestamptz'];
