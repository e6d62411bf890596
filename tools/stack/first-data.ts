import { fork } from 'node:child_process'
import type { Insert } from '../demo-data/insert.ts'
import type { Owner } from '../demo-data/tenancy.ts'
import { projectFile } from '../project.ts'

/**
 * Generates the demo data of the first start while the Workers are built, in a process of its own: the names of all
 * languages would keep 60 MB until the system stops.
 */
export function firstDataInProcess(owner: Owner): Promise<Insert[]> {
  const { promise, resolve, reject } = Promise.withResolvers<Insert[]>()
  const child = fork(projectFile('tools/demo-data/first-data-process.ts'), [JSON.stringify(owner)], {
    serialization: 'advanced',
    execArgv: process.execArgv,
  })
  child.once('message', inserts => resolve(inserts as Insert[]))
  child.once('error', reject)
  child.once('exit', code => reject(new Error(`The demo data was not generated: code ${code}.`)))
  promise.catch(() => {}) // thrown where the result is used, unless another part fails first
  return promise
}
