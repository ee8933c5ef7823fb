import { createContext, type ReactNode, use } from 'react';
import type { RegionOption } from './regionTree';

/** The regions of the `global` model (SPEC §3), for components that do not import the models. */
export interface Regions {
  /** Provinces with their cities and districts. The list is empty until the regions are loaded. */
  readonly tree: readonly RegionOption[];
  /** Loads the regions once per session. Resolves to whether they are loaded. */
  readonly load: () => Promise<boolean>;
}

const Context = createContext<Regions>({ tree: [], load: async () => false });

/** Provides the regions. The layout renders it. */
export function RegionsProvider({ value, children }: { readonly value: Regions; readonly children: ReactNode }) {
  return <Context value={value}>{children}</Context>;
}

export function useModelRegions(): Regions {
  return use(Context);
}
