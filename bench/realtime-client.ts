// A socket that speaks the client protocol of topics with as little work as possible, so that the bench measures the server.

export type Publication = { offset: number; data: unknown }
type Reply = Record<string, unknown> & { id?: number; push?: { pub?: Publication } }

/** A connection of the bench. */
export type BenchSocket = {
  /** Sends a command and returns its reply. @throws Error with an error reply */
  ask(method: string, parameters: object): Promise<Record<string, unknown>>
  close(): void
}

/** Opens a WebSocket. @throws Error if the server refuses it */
export async function upgraded(url: string): Promise<WebSocket> {
  const socket = new WebSocket(url)
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  socket.addEventListener('open', resolve)
  for (const event of ['error', 'close'])
    socket.addEventListener(event, () => reject(new Error('The connection was refused.')))
  await promise
  return socket
}

/**
 * Opens a connection, and answers its pings.
 * @param onPublication receives each publication
 * @throws Error if the server refuses it
 */
export async function openSocket(
  url: string,
  token: string,
  onPublication?: (publication: Publication) => void,
): Promise<BenchSocket> {
  return await connectOn(await upgraded(url), token, onPublication)
}

/** Connects on an open WebSocket. */
export async function connectOn(
  socket: WebSocket,
  token: string,
  onPublication: (publication: Publication) => void = () => {},
): Promise<BenchSocket> {
  const waiting = new Map<number, { resolve(reply: Reply): void; reject(error: Error): void }>()
  let lastId = 0
  socket.addEventListener('message', ({ data }) => {
    for (const line of String(data).split('\n')) {
      if (line.length < 2) continue
      if (line === '{}') {
        socket.send('{}')
        continue
      }
      const reply: Reply = JSON.parse(line)
      if (reply.push?.pub) onPublication(reply.push.pub)
      if (reply.id === undefined) continue
      waiting.get(reply.id)?.resolve(reply)
      waiting.delete(reply.id)
    }
  })
  socket.addEventListener('close', ({ code, reason }) => {
    for (const { reject } of waiting.values()) reject(new Error(`Closed with ${code} ${reason}.`))
    waiting.clear()
  })
  async function ask(method: string, parameters: object): Promise<Record<string, unknown>> {
    const id = ++lastId
    const { promise, resolve, reject } = Promise.withResolvers<Reply>()
    waiting.set(id, { resolve, reject })
    socket.send(JSON.stringify({ id, [method]: parameters }))
    const reply = await promise
    if (reply['error']) throw new Error(`${method}: ${JSON.stringify(reply['error'])}`)
    return Object(reply[method])
  }
  await ask('connect', { token })
  return { ask, close: () => socket.close() }
}

/** Runs the work for each item, at most `limit` at once. */
export async function inParallel<T, R>(
  items: readonly T[],
  limit: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  const queue = [...items.entries()]
  const run = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) results[next[0]] = await work(next[1])
  }
  await Promise.all(Array.from({ length: limit }, run))
  return results
}
