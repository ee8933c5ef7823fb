import { z } from 'zod';
import { empty, write } from './endpoint';
import { text } from './text';

/** The endpoint for reports of the debug monitor (SPEC §5, §7; DOMAIN §6.2). */
export const debugReportEndpoints = {
  'site.Monitor/reportDebug': write({
    summary: 'Developer tools halted the console in this browser. Code 100: the page forgets its own record of it.',
    access: 'signedIn',
    audit: {
      module: 'monitor',
      action: 'reportDebug',
      object: 'session',
      text: text('上报调试行为', 'Report debugging', 'Comunicar depuração', '回報偵錯行為'),
      personal: ['account'],
    },
    /** `content` is the value that the page has stored in `localStorage` under the key `PLD_MONITORING`, as JSON text. */
    input: z.object({ content: z.string().min(2).max(2_000) }),
    data: empty,
    errors: [42901],
  }),
} as const;
