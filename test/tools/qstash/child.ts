// A server in a separate process, for `kill -9`: prints its URL, and sends nothing in the mode `paused`.
import { startQstash } from '../../../tools/qstash/server.ts'

const [stateDir = '', mode] = process.argv.slice(2)
const { url } = await startQstash({ stateDir, isPaused: mode === 'paused' })
console.log(url)
