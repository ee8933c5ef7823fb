import { addresses, entries, number, settingGroup, toggle } from './settings';
import { DAYS, MINUTES } from './settings.units';
import { text } from './text';
import { WORD } from './words';

/**
 * The security settings: passwords, sign-in, sessions, second verification, IP address allow list, approval by a second person, watermark,
 * debug monitor.
 */

export const security = settingGroup('security', {
  sections: {
    password: {
      title: text('密码', 'Passwords', 'Senhas', '密碼'),
      fields: {
        passwordMinLen: number({
          label: text('密码最短长度', 'Shortest password', 'Tamanho mínimo da senha', '密碼最短長度'),
          unit: text('位', 'characters', 'caracteres', '位'),
          min: 8,
          max: 16,
          initial: 8,
        }),
        passwordDays: number({
          label: text('密码有效期', 'Password lifetime', 'Validade da senha', '密碼有效期'),
          help: text(
            '到期后须修改密码；0 表示长期有效。',
            'After this time the password must be changed; 0 means it never expires.',
            'Depois disso deve ser trocada; 0 significa nunca.',
            '到期後須修改密碼；0 表示長期有效。',
          ),
          unit: DAYS,
          min: 0,
          max: 365,
          initial: 180,
        }),
      },
    },
    signIn: {
      title: WORD.signInNoun,
      fields: {
        maxFail: number({
          label: text('允许连续输错', 'Wrong passwords in a row', 'Senhas erradas seguidas', '允許連續輸錯'),
          help: text(
            '达到次数后账号将被锁定。',
            'Then the account is locked.',
            'Depois disso a conta é bloqueada.',
            '達到次數後帳號將被鎖定。',
          ),
          unit: WORD.times,
          min: 3,
          max: 10,
          initial: 5,
        }),
        lockMin: number({
          label: text('锁定时长', 'Lock duration', 'Duração do bloqueio', '鎖定時長'),
          unit: MINUTES,
          min: 5,
          max: 120,
          initial: 15,
        }),
        sessionPerAccount: number({
          label: text('每个账号同时在线', 'Sessions per account', 'Sessões por conta', '每個帳號同時上線'),
          help: text(
            '超出时最早的会话将退出。',
            'When the number is exceeded, the oldest session ends.',
            'Uma a mais encerra a mais antiga.',
            '超出時最早的工作階段將登出。',
          ),
          unit: text('个会话', 'sessions', 'sessões', '個工作階段'),
          min: 1,
          max: 5,
          initial: 3,
        }),
        force2v: entries({
          label: text(
            '须二次验证的身份',
            'Identities with second verification',
            'Identidades com segunda verificação',
            '須二次驗證的身分',
          ),
          help: text(
            '这些身份登录时还须短信验证。',
            'These identities also need an SMS code to sign in.',
            'Elas também confirmam um SMS ao entrar.',
            '這些身分登入時還須簡訊驗證。',
          ),
          source: 'identities',
          max: 50,
        }),
        ipAllowList: addresses({
          label: text('允许访问的地址', 'Address allow list', 'Lista de endereços permitidos', '允許存取的位址'),
          help: text(
            '每行一个 IP 或 CIDR 网段，最多 50 条；留空不限制。',
            'One IP address or CIDR range per line, at most 50. Leave it empty to allow all addresses.',
            'Um IP ou faixa CIDR por linha, no máximo 50; vazio libera todos.',
            '每行一個 IP 或 CIDR 網段，最多 50 筆；留空不限制。',
          ),
          max: 50,
        }),
      },
    },
    page: {
      title: text('页面', 'Pages', 'Páginas', '頁面'),
      fields: {
        fourEyes: toggle({
          label: WORD.secondPerson,
          help: text(
            '新增涉及资金的权限、关闭本项，都需要另一位人员复核通过后才生效',
            'Granting permissions that involve money, and switching this off, take effect only after another person approves',
            'Identidades que ganham permissões sobre dinheiro, e desligar isto, só valem quando outra pessoa aprova',
            '新增涉及資金的權限、關閉本項，都需要另一位人員覆核通過後才生效',
          ),
          initial: true,
          addedLater: true,
        }),
        watermark: toggle({
          label: text('页面水印', 'Watermark', "Marca-d'água", '頁面浮水印'),
          help: text(
            '在页面背景显示账号，防止截图外泄。',
            'Shows the account in the background of every page to discourage leaking screenshots.',
            'Mostra a conta ao fundo das páginas, contra vazamento de capturas.',
            '在頁面背景顯示帳號，防止截圖外洩。',
          ),
          initial: true,
        }),
        debugMonitor: toggle({
          label: WORD.debugMonitor,
          hidden: true,
          initial: true,
        }),
      },
    },
  },
});
