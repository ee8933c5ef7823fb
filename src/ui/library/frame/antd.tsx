import { ConfigContext } from 'antd/es/config-provider/context';
import type { ReactNode } from 'react';
import { lazyWithRetry } from '@/app/lazyWithRetry';

/* Replaces antd, but only in pro-components' layout and in antd's menu (config/bundle.ts). */
export { Layout, Menu } from 'antd';

/** Drawer with the menu on a narrow screen. Loaded lazily, because the library's drawer also loads the library's forms. */
export const Drawer = lazyWithRetry(() => import('antd/es/drawer').then((module) => module.default));

/** Replaces the component with which the layout sets a theme, because the console uses no styles of that theme. */
export const ConfigProvider = Object.assign(({ children }: { readonly children: ReactNode }) => children, {
  ConfigContext,
});

function unused(): never {
  throw new Error('This part of the layout is not in the bundle: see src/ui/library/frame/antd.tsx.');
}

/* Replaces components for layout options that the console does not use: a list of applications, an avatar, a loading page, hints. */
export {
  unused as Avatar,
  unused as default,
  unused as Popover,
  unused as Skeleton,
  unused as Space,
  unused as Spin,
  unused as Tooltip,
};
