/**
 * The palettes of the console. antd's tokens and the CSS variables of our own components are derived from them.
 * The seed colour is yellow (SPEC §2). The contrast of yellow and white is only 1.38:1, so we use neither yellow links on white nor white
 * text on yellow. Text on primary is near-black (11.9:1). In the light palette, links and the texts of the active menu entry and tab are
 * yellow-9 (5.24:1 on white). config/theme.test.ts checks the contrasts.
 */
export interface Palette {
  readonly text: string;
  readonly textSecondary: string;
  readonly textDisabled: string;
  readonly surface: string;
  readonly surfaceRaised: string;
  readonly surfaceSunken: string;
  readonly line: string;
  readonly lineStrong: string;
  readonly hover: string;
  readonly primary: string;
  readonly onPrimary: string;
  readonly primaryHover: string;
  readonly link: string;
  readonly linkHover: string;
  readonly focus: string;
  readonly good: string;
  readonly goodBg: string;
  readonly bad: string;
  readonly badBg: string;
  readonly info: string;
  readonly infoBg: string;
  readonly working: string;
  readonly workingBg: string;
  readonly neutral: string;
  readonly neutralBg: string;
  readonly attention: string;
  readonly attentionBg: string;
  readonly shadow: string;
}

const LIGHT: Palette = {
  text: '#1f1f1f',
  textSecondary: '#595959',
  textDisabled: '#696969',
  surface: '#f5f5f5',
  surfaceRaised: '#ffffff',
  surfaceSunken: '#fafafa',
  line: '#e4e4e4',
  lineStrong: '#8c8c8c',
  hover: '#f0f0f0',
  primary: '#fadb14',
  onPrimary: '#1f1f1f',
  primaryHover: '#ffe84d',
  link: '#876800',
  linkHover: '#614700',
  focus: '#876800',
  good: '#237804',
  goodBg: '#f0faea',
  bad: '#a8071a',
  badBg: '#fff1f0',
  info: '#003eb3',
  infoBg: '#eef5ff',
  working: '#08696c',
  workingBg: '#e6faf9',
  neutral: '#595959',
  neutralBg: '#f2f2f2',
  attention: '#874d00',
  attentionBg: '#fff7e6',
  shadow: '0 6px 16px rgba(0, 0, 0, 0.12)',
};

/**
 * The dark palette is not an inversion of the light palette. Its three surface colours differ in lightness, and a border replaces the
 * shadow.
 */
const DARK: Palette = {
  text: '#e8e8e8',
  textSecondary: '#b3b3b3',
  textDisabled: '#999999',
  surface: '#121212',
  surfaceRaised: '#1d1d1d',
  surfaceSunken: '#262626',
  line: '#3a3a3a',
  lineStrong: '#7a7a7a',
  hover: '#2b2b2b',
  primary: '#fadb14',
  onPrimary: '#1f1f1f',
  primaryHover: '#ffe84d',
  link: '#f2d13d',
  linkHover: '#ffe58f',
  focus: '#fadb14',
  good: '#7fd35c',
  goodBg: '#16270f',
  bad: '#ff8a85',
  badBg: '#331718',
  info: '#8ab8ff',
  infoBg: '#15223a',
  working: '#5cd1c9',
  workingBg: '#0f2b2a',
  neutral: '#b3b3b3',
  neutralBg: '#2b2b2b',
  attention: '#ffc069',
  attentionBg: '#33230c',
  shadow: '0 0 0 1px #3a3a3a',
};

/**
 * Status colours for colour-weak users. They replace the colours `good`, `bad` and `working` of the palette. No two status colours then
 * differ only as red and green. They differ in lightness, or as blue and orange.
 */
const WEAK: Readonly<Record<'light' | 'dark', Partial<Palette>>> = {
  light: {
    good: '#00457a',
    goodBg: '#e8f3ff',
    bad: '#8f2d00',
    badBg: '#fff0e6',
    working: '#3d3d8f',
    workingBg: '#efeffc',
  },
  dark: {
    good: '#7cc4ff',
    goodBg: '#10263a',
    bad: '#ff9d5c',
    badBg: '#361e0d',
    working: '#b3b3ff',
    workingBg: '#212140',
  },
};

/** The user's preferences for colours and appearance. */
export interface Appearance {
  readonly scheme: 'light' | 'dark';
  readonly compact: boolean;
  readonly colorWeak: boolean;
  /** Seed colour as `#rrggbb`. It replaces the default yellow. */
  readonly primary?: string;
}

