// The conversations with learners: those of the learners who are or were connected, and those that the proctor has opened.

import { type Conversation, converse, type Message } from '../shared/conversation.ts'
import type { Live } from '../shared/live-topic.ts'
import { turnsAt } from '../shared/turns.ts'

/** The most conversations: a connection has at most 128 topics. */
const maxConversations = 100
/** The most histories that are read in a second: a connection may send 50 commands in one (docs/realtime.md). */
const historiesPerSecond = 20

/** The most conversations that are closed at once, for the same reason. */
const maxClosed = 20

type Options = {
  live: Live
  /** The user of the page. */
  userSid: string
  /** Another person wrote in a session that is not shown, or wrote last before the page subscribed to it. */
  unread(sessionSid: string): void
}

export type Inbox = {
  /** Subscribes to the messages of these sessions. Earlier ones make room for them. */
  watch(sessionSids: readonly string[]): void
  /**
   * Shows the conversation of a session until the returned function is called.
   * @param changed called at once and after each change
   */
  show(sessionSid: string, changed: (conversation: Conversation) => void): () => void
}

export function openInbox({ live, userSid, unread }: Options): Inbox {
  const open = new Map<string, Conversation>()
  const turn = turnsAt(historiesPerSecond)
  let shown: { sid: string; changed(conversation: Conversation): void } | undefined

  function conversationOf(sid: string): Conversation {
    const known = open.get(sid)
    if (known) return known
    const arrived = ({ user }: Message) => {
      if (shown?.sid !== sid && user !== userSid) unread(sid)
    }
    const made = converse(live, sid, {
      changed() {
        if (shown?.sid === sid) shown.changed(made)
      },
      ...{ arrived, found: arrived, turn },
    })
    open.set(sid, made)
    return made
  }

  function watch(sids: readonly string[]): void {
    const present = new Set(sids)
    let closed = 0
    for (const sid of present) {
      if (open.has(sid)) continue
      if (open.size >= maxConversations && closed < maxClosed) {
        closeOldest(present)
        closed += 1
      }
      if (open.size >= maxConversations) return // the next call goes on
      conversationOf(sid)
    }
  }

  /** Makes room for a conversation, if there is one to close. */
  function closeOldest(kept: ReadonlySet<string>): void {
    const oldest = [...open.keys()].find(sid => sid !== shown?.sid && !kept.has(sid))
    if (oldest === undefined) return
    open.get(oldest)?.close()
    open.delete(oldest)
  }

  return {
    watch,
    show(sid, changed) {
      if (!open.has(sid) && open.size >= maxConversations) closeOldest(new Set())
      const view = { sid, changed }
      shown = view
      const conversation = conversationOf(sid)
      void conversation.load()
      return () => {
        if (shown === view) shown = undefined
      }
    },
  }
}
