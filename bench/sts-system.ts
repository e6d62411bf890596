// The system with the routes of sts-worker.ts too, in a copy of the project, as the product has no use for them.

import { cp, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort, type Started, start } from '../test/support/start.ts'
import { projectFile } from '../tools/project.ts'
import { writeLoad } from './sts-operations.ts'
import { unhurried } from './webhooks-client.ts'

const parts = ['functions', 'src', 'db', 'docs', 'wrangler.toml', 'package.json']

/** Starts it with its state in an empty directory, ready for the loads that write. */
export async function startWithBareWrite(directory: string, flags: string[]): Promise<Started> {
  const project = join(directory, 'project')
  for (const part of parts) await cp(projectFile(part), join(project, part), { recursive: true })
  await cp(projectFile('bench/sts-worker.ts'), join(project, 'functions/sts.ts'))
  await symlink(projectFile('node_modules'), join(project, 'node_modules'))
  const system = await start(join(directory, 'state'), await freePort(), { project, flags, env: unhurried })
  const made = await fetch(system.baseUrl + writeLoad.path, { method: 'PUT' })
  if (!made.ok) throw new Error(`Making the table answered ${made.status}: ${await made.text()}`)
  return system
}
