import type { Kysely } from 'kysely';
import type { BrandLook } from '../../../contract/oem.brand';
import { OEM } from '../../../contract/oem.settings';
import type { Clock } from '../../core/clock';
import type { Database } from '../../core/database/schema';
import type { SecretBox } from '../../core/platforms/ports';
import { fileUrl } from '../file';
import { enabledPlatform } from '../setting';

/** The brand's name, pictures and colours, which replace those of the site settings. */
interface BrandInForce {
  readonly siteName: string;
  /** URLs of the three pictures. A URL is empty if the brand does not have the picture. */
  readonly loginLogo: string;
  readonly menuLogo: string;
  readonly favicon: string;
  readonly look: BrandLook;
}

/** Reads the brand of the branding settings. @returns `null` if branding is not enabled */
export async function brandInForce({
  db,
  clock,
  ports: { secrets },
}: {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly ports: { readonly secrets: SecretBox };
}): Promise<BrandInForce | null> {
  const branding = (await enabledPlatform({ db, secrets }, OEM.groups.oem))?.values;
  if (!branding) return null;
  const link = (fileId: number | null) => (fileId === null ? '' : fileUrl(secrets, clock, fileId));
  const { themeColor, slogan, copyright, icp, policeRecord, serviceTel, helpUrl, feedbackUrl, showPoweredBy } =
    branding;
  return {
    siteName: branding.productName,
    loginLogo: link(branding.loginLogo),
    menuLogo: link(branding.menuLogo),
    favicon: link(branding.favicon),
    look: {
      themeColor: themeColor.toLowerCase(),
      loginBackground: link(branding.loginBackground),
      slogan,
      copyright,
      icp,
      policeRecord,
      serviceTel,
      helpUrl,
      feedbackUrl,
      showPoweredBy,
    },
  };
}
