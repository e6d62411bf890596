// `npm run deploy`: runs all checks, migrates the production database, and deploys the Workers, the edge last.

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readEnvironment } from '../environment.ts'
import { projectFile, quietWrangler, workerNames } from '../project.ts'

if (!readEnvironment('npm run deploy').DATABASE_URL) {
  console.error(
    'Set DATABASE_URL to the production database, which is migrated before the Workers are deployed.',
  )
  process.exit(1)
}
const configuration = readFileSync(projectFile('wrangler.toml'), 'utf8')
if (configuration.includes('invigil.example') || configuration.includes('\'{"keys":[]}\'')) {
  console.error(
    'Set BASE_URL and JWKS in wrangler.toml first. Tokens cannot be verified with the example values.',
  )
  process.exit(1)
}
const run = (command: string, ...args: string[]) =>
  execFileSync(command, args, {
    cwd: projectFile(''),
    stdio: 'inherit',
    env: { ...process.env, ...quietWrangler },
  })

run('npm', 'run', 'check')
run('node', 'tools/ops/migrate.ts')
for (const name of workerNames.toReversed()) run('wrangler', 'deploy', '--env', name)
