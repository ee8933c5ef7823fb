import { LOSS } from './foodLoss.states';
import { FUND_AUDIT } from './fundAudit.states';
import { HEXAGON, LANDLINE, MOBILE, PROFILE, SERVICE_TEL, TEAM } from './limits';
import {
  addresses,
  choice,
  entries,
  entry,
  type GroupValues,
  hours,
  list,
  many,
  money,
  number,
  picture,
  place,
  record,
  rows,
  secret,
  settingGroup,
  settingPage,
  str,
  timeZone,
  toggle,
  url,
} from './settings';
import { SETTLE_CYCLE_TEXTS } from './team.choices';
import { LANGUAGE_NAMES, LOCALES, type Locale, type Text, text } from './text';

/** Site settings (站点设置, DOMAIN §3.7): the tenant's own record and its defaults. */

const MINUTES = text('分钟', 'min', 'min', '分鐘');
const DAYS = text('天', 'days', 'dias', '天');
const HOURS = text('小时', 'hours', 'horas', '小時');
/** What a province asks of riders (DOMAIN §3.8). */
const CERT_POLICY_TEXT = {
  required: text('必须', 'Required', 'Obrigatório', '必須'),
  optional: text('不强制', 'Optional', 'Opcional', '不強制'),
  notRequired: text('不要求', 'Not required', 'Não exigido', '不要求'),
};
const HEX32 = /^[0-9a-f]{32}$/i;
const TILES = /^https?:\/\/[^\s]+\{z\}[^\s]*$/;
const anyOf = (...patterns: readonly RegExp[]) => new RegExp(patterns.map(({ source }) => source).join('|'));

const identity = settingGroup('identity', {
  sections: {
    name: {
      title: text('名称', 'Name', 'Nome', '名稱'),
      fields: {
        siteName: str({
          label: text('平台名称', 'Platform name', 'Nome da plataforma', '平台名稱'),
          help: text(
            '显示在页面标题和菜单上方。',
            'Shown in page titles and above the menu.',
            'Aparece no título das páginas e acima do menu.',
            '顯示在頁面標題和選單上方。',
          ),
          required: true,
          min: 2,
          max: 30,
          initial: 'Multistation Console',
        }),
        shortName: str({ label: text('简称', 'Short name', 'Nome curto', '簡稱'), max: 10 }),
        companyName: str({ label: text('公司名称', 'Company name', 'Razão social', '公司名稱'), max: 60 }),
        icp: str({ label: text('ICP 备案号', 'ICP licence number', 'Número de licença ICP', 'ICP 備案號'), max: 40 }),
      },
    },
    logo: {
      title: text('标识', 'Logos', 'Logotipos', '標誌'),
      fields: {
        logoLight: picture({
          label: text('浅色标识', 'Logo on light', 'Logotipo para fundo claro', '淺色標誌'),
          scene: 'siteLogo',
        }),
        logoDark: picture({
          label: text('深色标识', 'Logo on dark', 'Logotipo para fundo escuro', '深色標誌'),
          scene: 'siteLogo',
        }),
        favicon: picture({
          label: text('浏览器图标', 'Browser icon', 'Ícone do navegador', '瀏覽器圖示'),
          scene: 'favicon',
        }),
      },
    },
    service: {
      title: text('客户服务', 'Customer service', 'Atendimento', '客戶服務'),
      fields: {
        serviceTel: str({
          label: text('客服电话', 'Service phone', 'Telefone de atendimento', '客服電話'),
          help: text(
            '手机、座机或 400/800 号码。',
            'Mobile, landline or a 400/800 number.',
            'Celular, fixo ou número 400/800.',
            '手機、市話或 400/800 號碼。',
          ),
          required: true,
          inputMode: 'tel',
          pattern: anyOf(MOBILE, LANDLINE, SERVICE_TEL),
          initial: '400-000-0000',
        }),
        serviceTime: str({
          label: text('服务时间', 'Service hours', 'Horário de atendimento', '服務時間'),
          example: text('每天 09:00–21:00', 'Every day 09:00–21:00', 'Todos os dias, 09:00–21:00', '每天 09:00–21:00'),
          max: 40,
        }),
        supportEmail: str({
          label: text('问题反馈邮箱', 'Support e-mail', 'E-mail de suporte', '問題回報信箱'),
          example: text('help@example.com', 'help@example.com', 'ajuda@example.com', 'help@example.com'),
          help: text(
            '“报告问题”时可写信到这个地址；留空则报告只留在本控制台。',
            '“Report a problem” offers to write to this address. Empty: reports stay in this console.',
            '“Relatar um problema” permite escrever para este endereço. Vazio: os relatos ficam neste console.',
            '「回報問題」時可寫信到這個地址；留空則回報只留在本控制台。',
          ),
          inputMode: 'email',
          addedLater: true,
          ...PROFILE.email,
        }),
      },
    },
  },
});

