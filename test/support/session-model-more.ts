// Operations of the model that are no request for a transition: incidents, files, changes of a configuration, and time.

import type { Answer, Call } from './client.ts'
import { png, put } from './files.ts'
import type { Pair } from './session-model-types.ts'
import { soon } from './sessions.ts'
import type { World } from './world.ts'

export const otherActions = ['incident', 'settle', 'photo', 'configure', 'sweep'] as const
export type OtherAction = (typeof otherActions)[number]

export const isOther = (action: string): action is OtherAction => otherActions.some(other => other === action)

type Sent = { world: World; pair: Pair; call: Call; sessionSid: string; choice: number; eventTypeSid: string }

const senders: Record<OtherAction, (sent: Sent) => Promise<Answer>> = {
  /** An event that opens an incident, also while the attempt runs. */
  incident({ world, pair, call, sessionSid, eventTypeSid }) {
    const path = world.path(`/exams/${pair.exam.sid}/sessions/${sessionSid}/events`)
    return call('POST', path, { body: { eventTypeSid, title: 'Phone' } })
  },

  /** Settles an open event of the session, if it has one. */
  async settle({ world, pair, call, sessionSid }) {
    const path = world.path(`/exams/${pair.exam.sid}/sessions/${sessionSid}/events`)
    const listed = await call('GET', `${path}?status=Open&limit=1`)
    const [event] = listed.list('results')
    return event ? call('PUT', `${path}/${event['sid']}`, { body: { status: 'Resolved' } }) : listed
  },

  /** Uploads a photo of the learner. */
  async photo({ world, call, sessionSid }) {
    const file = {
      purpose: 'photo',
      sessionSid,
      name: 'card.png',
      contentType: 'image/png',
      size: png.length,
    }
    const created = await call('POST', world.path('/files'), { body: file })
    if (created.status !== 201) return created
    await put(created.text('uploadUrl'), png)
    return call('POST', world.path(`/files/${created.text('sid')}/complete`))
  },

  /** Changes the times of the exam, so that its appointments are adjusted, or need a proctor again. */
  configure({ world, pair: { exam }, call, choice }) {
    const times = [{ duration: 60 }, { duration: 30 }, { duration: 60, examOpenDate: soon(30) }][choice % 3]
    const slots = exam.slots.map((sid, at) => ({ ...exam.slotValues[at], sid }))
    const path = `/courses/${exam.courseSid}/exams/${exam.sid}/configurations/${exam.configurationSid}`
    return call('PUT', world.path(path), {
      body: { ...exam.configuration, instructorAsProctor: slots, ...times },
    })
  },

  /** What time does: now, or when the grace of the next appointments is over. */
  async sweep({ world, call, choice }) {
    await world.stack.runScheduled('proctoring', new Date(Date.now() + (choice % 3 === 0 ? 81 : 0) * 60_000))
    return call('GET', world.path('/settings'))
  },
}

export const sendOther = (action: OtherAction, sent: Sent): Promise<Answer> => senders[action](sent)
