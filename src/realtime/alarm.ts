/** The alarm of a Durable Object, which has only one: it runs at the earliest of the times for which it was requested. */
export class Alarm {
  readonly #storage: Pick<DurableObjectStorage, 'getAlarm' | 'setAlarm'>
  #at: number | undefined

  constructor(storage: Pick<DurableObjectStorage, 'getAlarm' | 'setAlarm'>) {
    this.#storage = storage
  }

  /** Reads the stored alarm. Call it before the first event of the object. */
  async read(): Promise<void> {
    this.#at = (await this.#storage.getAlarm()) ?? undefined
  }

  /** Call it when the alarm runs: it is not set any more. */
  started(): void {
    this.#at = undefined
  }

  /** Runs the alarm at this time or earlier. */
  before(time: number): void {
    if (this.#at !== undefined && this.#at <= time) return
    this.#at = time
    void this.#storage.setAlarm(time)
  }
}
