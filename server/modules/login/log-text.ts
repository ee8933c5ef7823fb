import { type Text, text } from '../../../contract/text';
import { WORD } from '../../../contract/words';

/** Texts of the sign-in methods in the login log. */
export const LOGIN_METHOD_TEXT = {
  password: WORD.password,
  sms: WORD.smsCode,
  reset: WORD.recoverPassword,
  link: WORD.passwordResetLink,
} as const satisfies Record<string, Text>;

const REASONS = {
  wrong: text('密码错误', 'Wrong password', 'Senha incorreta', '密碼錯誤'),
  locked: text('账号已锁定', 'Account locked', 'Conta bloqueada', '帳號已鎖定'),
  disabled: WORD.accountDisabled,
  hours: text('不在允许的时段', 'Outside the permitted hours', 'Fora do horário permitido', '不在允許的時段'),
  address: text('IP 地址不允许', 'IP address not permitted', 'Endereço IP não permitido', 'IP 位址不允許'),
  'no permission': text('没有任何权限', 'No permission', 'Sem permissão', '沒有任何權限'),
  'phone verification': text(
    '需要手机验证',
    'Phone verification was needed',
    'Faltou a verificação por telefone',
    '需要手機驗證',
  ),
} as const satisfies Record<string, Text>;

/** Reasons of refused sign-ins in the login log. */
export type LoginReason = keyof typeof REASONS;
const OTHER = text('未通过', 'Failed', 'Falhou', '未通過');

/** Returns the text for the reason of a refused sign-in. */
export function loginReasonText(reason: string): Text {
  return (REASONS as Readonly<Record<string, Text>>)[reason] ?? OTHER;
}
