import type { CertPolicy } from '../../../contract/riderWork.states';
import type { SiteSettings } from '../../../contract/site.settings';

type BusinessSettings = Pick<SiteSettings['business'], 'riderCertPolicy' | 'riderCertByProvince'>;

/** Returns a province's requirement for health certificates. A province without its own requirement has the platform's requirement. */
export function policyIn(settings: BusinessSettings, provinceCode: string | null): CertPolicy {
  const own = settings.riderCertByProvince.find(({ province }) => province === provinceCode);
  return (own?.policy ?? settings.riderCertPolicy) as CertPolicy;
}
