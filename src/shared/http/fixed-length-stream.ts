type Ends = { readable: ReadableStream<Uint8Array>; writable: WritableStream<Uint8Array> }

/** Of the Workers runtime. */
declare const FixedLengthStream: new (length: number) => Ends

/** Returns a stream that fails unless it receives exactly this number of bytes. R2 and a response get the length from it. */
export const fixedLengthStream = (length: number): Ends => new FixedLengthStream(length)
