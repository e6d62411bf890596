import type * as z from 'zod'

type Moment = Date | string | null | undefined

/** A refinement: where both are given, `open` is not after `close`. The fault names `close`. */
export const inOrder =
  <Open extends string, Close extends string>(open: Open, close: Close) =>
  (window: { [K in Open | Close]?: Moment }, context: z.core.$RefinementCtx): void => {
    const [from, to]: Moment[] = [window[open], window[close]]
    if (from && to && from > to)
      context.addIssue({ code: 'custom', path: [close], message: `Lies before ${open}.` })
  }
