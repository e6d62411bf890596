import { EventHub } from '../src/realtime/hub/event-hub.ts'
import { serveRealtime } from '../src/realtime/index.ts'
import { SocketShard } from '../src/realtime/shard/socket-shard.ts'
import { Topic } from '../src/realtime/topic/topic.ts'

export { EventHub, SocketShard, Topic }
export default { fetch: serveRealtime }
