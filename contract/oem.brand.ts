import { z } from 'zod';

/** What pages show of the brand, while branding is enabled (DOMAIN §3.10). Links to pictures and texts are empty where none is set. */
export const brandLook = z.object({
  /** `#rrggbb`. */
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
