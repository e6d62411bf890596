// The requests that are sent to both commits. They use only operations that every commit has.

import { randomUUID } from 'node:crypto'
import type { Started } from '../test/support/start.ts'
import { getPage, getterFor, textOf } from './get.ts'
import type { Load } from './load.ts'
import { sampleInstall } from './report-sample.ts'
import { operationsOf } from './sts-operations.ts'

/** How much faster each operation is to be than at the commit before the work on speed began. */
export const askedFactors: Record<string, number> = {
  verify: 7,
  'provision, known': 3,
  'provision, new': 2.2,
  'A9 session': 2.5,
  'A5 profile': 1.4,
  JWKS: 1.8,
  refresh: 1.8,
  deliveries: 2.5,
}

/** Of the token service, the operations that are compared. */
const ofTokens = ['JWKS', 'refresh']
const tokenSeconds = 3600

type System = Pick<Started, 'baseUrl' | 'demo'>

/** Returns the loads for a learner of the busiest sampled exam of the install of `demo`. */
export async function loadsOf({ baseUrl, demo }: System): Promise<Load[]> {
  const { apiCredential: token = '', installSid } = demo
  const get = getterFor(baseUrl, token, new AbortController().signal)
  const install = `/v1/installs/${installSid}`
  const { exams } = await sampleInstall(get, install)
  const [busiest] = exams
  if (!busiest) throw new Error('The install has no exam.')
  const { results } = await getPage(get, `${busiest.ofInstall}/sessions?offset=0&limit=1`)
  const [session] = results
  if (!session) throw new Error('The exam has no session.')
  const userSid = textOf(session, 'userSid')
  const course = { ids: { sid: busiest.course.split('/').at(-1) } }
  const common = { headers: { token }, status: 200 }
  const provision = { ...common, method: 'POST', path: `${install}/provision` } as const
  const known = { course, user: { ids: { sid: userSid } }, enrollment: {} }
  const tokens = await operationsOf({ baseUrl, demo: { ...demo, userSid } })
  return [
    await verifying({ baseUrl, demo: { ...demo, userSid } }),
    { ...provision, name: 'provision, known', body: known },
    {
      ...{ ...provision, name: 'provision, new' },
      chain: () => ({
        path: () => provision.path,
        body: () => ({ course, user: newUser(), enrollment: {} }),
        onResponse: () => {},
      }),
    },
    {
      ...{ ...common, name: 'A9 session', method: 'GET' },
      path: `${busiest.ofInstall}/sessions/${textOf(session, 'sid')}`,
    },
    { ...common, name: 'A5 profile', method: 'GET', path: `${install}/users/${userSid}/profile` },
    ...tokens.filter(({ name }) => ofTokens.includes(name)),
  ]
}

const newUser = () => ({
  ids: { lms: randomUUID() },
  ...{ firstName: 'Ada', lastName: 'Lovelace', email: 'ada@people.example' },
})

/** The request that an embed sends when it is loaded. */
async function verifying({ baseUrl, demo }: System): Promise<Load> {
  const { apiCredential: token = '', installSid, userSid } = demo
  const response = await fetch(`${baseUrl}/v1/installs/${installSid}/sts/tokens`, {
    method: 'POST',
    headers: { token, 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ tokenType: 'element', elementType: 'exam-session', targetUserSid: userSid },
      expiresIn: tokenSeconds,
    }),
  })
  const text = await response.text()
  if (response.status !== 201) throw new Error(`Issuing returned ${response.status}: ${text}`)
  const { stsToken, elementToken }: { stsToken: string; elementToken: string } = JSON.parse(text)
  return {
    ...{ name: 'verify', method: 'POST', path: '/v1/embeds/verify', status: 200 },
    headers: { authorization: `Bearer ${stsToken}`, origin: new URL(baseUrl).origin },
    body: { elementToken },
  }
}