const locale = settingGroup('locale', {
  sections: {
    language: {
      title: text('语言', 'Languages', 'Idiomas', '語言'),
      fields: {
        enabledLocales: many<Locale>({
          label: text('启用的语言', 'Enabled languages', 'Idiomas ativos', '啟用的語言'),
          options: LANGUAGE_NAMES,
          initial: [...LOCALES],
        }),
        defaultLocale: choice<Locale>({
          label: text('默认语言', 'Default language', 'Idioma padrão', '預設語言'),
          help: text(
            '必须是已启用的语言。',
            'Must be one of the enabled languages.',
            'Precisa ser um dos idiomas ativos.',
            '必須是已啟用的語言。',
          ),
          options: LANGUAGE_NAMES,
          initial: 'zh-CN',
        }),
      },
    },
    region: {
      title: text('时间、货币与电话', 'Time, currency and phone', 'Hora, moeda e telefone', '時間、貨幣與電話'),
      fields: {
        timeZone: timeZone({
          label: text('时区', 'Time zone', 'Fuso horário', '時區'),
          help: text(
            '“一天”的起止与所有时间的显示都以此为准。',
            'Decides where a day begins and how every time is shown.',
            'Define onde o dia começa e como os horários aparecem.',
            '「一天」的起訖與所有時間的顯示都以此為準。',
          ),
          initial: 'Asia/Shanghai',
        }),
        currencyDisplay: str({
          label: text('货币符号', 'Currency sign', 'Símbolo da moeda', '貨幣符號'),
          required: true,
          min: 1,
          max: 4,
          initial: '¥',
        }),
        allowIntlPhone: toggle({
          label: text(
            '允许国际电话',
            'Allow international phone numbers',
            'Aceitar telefones internacionais',
            '允許國際電話',
          ),
          help: text(
            '开启后可填写 +55 11… 形式的号码。',
            'Numbers such as +55 11… are then accepted.',
            'Números como +55 11… passam a ser aceitos.',
            '開啟後可填寫 +55 11… 形式的號碼。',
          ),
          initial: false,
        }),
      },
    },
  },
});

const map = settingGroup('map', {
  simulator: text(
    '尚未配置服务端密钥，地点搜索与区划边界由模拟器提供。',
    'No server key is stored, so place search and district borders come from a simulator.',
    'Sem chave de servidor, a busca de lugares e os limites de distritos vêm de um simulador.',
    '尚未設定伺服器金鑰，地點搜尋與區劃邊界由模擬器提供。',
  ),
  test: text('测试地图服务', 'Test map service', 'Testar serviço de mapas', '測試地圖服務'),
  sections: {
    keys: {
      title: text('地图服务', 'Map service', 'Serviço de mapas', '地圖服務'),
      fields: {
        mapJsKey: str({
          label: text('浏览器端密钥', 'Browser key', 'Chave do navegador', '瀏覽器端金鑰'),
          help: text(
            '32 位十六进制字符；留空则不使用。',
            '32 hexadecimal characters; leave empty to do without.',
            '32 caracteres hexadecimais; deixe vazio para não usar.',
            '32 位十六進位字元；留空則不使用。',
          ),
          pattern: HEX32,
        }),
        mapSecurityCode: secret({ label: text('安全密钥', 'Security code', 'Código de segurança', '安全金鑰') }),
        mapServerKey: secret({
          label: text('服务端密钥', 'Server key', 'Chave do servidor', '伺服器金鑰'),
          help: text(
            '用于地点搜索与区划边界，只保存在服务器上。',
            'For place search and district borders; it never leaves the server.',
            'Para busca de lugares e limites de distritos; nunca sai do servidor.',
            '用於地點搜尋與區劃邊界，只儲存在伺服器上。',
          ),
        }),
      },
    },
    view: {
      title: text('地图显示', 'Map view', 'Exibição do mapa', '地圖顯示'),
      fields: {
        mapTileUrl: str({
          label: text('底图地址', 'Tile address', 'Endereço dos blocos', '底圖位址'),
          help: text(
            '如 https://tiles.example.com/{z}/{x}/{y}.png；留空显示控制台自带的行政区划图。',
            'Such as https://tiles.example.com/{z}/{x}/{y}.png; empty shows the map of provinces and cities that comes with the console.',
            'Como https://tiles.example.com/{z}/{x}/{y}.png; vazio mostra o mapa de províncias e cidades do próprio console.',
            '如 https://tiles.example.com/{z}/{x}/{y}.png；留空顯示控制台內建的行政區劃圖。',
          ),
          max: 300,
          pattern: TILES,
        }),
        mapDefaultCenter: place({
          label: text('默认中心点', 'Default centre', 'Centro padrão', '預設中心點'),
          help: text(
            '经度,纬度（GCJ-02），最多 6 位小数。',
            'Longitude,latitude (GCJ-02), up to 6 decimals.',
            'Longitude,latitude (GCJ-02), até 6 casas decimais.',
            '經度,緯度（GCJ-02），最多 6 位小數。',
          ),
          initial: '104.065735,30.659462',
        }),
        mapZoom: number({
          label: text('默认缩放级别', 'Default zoom', 'Zoom padrão', '預設縮放層級'),
          unit: text('级', 'level', 'nível', '級'),
          min: 3,
          max: 18,
          initial: 12,
        }),
      },
    },
  },
});

