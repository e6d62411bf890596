// The monitors of the proctor's page: which exams it watches.

import { expect, test } from 'vitest'
import { watchMonitors } from '../../../src/embed/pages/proctoring-session/monitors.ts'
import { newRoster } from '../../../src/embed/pages/proctoring-session/roster.ts'
import type { Live } from '../../../src/embed/pages/shared/live-topic.ts'

const exams = (name: string) => Array.from({ length: 20 }, (_, at) => `EX${name}${at}`)

function scene() {
  const topics = new Set<string>()
  const live: Live = {
    subscribe(topic) {
      topics.add(topic)
      return {
        publish: () => Promise.resolve(),
        history: () => Promise.resolve([]),
        again() {},
        close: () => void topics.delete(topic),
      }
    },
  }
  const { signal } = new AbortController()
  const { watch } = watchMonitors({ live, roster: newRoster(false), signal, changed() {} })
  return { topics, watch }
}
const topicsOf = (...examSids: string[]) => new Set(examSids.map(sid => `monitor.${sid}`))

test('exams that are not listed any more make room for those that are', () => {
  const { topics, watch } = scene()
  watch(exams('morning'))
  watch(exams('afternoon'))
  expect(topics).toEqual(topicsOf(...exams('afternoon')))
})

test('of more than 20 listed exams, the first ones stay', () => {
  const { topics, watch } = scene()
  watch(exams('morning'))
  watch([...exams('afternoon'), ...exams('morning')])
  expect(topics).toEqual(topicsOf(...exams('morning')))
})