export function paletteOf({ scheme, colorWeak, primary }: Omit<Appearance, 'compact'>): Palette {
  const base = scheme === 'dark' ? DARK : LIGHT;
  const own = primary && primary !== base.primary && { primary, primaryHover: primary, onPrimary: textOn(primary) };
  return { ...base, ...(colorWeak && WEAK[scheme]), ...own };
}

/** Returns the text colour for a background (`#rrggbb`): near-black, or white if the background's luminance is at most 0.2. */
function textOn(colour: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(
    (at) => (Number.parseInt(colour.slice(at, at + 2), 16) / 255) ** 2.2,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.2 ? LIGHT.onPrimary : LIGHT.surfaceRaised;
}

/** System fonts, including fonts for Chinese. The page loads no font file. */
export const FONT_FAMILY =
  "-apple-system, BlinkMacSystemFont, 'Segoe UI', 'PingFang SC', 'PingFang TC', 'Microsoft YaHei', 'Microsoft JhengHei', 'Noto Sans CJK SC', 'Helvetica Neue', Arial, sans-serif";
export const MONO_FAMILY = "ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, 'Liberation Mono', monospace";

/** Derives the CSS variables of our own components. The style sheets use the same names. */
export function cssVariables(look: Appearance): Record<string, string> {
  const palette = paletteOf(look);
  const colours = Object.entries(palette).map(([name, value]) => [
    `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    value,
  ]);
  return {
    ...Object.fromEntries(colours),
    '--radius': '6px',
    '--control': look.compact ? '28px' : '32px',
    '--gap': look.compact ? '12px' : '16px',
    '--font': FONT_FAMILY,
    '--mono': MONO_FAMILY,
  };
}

/** Derives antd's tokens. It also sets the component tokens for which antd derives unsuitable colours from yellow. */
export function antdTokens(look: Appearance) {
  const palette = paletteOf(look);
  return {
    token: {
      colorPrimary: palette.primary,
      colorTextLightSolid: palette.onPrimary,
      colorLink: palette.link,
      colorLinkHover: palette.linkHover,
      colorLinkActive: palette.linkHover,
      colorPrimaryText: palette.link,
      colorPrimaryTextHover: palette.linkHover,
      colorText: palette.text,
      colorTextSecondary: palette.textSecondary,
      colorTextTertiary: palette.textSecondary,
      colorTextQuaternary: palette.textDisabled,
      colorTextPlaceholder: palette.textDisabled,
      colorTextDescription: palette.textSecondary,
      colorTextDisabled: palette.textDisabled,
      colorSuccess: palette.good,
      colorError: palette.bad,
      colorWarning: palette.attention,
      colorInfo: palette.info,
      colorBgLayout: palette.surface,
      colorBgContainer: palette.surfaceRaised,
      colorBgElevated: palette.surfaceRaised,
      // The border of a field needs a contrast of 3:1 (WCAG 1.4.11). Separators use the secondary colour, which may be paler.
      colorBorder: palette.lineStrong,
      colorBorderSecondary: palette.line,
      fontFamily: FONT_FAMILY,
      fontFamilyCode: MONO_FAMILY,
      borderRadius: 6,
      motionDurationMid: '0.12s',
      motionDurationSlow: '0.18s',
      wireframe: false,
    },
    components: {
      Button: {
        primaryColor: palette.onPrimary,
        dangerColor: look.scheme === 'dark' ? palette.onPrimary : palette.surfaceRaised,
        // Yellow text and thin yellow lines have too little contrast on white.
        defaultHoverColor: palette.text,
        defaultHoverBorderColor: palette.lineStrong,
        defaultActiveColor: palette.text,
        defaultActiveBorderColor: palette.lineStrong,
        defaultShadow: 'none',
        primaryShadow: 'none',
        dangerShadow: 'none',
      },
      Input: { activeBorderColor: palette.focus, hoverBorderColor: palette.textSecondary },
      InputNumber: { activeBorderColor: palette.focus, hoverBorderColor: palette.textSecondary },
      Select: { activeBorderColor: palette.focus, hoverBorderColor: palette.textSecondary },
      // A check mark on yellow must be dark.
      Checkbox: { colorWhite: palette.onPrimary },
      Radio: { colorWhite: palette.onPrimary },
      Menu: {
        itemSelectedColor: palette.link,
        itemSelectedBg: palette.attentionBg,
        itemActiveBg: palette.hover,
        horizontalItemSelectedColor: palette.link,
        subMenuItemSelectedColor: palette.link,
      },
      Tabs: { itemSelectedColor: palette.link, itemHoverColor: palette.linkHover, inkBarColor: palette.link },
      Tag: { defaultColor: palette.text },
    },
  } as const;
}
