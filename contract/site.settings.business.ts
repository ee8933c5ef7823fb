import { LOSS } from './foodLoss.states';
import { FUND_AUDIT } from './fundAudit.states';
import { choice, list, money, number, rows, settingGroup, str } from './settings';
import { DAYS, HOURS, MINUTES } from './settings.units';
import { text } from './text';
import { WORD } from './words';

/** Policies of a province for riders' health certificates (DOMAIN §3.8). */
const CERT_POLICY_TEXT = {
  required: text('必须', 'Required', 'Obrigatório', '必須'),
  optional: text('不强制', 'Optional', 'Opcional', '不強制'),
  notRequired: text('不要求', 'Not required', 'Não exigido', '不要求'),
};

/**
 * The settings of business limits and periods: contents, late order events, riders, food losses and rider fund audit. A rider fund entry
 * above the maximum is refused with 42313.
 */
export const business = settingGroup('business', {
  sections: {
    content: {
      title: WORD.content,
      fields: {
        sensitiveWords: list({
          label: text('敏感词', 'Sensitive words', 'Palavras sensíveis', '敏感詞'),
          help: text(
            '每行一个。含这些词的文章和轮播图不能发布。',
            'One per line. Articles and banners with these words cannot be published.',
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
          label: text(
            '订单事件最迟到达',
            'Latest arrival of order events',
            'Atraso máximo de um evento',
            '訂單事件最遲送達',
          ),
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
      title: WORD.riders,
      fields: {
        riderMinAge: number({
          label: WORD.minimumAge,
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
            'After working this long, the rider has to rest and gets no orders.',
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
          unit: MINUTES,
          min: 5,
          max: 120,
          initial: 20,
          addedLater: true,
        }),
        riderDailyHours: number({
          label: text('每日工时提醒', 'Daily hours reminder', 'Horas por dia a confirmar', '每日工時提醒'),
          help: text(
            '当日在线满此时长后，骑手须确认才能继续接单。',
            'After this many hours online in a day, the rider has to confirm before taking more orders.',
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
          label: text('按省份另行规定', 'Rules by province', 'Regras por província', '依省份另行規定'),
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
      title: WORD.foodLosses,
      fields: {
        lossReportHours: number({
          label: text('上报时限', 'Reporting deadline', 'Prazo para registrar', '上報時限'),
          help: text(
            '订单送达或取消后多少小时内可以上报餐损。',
            'Hours after the delivery or cancellation of an order within which a food loss can be reported.',
            'Por quanto tempo após a entrega ou o cancelamento uma perda pode ser registrada.',
            '訂單送達或取消後多少小時內可以上報餐損。',
          ),
          unit: HOURS,
          addedLater: true,
          ...LOSS.reportHours,
        }),
        lossSupplementHours: number({
          label: text('补证时限', 'Evidence deadline', 'Prazo para provas', '補證時限'),
          help: text(
            '要求补证时默认给出的小时数。',
            'Default number of hours given when evidence is requested.',
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
            'Hours a liable party has to appeal after the decision; then the system pays.',
            'Por quanto tempo uma parte responsável pode recorrer; depois o sistema paga.',
            '判責後責任方可以申訴的小時數；之後系統賠付。',
          ),
          unit: HOURS,
          addedLater: true,
          ...LOSS.appealHours,
        }),
        lossMaxCompFen: money({
          label: text('单笔赔付上限', 'Maximum per order', 'Máximo por pedido', '單筆賠付上限'),
          help: text(
            '一个订单最多赔付的金额。',
            'The maximum compensation paid for one order.',
            'O máximo pago pelas perdas de um pedido.',
            '一個訂單最多賠付的金額。',
          ),
          addedLater: true,
          ...LOSS.maxCompFen,
        }),
      },
    },
    fundAudit: {
      title: WORD.riderFundAudit,
      fields: {
        fundAuditMaxFen: money({
          label: text('单笔上限', 'Maximum per entry', 'Máximo por registro', '單筆上限'),
          help: text(
            '一笔骑手资金变更最多的金额；已提交的不受影响。',
            'The maximum amount of one change to a rider’s balance; entries already submitted are not affected.',
            'O máximo que uma alteração do saldo de um entregador pode mover; os já enviados não mudam.',
            '一筆騎手資金變更最多的金額；已提交的不受影響。',
          ),
          ...FUND_AUDIT.singleMaxFen,
        }),
        fundAuditExpireDays: number({
          label: text('审核有效期', 'Review deadline', 'Prazo para conferir', '審核有效期'),
          help: text(
            '超过天数没有人审核的审核单自动过期。',
            'An entry that is not reviewed within this time expires.',
            'Um registro que ninguém revisou nesse prazo expira.',
            '超過天數沒有人審核的審核單自動過期。',
          ),
          unit: DAYS,
          ...FUND_AUDIT.expireDays,
        }),
      },
    },
  },
});
