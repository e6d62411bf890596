// A kill at any time, and the same requests again: each has exactly one effect, and its full first response.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type Answer, callerOf } from '../../support/client.ts'
import { killedSystem, unlessKilled } from '../../support/killed-system.ts'

const system = killedSystem()

type Sent = {
  send: () => Promise<Answer>
  /** The number of effects, by the response of the repetition. */
  effects: (answer: Answer) => Promise<number>
}

const list = async (path: string) => (await system.call('GET', system.path(path))).list('results')
const works = async (secret: string) =>
  (await callerOf({ baseUrl: system.baseUrl }, secret)('GET', system.path('/users?limit=1'))).status !== 401

const newUser = async () => {
  const body = { firstName: 'Ada', lastName: 'Byron', email: `${randomUUID()}@school.example` }
  return (await system.call('POST', system.path('/users'), { body })).text('sid')
}
const issue = (targetUserSid: string) => ({
  tokenType: 'element',
  elementType: 'exam-session',
  targetUserSid,
})
const tokensOf = (userSid: string) => list(`/sts/tokens?targetUserSid=${userSid}`)

const post = (path: string, body: object) => {
  const headers = { 'Idempotency-Key': randomUUID() }
  return () => system.call('POST', system.path(path), { headers, body })
}

/** One request of each kind. */
async function requests(): Promise<Record<string, Sent>> {
  const [issued, refreshed] = [await newUser(), await newUser()]
  const root = await system.call('POST', system.path('/sts/tokens'), { body: issue(refreshed) })
  const [lastName, title, name] = [randomUUID(), randomUUID(), randomUUID()]
  const policy = { version: '1', statements: [{ effect: 'Allow', actions: ['sp:*'], resources: ['*'] }] }
  const ids = { lms: randomUUID() }
  return {
    user: {
      send: post('/users', { firstName: 'Ada', lastName, email: `${lastName}@school.example` }),
      effects: async () => (await list(`/users?lastName=${lastName}`)).length,
    },
    course: {
      send: post('/courses', { title }),
      effects: async () => (await list(`/courses?title=${title}`)).length,
    },
    provision: {
      send: post('/provision', {
        course: { ids, title: 'Provisioned' },
        user: { ids, firstName: 'Ada', lastName: 'Byron', email: `${ids.lms}@school.example` },
        enrollment: {},
      }),
      effects: async answer => (Object(answer.body['user']).result === 'Created' ? 1 : 0),
    },
    token: {
      send: post('/sts/tokens', issue(issued)),
      effects: async answer =>
        (await works(answer.text('stsToken'))) ? (await tokensOf(issued)).length : -1,
    },
    refresh: {
      send: post(`/sts/tokens/${root.text('sid')}/refresh`, {}),
      // Without the root.
      effects: async answer =>
        (await works(answer.text('stsToken'))) ? (await tokensOf(refreshed)).length - 1 : -1,
    },
    credential: {
      send: post('/credentials', { name, role: 'admin', policy }),
      effects: async answer =>
        (await works(answer.text('secret')))
          ? (await list('/credentials?limit=1000')).filter(each => each['name'] === name).length
          : -1,
    },
  }
}

const kills = 20
const longestMs = 120

test.each(Array.from({ length: kills }, (_, kill) => [kill + 1, Math.round((kill * longestMs) / kills)]))(
  'kill %d, %d ms after the requests: a repetition has exactly one effect and the full first response',
  async (_, ms) => {
    const sent = Object.entries(await requests())
    const firsts = Promise.all(sent.map(([, { send }]) => unlessKilled(send())))
    await sleep(ms + Math.random() * (longestMs / kills))
    await system.killAndStart()
    const answers = await firsts
    for (const [at, [name, { send, effects }]] of sent.entries()) {
      const again = await send()
      expect(again.status, `${name}: ${again.raw}`).toBeLessThan(300)
      expect((await send()).raw, name).toBe(again.raw)
      if (answers[at] && answers[at].status < 300) expect(again.raw, name).toBe(answers[at].raw)
      expect(await effects(again), name).toBe(1)
    }
  },
  90_000,
)
