// `npm pack ./packages/<name>` runs it: builds the package first.

import { readArguments } from '../arguments.ts'
import { buildPackages, packageNames } from './packages.ts'

const { positionals } = readArguments({
  name: 'node tools/build/prepack.ts',
  description: 'Builds a package of packages/ into its folder dist.',
  positionals: ['<package>'],
})
await buildPackages(packageNames.filter(name => positionals.includes(name)))
