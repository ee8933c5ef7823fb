import type { Text } from '../../../contract/text';
import { text } from '../../../contract/text';
import type { OrderSource } from '../order';

/** Order sources (订单来源, DOMAIN §3.2). */
export const SOURCE_TEXT = {
  miniProgram: text('小程序', 'Mini programs', 'Miniprogramas', '小程式'),
  app: text('APP', 'App', 'Aplicativo', 'APP'),
  officialAccount: text('公众号', 'Official account', 'Conta oficial', '公眾號'),
  hourToReach: text('小时达', 'Hour-to-reach', 'Entrega em uma hora', '小時達'),
  stationEntry: text('站点录入', 'Station entry', 'Lançado na estação', '站點錄入'),
} as const satisfies Record<OrderSource, Text>;

/** Something that waits: the rule without which it is not shown, where it leads, its sentence (`{n}` = how many), and the sentence about one. */
export const TODOS = {
  ordersLate: {
    rule: 13,
    level: 'bad',
    link: '/teamList/teamOperation',
    text: text(
      '{n} 个订单已超过承诺送达时间',
      'Orders past the promised time: {n}',
      'Pedidos fora do prazo prometido: {n}',
      '{n} 個訂單已超過承諾送達時間',
    ),
    one: { 'en-US': '{n} order is past the promised time', 'pt-BR': '{n} pedido passou do prazo prometido' },
  },
  ordersUnassigned: {
    rule: 13,
    level: 'bad',
    link: '/teamList/teamOperation',
    text: text(
      '{n} 个订单超过 10 分钟无人接单',
      'Orders without a rider for more than 10 minutes: {n}',
      'Pedidos sem entregador há mais de 10 minutos: {n}',
      '{n} 個訂單超過 10 分鐘無人接單',
    ),
    one: {
      'en-US': '{n} order has waited more than 10 minutes for a rider',
      'pt-BR': '{n} pedido espera um entregador há mais de 10 minutos',
    },
  },
  teamsWithoutRider: {
    rule: 13,
    level: 'attention',
    link: '/teamList/teamOperation',
    text: text(
      '{n} 个营业站点没有在线骑手',
      'Operating stations without a rider online: {n}',
      'Estações em operação sem entregador on-line: {n}',
      '{n} 個營業站點沒有在線騎手',
    ),
    one: {
      'en-US': '{n} operating station has no rider online',
      'pt-BR': '{n} estação em operação está sem entregador on-line',
    },
  },
  teamsOverdue: {
    rule: 1107,
    level: 'attention',
    link: '/teamList/index?status=paused',
    text: text(
      '{n} 个暂停站点已过恢复时间',
      'Paused stations past their resume time: {n}',
      'Estações pausadas além da hora de retomar: {n}',
      '{n} 個暫停站點已過恢復時間',
    ),
    one: {
      'en-US': '{n} paused station is past its resume time',
      'pt-BR': '{n} estação pausada passou da hora de retomar',
    },
  },
  teamsFrozen: {
    rule: 1108,
    level: 'attention',
    link: '/teamList/index?status=frozen',
    text: text('{n} 个站点已冻结', 'Frozen stations: {n}', 'Estações congeladas: {n}', '{n} 個站點已凍結'),
    one: { 'en-US': '{n} station is frozen', 'pt-BR': '{n} estação está congelada' },
  },
  teamsReady: {
    rule: 1106,
    level: 'info',
    link: '/teamList/index?status=preparing',
    text: text(
      '{n} 个筹备站点可以开始营业',
      'Stations ready to start business: {n}',
      'Estações prontas para iniciar a operação: {n}',
      '{n} 個籌備站點可以開始營業',
    ),
    one: {
      'en-US': '{n} station in preparation can start business',
      'pt-BR': '{n} estação em preparação pode iniciar a operação',
    },
  },
  teamsWaiting: {
    rule: 1102,
    level: 'info',
    link: '/teamList/index?status=preparing',
    text: text(
      '{n} 个筹备站点的管理员尚未登录',
      'Stations whose administrator has not signed in yet: {n}',
      'Estações cujo administrador ainda não acessou: {n}',
      '{n} 個籌備站點的管理員尚未登入',
    ),
    one: {
      'en-US': '{n} station in preparation waits for its administrator to sign in',
      'pt-BR': '{n} estação em preparação aguarda o acesso do administrador',
    },
  },
  teamDrafts: {
    rule: 1101,
    level: 'info',
    link: '/teamList/index?status=draft',
    text: text(
      '{n} 个站点草稿待完成',
      'Station drafts to finish: {n}',
      'Rascunhos de estação a concluir: {n}',
      '{n} 個站點草稿待完成',
    ),
    one: { 'en-US': '{n} station draft to finish', 'pt-BR': '{n} rascunho de estação a concluir' },
  },
} as const;

export type TodoCode = keyof typeof TODOS;

/** A figure that does not exist for this kind of ranking. */
export const NO_SUCH_RANKING = text(
  '该榜单不支持此指标',
  'This ranking has no such figure',
  'Esta classificação não tem esse indicador',
  '該榜單不支援此指標',
);
/** A shortcut that leads nowhere for this person. */
export const NO_SUCH_PAGE = text(
  '页面不存在或无权访问',
  'The page does not exist or is not open to you',
  'A página não existe ou não está disponível para você',
  '頁面不存在或無權存取',
);
