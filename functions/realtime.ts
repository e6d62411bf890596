import { Account } from '../src/realtime/account/account.ts'
import { Document } from '../src/realtime/document/document.ts'
import { DocumentList } from '../src/realtime/document-list/document-list.ts'
import { EventHub } from '../src/realtime/hub/event-hub.ts'
import { serveRealtime } from '../src/realtime/index.ts'
import { Monitor } from '../src/realtime/monitor/monitor.ts'
import { SocketShard } from '../src/realtime/shard/socket-shard.ts'
import { Topic } from '../src/realtime/topic/topic.ts'

export { Account, Document, DocumentList, EventHub, Monitor, SocketShard, Topic }
export default { fetch: serveRealtime }
