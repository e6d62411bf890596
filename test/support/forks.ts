// The forks of the run. vitest ends a fork where the next file belongs to another project. These forks stay for all projects, so that
// the modules and the stack of a fork are loaded once per run.

import { ForksPoolWorker, type PoolOptions, type PoolWorker, type WorkerRequest } from 'vitest/node'

type Listener = { event: string; callback: (...args: unknown[]) => void }

declare global {
  var invigilForks: ForksPoolWorker[] | undefined
}

/** The forks that no project uses at the moment. Shared with the global set-up, which loads its own copy of this module. */
const idleForks = (): ForksPoolWorker[] => {
  globalThis.invigilForks ??= []
  return globalThis.invigilForks
}

/** Ends the forks. */
export const endForks = async (): Promise<void> => {
  await Promise.all(
    idleForks()
      .splice(0)
      .map(fork => fork.stop()),
  )
}

/** The part of a fork's life that one project has. */
class LentFork implements PoolWorker {
  readonly name = 'shared-forks'
  readonly cacheFs = true
  readonly #options: PoolOptions
  #fork: ForksPoolWorker | undefined
  #listeners: Listener[] = []
  #hasExited = false

  constructor(options: PoolOptions) {
    this.#options = options
  }

  async start(): Promise<void> {
    const idle = idleForks().pop()
    this.#fork = idle ?? new ForksPoolWorker(this.#options)
    if (!idle) await this.#fork.start()
    this.on('exit', () => {
      this.#hasExited = true
    })
  }

  on(event: string, callback: Listener['callback']): void {
    this.#listeners.push({ event, callback })
    this.#fork?.on(event, callback)
  }

  off(event: string, callback: Listener['callback']): void {
    this.#listeners = this.#listeners.filter(other => other.event !== event || other.callback !== callback)
    this.#fork?.off(event, callback)
  }

  /** A fork that has received `stop` hears no more messages, so this answers in its place. */
  send(message: WorkerRequest): void {
    if (message.type !== 'stop') return this.#fork?.send(message)
    for (const { event, callback } of this.#listeners)
      if (event === 'message') callback({ type: 'stopped', __vitest_worker_response__: true })
  }

  async stop(): Promise<void> {
    for (const { event, callback } of this.#listeners) this.#fork?.off(event, callback)
    this.#listeners = []
    if (this.#fork && !this.#hasExited) idleForks().push(this.#fork)
    this.#fork = undefined
  }

  deserialize(data: unknown): unknown {
    return data
  }
}

export const sharedForks = {
  name: 'shared-forks',
  createPoolWorker: (options: PoolOptions): PoolWorker => new LentFork(options),
}
