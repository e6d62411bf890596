// Starts the system with the additional routes of sts-worker.ts, in a copy of the project, because the product does not have them.

import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { copyProject } from '../test/support/project-copy.ts'
import { freePort, type Started, start } from '../test/support/start.ts'
import { projectFile } from '../tools/project.ts'
import { writeLoad } from './sts-operations.ts'
import { highLimits } from './webhooks-client.ts'

/** Starts the system with its state in an empty directory, and creates the tables of the baselines. */
export async function startWithBareWrite(directory: string, flags: string[]): Promise<Started> {
  const project = join(directory, 'project')
  await copyProject(project)
  await cp(projectFile('bench/sts-worker.ts'), join(project, 'functions/sts.ts'))
  const system = await start(join(directory, 'state'), await freePort(), {
    project,
    flags,
    env: highLimits,
  })
  const response = await fetch(system.baseUrl + writeLoad.path, { method: 'PUT' })
  if (!response.ok)
    throw new Error(`Creating the tables returned ${response.status}: ${await response.text()}`)
  return system
}
