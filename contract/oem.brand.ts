import { z } from 'zod';

/** Branding that pages show while branding is enabled (DOMAIN §3.10). Pictures and texts that are not set are empty. */
export const brandLook = z.object({
  /** Colour as `#rrggbb`. */
  themeColor: z.string(),
  loginBackground: z.string(),
  slogan: z.string(),
  copyright: z.string(),
  icp: z.string(),
  policeRecord: z.string(),
  serviceTel: z.string(),
  helpUrl: z.string(),
  feedbackUrl: z.string(),
  showPoweredBy: z.boolean(),
});
export type BrandLook = z.output<typeof brandLook>;
