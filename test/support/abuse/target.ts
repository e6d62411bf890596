// An operation with a permitted caller, real sids for its path, and a valid body.
import { expect, vi } from 'vitest'
import { isOpen, type Route } from '../../../src/shared/http/route.ts'
import type { Stack } from '../../../tools/stack/stack.ts'
import { type Answer, type Call, callerOf } from '../client.ts'
import { bodies, type Everything, makeEverything } from '../everything.ts'
import { makeOperator, signedInAs, someAddress, someEmail } from '../platform.ts'
import { nameOf } from '../routes.ts'
import { atRest, versionsOf } from '../tables.ts'
import { endpointSecret, publish } from '../webhooks.ts'
import type { World } from '../world.ts'
import { exampleOf, type Schema } from './example.ts'

export type Target = {
  route: Route<never>
  world: World
  path: string
  /** A body that the schema accepts; undefined if the operation has none, or a file. */
  body: Record<string, unknown> | undefined
  call: Call
  /** Texts that no response may contain. */
  secrets: string[]
}

type Document = {
  paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema: Schema }> } }>>
  components: { schemas?: Record<string, Schema> }
}

const readDocument = async (answer: Response): Promise<Document> => JSON.parse(await answer.text())

const documents = new Map<string, Promise<Document>>()

function documentOf({ baseUrl }: Stack): Promise<Document> {
  const document = documents.get(baseUrl) ?? fetch(new URL('/openapi.json', baseUrl)).then(readDocument)
  documents.set(baseUrl, document)
  return document
}

/** Creates a new world for the operation, without records of earlier requests. */
export const makeTarget = async (route: Route<never>, stack: Stack): Promise<Target> =>
  targetIn(await makeEverything(stack), route)

/** The operation in a shared world. */
export async function targetIn(everything: Everything, route: Route<never>): Promise<Target> {
  const { world } = everything
  const { call, secret, own } = await callerFor(route, world)
  const sids: Record<string, string> = { ...everything.sids, ...own, ...(await moreSids(route, world)) }
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => sids[name] ?? `OB${'0'.repeat(43)}`)
  const body = await bodyFor(route, { world, sids })
  return { route, world, path, body, call, secrets: [secret, world.secret, endpointSecret] }
}

/** An operator for operations of one's own account, no credential for open operations, else the account's administrator. */
async function callerFor(route: Route<never>, world: World) {
  const address = () => ({ 'x-forwarded-for': someAddress() })
  const from = (secret?: string): Call => {
    const call = callerOf(world.stack, secret)
    return (method, path, options = {}) =>
      call(method, path, { ...options, headers: { ...address(), ...options.headers } })
  }
  if (isOpen(route)) return { call: from(), secret: world.secret, own: {} }
  if (!route.callers?.includes('session')) return { call: from(world.secret), secret: world.secret, own: {} }
  const { token, call } = await signedInAs(world, 'owner')
  const [session] = (await call('GET', '/api/auth/sessions')).list('results')
  const own = route.path.startsWith('/api/auth/') ? { sessionSid: String(session?.['id']) } : {}
  return { call: from(token), secret: token, own }
}

/** Sids of record types that the shared world does not have. */
async function moreSids({ path }: Route<never>, world: World): Promise<Record<string, string>> {
  const { admin } = world
  const [type] = (await admin('GET', world.path('/eventTypes'))).list('results')
  const sids = { eventTypeSid: String(type?.['sid']), newUserSid: await world.user() }
  if (path.includes('{proctorSid}')) {
    const body = { name: 'Proctors', installSids: [world.installSid] }
    return { ...sids, proctorSid: (await admin('POST', '/v1/proctors', { body })).text('sid') }
  }
  if (path.includes('{operatorSid}')) return { operatorSid: (await makeOperator(world, 'viewer')).id }
  return /\{(webhook|delivery)Sid\}/.test(path) ? { ...sids, ...(await deliverySids(world)) } : sids
}

/** A closed port: deliveries fail, and can be read. */
async function deliverySids(world: World) {
  const { admin } = world
  const body = { url: 'http://127.0.0.1:9/', secret: endpointSecret, events: ['document.updated'] }
  const webhookSid = (await admin('POST', '/api/webhooks', { body })).text('id')
  await publish(world)
  const logged = () => admin('GET', '/api/webhooks/logs')
  await vi.waitFor(async () => expect((await logged()).raw).toContain('WD'), 20_000)
  return { webhookSid, deliverySid: /WD\w{32}/.exec((await logged()).raw)?.[0] ?? '' }
}

async function bodyFor(route: Route<never>, everything: { world: World; sids: Record<string, string> }) {
  if (!route.body || route.upload) return undefined
  const { world, sids } = everything
  const { paths, components } = await documentOf(world.stack)
  const schema = paths[route.path]?.[route.method]?.requestBody?.content['application/json']?.schema ?? {}
  const byPrefix = Object.fromEntries(Object.values(sids).map(sid => [sid.slice(0, 2), sid]))
  return {
    ...Object(exampleOf(schema, components, { ...byPrefix, AP: world.applicationSid })),
    ...bodies(everything)[route.action ?? ''],
    ...overrides(sids)[nameOf(route).replace('/v1/installs/{installSid}', '…')],
  }
}

/** Members that exclude each other, or must be new. */
const overrides = ({ newUserSid, eventTypeSid }: Record<string, string>): Record<string, object> => ({
  'POST …/courses/{courseSid}/enrollments': { userSid: newUserSid },
  'PUT …/exams/{examSid}/assignments': { updated: [], removed: [] },
  'POST …/courses/{courseSid}/exams/{examSid}/configurations': { referenceExamConfigurationSid: undefined },
  'PUT …/courses/{courseSid}/exams/{examSid}/configurations/{examConfigurationSid}': {
    refConfigSid: undefined,
    instructorAsProctor: [],
  },
  'POST …/exams/{examSid}/sessions/{sessionSid}': { instructorProctorSid: undefined },
  'PUT …/exams/{examSid}/sessions/{sessionSid}': { instructorProctorSid: undefined },
  'POST …/exams/{examSid}/sessions/{sessionSid}/events': { eventTypeSid },
  'POST …/sts/revocations': { credentialSid: undefined, all: undefined },
  'POST /api/auth/login': { username: undefined },
  'POST /api/operators': { email: someEmail() },
  'POST /auth/token': { permissions: [] },
})

/** All rows of the tables except changes by deliveries, as `versionsOf` returns them. */
export const contentsAtRest = async ({ db }: Stack): Promise<Record<string, unknown>> =>
  atRest(await versionsOf(db))

/** Expects a documented response: no 500, and a problem for a refusal. */
export function isCivil({ status, headers, raw }: Answer, { secrets }: Pick<Target, 'secrets'>): void {
  expect(status, raw.slice(0, 500)).toBeLessThan(500)
  if (status < 400) return
  expect(headers.get('content-type')).toBe('application/problem+json')
  const { requestId, code, detail } = JSON.parse(raw)
  expect(requestId).toBe(headers.get('x-request-id'))
  expect([typeof code, typeof detail]).toEqual(['string', 'string'])
  expect(secrets.filter(secret => raw.includes(secret))).toEqual([])
  expect(raw).not.toMatch(/at \w+ \(|node_modules|NeonDbError|select |syntax error/)
}
