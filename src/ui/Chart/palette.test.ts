import { paletteOf } from '../../../config/theme';
import { colorAt, PALETTE } from './palette';

/** Matrices that simulate normal vision and colour blindness at full severity (Machado 2009). */
const SIGHT: Record<string, readonly (readonly number[])[]> = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

const linear = (hex: string): number[] =>
  [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
const luminance = (hex: string): number => {
  const [red = 0, green = 0, blue = 0] = linear(hex);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};
const contrast = (a: string, b: string): number => {
  const [dark = 0, bright = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (bright + 0.05) / (dark + 0.05);
};
const lab = (rgb: readonly number[]): number[] => {
  const [red = 0, green = 0, blue = 0] = rgb.map((value) => Math.min(1, Math.max(0, value)));
  const bend = (value: number) => (value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116);
  const x = bend((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047);
  const y = bend(0.2126 * red + 0.7152 * green + 0.0722 * blue);
  const z = bend((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
};
const seen = (hex: string, sight: string): number[] => {
  const rgb = linear(hex);
  return lab((SIGHT[sight] ?? []).map((row) => row.reduce((sum, factor, at) => sum + factor * (rgb[at] ?? 0), 0)));
};

describe.each(['light', 'dark'] as const)('the %s palette', (mode) => {
  const colors = PALETTE[mode];

  it.each(Object.keys(SIGHT))('has distinguishable colours, sight: %s', (sight) => {
    for (const [at, a] of colors.entries()) {
      for (const b of colors.slice(at + 1)) {
        const other = seen(b, sight);
        expect(Math.hypot(...seen(a, sight).map((value, part) => value - (other[part] ?? 0)))).toBeGreaterThan(20);
      }
    }
  });

  it.each([false, true])('has a contrast of at least 3:1 to its surface, colour-weak: %s', (colorWeak) => {
    const { surfaceRaised } = paletteOf({ scheme: mode, colorWeak });
    for (const color of colors) expect(contrast(color, surfaceRaised)).toBeGreaterThanOrEqual(3);
  });

  it('gives each part its own colour, and the text colour to parts beyond the palette', () => {
    const look = { colors, text: '#595959' };
    const used = colors.map((_, at) => colorAt(look, at));
    expect(new Set(used).size).toBe(colors.length);
    expect(colorAt(look, colors.length)).toBe(look.text);
  });
});
