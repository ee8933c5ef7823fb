import { type Text, text } from './text';

/**
 * This file contains the news for operators in the panel "What's new", newest first. It imports no library. The browser loads it
 * when the page is idle.
 */
interface Release {
  /** Year and month as `yyyy.MM`, plus a letter if a month has several releases. We store the last version that each user has seen. */
  readonly version: string;
  readonly changes: readonly Text[];
}

export const NEWS: readonly Release[] = [
  {
    version: '2026.11',
    changes: [
      text(
        '公告中心：按对象发布公告并实时计算人数，查看回执、提醒未读；可要求确认和答题，紧急公告确认前不能使用后台。',
        'Announcements: publish to an audience with a live count, see receipts and remind people who have not read them. Confirmation and a quiz can be required; an urgent announcement blocks the console until it is confirmed.',
        'Comunicados: publique para um público com contagem ao vivo, veja recibos e lembre quem não leu. Pode exigir confirmação e questionário; um urgente fecha o console até ser confirmado.',
        '公告中心：依對象發布公告並即時計算人數，檢視回執、提醒未讀；可要求確認和答題，緊急公告確認前不能使用後台。',
      ),
      text(
        '保险数据：骑手当日首单自动投保，保费入账；可办理理赔、核对保险公司对账单并登记缴费。强制投保的站点，没有保障的骑手不能接单。',
        'Insurance data: riders are insured with their first order of a day and premiums are booked. Claims, the insurer’s file and remittances are handled on the page. At stations that require cover, riders without it get no orders.',
        'Dados de seguros: os entregadores são segurados no primeiro pedido do dia e os prêmios são lançados. Sinistros, arquivo da seguradora e repasses são tratados na página. Nas estações que exigem cobertura, quem não a tem não recebe pedidos.',
        '保險資料：騎手當日首單自動投保，保費入帳；可辦理理賠、核對保險公司對帳單並登記繳費。強制投保的站點，沒有保障的騎手不能接單。',
      ),
      text(
        '信息管理：文章、分类、轮播图、协议与帮助。可预览、定时发布，保留每个版本；敏感词在编辑时标出。',
        'Information: articles, categories, banners, agreements and help pages. They are previewed, scheduled and kept in versions; the editor marks sensitive words.',
        'Informações: artigos, categorias, banners, termos e páginas de ajuda. Têm prévia, agendamento e versões; o editor marca palavras sensíveis.',
        '資訊管理：文章、分類、輪播圖、協議與說明。可預覽、定時發布，保留每個版本；敏感詞在編輯時標出。',
      ),
      text(
        '站点安全：按检查表检查站点，手机可离线填写和拍照；整改由他人复查，事故分析原因并跟踪措施，站点按得分评级。',
        'Site safety: stations are inspected with checklists; on a phone you can fill them in and take photos offline. Another person rechecks rectifications, incidents are analysed and measures followed up, and stations get grades by score.',
        'Segurança das estações: inspeções por listas, no celular também offline e com fotos. As correções são reverificadas, os incidentes são analisados e acompanhados, e as estações recebem graus.',
        '站點安全：依檢查表檢查站點，手機可離線填寫和拍照；整改由他人複查，事故分析原因並追蹤措施，站點依得分評級。',
      ),
      text(
        '加盟商列表：合同、授权区域、站点和每月分成；续签、变更区域、暂停和终止，终止时不留站点和余额。',
        'Franchisees: contracts, territories, stations and monthly shares. Renew, change the territory, suspend and terminate; a franchisee is terminated only when no station or balance is left.',
        'Franqueados: contratos, territórios, estações e participações mensais; renovar, alterar território, suspender e rescindir sem deixar estação ou saldo.',
        '加盟商列表：合約、授權區域、站點和每月分成；續簽、變更區域、暫停和終止，終止時不留站點和餘額。',
      ),
      text(
        '加盟申请：登记线索、跟进、由另一人审批、签约和确认到账；独家区域不会重复授权，加盟费按月确认为收入。',
        'Franchise applications: record leads, follow them up, have another person approve them, sign contracts and confirm payments. No exclusive territory is granted twice, and the franchise fee becomes revenue month by month.',
        'Solicitações de franquia: interessados são registrados, acompanhados, aprovados por outra pessoa, assinados e pagos. Nenhum território exclusivo é concedido duas vezes, e a taxa vira receita mês a mês.',
        '加盟申請：登記線索、跟進、由另一人審批、簽約和確認到帳；獨家區域不會重複授權，加盟費按月確認為收入。',
      ),
      text(
        '站点条款：费用方案、费率、分成、结算、储备金和信用额度的变更由运营提交、财务审核，并显示对上月订单的影响；见站点详情的页签“费用规则”。',
        'Station terms: operations proposes changes of fee plan, rates, shares, settlement, reserve and credit limit, and finance reviews them. The effect on last month’s orders is shown. See the tab “Fees” of a station.',
        'Condições da estação: mudanças de plano, taxas, partes, liquidação, reserva e limite de crédito são propostas pela operação e aprovadas pelo financeiro, com o efeito nos pedidos do mês passado. Veja a aba “Tarifas” da estação.',
        '站點條款：費用方案、費率、分成、結算、儲備金和信用額度的變更由營運提交、財務審核，並顯示對上月訂單的影響；見站點詳情的頁籤「費用規則」。',
      ),
      text(
        '商户号资金对账：每天获取微信支付和支付宝的对账单，与账目逐笔比对；差异可处理、挂账或核销。',
        'Merchant-number reconciliation: the statements of WeChat Pay and Alipay are compared with the books daily. Differences are handled, moved to suspense or written off.',
        'Conciliação por número de comerciante: os extratos do WeChat Pay e do Alipay são comparados com os livros todos os dias. As diferenças são tratadas, postas em pendência ou baixadas.',
        '商戶號資金對帳：每天取得微信支付和支付寶的對帳單，與帳目逐筆比對；差異可處理、掛帳或核銷。',
      ),
      text(
        '月结单：站点每月的费用、余额和更正，见账单明细的页签“月结单”；可打印或存为 PDF。',
        'Monthly statements: fees, balances and corrections of each station, in the tab “Monthly statements” of the bill details. You can print them or save them as PDF.',
        'Extratos mensais: tarifas, saldos e correções de cada estação, na aba “Extratos mensais” dos lançamentos. São impressos ou salvos em PDF.',
        '月結單：站點每月的費用、餘額和更正，見帳單明細的頁籤「月結單」；可列印或存為 PDF。',
      ),
      text(
        '贴牌配置：启用后，登录页和菜单使用您自己的名称、标识和颜色；证书到期前会提醒。',
        'OEM branding: once enabled, the sign-in page and the menu show your own name, logos and colour. You are reminded before the certificate expires.',
        'Marca própria: quando ativada, a página de acesso e o menu mostram seu nome, seus logotipos e sua cor. Você é avisado antes de o certificado vencer.',
        '貼牌設定：啟用後，登入頁和選單使用您自己的名稱、標誌和顏色；憑證到期前會提醒。',
      ),
      text(
        '命令面板可以查找所有页面的操作和页签；中文可输入拼音或首字母。',
        'The command palette finds the actions and tabs of all pages. Chinese names are found by pinyin and its initials.',
        'A paleta de comandos encontra as ações e abas de todas as páginas.',
        '命令面板可以尋找所有頁面的操作和頁籤；中文可輸入拼音或首字母。',
      ),
      text(
        '使用手册：点击页面标题旁的问号打开，也可在命令面板中查找。',
        'Open the manual with the question mark beside a page’s title, or search it in the command palette.',
        'O manual abre pelo ponto de interrogação ao lado do título; a paleta de comandos busca nele.',
        '使用手冊：點選頁面標題旁的問號開啟，也可在命令面板中尋找。',
      ),
      text(
        '列表、对账单和抽屉可以直接打印，不含菜单和按钮。',
        'Lists, statements and drawers print without menus and buttons.',
        'Listas, extratos e painéis são impressos sem menus nem botões.',
        '列表、對帳單和側邊面板可以直接列印，不含選單和按鈕。',
      ),
      text(
        '工作台提供首次使用清单，逐项引导完成初始设置。',
        'A list of first steps on the workbench leads through the first settings.',
        'Uma lista de primeiros passos no painel conduz pelas primeiras configurações.',
        '工作台提供首次使用清單，逐項引導完成初始設定。',
      ),
    ],
  },
];
