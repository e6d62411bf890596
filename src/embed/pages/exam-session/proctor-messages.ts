// The learner is present on the topic of the session that is shown, and exchanges messages with the proctor there.

import { type Conversation, canWrite, converse } from '../shared/conversation.ts'
import type { Frame } from '../shared/frame.ts'
import type { Live } from '../shared/live-topic.ts'
import { messageBox } from '../shared/message-box.ts'
import type { Session, ShownSession } from '../shared/records.ts'
import { t } from '../text/texts.ts'

type ProctorMessages = {
  element: HTMLElement
  /** The learner is present from now on. */
  enter(session: Session): void
  update(session: Session): void
  leave(): void
}

export function proctorMessages(
  frame: Frame,
  live: Live | undefined,
  { sid }: ShownSession,
): ProctorMessages {
  const label = t.messages.toProctor
  const box = messageBox(frame, { label, none: t.messages.noneForLearner, nameOf: () => t.messages.proctor })
  let session: Session | undefined
  let conversation: Conversation | undefined

  function show(): void {
    if (conversation && session) box.show(conversation, canWrite(session))
  }

  return {
    element: box.element,
    enter(current) {
      session = current
      conversation = live && converse(live, sid, { changed: show, arrived })
      void conversation?.load()
    },
    update(current) {
      session = current
      show()
    },
    leave: () => conversation?.close(),
  }

  function arrived({ user }: { user: string | undefined }): void {
    if (user !== frame.embed.targetUserSid) frame.say(t.messages.arrived)
  }
}
