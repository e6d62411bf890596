// What makes a story of requests: one line for each step, with what it took.

import { type Answered, ApiProblem } from '../src/client/index.ts'

export type Narrator = {
  /** Told of each answer that comes within a step. */
  onAnswer(answer: Answered): void
  /** Tells a step and how it went. @throws StepFailed when what it expects is not so: what follows would stand on it */
  step<T>(title: string, act: () => Promise<T>): Promise<T>
  /** How many steps have gone well. */
  count(): number
}

/** The end of a tour before its end. */
export class StepFailed extends Error {
  override readonly name = 'StepFailed'
}

/** @throws Error that says what is not so */
export function expect(isSo: boolean, what: string): void {
  if (!isSo) throw new Error(`expected ${what}`)
}

/** Holds that the request is refused, with the status and the code. */
export async function expectRefusal(status: number, code: string, asked: Promise<unknown>): Promise<void> {
  const problem = await asked.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (problem instanceof ApiProblem && problem.status === status && problem.code === code) return
  throw new Error(`expected ${status} ${code}, not ${problem ?? 'an answer'}`)
}

/** @param print takes one line */
export function narrate(print: (line: string) => void): Narrator {
  let done = 0
  let answers: Answered[] = []
  return {
    onAnswer: answer => answers.push(answer),
    async step(title, act) {
      answers = []
      const startedAt = performance.now()
      const tell = (mark: string) => {
        const answer = answers.at(-1)
        const columns = [took(answer, performance.now() - startedAt), title, named(answer)]
        print(`${mark}  ${columns.join('  ')}`.trimEnd())
      }
      try {
        const result = await act()
        done += 1
        tell(String(done).padStart(2))
        return result
      } catch (error) {
        tell(' ✗')
        throw new StepFailed(`Failed at "${title}": ${error instanceof Error ? error.message : error}`)
      }
    },
    count: () => done,
  }
}

/** Status, trips to the database and milliseconds, in columns. */
function took(answer: Answered | undefined, durationMs: number): string {
  const trips = /desc="(\d+) trips?"/.exec(answer?.headers.get('server-timing') ?? '')?.[1]
  return [
    String(answer?.status ?? '').padStart(3),
    (trips ? `${trips} ${trips === '1' ? 'trip ' : 'trips'}` : '').padStart(7),
    `${Math.round(answer?.durationMs ?? durationMs)} ms`.padStart(7),
  ].join('  ')
}

/** The operation, as the README and the documents name it. */
const named = (answer: Answered | undefined): string =>
  answer ? `${answer.method.toUpperCase()} ${answer.path.replace('/v1/installs/{installSid}', '…')}` : ''
