import { createContext, type ReactNode } from 'react';

/*
 * Replaces the provider and the styles of pro-components' layout, and only there (config/bundle.ts). The library's own makes the
 * styles of each part when the part is first drawn: more than half of the time in which a slow machine draws the frame. Our
 * styles are a file (src/layouts/frame.css), which follows the appearance by the console's variables.
 */

export const ProProvider = createContext({ token: {}, hashId: '', hashed: false, dark: false });

export function ProConfigProvider({ children }: { readonly children: ReactNode }): ReactNode {
  return children;
}

export const isNeedOpenHash = (): boolean => false;

const NO_STYLE = { hashId: '', wrapSSR: (node: ReactNode) => node } as const;
export const useStyle = () => NO_STYLE;
export const useStylish = () => NO_STYLE;

/** A part of antd asks in this form. */
const NO_CLASSES = ['', ''] as const;
export default function useClasses(): typeof NO_CLASSES {
  return NO_CLASSES;
}

/** The layout's own boundary is switched off: pages have one. */
export function ErrorBoundary(): never {
  throw new Error('The layout has no boundary of its own: see src/ui/library/frame/provider.tsx.');
}
