import { z } from 'zod';
import { fen, read } from './endpoint';
import { WITHDRAW_MOST_FEN } from './limits';
import { settingEndpoints } from './settings.schema';
import { WITHDRAW, WITHDRAW_SUBJECTS } from './withdraw.settings';

/** Endpoints of the withdrawal configuration (提现配置, DOMAIN §3.5, §6.6). */

const setting = settingEndpoints(WITHDRAW);

export const withdrawConfigEndpoints = {
  'finance.WithdrawConfig/get': setting.get,
  'finance.WithdrawConfig/save': setting.save,
  'finance.WithdrawConfig/getHistory': setting.history,
  'finance.WithdrawConfig/getVersion': setting.version,
  'finance.WithdrawConfig/restore': setting.restore,
  'finance.WithdrawConfig/calc': read({
    summary: 'Fee and net amount of a withdrawal by the configuration in force.',
    access: { rule: WITHDRAW.access },
    input: z.object({
      subject: z.enum(WITHDRAW_SUBJECTS),
      amountFen: z.coerce.number().pipe(z.int().min(1).max(WITHDRAW_MOST_FEN)),
      usedFreeTimes: z.coerce.number().pipe(z.int().min(0).max(1_000)).default(0),
    }),
    data: z.object({ feeFen: fen(), netFen: fen(), free: z.boolean(), configVersion: z.int() }),
    errors: [42251, 42252, 42257],
  }),
} as const;
