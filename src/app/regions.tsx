import { createContext, type ReactNode, use } from 'react';
import type { RegionOption } from './regionTree';

/** The regions of the `global` model (SPEC §3), for parts that do not know the models. */
export interface Regions {
  /** Provinces with their cities and districts; empty until they were asked for. */
  readonly tree: readonly RegionOption[];
  /** Fills the model, once a session. Resolves to whether the regions are there. */
  readonly load: () => Promise<boolean>;
}

const Context = createContext<Regions>({ tree: [], load: async () => false });

/** Set once by the layout. */
export function RegionsProvider({ value, children }: { readonly value: Regions; readonly children: ReactNode }) {
  return <Context value={value}>{children}</Context>;
}

export function useModelRegions(): Regions {
  return use(Context);
}
