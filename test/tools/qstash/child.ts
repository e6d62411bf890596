// A server in a process of its own, for `kill -9`: prints its URL, and holds its messages when told to.
import { startQstash } from '../../../tools/qstash/server.ts'

const [stateDir = '', mode] = process.argv.slice(2)
const { url } = await startQstash({ stateDir, held: mode === 'held' })
console.log(url)
