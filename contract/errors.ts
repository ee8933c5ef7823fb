import { fill, type Locale, type Text, text } from './text';
import { WORD } from './words';

/**
 * The error catalogue (DOMAIN §6.9): all codes that a response may contain, with their sentences in all languages.
 * The server fills the `{…}` placeholders. Pages show the result unchanged.
 */
export const ERRORS = {
  /* Codes below 40000: success, acceptance (SPEC §9), and an ended session. */
  100: text('操作成功', 'Success', 'Operação concluída', '操作成功'),
  110: text('已受理，正在处理', 'Accepted, processing', 'Aceito, em processamento', '已受理，正在處理'),
  401: WORD.loginExpired,

  /* Errors in the request itself. */
  40001: text('参数有误', 'Invalid parameters', 'Parâmetros inválidos', '參數有誤'),
  40002: text('请求格式不正确', 'Malformed request', 'Requisição malformada', '請求格式不正確'),
  40003: text(
    '图形验证码错误或已过期',
    'Captcha wrong or expired',
    'Captcha incorreto ou expirado',
    '圖形驗證碼錯誤或已過期',
  ),
  40004: text(
    '短信验证码错误或已过期',
    'Verification code wrong or expired',
    'Código de verificação incorreto ou expirado',
    '簡訊驗證碼錯誤或已過期',
  ),
  40005: text('分页参数超出范围', 'Paging out of range', 'Página fora do intervalo permitido', '分頁參數超出範圍'),
  40006: text(
    '时间范围不正确，最多 {n} 天',
    'Invalid range, at most {n} days',
    'Período inválido, no máximo {n} dias',
    '時間範圍不正確，最多 {n} 天',
  ),
  40007: text(
    '不支持按该字段排序',
    'Cannot sort by this field',
    'Não é possível ordenar por este campo',
    '不支援依此欄位排序',
  ),
  40008: text(
    '文件类型或大小不符合要求',
    'File type or size not accepted',
    'Tipo ou tamanho de arquivo não aceito',
    '檔案類型或大小不符合要求',
  ),
  40009: text('金额格式不正确', 'Invalid amount', 'Valor inválido', '金額格式不正確'),
  40010: WORD.atMostNRecords,

  /* The caller may not make the call, or must first meet a condition, for example a second verification. */
  40301: text('没有操作权限', 'No permission', 'Sem permissão', '沒有操作權限'),
  40302: text(
    '该数据不在您的管理范围内',
    'Outside your data scope',
    'Fora do seu escopo de dados',
    '該資料不在您的管理範圍內',
  ),
  40303: text('需要二次验证', 'Second verification required', 'É necessária uma segunda verificação', '需要二次驗證'),
  40304: text('仅主账号可操作', 'Owner account only', 'Somente a conta principal pode fazer isso', '僅主帳號可操作'),
  40305: text(
    '不能审核自己提交的单据',
    'You cannot review your own submission',
    'Você não pode revisar o que você mesmo enviou',
    '不能審核自己提交的單據',
  ),
  40306: text(
    '请先修改初始密码',
    'Change the initial password first',
    'Altere primeiro a senha inicial',
    '請先變更初始密碼',
  ),
  40308: text(
    '恢复码已使用，请先在账号信息中绑定新的验证方式',
    'A recovery code was used: bind another method in your account first',
    'Um código de recuperação foi usado: vincule antes outro método na sua conta',
    '恢復碼已使用，請先在帳號資訊中綁定新的驗證方式',
  ),

  40311: text(
    '不在允许登录的时段内（{detail}）',
    'Outside the hours in which you may sign in ({detail})',
    'Fora do horário em que você pode entrar ({detail})',
    '不在允許登入的時段內（{detail}）',
  ),
  40312: text(
    '当前地址 {detail} 不在允许登录的范围内',
    'You may not sign in from this address ({detail})',
    'Você não pode entrar a partir deste endereço ({detail})',
    '目前位址 {detail} 不在允許登入的範圍內',
  ),
  40313: text(
    '请先确认紧急公告',
    'Confirm the urgent announcement first',
    'Confirme primeiro o comunicado urgente',
    '請先確認緊急公告',
  ),

  /* The object does not exist, or the call conflicts with other data. */
  40401: text('数据不存在或已删除', 'Not found or deleted', 'Não encontrado ou excluído', '資料不存在或已刪除'),
  40402: text(
    '{month} 的记录已归档，系统管理员可用 npm run archive -- --restore {month} 恢复查看',
    'The records of {month} are archived. A system administrator makes them readable with npm run archive -- --restore {month}',
    'Os registros de {month} estão arquivados. Um administrador do sistema os torna legíveis com npm run archive -- --restore {month}',
    '{month} 的記錄已封存，系統管理員可用 npm run archive -- --restore {month} 恢復檢視',
  ),
  40901: text(
    '数据已被他人修改，请刷新后重试',
    'Changed by someone else, reload',
    'Alterado por outra pessoa, recarregue',
    '資料已被他人修改，請重新整理後再試',
  ),
  40902: text(
    '重复请求的内容不一致',
    'Same request key with different content',
    'Mesma chave de requisição com conteúdo diferente',
    '重複請求的內容不一致',
  ),
  40903: text('{field}已存在', '{field} already exists', '{field} já existe', '{field}已存在'),
  40904: text(
    '相同操作正在处理中',
    'The same operation is running',
    'A mesma operação já está em andamento',
    '相同操作正在處理中',
  ),
  40905: text(
    '符合条件的数据现在是 {n} 条，请确认后再执行',
    '{n} records match now, please confirm again',
    'Agora há {n} registros; confirme de novo',
    '符合條件的資料現在是 {n} 筆，請確認後再執行',
  ),

  /* Business rules of all modules. */
  42201: text(
    '当前状态“{state}”不允许此操作',
    'Not allowed in state {state}',
    'Não permitido no estado {state}',
    '目前狀態「{state}」不允許此操作',
  ),
  42202: text(
    '存在关联数据，无法删除',
    'In use, cannot delete',
    'Em uso, não pode ser excluído',
    '存在關聯資料，無法刪除',
  ),

  /* Business rules of stations. */
  42221: text('服务区域边线自相交', 'Area crosses itself', 'O contorno da área cruza a si mesmo', '服務區域邊線自相交'),
  42222: text(
    '面积应在 0.01–5000 平方公里',
    'Area must be 0.01–5000 km²',
    'A área deve ter entre 0,01 e 5000 km²',
    '面積應在 0.01–5000 平方公里',
  ),
  42223: WORD.overlapsStation,
  42224: text('中心点不在服务区域内', 'Centre outside the area', 'O centro está fora da área', '中心點不在服務區域內'),
  42225: text('营业时间段重叠', 'Business hours overlap', 'Os horários de funcionamento se sobrepõem', '營業時段重疊'),
  42226: text('资料不完整：{missing}', 'Incomplete: {missing}', 'Incompleto: {missing}', '資料不完整：{missing}'),
  42227: text('仍有 {n} 个进行中订单', '{n} orders in progress', '{n} pedidos em andamento', '仍有 {n} 個進行中的訂單'),
  42228: text('站点资金未结清', 'Funds not cleared', 'Os fundos da estação não estão quitados', '站點資金未結清'),
  42229: text(
    '分成比例之和超过 100%',
    'Shares exceed 100 %',
    'A soma das participações passa de 100%',
    '分成比例總和超過 100%',
  ),

  /* Business rules of users, coupons and service notices. */
  42231: text('用户已在黑名单', 'Already blacklisted', 'O usuário já está bloqueado', '使用者已在黑名單中'),
  42232: text('扣减金额超过余额', 'More than the balance', 'Valor maior que o saldo', '扣減金額超過餘額'),
  42233: text(
    '用户有进行中的订单',
    'User has running orders',
    'O usuário tem pedidos em andamento',
    '使用者有進行中的訂單',
  ),
  42234: text('优惠券库存不足', 'Out of coupons', 'Cupons esgotados', '優惠券庫存不足'),
  42235: text('缺少变量 {var}', 'Variable {var} missing', 'Falta a variável {var}', '缺少變數 {var}'),
  42236: text('没有可发送对象', 'No recipients', 'Nenhum destinatário', '沒有可傳送的對象'),
  42237: text(
    '发送时间须晚于 10 分钟后',
    'Send time must be 10 minutes ahead',
    'O envio deve ser marcado com pelo menos 10 minutos de antecedência',
    '傳送時間須在 10 分鐘之後',
  ),

  /* Business rules of the ledger. */
  42241: text('可用余额不足', 'Insufficient balance', 'Saldo insuficiente', '可用餘額不足'),
  42242: text('账户已冻结', 'Account frozen', 'Conta congelada', '帳戶已凍結'),
  42243: text('借贷不平', 'Entry does not balance', 'O lançamento não fecha', '借貸不平'),
  42244: text('该流水已冲正', 'Already reversed', 'Lançamento já estornado', '該筆流水已沖正'),
  42245: text(
    '超过限额，需主账号复核',
    'Over the limit, owner must approve',
    'Acima do limite, a conta principal precisa aprovar',
    '超過限額，需主帳號複核',
  ),
  42246: text('该日已关账', 'The day is closed', 'O dia já foi fechado', '該日已關帳'),
  42247: text('请先关账 {day}', 'Close {day} first', 'Feche {day} antes', '請先關帳 {day}'),
  42248: text(
    '该商户号的渠道交易号已入账',
    'The trade number is already booked for this merchant number',
    'O número de transação já foi lançado para este número de comerciante',
    '該商戶號的管道交易號已入帳',
  ),

  /* Business rules of withdrawals. */
  42250: text('提现已关闭', 'Withdrawal is off', 'Os saques estão desativados', '提現已關閉'),
  42251: text('最低提现 {x} 元', 'Minimum ¥{x}', 'Mínimo de ¥{x}', '最低提現 {x} 元'),
  42252: text('单笔最高 {x} 元', 'Maximum ¥{x}', 'Máximo de ¥{x}', '單筆最高 {x} 元'),
  42253: text('今日提现次数已满', 'Daily count reached', 'Limite diário de saques atingido', '今日提現次數已滿'),
  42254: text('今日提现金额已满', 'Daily amount reached', 'Valor diário de saques atingido', '今日提現金額已滿'),
  42255: text('不在提现时间内', 'Outside withdrawal hours', 'Fora do horário de saque', '不在提現時間內'),
  42256: text(
    '收款账户未验证或更换未满 {n} 小时',
    'Payee not verified or changed < {n} h ago',
    'Conta do favorecido não verificada ou alterada há menos de {n} h',
    '收款帳戶未驗證或更換未滿 {n} 小時',
  ),
  42257: text(
    '金额不足以支付手续费',
    'Amount does not cover the fee',
    'O valor não cobre a tarifa',
    '金額不足以支付手續費',
  ),
  42258: text(
    '打款结果未知，请先查询',
    'Result unknown, query first',
    'Resultado desconhecido, consulte antes',
    '打款結果未知，請先查詢',
  ),
  42259: text(
    '收款人未在 24 小时内确认',
    'Payee did not confirm within 24 h',
    'O recebedor não confirmou em 24 h',
    '收款人未在 24 小時內確認',
  ),

  /* Business rules of fees. */
  42261: text(
    '与规则“{name}”冲突',
    'Conflicts with rule {name}',
    'Conflita com a regra {name}',
    '與規則「{name}」衝突',
  ),
  42262: text('阶梯区间须连续', 'Tiers must be contiguous', 'As faixas devem ser contínuas', '階梯區間須連續'),
  42263: text('费率须在 0–100%', 'Rate must be 0–100 %', 'A taxa deve ficar entre 0 e 100%', '費率須在 0–100%'),
  42264: text('已产生扣费，只能停用', 'Already used, disable instead', 'Já usada, desative-a', '已產生扣費，只能停用'),
  42265: text(
    '生效时间须晚于当前',
    'Must take effect later than now',
    'A vigência deve começar depois de agora',
    '生效時間須晚於目前',
  ),

  /* Business rules of reconciliation. */
  42271: WORD.statementNotReady,
  42272: text('文件校验失败', 'File check failed', 'Falha na verificação do arquivo', '檔案校驗失敗'),
  42273: text('账单格式无法识别', 'Unknown statement format', 'Formato de extrato desconhecido', '帳單格式無法辨識'),
  42274: text('仍有 {n} 笔差异未处理', '{n} differences open', '{n} diferenças em aberto', '仍有 {n} 筆差異未處理'),
  42275: text('该差异已处理', 'Already handled', 'Diferença já tratada', '該差異已處理'),
  42276: text('该日批次已存在', 'Batch exists', 'O lote desse dia já existe', '該日批次已存在'),

  /* Business rules of franchises. */
  42281: text(
    '{n} 天内已提交过申请',
    'Already applied within {n} days',
    'Já houve uma solicitação nos últimos {n} dias',
    '{n} 天內已提交過申請',
  ),
  42282: text('表单已更新，请刷新', 'The form has changed', 'O formulário mudou, recarregue', '表單已更新，請重新整理'),
  42283: text(
    '区域已由“{name}”代理',
    'Territory belongs to {name}',
    'O território pertence a {name}',
    '區域已由「{name}」代理',
  ),
  42284: WORD.nameAndPhoneMustStay,
  42286: text('名下仍有营业站点', 'Stations still operating', 'Ainda há estações em operação', '名下仍有營業站點'),

  /* Business rules of safety. */
  42291: text(
    '健康证过期或有效期不足 7 天',
    'Certificate expired or < 7 days left',
    'Certificado vencido ou com menos de 7 dias de validade',
    '健康證過期或有效期不足 7 天',
  ),
  42292: text('身份证号不正确', 'Invalid id number', 'Número do documento inválido', '身分證號不正確'),
  42293: text('未满 {n} 周岁', 'Under {n}', 'Menor de {n} anos', '未滿 {n} 歲'),
  42294: text(
    '证件已被其他骑手使用',
    'Id used by another rider',
    'Documento usado por outro entregador',
    '證件已被其他騎手使用',
  ),
  42295: text(
    '骑手有进行中订单',
    'Rider has running orders',
    'O entregador tem pedidos em andamento',
    '騎手有進行中的訂單',
  ),
  42296: text('整改项未完成', 'Items not rectified', 'Há itens não corrigidos', '整改項目未完成'),
  42297: text('当日已投保', 'Already insured that day', 'Já segurado nesse dia', '當日已投保'),
  42298: text(
    '理赔资料缺少 {missing}',
    'Claim misses {missing}',
    'Falta no sinistro: {missing}',
    '理賠資料缺少 {missing}',
  ),
  42299: text(
    '骑手不能接单：{reason}',
    'Rider may not take orders: {reason}',
    'O entregador não pode receber pedidos: {reason}',
    '騎手不能接單：{reason}',
  ),
  42300: text(
    '骑手资金未结清：{reason}',
    'The rider’s money is not cleared: {reason}',
    'Dinheiro do entregador não quitado: {reason}',
    '騎手資金未結清：{reason}',
  ),

  /* Business rules of food losses. */
  42301: text(
    '责任比例之和须为 100%',
    'Shares must total 100 %',
    'As parcelas de responsabilidade devem somar 100%',
    '責任比例總和須為 100%',
  ),
  42302: text('赔付不能超过 {x} 元', 'At most ¥{x}', 'No máximo ¥{x}', '賠付不能超過 {x} 元'),
  42303: text('至少上传 {n} 张照片', 'At least {n} photos', 'Envie pelo menos {n} fotos', '至少上傳 {n} 張照片'),
  42304: text('已过申诉期', 'Appeal period over', 'Prazo de recurso encerrado', '已過申訴期'),
  42305: WORD.oneAppealOnly,
  42306: text(
    '该订单有未完结的餐损单',
    'Order has an open case',
    'O pedido já tem um caso em aberto',
    '該訂單有未結案的餐損單',
  ),

  /* Business rules of the rider fund audit. */
  42311: text(
    '骑手余额不足，可选择分期扣',
    'Not enough balance, use instalments',
    'Saldo insuficiente, use parcelas',
    '騎手餘額不足，可選擇分期扣款',
  ),
  42312: text('审核单已过期', 'Request expired', 'A solicitação expirou', '審核單已過期'),
  42313: text('超过单笔上限 {x} 元', 'Over ¥{x}', 'Acima de ¥{x}', '超過單筆上限 {x} 元'),

  /* Business rules of enquiries. */
  42321: text('询价已过期', 'Enquiry expired', 'A consulta expirou', '詢價已過期'),
  42322: text('已转订单', 'Already an order', 'Já virou pedido', '已轉為訂單'),
  42323: text('报价低于成本', 'Below cost', 'Preço abaixo do custo', '報價低於成本'),

  /* Business rules of settings, and of versions of apps and mini programs. */
  42330: text(
    '配置未完成：{missing}',
    'Not configured: {missing}',
    'Não configurado: {missing}',
    '設定未完成：{missing}',
  ),
  42331: text(
    '证书与配置不匹配',
    'Certificate does not match',
    'O certificado não corresponde à configuração',
    '憑證與設定不符',
  ),
  42332: WORD.certificateExpired,
  42333: text('测试失败：{detail}', 'Test failed: {detail}', 'O teste falhou: {detail}', '測試失敗：{detail}'),
  42334: text('版本号须大于 {v}', 'Version must exceed {v}', 'A versão deve ser maior que {v}', '版本號須大於 {v}'),
  42335: text(
    '已有审核中、待上架或灰度版本',
    'A version is in review, passed or gray',
    'Há uma versão em revisão, aprovada ou em liberação parcial',
    '已有審核中、待上架或灰度版本',
  ),
  42336: text('没有可回滚的版本', 'Nothing to roll back to', 'Não há versão para restaurar', '沒有可回復的版本'),
  42337: text(
    '开发版本已达 20 个',
    '20 development versions reached',
    'Limite de 20 versões de desenvolvimento atingido',
    '開發版本已達 20 個',
  ),
  42338: text('撤回次数已达上限', 'Withdraw quota used', 'Cota de retiradas esgotada', '撤回次數已達上限'),

  /* Business rules of identities and permissions. */
  42341: text(
    '身份下仍有员工',
    'Staff still assigned',
    'Ainda há funcionários com esta identidade',
    '此身分下仍有員工',
  ),
  42342: text(
    '不能修改自己的身份',
    'Not your own identity',
    'Você não pode alterar a própria identidade',
    '不能修改自己的身分',
  ),
  42343: text(
    '不能授予超出自身的权限',
    'Cannot grant more than you hold',
    'Você não pode conceder mais do que possui',
    '不能授予超出自身的權限',
  ),
  42344: text('员工数量已满', 'Seats used up', 'Não há mais vagas para funcionários', '員工名額已滿'),
  42345: text(
    '内置身份不可修改',
    'Built-in identity',
    'Identidades predefinidas não podem ser alteradas',
    '內建身分不可修改',
  ),
  42346: text('您已拥有该权限', 'You already hold this permission', 'Você já tem esta permissão', '您已擁有該權限'),
  42347: text(
    '已于 {detail} 申请过该权限，满 24 小时后可再次申请',
    'Already asked on {detail}; you can ask again after 24 hours',
    'Já solicitada em {detail}; você pode pedir de novo após 24 horas',
    '已於 {detail} 申請過該權限，滿 24 小時後可再次申請',
  ),
  42348: text(
    '目前没有人可以授予该权限',
    'No person can grant this permission at the moment',
    'Ninguém pode conceder esta permissão no momento',
    '目前沒有人可以授予該權限',
  ),

  /* Business rules of articles and other contents. */
  42351: text('分类下仍有内容', 'Category in use', 'A categoria está em uso', '分類下仍有內容'),
  42352: text('含敏感词：{word}', 'Sensitive words: {word}', 'Palavras sensíveis: {word}', '含敏感詞：{word}'),
  42353: text('该位置轮播图已满', 'Position is full', 'A posição está cheia', '該位置輪播圖已滿'),
  42354: text(
    '下线时间须晚于发布时间',
    'Must end after it starts',
    'O término deve ser posterior à publicação',
    '下架時間須晚於發布時間',
  ),

  /* Business rules of announcements. */
  42361: text(
    '已有人阅读，请撤回后重发',
    'Already read, withdraw and republish',
    'Já foi lido, retire e publique de novo',
    '已有人閱讀，請撤回後重新發布',
  ),
  42362: text('接收对象为空', 'No targets', 'Nenhum destinatário selecionado', '接收對象為空'),

  /* Business rules of exports. */
  42371: text(
    '超过 {n} 行，请缩小范围',
    'Over {n} rows',
    'Mais de {n} linhas, reduza o filtro',
    '超過 {n} 列，請縮小範圍',
  ),
  42372: text(
    '同时导出不能超过 3 个',
    'At most 3 running',
    'No máximo 3 exportações ao mesmo tempo',
    '同時匯出不能超過 3 個',
  ),
  42373: text('文件已过期', 'File expired', 'O arquivo expirou', '檔案已過期'),
  42374: text('相同任务刚刚创建', 'Same task just created', 'A mesma tarefa acabou de ser criada', '相同任務剛剛建立'),

  /* Errors at sign-in, errors of passwords and phones, and the limit of saved views. */
  42381: text(
    '账号或密码错误，剩余 {n} 次',
    'Wrong account or password, {n} left',
    'Conta ou senha incorreta, tentativas restantes: {n}',
    '帳號或密碼錯誤，剩餘 {n} 次',
  ),
  42382: WORD.accountDisabled,
  42383: text('需要手机验证', 'Phone verification required', 'É necessária a verificação por telefone', '需要手機驗證'),
  42384: text(
    '不能与最近 3 次密码相同',
    'Same as a recent password',
    'Igual a uma das 3 últimas senhas',
    '不能與最近 3 次密碼相同',
  ),
  42385: text('密码强度不足', 'Password too weak', 'Senha fraca demais', '密碼強度不足'),
  42386: text('手机号未绑定账号', 'Phone not bound', 'Telefone não vinculado a nenhuma conta', '手機號碼未綁定帳號'),
  42387: text(
    '账号已锁定，请联系管理员解锁',
    'Locked, ask an administrator to unlock it',
    'Conta bloqueada, peça a um administrador que a desbloqueie',
    '帳號已鎖定，請聯絡管理員解除鎖定',
  ),
  42391: text(
    '每个列表最多保存 {n} 个视图',
    'At most {n} views for each list',
    'No máximo {n} visões por lista',
    '每個列表最多儲存 {n} 個檢視',
  ),

  /* Rate limits. */
  42901: text('操作过于频繁', 'Too many requests', 'Muitas requisições', '操作過於頻繁'),
  42902: text('请 {n} 秒后再获取', 'Wait {n} s', 'Aguarde {n} s', '請於 {n} 秒後再取得'),
  42903: text('账号已锁定 {n} 分钟', 'Locked for {n} min', 'Conta bloqueada por {n} min', '帳號已鎖定 {n} 分鐘'),
  42904: text(
    '次数已达上限，请 {n} 分钟后再试',
    'Limit reached, try again in {n} min',
    'Limite atingido, tente de novo em {n} min',
    '次數已達上限，請 {n} 分鐘後再試',
  ),

  /* Faults of our server, or of a system that it depends on. */
  50001: text(
    '系统繁忙，请稍后再试',
    'System busy',
    'Sistema ocupado, tente novamente mais tarde',
    '系統忙碌，請稍後再試',
  ),
  50201: text(
    '对方平台返回：{msg}',
    'Upstream answered: {msg}',
    'O sistema externo respondeu: {msg}',
    '對方平台回覆：{msg}',
  ),
  50202: text(
    '对方超时，结果未知，系统将自动查询',
    'Upstream timed out, result unknown, will be queried',
    'O sistema externo não respondeu a tempo; o resultado será consultado automaticamente',
    '對方逾時，結果未知，系統將自動查詢',
  ),
  50301: text('系统维护中', 'Maintenance', 'Sistema em manutenção', '系統維護中'),
} as const satisfies Record<number, Text>;

