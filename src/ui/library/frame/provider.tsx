import { createContext, type ReactNode } from 'react';

/*
 * Replaces the provider and the styles only in pro-components' layout (config/bundle.ts). The library's provider generates the styles
 * of each part at its first rendering. On a slow machine this takes more than half of the frame's rendering time. Our styles are a
 * file (src/layouts/frame.css), which follows the appearance through the console's variables.
 */

export const ProProvider = createContext({ token: {}, hashId: '', hashed: false, dark: false });

export function ProConfigProvider({ children }: { readonly children: ReactNode }): ReactNode {
  return children;
}

export const isNeedOpenHash = (): boolean => false;

const NO_STYLE = { hashId: '', wrapSSR: (node: ReactNode) => node } as const;
export const useStyle = () => NO_STYLE;
export const useStylish = () => NO_STYLE;

/** Result in the form that antd's parts expect. */
const NO_CLASSES = ['', ''] as const;
export default function useClasses(): typeof NO_CLASSES {
  return NO_CLASSES;
}

/** The layout's own error boundary is off: pages have one. */
export function ErrorBoundary(): never {
  throw new Error('The layout has no boundary of its own: see src/ui/library/frame/provider.tsx.');
}
