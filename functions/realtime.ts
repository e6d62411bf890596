import { serveRealtime } from '../src/realtime/index.ts'
import { SocketShard } from '../src/realtime/shard/socket-shard.ts'
import { Topic } from '../src/realtime/topic/topic.ts'

export { SocketShard, Topic }
export default { fetch: serveRealtime }
