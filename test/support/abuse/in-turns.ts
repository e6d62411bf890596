/** Runs the work for each item, six at a time. Throws a failure after all have ended. */
export async function inTurns<T>(each: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const left = [...each]
  const worker = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await work(next)
  }
  const ended = await Promise.allSettled(Array.from({ length: 6 }, worker))
  for (const end of ended) if (end.status === 'rejected') throw end.reason
}
