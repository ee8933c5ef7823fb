import { type Text, text } from '../../../contract/text';
import { WORD } from '../../../contract/words';

/** Texts of the sign-in methods in the login log. */
export const LOGIN_METHOD_TEXT = {
  password: WORD.password,
  sms: WORD.smsCode,
  reset: WORD.recoverPassword,
  link: WORD.passwordResetLink,
} as const satisfies Record<string, Text>;

const REASONS: Readonly<Record<string, Text>> = {
  wrong: text('密码错误', 'Wrong password', 'Senha incorreta', '密碼錯誤'),
  locked: text('账号已锁定', 'Account locked', 'Conta bloqueada', '帳號已鎖定'),
  disabled: WORD.accountDisabled,
  'no permission': text('没有任何权限', 'No permission', 'Sem permissão', '沒有任何權限'),
  'phone verification': text(
    '需要手机验证',
    'Phone verification was needed',
    'Faltou a verificação por telefone',
    '需要手機驗證',
  ),
};
const OTHER = text('未通过', 'Failed', 'Falhou', '未通過');

/** Returns the text for the reason of a refused sign-in. */
export function loginReasonText(reason: string): Text {
  return REASONS[reason] ?? OTHER;
}
