/** The content of a stored object. It is read in parts, and never kept as a whole. */
export type Content = {
  size: number
  /** The first bytes, up to `headBytes`. */
  head: Uint8Array
  /** Reads a part, which is shorter at the end of the content. */
  read(offset: number, length: number): Promise<Uint8Array>
  /** Reads the whole content. */
  stream(): Promise<ReadableStream<Uint8Array>>
}

export const headBytes = 4096
