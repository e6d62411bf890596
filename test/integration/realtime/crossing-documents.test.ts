// Random work of several applications on documents of the same names, and on the sessions and monitors of each other.
import { afterAll, expect, test } from 'vitest'
import { disconnectDocuments, synced } from '../../support/documents.ts'
import { rawSocket } from '../../support/realtime.ts'
import { rounds } from '../../support/rounds.ts'
import { makeSession, type SessionWorld } from '../../support/sessions.ts'
import { issueToken, staffUser } from '../../support/tokens.ts'

afterAll(disconnectDocuments)

const trials = rounds({ quick: 100, all: 10_000 })
const names = ['a', 'b', 'c'] as const
const shortly = { timeout: 20_000, interval: 20 }
const pick = <T>(of: readonly T[]): T => of[Math.floor(Math.random() * of.length)] as T

type Values = Record<string, unknown>

/** An application with two clients of each document, and the socket of a proctor. */
async function tenant() {
  const world = await makeSession()
  const open = async (name: string) => [await synced(world, name), await synced(world, name)]
  const documents = Object.fromEntries(
    await Promise.all(names.map(async name => [name, await open(name)] as const)),
  ) as Record<(typeof names)[number], Awaited<ReturnType<typeof open>>>
  const own = `only-${world.applicationSid}`
  ;(await synced(world, own)).doc.getMap('values').set('0', world.applicationSid)
  const members = { elementType: 'proctoring-session', targetUserSid: await staffUser(world), resource: '*' }
  const { secret } = await issueToken(world, members)
  const socket = await rawSocket(world.stack.baseUrl)
  socket.send({ id: 1, connect: { token: secret } })
  await socket.reply(1).toHaveProperty('connect')
  // A document that nobody has changed does not exist: each has one value before the random work.
  const written = Object.fromEntries(names.map(name => [name, { first: world.applicationSid }]))
  for (const name of names) documents[name][0]?.doc.getMap('values').set('first', world.applicationSid)
  return { world, documents, own, socket, written, nextId: 2 }
}
type Tenant = Awaited<ReturnType<typeof tenant>>

/** Sends a command of the proctor, and an answer to a ping of the server. @returns the reply */
async function proctor(of: Tenant, command: object): Promise<Record<string, unknown>> {
  const id = of.nextId++
  of.socket.send('{}', { id, ...command })
  await of.socket.reply(id).toBeTruthy()
  return of.socket.lines.find(line => line['id'] === id) ?? {}
}

const topicsOf = ({ sessionSid, examSid }: SessionWorld) => [`session.${sessionSid}`, `monitor.${examSid}`]

const works: Record<string, (own: Tenant, foreign: Tenant, n: number) => Promise<unknown>> = {
  async write({ world, documents, written }, _, n) {
    const name = pick(names)
    pick(documents[name]).doc.getMap('values').set(String(n), world.applicationSid)
    Object.assign(written[name] ?? {}, { [n]: world.applicationSid })
    await Promise.resolve()
  },
  async awareness({ world, documents }, _, n) {
    pick(documents[pick(names)]).provider.awareness.setLocalState({ of: world.applicationSid, n })
    await Promise.resolve()
  },
  async read({ world }) {
    const answer = await world.admin('GET', `/api/documents/${pick(names)}`)
    const values = Object.values((answer.body['values'] as Values | undefined) ?? {})
    expect(values.filter(of => of !== world.applicationSid)).toEqual([])
  },
  async list({ world, own }) {
    const page = await world.admin('GET', '/api/documents?limit=1000')
    const unknown = page.list('results').filter(({ name }) => ![...names, own].includes(String(name)))
    expect(unknown).toEqual([])
  },
  async readForeign({ world }, { own }) {
    expect((await world.admin('GET', `/api/documents/${own}`)).status).toBe(404)
    expect((await world.admin('DELETE', `/api/documents/${own}`)).status).toBe(404)
  },
  async monitorForeign(own, { world }) {
    const channel = pick(topicsOf(world))
    for (const command of [{ subscribe: { channel } }, { presence: { channel } }, { history: { channel } }])
      expect(await proctor(own, command)).toMatchObject({ error: {} })
  },
  async monitor(own, { world: foreign }) {
    const channel = `monitor.${own.world.examSid}`
    const reply = JSON.stringify(await proctor(own, { subscribe: { channel } }))
    await proctor(own, { unsubscribe: { channel } })
    for (const sid of [foreign.sessionSid, foreign.userSid, foreign.examSid]) expect(reply).not.toContain(sid)
  },
}

test('no change, awareness or list of documents and no session or monitor reaches another application', {
  timeout: 600_000,
}, async () => {
  const tenants = await Promise.all([tenant(), tenant(), tenant()])
  let next = 0
  const inTurns = async (kinds: string[]) => {
    while (next < trials) {
      const n = next++
      const own = pick(tenants)
      await works[pick(kinds)]?.(own, pick(tenants.filter(each => each !== own)), n)
    }
  }
  // One turn has the proctors, whose commands are limited.
  await Promise.all([
    ...Array.from({ length: 6 }, () =>
      inTurns(['write', 'write', 'awareness', 'read', 'list', 'readForeign']),
    ),
    inTurns(['monitorForeign', 'monitor', 'write']),
  ])
  for (const { world, documents, written } of tenants)
    for (const name of names)
      for (const { doc, provider } of documents[name]) {
        await expect.poll(() => doc.getMap('values').toJSON(), shortly).toEqual(written[name])
        const states = [...provider.awareness.getStates().values()]
        expect(states.filter(({ of }) => of !== undefined && of !== world.applicationSid)).toEqual([])
      }
  const [first, ...others] = tenants as [Tenant, ...Tenant[]]
  const closes = first.documents.a.map(({ closed }) => closed)
  expect((await first.world.admin('DELETE', '/api/documents/a')).status).toBe(204)
  expect(await Promise.all(closes)).toMatchObject([{ code: 4404 }, { code: 4404 }])
  for (const { world, documents, written } of others) {
    expect(documents.a.every(({ provider }) => provider.wsconnected)).toBe(true)
    const { body } = await world.admin('GET', '/api/documents/a')
    expect(body['values'] ?? {}).toEqual(written['a'])
  }
  for (const { socket } of tenants) socket.close()
})
