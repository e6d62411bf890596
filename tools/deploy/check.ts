// The checks of a deployment after it: the system responds, is ready, and is the build that was deployed.

import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'

/** Sends a GET request to a path of the deployed origin. */
export type Get = (path: string) => Promise<{ status: number; text: string }>

/** Requests of an origin, each with a timeout of 10 s. */
export const getterOf =
  (origin: string): Get =>
  async path => {
    const response = await fetch(new URL(path, origin), { signal: AbortSignal.timeout(10_000) })
    return { status: response.status, text: await response.text() }
  }

type Polling = { timeoutMs: number; pauseMs: number }

/** A new version takes up to a minute to reach every location, and a new domain longer to get its certificate. */
const usual: Polling = { timeoutMs: 90_000, pauseMs: 3_000 }

const Document = z.object({ info: z.object({ version: z.string() }) })
const NotReady = z.object({ code: z.string(), check: z.string().optional() })

/**
 * Repeats the checks until all of them pass, or until the timeout.
 * @returns a line for each check that failed at last
 */
export async function checkDeployment(get: Get, version: string, polling = usual): Promise<string[]> {
  for (const startedAt = performance.now(); ; await sleep(polling.pauseMs)) {
    const failed = await failedChecks(get, version)
    if (failed.length === 0 || performance.now() - startedAt > polling.timeoutMs) return failed
  }
}

async function failedChecks(get: Get, version: string): Promise<string[]> {
  const checks = { '/healthz': healthy, '/readyz': ready, '/openapi.json': sameVersion(version) }
  const failed: string[] = []
  for (const [path, check] of Object.entries(checks)) {
    const failure = await get(path).then(check, error => `no response (${reasonOf(error)})`)
    if (failure) failed.push(`${path}: ${failure}.`)
  }
  return failed
}

type Response = Awaited<ReturnType<Get>>

const healthy = ({ status }: Response) => (status === 200 ? undefined : `status ${status}`)

function ready({ status, text }: Response): string | undefined {
  if (status === 200) return undefined
  const problem = NotReady.safeParse(parsed(text)).data
  return problem ? `${problem.code}${problem.check ? ` (${problem.check})` : ''}` : `status ${status}`
}

const sameVersion =
  (version: string) =>
  ({ text }: Response): string | undefined => {
    const deployed = Document.safeParse(parsed(text)).data?.info.version
    return deployed === version ? undefined : `version ${deployed ?? 'unknown'} instead of ${version}`
  }

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const reasonOf = (error: unknown): string => {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  return cause instanceof Error ? cause.message.split('\n')[0] || cause.name : String(cause)
}
