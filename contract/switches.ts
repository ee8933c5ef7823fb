import { text } from './text';
import { WORD } from './words';

/** The switches of a station (站点开关, DOMAIN §3.3). The browser imports this file, so it must not import libraries. */

export const SWITCH_KEYS = [
  'acceptOrders',
  'autoDispatch',
  'grabOrder',
  'crossTeamGrab',
  'busyMode',
  'badWeather',
  'appointment',
  'nightService',
  'selfPickup',
  'riderRecruit',
  'insuranceRequired',
  'hourToReach',
  'withdrawEnabled',
  'codeOnDelivery',
] as const;
export type SwitchKey = (typeof SWITCH_KEYS)[number];

export type SwitchParamName =
  | 'radiusM'
  | 'maxCarry'
  | 'grabDelaySec'
  | 'teamIds'
  | 'addMin'
  | 'surchargeFen'
  | 'subsidyFen'
  | 'nightFeeFen'
  | 'quota'
  | 'mode';

interface SwitchSpec {
  readonly text: ReturnType<typeof text>;
  readonly effect: ReturnType<typeof text>;
  /** Position of the switch before its first change. */
  readonly initial: boolean;
  /** Names of the parameters that the switch uses while it is on. */
  readonly params: readonly SwitchParamName[];
  /**
   * Whether a change may have an end time. With `whileOn` (`busyMode`, `badWeather`), switching on requires an end time, at which the
   * switch turns off. With `whileOff`, switching off can have an end time, at which the switch turns on again.
   */
  readonly until: 'none' | 'whileOn' | 'whileOff';
  /** Whether a reason is required to turn the switch off. */
  readonly reasonToSwitchOff: boolean;
  /** Whether a second verification is required to turn the switch off. */
  readonly secondToSwitchOff: boolean;
}

const plain = {
  initial: false,
  params: [],
  until: 'none',
  reasonToSwitchOff: false,
  secondToSwitchOff: false,
} as const;

export const SWITCHES: Readonly<Record<SwitchKey, SwitchSpec>> = {
  acceptOrders: {
    ...plain,
    text: text('接单总开关', 'Accept orders', 'Aceitar pedidos', '接單總開關'),
    effect: text(
      '营业时间内接单',
      'Takes orders during business hours',
      'Recebe pedidos no horário de funcionamento',
      '營業時間內接單',
    ),
    initial: true,
    until: 'whileOff',
    reasonToSwitchOff: true,
  },
  autoDispatch: {
    ...plain,
    text: text('系统派单', 'Automatic dispatch', 'Despacho automático', '系統派單'),
    effect: text('由系统分配骑手', 'The system assigns riders', 'O sistema designa os entregadores', '由系統分配騎手'),
    initial: true,
    params: ['radiusM', 'maxCarry'],
  },
  grabOrder: {
    ...plain,
    text: text('抢单大厅', 'Order pool', 'Fila aberta de pedidos', '搶單大廳'),
    effect: text('骑手可自行抢单', 'Riders may grab orders', 'Entregadores podem pegar pedidos', '騎手可自行搶單'),
    params: ['grabDelaySec'],
  },
  crossTeamGrab: {
    ...plain,
    text: text('跨站抢单', 'Cross-station pool', 'Fila entre estações', '跨站搶單'),
    effect: text(
      '指定邻近站点的骑手也可抢单',
      'Riders of the listed neighbours may grab too',
      'Entregadores das vizinhas listadas também podem pegar',
      '指定鄰近站點的騎手也可搶單',
    ),
    params: ['teamIds'],
  },
  busyMode: {
    ...plain,
    text: WORD.busyMode,
    effect: text(
      '延长承诺时间并加收费用',
      'Longer promised time and a surcharge',
      'Prazo maior e taxa extra',
      '延長承諾時間並加收費用',
    ),
    params: ['addMin', 'surchargeFen'],
    until: 'whileOn',
  },
  badWeather: {
    ...plain,
    text: WORD.badWeather,
    effect: text(
      '同爆单模式，另有骑手补贴和安全提示',
      'Like busy mode, with a rider subsidy and a safety tip',
      'Como o modo de pico, com subsídio e aviso de segurança',
      '同爆單模式，另有騎手補貼和安全提示',
    ),
    params: ['addMin', 'surchargeFen', 'subsidyFen'],
    until: 'whileOn',
  },
  appointment: {
    ...plain,
    text: text('预约单', 'Pre-orders', 'Pedidos agendados', '預約單'),
    effect: text('接受预约订单', 'Takes orders for later', 'Aceita pedidos para depois', '接受預約訂單'),
    initial: true,
  },
  nightService: {
    ...plain,
    text: text('夜间服务', 'Night service', 'Serviço noturno', '夜間服務'),
    effect: text(
      '22:00–06:00 接单，加收夜间费',
      'Orders from 22:00 to 06:00 with a night fee',
      'Pedidos das 22:00 às 06:00 com taxa noturna',
      '22:00–06:00 接單，加收夜間費',
    ),
    params: ['nightFeeFen'],
  },
  selfPickup: {
    ...plain,
    text: text('到店自取', 'Self pickup', 'Retirada no local', '到店自取'),
    effect: text('接受自取订单', 'Takes pickup orders', 'Aceita retirada no local', '接受自取訂單'),
  },
  riderRecruit: {
    ...plain,
    text: text('骑手招募', 'Rider recruiting', 'Recrutamento de entregadores', '騎手招募'),
    effect: text(
      '申请人可选择本站',
      'Applicants may choose this station',
      'Candidatos podem escolher esta estação',
      '申請人可選擇本站',
    ),
    params: ['quota'],
  },
  insuranceRequired: {
    ...plain,
    text: text('强制投保', 'Insurance required', 'Seguro obrigatório', '強制投保'),
    effect: text(
      '当日未投保的骑手不能接单',
      'Riders without cover today cannot take orders',
      'Entregadores sem seguro hoje não podem aceitar',
      '當日未投保的騎手不能接單',
    ),
  },
  hourToReach: {
    ...plain,
    text: WORD.hourToReach,
    effect: text(
      '回复询价并接单',
      'Answers price enquiries and takes orders',
      'Responde cotações e aceita pedidos',
      '回覆詢價並接單',
    ),
  },
  withdrawEnabled: {
    ...plain,
    text: text('提现', 'Withdrawals', 'Saques', '提現'),
    effect: text(
      '站点可申请提现',
      'The station may apply for withdrawals',
      'A estação pode pedir saques',
      '站點可申請提現',
    ),
    initial: true,
    reasonToSwitchOff: true,
    secondToSwitchOff: true,
  },
  codeOnDelivery: {
    ...plain,
    text: WORD.deliveryCode,
    effect: text(
      '送达需收货码或照片',
      'Delivery needs a code or a photo',
      'A entrega exige código ou foto',
      '送達需收貨碼或照片',
    ),
    params: ['mode'],
  },
};

