import * as z from 'zod'
import { Service, Bindings as Shared } from '../shared/env.ts'
import { logOf } from '../shared/logging/log.ts'
import { once } from '../shared/once.ts'
import type { DocumentListStub, DocumentStub } from './contract/documents.ts'
import type { AccountStub, Namespace, ShardStub, TopicStub } from './contract/objects.ts'

const namespace = <Stub>() =>
  z.custom<Namespace<Stub>>(
    value => typeof value === 'object' && value !== null && 'idFromName' in value,
    'Expected a namespace of Durable Objects.',
  )

export const Bindings = z.object({
  ...Shared.pick({ BASE_URL: true, LOG_LEVEL: true, METRICS_TOKEN: true, METRICS: true }).shape,
  /** Authenticates connections. */
  PLATFORM: Service,
  SHARDS: namespace<ShardStub>(),
  TOPICS: namespace<TopicStub>(),
  ACCOUNTS: namespace<AccountStub>(),
  DOCUMENTS: namespace<DocumentStub>(),
  DOCUMENT_LISTS: namespace<DocumentListStub>(),
  ENVIRONMENT: z.string().min(1).default('production'),
})

/** Returns the environment of the Worker and of its objects. @throws ZodError for a missing binding */
export const readObjectEnv = once((bindings: unknown) => {
  const { BASE_URL, PLATFORM, ENVIRONMENT, ...namespaces } = Bindings.parse(bindings)
  return {
    baseUrl: BASE_URL,
    platform: PLATFORM,
    shards: namespaces.SHARDS,
    topics: namespaces.TOPICS,
    accounts: namespaces.ACCOUNTS,
    documents: namespaces.DOCUMENTS,
    documentLists: namespaces.DOCUMENT_LISTS,
    environment: ENVIRONMENT,
    log: logOf('realtime', bindings),
  }
})

export type ObjectEnv = ReturnType<typeof readObjectEnv>
