// Subscribes to the monitors of the exams.

import type { Live, LiveTopic } from '../shared/live-topic.ts'
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
  /** Subscribes to the monitors of these exams. Earlier ones make room for them. */
  watch(examSids: readonly string[]): void
}

export function watchMonitors({ live, roster, signal, changed }: Options): Monitors {
  const topics = new Map<string, LiveTopic>()
  let changes = new Set<string>()
  let isScheduled = false

  function soon(...sessionSids: string[]): void {
    for (const sid of sessionSids) changes.add(sid)
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
    /** The sessions that the last snapshot lacks. */
    const unknown = new Set<string>()
    /** The sessions that another snapshot lacked too. */
    const absent = new Set<string>()
    /** Only a snapshot has the names of another session. */
    function askFor(sessionSid: string): void {
      if (absent.has(sessionSid)) return
      unknown.add(sessionSid)
      if (unknown.size > 1) return
      setTimeout(() => {
        if (!signal.aborted && topics.get(examSid) === topic) topic.again()
      }, againMs)
    }

    function change(delta: MonitorDelta): void {
      const { sessionSid } = delta
      const concernsRecord = 'status' in delta || 'openIncidents' in delta
      if (roster.change(examSid, delta)) soon(...(concernsRecord ? [sessionSid] : []))
      else askFor(sessionSid)
    }

    const topic = live.subscribe(`monitor.${examSid}`, {
      subscribed({ data }) {
        if (isSnapshot(data)) roster.snapshot(data)
        soon(...unknown)
        for (const sid of unknown) if (!roster.learner(sid)) absent.add(sid)
        unknown.clear()
      },
      published({ data }) {
        const { type, payload } = Object(data)
        if (type === 'monitor.updated' && isDelta(payload)) change(payload)
      },
      refused() {
        roster.forget(examSid)
        soon()
      },
    })
    topics.set(examSid, topic)
  }

  /** Makes room for a monitor, if there is one to close. */
  function closeOldest(kept: ReadonlySet<string>): void {
    const oldest = [...topics.keys()].find(examSid => !kept.has(examSid))
    if (oldest === undefined) return
    topics.get(oldest)?.close()
    topics.delete(oldest)
    roster.forget(oldest)
  }

  return {
    watch(examSids) {
      const listed = new Set(examSids)
      for (const examSid of listed) {
        if (topics.has(examSid)) continue
        if (topics.size >= maxMonitors) closeOldest(listed)
        if (topics.size >= maxMonitors) return
        subscribe(examSid)
      }
    },
  }
}

const isSnapshot = (data: unknown): data is MonitorSnapshot => {
  const { exam, learners } = Object(data)
  return typeof Object(exam).sid === 'string' && Array.isArray(learners)
}

const isDelta = (payload: unknown): payload is MonitorDelta => typeof Object(payload).sessionSid === 'string'
