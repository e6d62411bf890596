/** Numbers of microtasks after an answer. One of them is the moment between the last look of the work and its end. */
export const moments = Array.from({ length: 20 }, (_, count) => count)

/** Waits for a number of microtasks. */
export async function microtasks(count: number): Promise<void> {
  for (let n = 0; n < count; n++) await Promise.resolve()
}
