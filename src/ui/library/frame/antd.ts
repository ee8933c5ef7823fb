import { ConfigProvider as Provider } from 'antd';
import type { ReactNode } from 'react';

/* Stands for antd in pro-components' layout, and only there (config/bundle.ts). */
export { Avatar, Drawer, Layout, Menu, Popover, Skeleton, Space, Spin, Tooltip } from 'antd';

/** The layout gives each of its parts a theme of its own, made of the styles that we do not use. */
export const ConfigProvider = Object.assign(({ children }: { readonly children: ReactNode }) => children, {
  ConfigContext: Provider.ConfigContext,
});
