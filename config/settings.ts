/** Layout defaults (SPEC §2): light navigation, yellow primary, mixed layout, fluid, header scrolls, sider stays. */
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

/** Until the tenant's own name is known; it is a setting, so no page spells it out. */
export const WORKING_TITLE = 'Multistation Console';
