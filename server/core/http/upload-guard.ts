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

/** Decides about uploads that are too large for memory: they are written to disk while they arrive. Calls with a session only. */
export interface SpoolGuard {
  /** Bytes of the largest file. */
  readonly maxBytes: number;
  /** Bytes from which {@link SpoolGuard.accepts} decides. */
  readonly headBytes: number;
  /** Admits a request of an account that may make the call, before any of it is read. @throws Refusal 42901 */
  admit(accountId: number): Promise<void>;
  accepts(head: Buffer): boolean;
}

/** An upload on disk. It is deleted after the call unless the store took it. */
export interface SpooledFile {
  /** As the sender calls it. */
  readonly name: string;
  /** Absolute path. */
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}
