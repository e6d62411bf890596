// Shows the messages of a session, with a field to write one.

import { t } from '../text/texts.ts'
import { Failure } from './api.ts'
import { arrange } from './arrange.ts'
import { type Conversation, type Message, maxMessage } from './conversation.ts'
import { form, textInput } from './fields.ts'
import type { Frame } from './frame.ts'
import { sentAt } from './times.ts'
import { element, section } from './view.ts'

type MessageBox = {
  /** Hidden until the messages can be read. */
  element: HTMLElement
  /** Shows the messages of the conversation from now on. */
  show(conversation: Conversation, canWrite: boolean): void
}

type Options = {
  label: string
  /** Shown as long as there are no messages. */
  none: string
  /** The name of an author other than the user of the page. */
  nameOf(user: string | undefined): string
}

/** How near to its end the list counts as being there, in pixels. */
const atEnd = 40

export function messageBox({ embed, attempt }: Frame, { label, none, nameOf }: Options): MessageBox {
  const heading = element('h3', {}, t.messages.title)
  const list = element('ol', { class: 'marks' })
  const empty = element('p', { class: 'empty' }, none)
  const log = element('div', { class: 'log', role: 'log' }, list)
  const control = textInput({ maxlength: String(maxMessage), enterkeyhint: 'send' })
  const shown = new Map<string, HTMLElement>()
  let conversation: Conversation | undefined

  async function send({ text }: Record<string, unknown>): Promise<void> {
    try {
      await conversation?.send(String(text))
    } catch {
      // In the field, where the text still is.
      const message = t.messages.unsent
      throw new Failure('unsent', message, [{ path: 'text', message }])
    }
  }

  const field = { name: 'text', label, isRequired: true, control }
  const title = element('h4', { class: 'visually-hidden' }, t.messages.write)
  const writing = form(title, [field], t.messages.send, send, attempt)
  writing.classList.replace('boxed', 'writing')
  const box = section(heading, empty, log, writing)
  log.setAttribute('aria-labelledby', heading.id)
  box.classList.add('messages')
  box.hidden = true

  function itemOf({ text, at, user }: Message): HTMLElement {
    const isOwn = user === embed.targetUserSid
    return element(
      'li',
      { class: isOwn ? 'boxed own' : 'boxed' },
      element('p', { class: 'line' }, element('bdi', {}, isOwn ? t.messages.you : nameOf(user)), sentAt(at)),
      element('p', { class: 'said', dir: 'auto' }, text),
    )
  }

  function render(messages: readonly Message[]): void {
    const isAtEnd = log.scrollHeight - log.scrollTop - log.clientHeight < atEnd
    const ids = new Set(messages.map(({ id }) => id))
    for (const [id, item] of shown) {
      if (ids.has(id)) continue
      item.remove()
      shown.delete(id)
    }
    const items = messages.map(message => {
      const item = shown.get(message.id) ?? itemOf(message)
      shown.set(message.id, item)
      return item
    })
    arrange(list, items)
    if (isAtEnd) log.scrollTop = log.scrollHeight
  }

  return {
    element: box,
    show(next, canWrite) {
      conversation = next
      const messages = next.messages()
      box.hidden = !(next.isOpen() && (canWrite || messages.length > 0))
      empty.hidden = messages.length > 0
      if (messages.length > 0) log.tabIndex = 0 // it scrolls
      writing.hidden = !canWrite
      render(messages)
    },
  }
}
