// The process of build-in-process.ts: builds and sends the result to its parent.

import { buildLocal } from './local.ts'

process.on('disconnect', () => process.exit()) // the parent has ended

const [assets = '', baseUrl = ''] = process.argv.slice(2)
process.send?.(await buildLocal(assets, baseUrl), () => process.exit())
