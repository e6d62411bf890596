import type { Content } from './content.ts'

/** Control characters other than tab, line feed, form feed and carriage return. */
const controls = /[^\P{Cc}\t\n\f\r]/u

/** Whether the whole content is text in UTF-8. */
export async function isText(content: Content): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const reader = (await content.stream()).getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (controls.test(done ? decoder.decode() : decoder.decode(value, { stream: true }))) return false
      if (done) return true
    }
  } catch (error) {
    if (error instanceof TypeError) return false // invalid bytes
    throw error
  } finally {
    reader.cancel().catch(() => {})
  }
}
