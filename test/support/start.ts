import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { projectFile } from '../../tools/project.ts'
import { requireFreePort } from '../../tools/stack/port.ts'
import { built } from './build-once.ts'
import { type Call, callerOf } from './client.ts'

/** The system as `npm start` runs it, in a separate process. */
export type Started = {
  child: ChildProcess
  baseUrl: string
  printed: string
  demo: Record<string, string>
  call: Call
}

/** The folder in which a run of tests lists its processes; undefined for a bench. */
const startedFolder = () => process.env['STARTED_PROCESSES']

/** Registers a process for the end of the run, until it has ended by itself. */
export function note({ pid }: Pick<ChildProcess, 'pid'>): () => void {
  const folder = startedFolder()
  if (folder === undefined || pid === undefined) return () => {}
  const file = join(folder, String(pid))
  writeFileSync(file, '')
  return () => rmSync(file, { force: true })
}

type StartOptions = {
  flags?: string[]
  env?: Record<string, string>
  /** Another copy of the project. */
  project?: string
}

/** Starts the system and waits until it is ready. @throws Error with its output when it ends instead */
export async function start(stateDir: string, port: number, options: StartOptions = {}): Promise<Started> {
  const { flags = [], env = {}, project = projectFile('') } = options
  // In a run of tests, several systems and stacks would otherwise build the same sources at once.
  if (startedFolder() !== undefined && options.project === undefined) await built()
  const child = spawn(process.execPath, [join(project, 'tools/stack/start.ts'), ...flags], {
    env: { ...process.env, STATE_DIR: stateDir, PORT: String(port), DATABASE_URL: '', DEMO: 'none', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = note(child)
  let printed = ''
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const read = (chunk: Buffer) => {
    printed += chunk
    if (printed.includes('Ready on ')) resolve()
  }
  child.stdout.on('data', read)
  child.stderr.on('data', read)
  child.once('exit', () => {
    ended()
    reject(new Error(printed))
  })
  await promise
  const demo = JSON.parse(readFileSync(join(stateDir, 'demo.json'), 'utf8'))
  return {
    child,
    baseUrl: demo.baseUrl,
    printed,
    demo,
    call: callerOf({ baseUrl: demo.baseUrl }, demo.apiCredential),
  }
}

/** Sends the signal and waits for the end. Returns the exit code. */
export async function end({ child }: Started, signal: NodeJS.Signals): Promise<number | null> {
  const ended = once(child, 'exit')
  child.kill(signal)
  const [code] = await ended
  return code
}

/** The running processes that a process has started, and their descendants. */
export function descendants(pid: number | undefined): number[] {
  const running = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map(line => line.trim().split(/\s+/))
    .filter(([, , state]) => !state?.startsWith('Z'))
    .map(([child, parent]) => ({ child: Number(child), parent: Number(parent) }))
  const below = (ancestor: number | undefined): number[] =>
    running.filter(({ parent }) => parent === ancestor).flatMap(({ child }) => [child, ...below(child)])
  return below(pid)
}

/** A free port of 127.0.0.1 that no other test gets. */
export const freePort = (): Promise<number> => requireFreePort(0)

/** A request in progress: the end of its body is missing until it is finished. */
export function slowRequest(port: number) {
  const body = JSON.stringify({ token: 'x' })
  const socket = connect(port, '127.0.0.1')
  const sent = new Promise<void>(resolve => {
    const head = `POST /auth/verify HTTP/1.1\r\nhost: any\r\ncontent-type: application/json\r\ncontent-length: ${body.length}`
    socket.write(`${head}\r\n\r\n${body.slice(0, 5)}`, () => setTimeout(resolve, 2000))
  })
  let answer = ''
  socket.on('data', part => {
    answer += part
  })
  socket.on('error', () => {})
  const { promise, resolve } = Promise.withResolvers<string>()
  socket.on('close', () => resolve(answer))
  return { sent, answer: promise, finish: () => socket.write(body.slice(5)) }
}
