import * as z from 'zod'
import { toPage } from '../../shared/http/page.ts'
import { route } from '../env.ts'
import { requireApplication } from '../webhooks/application.ts'
import { loadApplication } from '../webhooks/endpoints/lookup.ts'
import { requireDeletion, requireListing, requireReading } from './access.ts'
import { callList, callRead, callRemove } from './calls.ts'
import { DocumentContent, DocumentPage, DocumentParams, DocumentQuery } from './schema.ts'

const path = '/api/documents'
const common = {
  tag: 'Documents',
  callers: ['jwt', 'session', 'credential'],
  needs: 'account',
  problems: ['application_required'],
  load: loadApplication,
} as const
const ofDocument = { ...common, path: `${path}/{documentName}`, params: DocumentParams } as const

export const listDocuments = route({
  ...common,
  method: 'get',
  path,
  action: 'sp:ListDocuments',
  summary: 'List documents',
  description:
    'The synchronised documents of the application, in the order of their names. The list is up to 2 seconds behind the documents. A JWT requires the permission `subscribe` for the topics `documents.*`.',
  query: DocumentQuery,
  returns: DocumentPage,
  async handle({ env, caller, header, query, url, loaded: { applications } }) {
    requireListing(caller)
    const applicationSid = requireApplication(applications, header)
    const { offset, limit, sortKeys = [], sortOrder } = query
    const { documents, total } = await callList(env, { applicationSid, offset, limit, sortKeys, sortOrder })
    const results = documents.map(({ createdAt, updatedAt, ...document }) => ({
      ...{ ...document, createdAt: new Date(createdAt), updatedAt: new Date(updatedAt) },
    }))
    return toPage(results, total, query, url)
  },
})

export const readDocument = route({
  ...ofDocument,
  method: 'get',
  action: 'sp:ReadDocument',
  summary: 'Get the content of a document',
  description:
    'The entity tag is the version of the document: with `If-None-Match`, the response is 304 if the document is unchanged. A JWT requires the permission `subscribe` for the topic `documents.<name>`.',
  returns: DocumentContent,
  async handle({ env, caller, header, params: { documentName: name }, loaded: { applications } }) {
    requireReading(caller, name)
    const applicationSid = requireApplication(applications, header)
    return await callRead(env, { applicationSid, name, ifNoneMatch: header('if-none-match') })
  },
  etagOf: ({ result: { etag } }) => etag,
})

export const deleteDocument = route({
  ...ofDocument,
  method: 'delete',
  action: 'sp:DeleteDocument',
  repeatable: true,
  summary: 'Delete a document',
  description:
    'Closes the connections to the document with the code 4404. A document of this name can be written again after 60 seconds. A JWT requires the permission `publish` for the topic `documents.<name>`.',
  returns: z.void(),
  status: 204,
  async handle({ env, caller, header, params: { documentName: name }, loaded: { applications } }) {
    requireDeletion(caller, name)
    await callRemove(env, { applicationSid: requireApplication(applications, header), name })
  },
})