/** Name, initial value and unit of a switch parameter. The unit is that of the stored value. */
interface ParamSpec {
  readonly text: ReturnType<typeof text>;
  readonly unit: 'metres' | 'count' | 'seconds' | 'minutes' | 'fen' | 'teams' | 'choice';
  /** `null` means that the user must choose a value when turning the switch on. */
  readonly initial: number | string | null;
}

export const SWITCH_PARAMS: Readonly<Record<SwitchParamName, ParamSpec>> = {
  radiusM: {
    text: WORD.dispatchRadius,
    unit: 'metres',
    initial: 3_000,
  },
  maxCarry: {
    text: WORD.ordersCarriedAtOnce,
    unit: 'count',
    initial: 5,
  },
  grabDelaySec: {
    text: WORD.delayBeforeGrabbing,
    unit: 'seconds',
    initial: 0,
  },
  teamIds: {
    text: WORD.neighbourStations,
    unit: 'teams',
    initial: null,
  },
  addMin: {
    text: WORD.extraTime,
    unit: 'minutes',
    initial: 15,
  },
  surchargeFen: {
    text: WORD.surcharge,
    unit: 'fen',
    initial: 0,
  },
  subsidyFen: {
    text: WORD.riderSubsidy,
    unit: 'fen',
    initial: 0,
  },
  nightFeeFen: {
    text: WORD.nightFee,
    unit: 'fen',
    initial: 0,
  },
  quota: {
    text: WORD.openPlaces,
    unit: 'count',
    initial: 10,
  },
  mode: {
    text: WORD.proofMethod,
    unit: 'choice',
    initial: 'code',
  },
};

/** Values of the parameter `mode`. */
export const CODE_MODES = {
  code: WORD.deliveryCode,
  photo: WORD.photo,
  both: WORD.codeAndPhoto,
} as const;

/** Texts for the two positions of a switch. */
export const SWITCH_POSITION = {
  on: WORD.switchedOn,
  off: text('关闭', 'Off', 'Desligado', '關閉'),
} as const;
