import type * as z from 'zod'

type DateInput = Date | string | null | undefined

/** Zod refinement: if both dates are present, `open` is not after `close`. Reports the issue at `close`. */
export const inOrder =
  <Open extends string, Close extends string>(open: Open, close: Close) =>
  (window: { [K in Open | Close]?: DateInput }, context: z.core.$RefinementCtx): void => {
    const [from, to]: DateInput[] = [window[open], window[close]]
    if (from && to && from > to)
      context.addIssue({ code: 'custom', path: [close], message: `Must not be before ${open}.` })
  }
