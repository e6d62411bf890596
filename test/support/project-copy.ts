import { cp, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { projectFile } from '../../tools/project.ts'

/** The files that `npm start` and `npm run build` read. The Markdown files and the examples are pages of the documentation. */
const parts = [
  ...['functions', 'src', 'db', 'tools', 'docs', 'examples', 'packages'],
  ...['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'wrangler.toml', 'package.json'],
  ...['LICENSE', 'tsconfig.json'],
]

/** Copies the project into a directory, with a link to the packages, so that its sources can be changed. */
export async function copyProject(directory: string): Promise<void> {
  for (const part of parts) await cp(projectFile(part), join(directory, part), { recursive: true })
  await symlink(projectFile('node_modules'), join(directory, 'node_modules'))
}
