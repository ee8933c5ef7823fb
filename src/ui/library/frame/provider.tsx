import { createContext, type ReactNode } from 'react';

/*
 * Stands for pro-components' provider in its layout, and only there (config/bundle.ts). The library's own makes each part's styles when
 * the part is first drawn: half of the time in which a slow machine draws the frame. Our styles are a file (src/layouts/frame.css), which
 * follows the look by the console's variables.
 */

export const ProProvider = createContext({ token: {}, hashId: '', hashed: false, dark: false });

export function ProConfigProvider({ children }: { readonly children: ReactNode }): ReactNode {
  return children;
}

export const isNeedOpenHash = (): boolean => false;

const NO_STYLE = { hashId: '', wrapSSR: (node: ReactNode) => node } as const;
export const useStyle = () => NO_STYLE;

export const resetComponent = () => ({});