/** Codes from this number on are faults of the server or of a system that it depends on. */
export const FIRST_FAULT = 50_000;

export type ErrorCode = keyof typeof ERRORS;

/** Names of the placeholders in the catalogue's sentences (DOMAIN §6.9). */
type ErrorParam =
  | 'n'
  | 'name'
  | 'month'
  | 'missing'
  | 'state'
  | 'field'
  | 'x'
  | 'var'
  | 'msg'
  | 'detail'
  | 'v'
  | 'word'
  | 'day'
  | 'reason';

/**
 * Values for the placeholders. The server translates a {@link Text} to the reader's language, and joins several texts as a list.
 * Amounts (`x`) are in yuan, as text that the caller has formatted.
 */
export type ErrorParams = Readonly<Partial<Record<ErrorParam, string | number | Text | readonly Text[]>>>;

/** The sentence of code 42201 for a call without `params.state`. */
const WITHOUT_STATE = text(
  '当前状态不允许此操作',
  'Not allowed in the present state',
  'Não permitido no estado atual',
  '目前狀態不允許此操作',
);

/**
 * Returns the sentence of an error code in one language, with filled placeholders. Code 42201 without `params.state` has a separate
 * sentence.
 */
export function errorText(code: ErrorCode, locale: Locale, params: ErrorParams = {}): string {
  const separator = locale === 'zh-CN' || locale === 'zh-TW' ? '、' : ', ';
  if (code === 42201 && params.state === undefined) return WITHOUT_STATE[locale];
  const values: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(params)) {
    if (Array.isArray(value)) values[name] = value.map((item: Text) => item[locale]).join(separator);
    else values[name] = typeof value === 'object' ? (value as Text)[locale] : value;
  }
  return fill(ERRORS[code][locale], values, locale);
}