const teamDefaults = settingGroup('teamDefaults', {
  sections: {
    start: {
      help: text(
        '新增站点时自动填入，已有站点不受影响。',
        'Filled in when a station is added; existing stations keep theirs.',
        'Preenchidos ao adicionar uma estação; as existentes não mudam.',
        '新增站點時自動填入，已有站點不受影響。',
      ),
      fields: {
        feePlanId: entry({ label: text('费用方案', 'Fee plan', 'Plano de tarifas', '費用方案'), source: 'feePlans' }),
        weekHours: hours({
          label: text('营业时间', 'Business hours', 'Horário de funcionamento', '營業時間'),
          initial: Array.from({ length: 7 }, (_, weekday) => ({ weekday, ranges: [{ from: '08:00', to: '22:00' }] })),
        }),
        promiseMin: number({
          label: text('承诺送达时间', 'Promised delivery time', 'Prazo prometido', '承諾送達時間'),
          unit: MINUTES,
          ...TEAM.promiseMin,
          initial: 45,
        }),
        hexSizeKm: number({
          label: text('六边形大小', 'Hexagon size', 'Tamanho do hexágono', '六邊形大小'),
          help: text(
            '从中心到顶点的距离，步长 0.5 公里。',
            'From the centre to a corner, in steps of 0.5 km.',
            'Do centro ao vértice, em passos de 0,5 km.',
            '從中心到頂點的距離，間距 0.5 公里。',
          ),
          unit: text('公里', 'km', 'km', '公里'),
          min: HEXAGON.minKm,
          max: HEXAGON.maxKm,
          step: HEXAGON.stepKm,
          initial: HEXAGON.defaultKm,
        }),
        overlapPolicy: choice({
          label: text('服务区域重叠时', 'When service areas overlap', 'Se as áreas se sobrepõem', '服務區域重疊時'),
          radio: true,
          options: {
            warn: text('提醒', 'Warn', 'Avisar', '提醒'),
            forbid: text('禁止', 'Forbid', 'Proibir', '禁止'),
            allow: text('允许', 'Allow', 'Permitir', '允許'),
          },
          initial: 'warn',
        }),
        settleCycle: choice({
          label: text('结算周期', 'Settlement cycle', 'Ciclo de liquidação', '結算週期'),
          radio: true,
          options: SETTLE_CYCLE_TEXTS,
          initial: 'T1',
        }),
        /** The station console is another product; empty: it cannot be entered. */
        consoleUrl: url({
          label: text(
            '站点后台地址',
            'Address of the station console',
            'Endereço do console da estação',
            '站點後台位址',
          ),
          help: text(
            '“进入站点后台”打开的网址；留空则不能进入。',
            'Where “Enter station console” leads; empty means it cannot be entered.',
            'Aonde leva “Entrar no console da estação”; vazio, não é possível entrar.',
            '「進入站點後台」開啟的網址；留空則無法進入。',
          ),
          max: 200,
        }),
      },
    },
  },
});

