import { text } from './text';

/** What the wizard's fields are called (DOMAIN §3.3). Free of libraries: the browser imports it at run time. */
export const TEAM_FIELDS = {
  name: text('站点名称', 'Station name', 'Nome da estação', '站點名稱'),
  code: text('站点编码', 'Station code', 'Código da estação', '站點編碼'),
  teamType: text('站点类型', 'Station type', 'Tipo de estação', '站點類型'),
  franchiseeId: text('加盟商', 'Franchisee', 'Franqueado', '加盟商'),
  provinceCode: text('省份', 'Province', 'Província', '省份'),
  cityCode: text('城市', 'City', 'Cidade', '城市'),
  districtCode: text('区县', 'District', 'Distrito', '區縣'),
  address: text('详细地址', 'Address', 'Endereço', '詳細地址'),
  addressDetail: text('门牌号', 'Address detail', 'Complemento', '門牌號'),
  center: text('中心点', 'Centre', 'Centro', '中心點'),
  serviceTypes: text('服务类型', 'Services', 'Serviços', '服務類型'),
  logo: text('站点标志', 'Logo', 'Logotipo', '站點標誌'),
  images: text('站点图片', 'Images', 'Imagens', '站點圖片'),
  areaMode: text('区域类型', 'Area type', 'Tipo de área', '區域類型'),
  hexSizeKm: text('六边形大小', 'Hexagon size', 'Tamanho do hexágono', '六邊形大小'),
  polygon: text('服务区域', 'Service area', 'Área de atendimento', '服務區域'),
  weekHours: text('营业时间', 'Business hours', 'Horário de funcionamento', '營業時間'),
  holidays: text('节假日安排', 'Holidays', 'Feriados', '節假日安排'),
  bookDays: text('可预约天数', 'Days to book ahead', 'Dias de antecedência', '可預約天數'),
  slotMin: text('预约时段', 'Booking slot', 'Intervalo de agendamento', '預約時段'),
  promiseMin: text('承诺送达时间', 'Promised delivery time', 'Prazo prometido', '承諾送達時間'),
  maxDistanceM: text('最大配送距离', 'Longest distance', 'Distância máxima', '最大配送距離'),
  maxWeightG: text('最大配送重量', 'Heaviest parcel', 'Peso máximo', '最大配送重量'),
  settlementMode: text('结算方式', 'Settlement mode', 'Modo de liquidação', '結算方式'),
  feePlanId: text('费用方案', 'Fee plan', 'Plano de tarifas', '費用方案'),
  platformRateBp: text('平台费率', 'Platform rate', 'Taxa da plataforma', '平台費率'),
  platformFixedFen: text('平台固定费用', 'Platform fixed fee', 'Tarifa fixa da plataforma', '平台固定費用'),
  riderShareBp: text('骑手分成', 'Rider share', 'Parte do entregador', '騎手分成'),
  settleCycle: text('结算周期', 'Settlement cycle', 'Ciclo de liquidação', '結算週期'),
  depositFen: text('储备金', 'Reserve', 'Reserva', '儲備金'),
  depositWarnFen: text('储备金预警线', 'Reserve warning line', 'Limite de alerta da reserva', '儲備金預警線'),
  creditLimitFen: text('信用额度', 'Credit limit', 'Limite de crédito', '信用額度'),
  contactName: text('联系人', 'Contact', 'Contato', '聯絡人'),
  contactTel: text('联系电话', 'Contact phone', 'Telefone de contato', '聯絡電話'),
  emergencyTel: text('紧急联系电话', 'Emergency phone', 'Telefone de emergência', '緊急聯絡電話'),
  email: text('邮箱', 'Email', 'E-mail', '電子郵件'),
  licenceNo: text('统一社会信用代码', 'Credit code', 'Código de crédito unificado', '統一社會信用代碼'),
  licenceFile: text('营业执照', 'Business licence', 'Alvará comercial', '營業執照'),
  legalName: text('法定代表人', 'Legal representative', 'Representante legal', '法定代表人'),
  adminAccount: text('管理员账号', 'Administrator account', 'Conta do administrador', '管理員帳號'),
  adminName: text('管理员姓名', 'Administrator name', 'Nome do administrador', '管理員姓名'),
  adminTel: text('管理员手机号', 'Administrator phone', 'Telefone do administrador', '管理員手機號碼'),
  adminIdentityId: text('管理员身份', 'Administrator identity', 'Identidade do administrador', '管理員身分'),
  notifyBySms: text('短信通知', 'Notify by SMS', 'Avisar por SMS', '簡訊通知'),
} as const;

export type TeamField = keyof typeof TEAM_FIELDS;

/** Changes to these take effect later once the station has opened (DOMAIN §3.3). */
export const TEAM_FEE_FIELDS = [
  'settlementMode',
  'feePlanId',
  'platformRateBp',
  'platformFixedFen',
  'riderShareBp',
  'settleCycle',
  'depositFen',
  'depositWarnFen',
  'creditLimitFen',
] as const satisfies readonly TeamField[];
export type TeamFeeField = (typeof TEAM_FEE_FIELDS)[number];

/** Kinds of stations (站点类型). */
export const TEAM_TYPE_TEXT = {
  self: text('直营', 'Own', 'Própria', '直營'),
  franchise: text('加盟', 'Franchise', 'Franquia', '加盟'),
  partner: text('合作', 'Partner', 'Parceira', '合作'),
} as const;

/** What customers see at this moment. */
export const BUSINESS_STATE_TEXT = {
  inHours: text('营业时间内', 'In hours', 'Em horário', '營業時間內'),
  outOfHours: text('非营业时间', 'Out of hours', 'Fora de horário', '非營業時間'),
  manuallyClosed: text('手动关闭', 'Closed manually', 'Fechada manualmente', '手動關閉'),
  notOperating: text('未营业', 'Not operating', 'Sem operação', '未營業'),
} as const;
export type BusinessState = keyof typeof BUSINESS_STATE_TEXT;
