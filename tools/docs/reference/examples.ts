import type { EventType } from '../../../db/schema/webhook.ts'

const ids = {
  id: 'EV0198f0c2a1b27c3d8e4f5061728394a5',
  session: 'ES0198f0c2a0f17b92a4d0c6118f3e5b7d',
  install: 'AI0198f0c29d407e118a3cbb5a77e0d1c2',
}

const published = <T extends EventType>(type: T, topic: string, payload: object) => ({
  ...{ id: ids.id, topic, source: 'sdk', type, payload },
  metadata: { timestamp: 1_767_225_600_000, table: '', operation: '', environment: 'production' },
})

/** An event of each type, as it is sent. */
export const examples = {
  'document.updated': published('document.updated', 'courses.syllabus', {
    documentId: 'syllabus-7',
    version: 12,
  }),
  'document.deleted': published('document.deleted', 'courses.syllabus', { documentId: 'syllabus-7' }),
  'presence.updated': published('presence.updated', 'staff', { userId: 'proctor-3', status: 'away' }),
  'socket.message': published('socket.message', 'chat', {
    connectionId: 'c-81',
    data: { text: 'Five minutes left.' },
  }),
  'socket.connect': published('socket.connect', 'chat', { connectionId: 'c-81' }),
  'socket.disconnect': published('socket.disconnect', 'chat', { connectionId: 'c-81' }),
  'database.event': {
    ...{ id: ids.id, topic: 'proctoring.exam_session', source: 'capture', type: 'database.event' },
    payload: {
      sid: ids.session,
      installSid: ids.install,
      status: 'Processing',
      previousStatus: 'Scheduled',
      inProgressDate: '2026-01-01T00:00:00.000Z',
    },
    metadata: {
      ...{
        timestamp: 1_767_225_600_000,
        table: 'exam_session',
        operation: 'update',
        environment: 'production',
      },
    },
  },
} as const satisfies Record<EventType, object>