const security = settingGroup('security', {
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
            'After that it must be changed; 0 means never.',
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
      title: text('登录', 'Sign-in', 'Acesso', '登入'),
      fields: {
        maxFail: number({
          label: text('允许连续输错', 'Wrong passwords in a row', 'Senhas erradas seguidas', '允許連續輸錯'),
          help: text(
            '达到次数后账号将被锁定。',
            'Then the account is locked.',
            'Depois disso a conta é bloqueada.',
            '達到次數後帳號將被鎖定。',
          ),
          unit: text('次', 'times', 'vezes', '次'),
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
            'One more ends the oldest.',
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
            'They also confirm a text message when they sign in.',
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
            'One IP address or CIDR range a line, at most 50; empty lets everybody in.',
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
          label: text('双人复核', 'Second person', 'Segunda pessoa', '雙人覆核'),
          help: text(
            '新增涉及资金的权限、关闭本项，都需要另一位人员复核通过后才生效',
            'Identities that gain permissions about money, and switching this off, take effect only when another person approves',
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
            'Shows the account behind every page, against leaked screenshots.',
            'Mostra a conta ao fundo das páginas, contra vazamento de capturas.',
            '在頁面背景顯示帳號，防止截圖外洩。',
          ),
          initial: true,
        }),
        debugMonitor: toggle({
          label: text('调试监测', 'Debug monitor', 'Monitor de depuração', '偵錯監測'),
          hidden: true,
          initial: true,
        }),
      },
    },
  },
});

