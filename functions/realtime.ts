import { Account } from '../src/realtime/account/account.ts'
import { serveRealtime } from '../src/realtime/index.ts'
import { Monitor } from '../src/realtime/monitor/monitor.ts'
import { SocketShard } from '../src/realtime/shard/socket-shard.ts'
import { Topic } from '../src/realtime/topic/topic.ts'

export { Account, Monitor, SocketShard, Topic }
export default { fetch: serveRealtime }
