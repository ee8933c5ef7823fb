import { ConfigContext } from 'antd/es/config-provider/context';
import type { ReactNode } from 'react';

/* Stands for antd in pro-components' layout, and only there (config/bundle.ts). */
export { Drawer, Layout, Menu, Tooltip } from 'antd';

/** The layout gives each of its parts a theme of its own, made of the styles that we do not use. */
export const ConfigProvider = Object.assign(({ children }: { readonly children: ReactNode }) => children, {
  ConfigContext,
});

function unused(): never {
  throw new Error('This part of the layout is not in the bundle: see src/ui/library/frame/antd.ts.');
}

/* Drawn for properties of the layout that the console does not set: a list of applications, an avatar, a page or menu that loads. */
export { unused as Avatar, unused as Popover, unused as Skeleton, unused as Space, unused as Spin };
