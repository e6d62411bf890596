// The credentials of an account over the API.
import { expect } from 'vitest'
import { type Answer, type Call, callerOf } from './client.ts'
import { allow, type World } from './world.ts'

export const credentialsPath = '/api/credentials'
export const everything = { version: '1', statements: allow(['sp:*'], ['*']) }
const bodyOf = (members: object = {}) => ({ name: 'Backend', role: 'admin', policy: everything, ...members })

export const create = (call: Call, members?: object) =>
  call('POST', credentialsPath, { body: bodyOf(members) })
export const rotate = (call: Call, sid: string, body: object = {}) =>
  call('POST', `${credentialsPath}/${sid}/rotate`, { body })
export const remove = (call: Call, sid: string) => call('DELETE', `${credentialsPath}/${sid}`)

export function made(answer: Answer, { stack }: World) {
  expect(answer.status, answer.raw).toBeLessThan(300)
  const secret = answer.text('secret')
  return { sid: answer.text('sid'), secret, call: callerOf(stack, secret) }
}

export const works = async (call: Call) => (await call('GET', '/v1/installs')).status
export const sidOfAdmin = async ({ admin }: World) => {
  const [first] = (await admin('GET', credentialsPath)).list('results')
  return String(first?.['sid'])
}
