// `npm run bench -- plans`: the CPU time of Postgres for a request of each operation, once with the plans that the connections of
// the local endpoint keep, and once with a plan for each execution, as for Neon, whose proxy prepares nothing. The second is a little
// too high: in functions that set no `plan_cache_mode`, Neon keeps plans too. And it does not contain the time to parse.

import { join } from 'node:path'
import { end, type Started } from '../test/support/start.ts'
import { readArguments } from '../tools/arguments.ts'
import { startSmall } from './all-data.ts'
import { firstOperator } from './all-login.ts'
import type { MeasuredSystem, Part } from './all-operation.ts'
import { platformOf } from './all-platform.ts'
import { readsOf } from './all-reads.ts'
import { sessionsOf } from './all-sessions.ts'
import { tokensOf } from './all-sts.ts'
import { writesOf } from './all-writes.ts'
import { commands } from './commands.ts'
import { startCpuTime } from './cpu-time.ts'
import { inDirectory } from './directory.ts'
import { measure } from './load.ts'
import { machineAndVersions } from './machine.ts'

/** The requests of each connection: first some that are not measured, because each connection plans a statement several times. */
const usual = { unmeasured: 8, measured: 20 }
const quick = { unmeasured: 0, measured: 1 }

/** By kind, the mode of the connections. */
const modes = { kept: 'auto', planned: 'force_custom_plan' } as const
type Kind = keyof typeof modes

export async function run(args: string[]): Promise<void> {
  const { values } = readArguments(commands.plans, args)
  const counts = values.quick ? quick : usual
  const times = new Map<string, Partial<Record<Kind, number>>>()
  for (const kind of Object.keys(modes) as Kind[])
    await inDirectory(async directory => {
      // Read by the driver `pg` of the local endpoint.
      process.env['PGOPTIONS'] = `-c plan_cache_mode=${modes[kind]}`
      const started: Started[] = []
      try {
        const system = await startSmall(join(directory, 'state'), { size: 'S', tokens: 100 }, each =>
          started.push(each),
        )
        const [process] = started
        if (process)
          for (const [name, ms] of await measureAll(system, process, counts))
            times.set(name, { ...times.get(name), [kind]: ms })
      } finally {
        for (const each of started) await end(each, 'SIGTERM')
      }
    })
  console.log(`${machineAndVersions('Postgres')}; CPU time of Postgres for a request, in ms`)
  console.table([...times].map(([operation, { kept = 0, planned = 0 }]) => rowOf(operation, kept, planned)))
}

const rowOf = (operation: string, kept: number, planned: number) => ({
  operation,
  'plan kept': kept.toFixed(2),
  'planned each time': planned.toFixed(2),
  ratio: (planned / kept).toFixed(1),
})

async function measureAll(system: MeasuredSystem, started: Started, { unmeasured, measured }: typeof usual) {
  const parts: Part[] = [
    await readsOf(system),
    await writesOf(system),
    await tokensOf(system),
    await platformOf(system, await firstOperator(system)),
    sessionsOf(system),
  ]
  const times: [string, number][] = []
  for (const part of parts)
    for (const operation of await part.operations(measured)) {
      // Transitions cannot be repeated.
      if (!part.ordered && unmeasured > 0)
        await measure(system.baseUrl, operation, { requestsPerConnection: unmeasured })
      const cpuTime = startCpuTime(started, 'postgres')
      const { requests, trips } = await measure(system.baseUrl, operation, {
        requestsPerConnection: measured,
      })
      const ms = cpuTime() / requests
      if (trips > 0 || ms > 0) times.push([operation.name, ms])
    }
  return times
}
