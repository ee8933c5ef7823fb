/** Decides, before a file is read, about calls that anyone may make (`access: 'public'` with `body: 'multipart'`). */
export interface UploadGuard {
  /** Bytes of the largest request that is read at all. */
  readonly maxBytes: number;
  /** Admits a request before any of it is read. @throws Refusal 42901 */
  admit(ip: string): Promise<void>;
  /** Admits the file by the text fields that came before it. @throws Refusal */
  admitFile(fields: Readonly<Record<string, string>>): Promise<void>;
  /** Most bytes of a file that begins like this; 0: its type is not accepted. */
  maxFileBytes(head: Uint8Array): number;
}
