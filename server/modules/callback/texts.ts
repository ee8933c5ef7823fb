import { text } from '../../../contract/text';

/** The notice for an event whose handler failed in all retries. */
export const GIVEN_UP = {
  title: text(
    '{platform}的回调未能处理',
    'A callback of {platform} could not be handled',
    'Um retorno de {platform} não pôde ser processado',
    '{platform}的回呼未能處理',
  ),
  content: text(
    '事件 {event}（{address}）已收到并保存，但处理 {n} 次均失败，系统不再重试。请在该平台核对相关单据。',
    'Event {event} ({address}) was received and saved, but handling it failed {n} times and is not retried. Check the related documents on the platform.',
    'O evento {event} ({address}) chegou e está guardado, mas o processamento falhou {n} vezes e não será repetido. Confira na plataforma os documentos relacionados.',
    '事件 {event}（{address}）已收到並保存，但處理 {n} 次均失敗，系統不再重試。請在該平台核對相關單據。',
  ),
} as const;
