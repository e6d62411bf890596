// The page of the events lists what topics and documents send. test/integration/realtime proves the payloads.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const page = readFileSync('docs/reference/events.md', 'utf8')

test.each([
  ['document.updated', ['name', 'version', 'size', 'user']],
  ['document.deleted', ['name']],
  ['presence.updated', ['user', 'action', 'clients']],
  ['socket.connect', ['clientId', 'user', 'connectedAt']],
  ['socket.disconnect', ['clientId', 'user', 'code', 'reason', 'connectedAt', 'disconnectedAt']],
])('%s: the page lists the members of the system', (type, members) => {
  const section = page.split('\n## ').find(each => each.startsWith(`${type}\n`)) ?? ''
  expect(members.filter(member => !section.includes(`| \`${member}\` |`))).toEqual([])
})
