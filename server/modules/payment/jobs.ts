import { PAYMENT } from '../../../contract/payment.settings';
import { HOUR_MS } from '../../../contract/units';
import type { Job } from '../../core/jobs';
import type { Ports } from '../../core/platforms/ports';
import { enabledPlatform } from '../setting';
import { openWxPay } from './adapters';

/** Interval of downloading platform certificates (DOMAIN §3.10). The platform replaces them before they expire. */
const CERTIFICATES_EVERY_MS = 12 * HOUR_MS;

export const paymentJobs = (ports: Ports): readonly Job[] => [
  {
    name: 'payment-certificates',
    everyMs: CERTIFICATES_EVERY_MS,
    async run(db, clock) {
      const settings = await enabledPlatform({ db, secrets: ports.secrets }, PAYMENT.groups.wx);
      if (settings?.values.verifyMode !== 'platformCert') return;
      await (await openWxPay({ db, clock, ports }, settings)).downloadCertificates();
    },
  },
];
