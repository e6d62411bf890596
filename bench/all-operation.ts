// An operation of the system as `npm run bench` measures it, named as the route tables name it.

import { everyRoute } from '../test/support/routes.ts'
import type { Row } from './ask.ts'
import type { DataSet } from './data-set.ts'
import type { LimitName } from './limits.ts'
import type { Chain, Load } from './load.ts'

/** A system and the install in it that is measured. */
export type Place = { baseUrl: string; demo: Record<string, string>; data: DataSet }

export type Operation = Load & {
  limit: LimitName
  /** The least ratio to the limit that is acceptable, where one is asked for. */
  leastRatio?: number
  /** How many ms 95 of 100 requests may take at most when there is no other, on data of size M. */
  targetMs?: number
}

/** Operations that are measured together: their rounds have their own measurements of the limits. */
export type Part = {
  name: string
  /** Whether each operation goes on from where the one before it left off. */
  ordered?: boolean
  /** @param turns how many requests each connection is going to send of what can be asked but once */
  operations(turns: number): Promise<Operation[]>
}

const installPath = '/v1/installs/{installSid}'

/** What the edge serves itself, which is in no route table. */
const ofEdge = ['/.well-known/jwks.json', '/openapi.json', '/embed/v1.js'].map(path => ({
  method: 'get',
  path,
}))

const routes = [...everyRoute, ...ofEdge].map(({ method, path }) => ({
  name: `${method.toUpperCase()} ${path}`,
  method: method.toUpperCase(),
  pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}))

/** Every operation of the system by its method and path, as `operation` names it. */
export const operationNames: ReadonlySet<string> = new Set(routes.map(({ name }) => shortened(name)))

/** `…` stands for the path of an install, which most operations have before theirs. */
function shortened(name: string): string {
  return name.replace(`${installPath}/`, '…/')
}

type Asked = Omit<Operation, 'name' | 'path'> & { path?: string; note?: string }

/** Names it after the route that its first request goes to. @throws Error when it goes to none */
export async function operation({ note, ...asked }: Asked): Promise<Operation> {
  const { method, path = (await asked.chain?.())?.path() ?? '' } = asked
  const { pathname } = new URL(path, 'http://any')
  const route = routes.find(route => route.method === method && route.pattern.test(pathname))
  if (!route) throw new Error(`${method} ${path} is no operation.`)
  return { ...asked, path, name: `\`${shortened(route.name)}\`${note ? `, ${note}` : ''}` }
}

/** Asks for these paths one after another; each connection begins at another one. */
export function rotating(paths: readonly string[]): () => Chain {
  let connection = 0
  return () => {
    let turn = connection++
    return {
      path: () => paths[turn % paths.length] ?? '',
      learn: () => {
        turn += 1
      },
    }
  }
}

/** Deals the items out to the connections, which use up theirs one after another. */
export function dealing<T>(items: readonly T[], shares: number, request: (item: T) => Omit<Chain, 'learn'>) {
  let connection = 0
  return (): Chain => {
    const own = items.filter((_, at) => at % shares === connection % shares)
    connection += 1
    let turn = 0
    // Asked once more than it may send: autocannon prepares a request before it sees that it is done.
    const current = () => request(own[Math.min(turn, own.length - 1)] as T)
    return {
      path: () => current().path(),
      body: () => current().body?.(),
      learn: () => {
        turn += 1
      },
    }
  }
}

export const installOf = ({ data }: Place): string => `/v1/installs/${data.installs[0]?.sid}`
export const credentialOf = ({ data }: Place) => ({ token: data.apiCredential })

/** A client for what must be there before something is measured. @throws Error at another status */
export async function prepared(
  place: Pick<Place, 'baseUrl'>,
  headers: Record<string, string>,
  { method, path, body, status }: { method: string; path: string; body?: unknown; status: number },
): Promise<Row> {
  const answer = await fetch(place.baseUrl + path, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (answer.status !== status)
    throw new Error(`${method} ${path} answered ${answer.status}: ${text.slice(0, 1000)}`)
  return JSON.parse(text)
}
