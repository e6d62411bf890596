// An operation that `npm run bench` measures, named like its route.

import { everyRoute } from '../test/support/routes.ts'
import type { DataSet } from './data-set.ts'
import type { Row } from './get.ts'
import type { LimitName } from './limits.ts'
import type { Chain, Load } from './load.ts'

/** A running system with its demo account and the data set that is measured. */
export type MeasuredSystem = { baseUrl: string; demo: Record<string, string>; data: DataSet }

export type Operation = Load & {
  limit: LimitName
  /** The minimum ratio to the baseline, if there is one. */
  minRatio?: number
  /** The maximum p95 of single requests on data of size M, in ms. */
  targetMs?: number
  /** The ratio and the p95 that are aimed at. */
  aimRatio?: number
  aimMs?: number
}

/** Operations that are measured together. Each round of a part also measures the baselines. */
export type Part = {
  name: string
  /** Whether each operation continues from the state that the previous one left. */
  ordered?: boolean
  /** @param requestsPerConnection used by operations that cannot be repeated */
  operations(requestsPerConnection: number): Promise<Operation[]>
}

const installPath = '/v1/installs/{installSid}'

/** Paths that the edge serves itself. They are in no route table. */
const ofEdge = ['/.well-known/jwks.json', '/openapi.json', '/embed/v1.js'].map(path => ({
  method: 'get',
  path,
}))

const routes = [...everyRoute, ...ofEdge].map(({ method, path }) => ({
  name: `${method.toUpperCase()} ${path}`,
  method: method.toUpperCase(),
  pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}))

/** The names of all operations: method and path, as in `operation`. */
export const operationNames: ReadonlySet<string> = new Set(routes.map(({ name }) => shortened(name)))

/** Replaces the path of an install by `…`. */
function shortened(name: string): string {
  return name.replace(`${installPath}/`, '…/')
}

type OperationInput = Omit<Operation, 'name' | 'path'> & { path?: string; note?: string }

/** Builds an operation with the name of the route of its first request. @throws Error if no route matches */
export async function operation({ note, ...input }: OperationInput): Promise<Operation> {
  const { method, path = (await input.chain?.())?.path() ?? '' } = input
  const { pathname } = new URL(path, 'http://any')
  const route = routes.find(route => route.method === method && route.pattern.test(pathname))
  if (!route) throw new Error(`${method} ${path} matches no route.`)
  return { ...input, path, name: `\`${shortened(route.name)}\`${note ? `, ${note}` : ''}` }
}

/** Requests these paths one after another. Each connection starts at another path. */
export function rotating(paths: readonly string[]): () => Chain {
  let connection = 0
  return () => {
    let position = connection++
    return {
      path: () => paths[position % paths.length] ?? '',
      onResponse: () => {
        position += 1
      },
    }
  }
}

/** Distributes the items over the connections. Each connection uses its items one after another. */
export function distributing<T>(
  items: readonly T[],
  connectionCount: number,
  request: (item: T) => Omit<Chain, 'onResponse'>,
) {
  let connection = 0
  return (): Chain => {
    const own = items.filter((_, at) => at % connectionCount === connection % connectionCount)
    connection += 1
    let position = 0
    // Called once more than there are items: autocannon prepares a request before it detects the end.
    const current = () => request(own[Math.min(position, own.length - 1)] as T)
    return {
      path: () => current().path(),
      body: () => current().body?.(),
      onResponse: () => {
        position += 1
      },
    }
  }
}

export const installOf = ({ data }: MeasuredSystem): string => `/v1/installs/${data.installs[0]?.sid}`
export const credentialOf = ({ data }: MeasuredSystem) => ({ token: data.apiCredential })

/** Sends a request that prepares a measurement. Returns the body. @throws Error for another status */
export async function setupRequest(
  system: Pick<MeasuredSystem, 'baseUrl'>,
  headers: Record<string, string>,
  { method, path, body, status }: { method: string; path: string; body?: unknown; status: number },
): Promise<Row> {
  const response = await fetch(system.baseUrl + path, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (response.status !== status)
    throw new Error(`${method} ${path} returned ${response.status}: ${text.slice(0, 1000)}`)
  return JSON.parse(text)
}
