// Checks a commit out into a directory, with its packages.

import { execFileSync } from 'node:child_process'
import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { projectFile } from '../tools/project.ts'

const maxBytes = 2 ** 30

const git = (...args: string[]): Buffer =>
  execFileSync('git', args, {
    cwd: projectFile(''),
    maxBuffer: maxBytes,
    stdio: ['ignore', 'pipe', 'inherit'],
  })

/** The full hash of a commit. @throws Error if there is no such commit */
export const shaOf = (commit: string): string =>
  git('rev-parse', '--verify', '--end-of-options', `${commit}^{commit}`).toString().trim()

/** Writes the files of a commit. The packages are those of this project if it has all of the commit's, else installed. */
export async function checkOut(sha: string, directory: string): Promise<void> {
  await mkdir(directory, { recursive: true })
  execFileSync('tar', ['-x', '-C', directory], { input: git('archive', sha) })
  if (hasPackagesOf(sha)) await symlink(projectFile('node_modules'), join(directory, 'node_modules'))
  else execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: directory, stdio: 'inherit' })
}

type Packages = Record<string, { version?: string; integrity?: string }>

const lockfileOf = (sha: string): Packages => {
  const { packages }: { packages: Packages } = JSON.parse(git('show', `${sha}:package-lock.json`).toString())
  return packages
}

/** Whether each package of the commit's lock file is in the one of HEAD, at the same place and in the same version. */
function hasPackagesOf(sha: string): boolean {
  const present = lockfileOf('HEAD')
  return Object.entries(lockfileOf(sha)).every(
    ([path, { version, integrity }]) =>
      path === '' || (present[path]?.version === version && present[path]?.integrity === integrity),
  )
}
