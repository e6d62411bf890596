import { Account } from '../src/realtime/account/account.ts'
import { Document } from '../src/realtime/document/document.ts'
import { DocumentList } from '../src/realtime/document-list/document-list.ts'
import { serveRealtime } from '../src/realtime/index.ts'
import { SocketShard } from '../src/realtime/shard/socket-shard.ts'
import { Topic } from '../src/realtime/topic/topic.ts'

export { Account, Document, DocumentList, SocketShard, Topic }
export default { fetch: serveRealtime }
