import { createContext, type ReactNode } from 'react';

/*
 * Replaces the provider and the styles of pro-components, but only in its layout (config/bundle.ts). The library's provider generates a
 * component's styles at its first rendering. On a slow machine this takes more than half of the frame's rendering time. Our styles are
 * in src/layouts/frame.css. The console's variables adapt these styles to the appearance.
 */

export const ProProvider = createContext({ token: {}, hashId: '', hashed: false, dark: false });

export function ProConfigProvider({ children }: { readonly children: ReactNode }): ReactNode {
  return children;
}

export const isNeedOpenHash = (): boolean => false;

const NO_STYLE = { hashId: '', wrapSSR: (node: ReactNode) => node } as const;
export const useStyle = () => NO_STYLE;
export const useStylish = () => NO_STYLE;

/** Empty class names, in the format that antd's style hooks return. */
const NO_CLASSES = ['', ''] as const;
export default function useClasses(): typeof NO_CLASSES {
  return NO_CLASSES;
}

/** Replaces the layout's error boundary, which is disabled because pages have their own. */
export function ErrorBoundary(): never {
  throw new Error('The layout has no boundary of its own: see src/ui/library/frame/provider.tsx.');
}
