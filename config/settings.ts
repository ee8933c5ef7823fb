/** Layout defaults (SPEC §2): light navigation, yellow primary, mixed layout, fluid width, scrolling header, fixed sider. */
export const LAYOUT_DEFAULTS = {
  navTheme: 'light',
  colorPrimary: '#fadb14',
  layout: 'mix',
  splitMenus: true,
  contentWidth: 'Fluid',
  fixedHeader: false,
  fixSiderbar: true,
  autoHideHeader: false,
  colorWeak: false,
} as const;

/** Title until the tenant's name is loaded. The name is a setting, so no build contains it. */
export const WORKING_TITLE = 'Multistation Console';
