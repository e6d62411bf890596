// Subscribes to the monitors of the exams.

import type { Live, LiveTopic } from '../shared/live.ts'
import type { MonitorDelta, MonitorSnapshot, Roster } from './roster.ts'

/** The most exams whose monitors are subscribed to. */
const maxMonitors = 20
/** How long changes are collected before they are shown, in milliseconds. */
const collectMs = 200
const againMs = 1_000

type Options = {
  live: Live
  roster: Roster
  signal: AbortSignal
  /** Called after changes, with the sessions whose status changed. */
  changed(sessionSids: ReadonlySet<string>): void
}

type Monitors = {
  /** Subscribes to the monitors of these exams, in addition to the earlier ones. */
  watch(examSids: readonly string[]): void
}

export function watchMonitors({ live, roster, signal, changed }: Options): Monitors {
  const topics = new Map<string, LiveTopic>()
  let changes = new Set<string>()
  let isScheduled = false

  function soon(sessionSid?: string): void {
    if (sessionSid) changes.add(sessionSid)
    if (isScheduled) return
    isScheduled = true
    setTimeout(() => {
      isScheduled = false
      const sids = changes
      changes = new Set()
      if (!signal.aborted) changed(sids)
    }, collectMs)
  }

  function subscribe(examSid: string): void {
    let isAgain = false
    const topic = live.subscribe(`monitor.${examSid}`, {
      subscribed({ data }) {
        isAgain = false
        if (isSnapshot(data)) roster.snapshot(data)
        soon()
      },
      published({ data }) {
        const { type, payload } = Object(data)
        if (type !== 'monitor.updated' || !isDelta(payload)) return
        if (roster.change(examSid, payload)) {
          soon('status' in payload || 'openIncidents' in payload ? payload.sessionSid : undefined)
          return
        }
        // Only a snapshot has the names of another session.
        if (isAgain) return
        isAgain = true
        setTimeout(() => {
          if (!signal.aborted) topic.again()
        }, againMs)
      },
      refused() {
        roster.forget(examSid)
        soon()
      },
    })
    topics.set(examSid, topic)
  }

  return {
    watch(examSids) {
      for (const examSid of examSids)
        if (!topics.has(examSid) && topics.size < maxMonitors) subscribe(examSid)
    },
  }
}

const isSnapshot = (data: unknown): data is MonitorSnapshot => {
  const { exam, learners } = Object(data)
  return typeof Object(exam).sid === 'string' && Array.isArray(learners)
}

const isDelta = (payload: unknown): payload is MonitorDelta => typeof Object(payload).sessionSid === 'string'