/** Rider fund audit: what one entry may move at most (42313), and the days that it waits for its second person. How late orders are told. */
const business = settingGroup('business', {
  sections: {
    content: {
      title: text('内容', 'Content', 'Conteúdo', '內容'),
      fields: {
        sensitiveWords: list({
          label: text('敏感词', 'Sensitive words', 'Palavras sensíveis', '敏感詞'),
          help: text(
            '每行一个。含这些词的文章和轮播图不能发布。',
            'One a line. Articles and banners with these words cannot be published.',
            'Uma por linha. Artigos e banners com estas palavras não podem ser publicados.',
            '每行一個。含這些詞的文章和輪播圖不能發布。',
          ),
          max: 500,
          itemMax: 20,
          addedLater: true,
        }),
      },
    },
    orders: {
      title: text('订单接收', 'Order intake', 'Recebimento de pedidos', '訂單接收'),
      fields: {
        eventLateDays: number({
          label: text('订单事件最迟到达', 'Latest order event', 'Atraso máximo de um evento', '訂單事件最遲送達'),
          help: text(
            '更早发生的订单事件会被拒收。已关账日的事件记入第一个未关账日。',
            'Order events that happened earlier are refused. Events of a closed day are posted on the first open day.',
            'Eventos de pedidos anteriores a isso são recusados. Eventos de um dia fechado vão para o primeiro dia aberto.',
            '更早發生的訂單事件會被拒收。已關帳日的事件記入第一個未關帳日。',
          ),
          unit: DAYS,
          min: 1,
          max: 31,
          initial: 7,
          addedLater: true,
        }),
      },
    },
    rider: {
      title: text('骑手', 'Riders', 'Entregadores', '騎手'),
      fields: {
        riderMinAge: number({
          label: text('最低年龄', 'Minimum age', 'Idade mínima', '最低年齡'),
          unit: text('周岁', 'years', 'anos', '歲'),
          min: 16,
          max: 30,
          initial: 18,
          addedLater: true,
        }),
        riderFatigueHours: number({
          label: text('连续工作上限', 'Longest work without a break', 'Trabalho máximo sem pausa', '連續工作上限'),
          help: text(
            '连续工作满此时长后，骑手须休息，期间不派单。',
            'After so long the rider rests and gets no orders.',
            'Depois desse tempo o entregador descansa e não recebe pedidos.',
            '連續工作滿此時長後，騎手須休息，期間不派單。',
          ),
          unit: HOURS,
          min: 1,
          max: 12,
          initial: 4,
          addedLater: true,
        }),
        riderRestMinutes: number({
          label: text('休息时长', 'Rest', 'Descanso', '休息時長'),
          unit: text('分钟', 'minutes', 'minutos', '分鐘'),
          min: 5,
          max: 120,
          initial: 20,
          addedLater: true,
        }),
        riderDailyHours: number({
          label: text('每日工时提醒', 'Hours a day to confirm', 'Horas por dia a confirmar', '每日工時提醒'),
          help: text(
            '当日在线满此时长后，骑手须确认才能继续接单。',
            'After so many hours online a day the rider has to confirm to go on.',
            'Depois de tantas horas online no dia, o entregador precisa confirmar para continuar.',
            '當日上線滿此時長後，騎手須確認才能繼續接單。',
          ),
          unit: HOURS,
          min: 4,
          max: 16,
          initial: 8,
          addedLater: true,
        }),
        riderCertPolicy: choice({
          label: text('健康证要求', 'Health certificate', 'Atestado de saúde', '健康證要求'),
          options: CERT_POLICY_TEXT,
          initial: 'required',
          addedLater: true,
        }),
        riderCertByProvince: rows({
          label: text('按省份另行规定', 'Other provinces', 'Outras províncias', '依省份另行規定'),
          help: text(
            '填写省份的 6 位行政区划代码，例如 510000。',
            'Six digits of the province’s region code, for example 510000.',
            'Seis dígitos do código da província, por exemplo 510000.',
            '填寫省份的 6 位行政區劃代碼，例如 510000。',
          ),
          columns: {
            province: str({
              label: text('省份代码', 'Province code', 'Código da província', '省份代碼'),
              required: true,
              max: 6,
              pattern: /^\d{2}0000$/,
            }),
            policy: choice({
              label: text('要求', 'Requirement', 'Exigência', '要求'),
              options: CERT_POLICY_TEXT,
              initial: 'optional',
            }),
          },
          max: 40,
          addedLater: true,
        }),
      },
    },
    foodLoss: {
      title: text('餐损', 'Food losses', 'Perdas de refeições', '餐損'),
      fields: {
        lossReportHours: number({
          label: text('上报时限', 'Reporting time', 'Prazo para registrar', '上報時限'),
          help: text(
            '订单送达或取消后多少小时内可以上报餐损。',
            'How long after its delivery or cancellation a loss of an order can be reported.',
            'Por quanto tempo após a entrega ou o cancelamento uma perda pode ser registrada.',
            '訂單送達或取消後多少小時內可以上報餐損。',
          ),
          unit: HOURS,
          addedLater: true,
          ...LOSS.reportHours,
        }),
        lossSupplementHours: number({
          label: text('补证时限', 'Evidence time', 'Prazo para provas', '補證時限'),
          help: text(
            '要求补证时默认给出的小时数。',
            'Time that a request for evidence gives unless it says another.',
            'Prazo padrão de um pedido de provas.',
            '要求補證時預設給出的小時數。',
          ),
          unit: HOURS,
          addedLater: true,
          ...LOSS.supplementHours,
        }),
        lossAppealHours: number({
          label: text('申诉期', 'Appeal window', 'Prazo de recurso', '申訴期'),
          help: text(
            '判责后责任方可以申诉的小时数；之后系统赔付。',
            'How long a liable party may appeal; then the system pays.',
            'Por quanto tempo uma parte responsável pode recorrer; depois o sistema paga.',
            '判責後責任方可以申訴的小時數；之後系統賠付。',
          ),
          unit: HOURS,
          addedLater: true,
          ...LOSS.appealHours,
        }),
        lossMaxCompFen: money({
          label: text('单笔赔付上限', 'Most for one order', 'Máximo por pedido', '單筆賠付上限'),
          help: text(
            '一个订单最多赔付的金额。',
            'The most that is paid for the losses of one order.',
            'O máximo pago pelas perdas de um pedido.',
            '一個訂單最多賠付的金額。',
          ),
          addedLater: true,
          ...LOSS.maxCompFen,
        }),
      },
    },
    fundAudit: {
      title: text('骑手资金审核', 'Rider fund audit', 'Auditoria de fundos dos entregadores', '騎手資金審核'),
      fields: {
        fundAuditMaxFen: money({
          label: text('单笔上限', 'Maximum per entry', 'Máximo por registro', '單筆上限'),
          help: text(
            '一笔骑手资金变更最多的金额；已提交的不受影响。',
            'What one change of a rider’s balance may move at most; entries already submitted keep theirs.',
            'O máximo que uma alteração do saldo de um entregador pode mover; os já enviados não mudam.',
            '一筆騎手資金變更最多的金額；已提交的不受影響。',
          ),
          ...FUND_AUDIT.singleMaxFen,
        }),
        fundAuditExpireDays: number({
          label: text('审核有效期', 'Review deadline', 'Prazo para conferir', '審核有效期'),
          help: text(
            '超过天数没有人审核的审核单自动过期。',
            'An entry that is not checked within this time expires.',
            'Um registro que ninguém conferiu nesse prazo expira.',
            '超過天數沒有人審核的審核單自動過期。',
          ),
          unit: DAYS,
          ...FUND_AUDIT.expireDays,
        }),
      },
    },
  },
});

