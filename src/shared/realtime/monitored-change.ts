// Which captured changes concern the monitor of an exam.

/** A captured change, as the outbox has it. */
type CapturedChange = { source: string; topic: string; payload: Record<string, unknown> }

/** An exam of an application whose monitor must be updated. */
export type MonitoredChange = { examSid: string }

/** The captured topics whose rows a monitor shows. */
export const monitoredTopics = ['proctoring.exam_session', 'proctoring.session_event'] as const

/** Returns the exam whose monitor shows the changed row. The monitor then reads what has changed. */
export function monitoredChange({ source, topic, payload }: CapturedChange): MonitoredChange | undefined {
  const isMonitored = source === 'capture' && monitoredTopics.some(name => name === topic)
  const { examSid } = payload
  return isMonitored && typeof examSid === 'string' ? { examSid } : undefined
}
