// The process of tools/stack/first-data.ts: generates the demo data and sends it to its parent.

import { firstData } from './first-data.ts'
import type { Owner } from './tenancy.ts'

process.on('disconnect', () => process.exit()) // the parent has ended

const owner: Owner = JSON.parse(process.argv[2] ?? '')
process.send?.(firstData(owner, new Date()), () => process.exit())
