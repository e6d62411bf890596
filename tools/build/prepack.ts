// `npm pack ./packages/<name>` runs it: builds the package first.

import { readArguments } from '../arguments.ts'
import { buildPackages, packageNames } from './packages.ts'

const { positionals } = readArguments({
  name: 'node tools/build/prepack.ts',
  description: 'Builds a package of packages/ into its folder dist.',
  positionals: ['<package>'],
})
const names = packageNames.filter(name => positionals.includes(name))
if (names.length === 0) throw new Error(`The packages are ${packageNames.join(', ')}.`)
await buildPackages(names)
