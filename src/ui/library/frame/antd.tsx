import { ConfigContext } from 'antd/es/config-provider/context';
import type { ReactNode } from 'react';
import { lazyWithRetry } from '@/app/lazyWithRetry';

/* Replaces antd in pro-components' layout and in antd's menu, and only there (config/bundle.ts). */
export { Layout, Menu } from 'antd';

/** The menu on a narrow screen; the library's drawer brings its forms along. */
export const Drawer = lazyWithRetry(() => import('antd/es/drawer').then((module) => module.default));

/** The layout gives each of its parts a theme of its own, made of the styles that we do not use. */
export const ConfigProvider = Object.assign(({ children }: { readonly children: ReactNode }) => children, {
  ConfigContext,
});

function unused(): never {
  throw new Error('This part of the layout is not in the bundle: see src/ui/library/frame/antd.tsx.');
}

/* Drawn for properties of the layout that the console does not set: a list of applications, an avatar, a page that loads, hints. */
export {
  unused as Avatar,
  unused as default,
  unused as Popover,
  unused as Skeleton,
  unused as Space,
  unused as Spin,
  unused as Tooltip,
};
