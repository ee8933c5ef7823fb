import { antdTokens, cssVariables, paletteOf } from './theme';

/** Computes the WCAG relative luminance of `#rrggbb`. */
function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const LOOKS = [
  ['light', false],
  ['light', true],
  ['dark', false],
  ['dark', true],
] as const;

describe.each(LOOKS)('%s, colour-weak %s', (scheme, colorWeak) => {
  const palette = paletteOf({ scheme, colorWeak });

  test('text and links have a contrast of at least 4.5:1 on every surface', () => {
    for (const surface of [palette.surface, palette.surfaceRaised, palette.surfaceSunken, palette.hover]) {
      for (const text of [palette.text, palette.textSecondary, palette.textDisabled, palette.link, palette.linkHover]) {
        expect(contrast(text, surface)).toBeGreaterThanOrEqual(4.5);
      }
    }
  });

  test('the texts of the five meanings and of "needs you now" have a contrast of at least 4.5:1 on their background and on cards', () => {
    for (const meaning of ['good', 'bad', 'info', 'working', 'neutral', 'attention'] as const) {
      expect(contrast(palette[meaning], palette[`${meaning}Bg`])).toBeGreaterThanOrEqual(4.5);
      expect(contrast(palette[meaning], palette.surfaceRaised)).toBeGreaterThanOrEqual(4.5);
    }
  });

  test('text on primary has a contrast of at least 7:1, selected menu text 4.5:1, focus ring 3:1', () => {
    expect(contrast(palette.onPrimary, palette.primary)).toBeGreaterThanOrEqual(7);
    expect(contrast(palette.onPrimary, palette.primaryHover)).toBeGreaterThanOrEqual(7);
    expect(contrast(palette.link, palette.attentionBg)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(palette.focus, palette.surfaceRaised)).toBeGreaterThanOrEqual(3);
  });

  test('our fields and those of the library have the same border, with a contrast of at least 3:1 on every surface', () => {
    const look = { scheme, colorWeak, compact: false };
    const { token, components } = antdTokens(look);
    const own = cssVariables(look)['--line-strong'] ?? '';
    expect(token.colorBorder).toBe(own);
    const { Input, InputNumber, Select } = components;
    const states = [Input, InputNumber, Select].flatMap((part) => [part.activeBorderColor, part.hoverBorderColor]);
    for (const border of [own, ...states]) {
      for (const surface of [palette.surface, palette.surfaceRaised, palette.surfaceSunken, token.colorBgContainer]) {
        expect(contrast(border, surface)).toBeGreaterThanOrEqual(3);
      }
    }
  });
});
