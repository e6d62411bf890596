import { serveEdge } from '../src/edge/index.ts'

export default { fetch: serveEdge }
