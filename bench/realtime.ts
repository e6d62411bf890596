// `npm run bench -- realtime`: topics of the system beside a bare Durable Object that echoes to its sockets, on the same
// machine and in turn. The page docs/realtime.md explains the figures.

import { loadavg as loads } from 'node:os'
import { descendants, end, freePort, type Started, start } from '../test/support/start.ts'
import { readArguments } from '../tools/arguments.ts'
import { inDirectory } from './directory.ts'
import { commit, machineAndVersions, watchCores } from './machine.ts'
import { startEcho } from './realtime-bare.ts'
import { runtimesOf } from './realtime-idle.ts'
import type { Target } from './realtime-parts.ts'
import { centrifugo, measure } from './realtime-table.ts'

const loadavg = () => loads()[0]?.toFixed(1)
const number = (fallback: string, description: string) =>
  ({ type: 'string', value: '<number>', default: fallback, description }) as const

export async function run(args: string[]): Promise<void> {
  const command = {
    name: 'npm run bench -- realtime',
    description: 'Measures topics beside a bare Durable Object.',
    options: {
      connections: number('9000', 'The connections that are held, if the machine can.'),
      idle: number('60', 'Seconds without traffic.'),
      subscribers: number('1000', 'The subscribers of the topic with the fan-out.'),
      seconds: number('3', 'Seconds of publishing in each round.'),
      rounds: number('3', 'Rounds, of which the table has the median.'),
    },
  } as const
  const { connections, idle, subscribers, seconds, rounds } = readArguments(command, args).values
  const watch = watchCores()
  console.log(`${machineAndVersions('PGlite')}, at commit ${commit()}; load before: ${loadavg()}`)
  await inDirectory(async directory => {
    const system = await start(directory, await freePort(), {})
    const echo = await startEcho()
    try {
      const own = descendants(system.child.pid)
      const sides = {
        system: { ...(await targetOf(system)), runtimes: runtimesOf(system.child.pid) },
        bare: {
          ...{ url: echo.url, token: '' },
          runtimes: runtimesOf(process.pid).filter(pid => !own.includes(pid)),
        },
      }
      await measure(sides, {
        ...{ connections: Number(connections), idleSeconds: Number(idle), subscribers: Number(subscribers) },
        ...{ seconds: Number(seconds), rounds: Number(rounds) },
      })
    } finally {
      await echo.close()
      await end(system, 'SIGTERM')
    }
  })
  console.log(centrifugo)
  console.log(`${watch()} cores busy on average; load after: ${loadavg()}`)
}

async function targetOf({ baseUrl, call, demo }: Started): Promise<Target> {
  const body = { applicationId: demo['applicationId'], permissions: ['subscribe', 'publish'] }
  const answer = await call('POST', '/auth/token', { body })
  if (answer.status !== 200) throw new Error(`POST /auth/token returned ${answer.status}: ${answer.raw}`)
  return { url: `${baseUrl.replace(/^http/, 'ws')}/connection/websocket`, token: answer.text('token') }
}