const WITH_PROVIDER = { field: 'provider', is: 'simulator' } as const;
/** Code of a template that the provider approved. */
const template = (label: Text, required: false | typeof WITH_PROVIDER = WITH_PROVIDER) =>
  str({ label, max: 40, required });

const sms = settingGroup('sms', {
  simulator: text(
    '短信不会真的发出，可在本机短信收件箱中查看。',
    'No message leaves this computer; read them in the local outbox.',
    'Nenhuma mensagem sai deste computador; veja-as na caixa local.',
    '簡訊不會真的送出，可在本機簡訊收件匣中檢視。',
  ),
  test: text(
    '发送测试短信到 {tel}',
    'Send a test message to {tel}',
    'Enviar SMS de teste para {tel}',
    '傳送測試簡訊到 {tel}',
  ),
  sections: {
    provider: {
      title: text('短信服务', 'Provider', 'Provedor', '簡訊服務'),
      fields: {
        provider: choice({
          label: text('服务商', 'SMS provider', 'Provedor de SMS', '服務商'),
          radio: true,
          options: {
            simulator: text(
              '模拟器（不真实发送）',
              'Simulator (sends nothing)',
              'Simulador (não envia)',
              '模擬器（不真實傳送）',
            ),
            aliyun: text('阿里云', 'Alibaba Cloud', 'Alibaba Cloud', '阿里雲'),
          },
          initial: 'simulator',
        }),
        accessKeyId: str({
          label: text('AccessKey ID', 'AccessKey ID', 'AccessKey ID', 'AccessKey ID'),
          max: 64,
          required: WITH_PROVIDER,
        }),
        accessKeySecret: secret({
          label: text('AccessKey Secret', 'AccessKey secret', 'Segredo da AccessKey', 'AccessKey Secret'),
          required: WITH_PROVIDER,
        }),
        signName: str({
          label: text('短信签名', 'Signature', 'Assinatura', '簡訊簽名'),
          max: 20,
          required: WITH_PROVIDER,
        }),
        unitPriceFen: money({
          label: text('每条单价', 'Price per message', 'Preço por mensagem', '每則單價'),
          min: 0,
          max: 1_000,
          initial: 5,
        }),
      },
    },
    templates: {
      title: text('短信模板', 'Templates', 'Modelos', '簡訊範本'),
      help: text(
        '填写服务商审核通过的模板编号。',
        'Codes of the templates that the provider approved.',
        'Códigos dos modelos aprovados pelo provedor.',
        '填寫服務商審核通過的範本編號。',
      ),
      fields: {
        // The five templates of codes are required for signing in; the others are optional.
        templates: record({
          login: template(text('登录验证', 'Sign-in', 'Acesso', '登入驗證')),
          second: template(text('二次验证', 'Second verification', 'Segunda verificação', '二次驗證')),
          reset: template(text('找回密码', 'Forgotten password', 'Recuperação de senha', '找回密碼')),
          bind: template(text('绑定手机', 'Bind phone', 'Vínculo do telefone', '綁定手機')),
          oldPhone: template(text('验证原手机', 'Former phone', 'Telefone anterior', '驗證原手機')),
          payout: template(text('打款确认', 'Payout', 'Pagamento', '打款確認'), false),
          /** Its one variable is `content`. */
          notice: str({ label: text('通知', 'Notices', 'Notificações', '通知'), max: 40, addedLater: true }),
          resetLink: str({
            label: text('密码重设链接', 'Password reset link', 'Link de nova senha', '密碼重設連結'),
            help: text(
              '变量：link（链接）、account（账号）。未填写时无法发送重设链接。',
              'Its variables are link and account. Without it no reset link can be sent.',
              'Variáveis: link e account. Sem ele, nenhum link pode ser enviado.',
              '變數：link（連結）、account（帳號）。未填寫時無法傳送重設連結。',
            ),
            max: 40,
            addedLater: true,
          }),
          apply: str({
            label: text('加盟申请验证', 'Franchise application', 'Solicitação de franquia', '加盟申請驗證'),
            max: 40,
            addedLater: true,
          }),
        }),
      },
    },
  },
});

export const SITE = settingPage({
  access: 45,
  edit: 4502,
  secrets: 4506,
  module: 'site',
  object: 'siteSetting',
  groups: { identity, locale, map, teamDefaults, security, business, sms },
});
export type SiteSettingGroup = keyof typeof SITE.groups;
export type SiteSettings = { [G in SiteSettingGroup]: GroupValues<(typeof SITE.groups)[G]> };
