/** Limits for uploads of a public call (`access: 'public'` with `body: 'multipart'`). */
export interface UploadGuard {
  /** Maximum size of a request in bytes. The body of a larger request is not read. */
  readonly maxBytes: number;
  /** Checks whether the request's body may be read. @throws Refusal 42901 (too many uploads) */
  admit(ip: string): Promise<void>;
  /**
   * Checks the text fields, which precede the file in the request. The file is not read yet.
   *
   * @throws Refusal of the module, such as 42901 (too many files)
   */
  admitFile(fields: Readonly<Record<string, string>>): Promise<void>;
  /** Returns the maximum size in bytes of a file that begins with `head`. 0 means that its type is not accepted. */
  maxFileBytes(head: Uint8Array): number;
}

/** Limits for large uploads, which are written to disk while they arrive. They need a session or a signature. */
export interface SpoolGuard {
  /** Maximum size of a file in bytes. */
  readonly maxBytes: number;
  /** Number of leading bytes that {@link SpoolGuard.accepts} needs. */
  readonly headBytes: number;
  /** Checks before the file is read whether the account or the signing server may upload. @throws Refusal 42901 */
  admit(callerId: number): Promise<void>;
  accepts(head: Buffer): boolean;
}

/** An upload on disk. It is deleted after the call unless the store has moved it. */
export interface SpooledFile {
  /** File name from the sender. */
  readonly name: string;
  /** Absolute path of the file. */
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}
