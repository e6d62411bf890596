// Runs steps and prints one line for each, with its status, round trips and duration.

import { ApiProblem, type ObservedResponse } from '../src/client/index.ts'

export type Reporter = {
  /** Records a response of the current step. */
  onResponse(response: ObservedResponse): void
  /** Runs a step and prints its result. @throws StepFailed if it fails, because later steps depend on it */
  step<T>(title: string, run: () => Promise<T>): Promise<T>
  /** Returns the number of steps that passed. */
  count(): number
}

/** A failed step, which ends the tour. */
export class StepFailed extends Error {
  override readonly name = 'StepFailed'
}

/** @throws Error that names the expectation if the condition is false */
export function expect(condition: boolean, expectation: string): void {
  if (!condition) throw new Error(`expected ${expectation}`)
}

/** @throws Error unless the request fails with this status and problem code */
export async function expectRefusal(status: number, code: string, request: Promise<unknown>): Promise<void> {
  const problem = await request.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (problem instanceof ApiProblem && problem.status === status && problem.code === code) return
  throw new Error(`expected ${status} ${code}, not ${problem ?? 'a success'}`)
}

/** @param print prints one line */
export function createReporter(print: (line: string) => void): Reporter {
  let passed = 0
  let responses: ObservedResponse[] = []
  return {
    onResponse: response => responses.push(response),
    async step(title, run) {
      responses = []
      const startedAt = performance.now()
      const printLine = (label: string) => {
        const response = responses.at(-1)
        const columns = [costsOf(response, performance.now() - startedAt), title, operationOf(response)]
        print(`${label}  ${columns.join('  ')}`.trimEnd())
      }
      try {
        const result = await run()
        passed += 1
        printLine(String(passed).padStart(2))
        return result
      } catch (error) {
        printLine(' ✗')
        throw new StepFailed(`Failed at "${title}": ${error instanceof Error ? error.message : error}`)
      }
    },
    count: () => passed,
  }
}

/** Returns the status, the round trips to the database and the milliseconds, in columns. */
function costsOf(response: ObservedResponse | undefined, durationMs: number): string {
  const roundTrips = /desc="(\d+) trips?"/.exec(response?.headers.get('server-timing') ?? '')?.[1]
  return [
    String(response?.status ?? '').padStart(3),
    (roundTrips ? `${roundTrips} ${roundTrips === '1' ? 'trip ' : 'trips'}` : '').padStart(7),
    `${Math.round(response?.durationMs ?? durationMs)} ms`.padStart(7),
  ].join('  ')
}

/** Returns the operation in the notation of the documentation. */
const operationOf = (response: ObservedResponse | undefined): string =>
  response
    ? `${response.method.toUpperCase()} ${response.path.replace('/v1/installs/{installSid}', '…')}`
    : ''
