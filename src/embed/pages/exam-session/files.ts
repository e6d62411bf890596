// The learner's photos and returned file.

import { Failure } from '../shared/api.ts'
import type { Frame } from '../shared/frame.ts'
import type { Session } from '../shared/records.ts'
import { button, element, section } from '../shared/view.ts'
import { t } from '../text/texts.ts'

type Purpose = 'photo' | 'returnedFile'

type Uploads = {
  /** Returns the section, if the token and the session allow uploads. It is the same while an upload runs. */
  elements(session: Session): HTMLElement[]
}

/** How long after its end an attempt takes files, in milliseconds. */
const afterEnd = 60 * 60_000

const images = 'image/png,image/jpeg,image/gif,image/webp'
const documents = '.pdf,.txt,.csv,.doc,.docx,.xls,.xlsx,.ppt,.pptx,.odt,.ods,.odp'

/** @param changed called when the session has another file */
export function uploads(
  { api, embed, attempt, say, clock }: Frame,
  sessionSid: string,
  changed: () => Promise<void>,
): Uploads {
  const may = ['sp:CreateFile', 'sp:CompleteFile'].every(action => embed.actions.includes(action))
  const files = `installs/${embed.installSid}/files`

  async function send(purpose: Purpose, file: File): Promise<void> {
    const { name, type: contentType, size } = file
    const body = () => ({ purpose, sessionSid, name, contentType, size })
    try {
      const { sid, uploadUrl } = await api.write<{ sid: string; uploadUrl: string }>(files, body)
      await api.upload(uploadUrl, file)
      await api.write(`${files}/${sid}/complete`)
    } catch (error) {
      throw error instanceof Failure ? explained(error) : error
    }
    await changed()
    say(purpose === 'photo' ? t.files.photoAdded : t.files.returned)
  }

  const photo = picker(t.files.addPhoto, images, file => attempt(() => send('photo', file)))
  const work = picker(t.files.addReturned, `${images},${documents}`, file =>
    attempt(() => send('returnedFile', file)),
  )
  const photos = element('div', { class: 'flow' })
  const returned = element('div', { class: 'flow' })
  const made = section(element('h3', {}, t.files.title))

  return {
    elements(session) {
      if (!(may && takesPhotos(session, clock()))) return []
      photos.replaceChildren(
        element('p', { class: 'hint' }, session.photos.length === 0 ? t.files.photoHint : t.files.photos),
        ...list(session.photos.map(({ name }) => name)),
        photo,
      )
      const parts = takesWork(session) ? workParts(session) : []
      returned.replaceChildren(...parts)
      const [heading] = made.children
      made.replaceChildren(...(heading ? [heading] : []), photos, ...(parts.length > 0 ? [returned] : []))
      return [made]
    },
  }

  function workParts({ returnedFile }: Session): HTMLElement[] {
    const hint = returnedFile ? t.files.returnedReplace : t.files.returnedHint
    return [element('p', { class: 'hint' }, hint), ...list(returnedFile ? [returnedFile.name] : []), work]
  }
}

/** The names of files, which may have another direction than the page. */
const list = (names: readonly string[]): HTMLElement[] =>
  names.length === 0
    ? []
    : [element('ul', {}, ...names.map(name => element('li', {}, element('bdi', {}, name))))]

/** A button that opens the file dialog of the browser, and sends the chosen file. */
function picker(label: string, accept: string, send: (file: File) => Promise<unknown>): HTMLElement {
  /** One file at a time: of two, the one that ends last would count. */
  let isSending = false
  const input = element('input', { type: 'file', accept, hidden: true, 'aria-label': label })
  const open = button(label, choose, { 'data-control': `file ${label}` })
  function choose(): void {
    if (!isSending) input.click()
  }

  input.addEventListener('change', () => {
    const [file] = input.files ?? []
    input.value = ''
    if (!file || isSending) return
    isSending = true
    open.setAttribute('aria-busy', 'true')
    open.textContent = t.files.sending
    void send(file).finally(() => {
      isSending = false
      open.removeAttribute('aria-busy')
      open.textContent = label
    })
  })
  return element('div', { class: 'controls' }, open, input)
}

/** The session has an appointment, runs, or ended less than an hour ago. */
function takesPhotos({ status, endedDate, sessionInfo }: Session, now: number): boolean {
  if (sessionInfo.cancelled) return false
  if (endedDate !== null) return now < Date.parse(endedDate) + afterEnd
  return sessionInfo.running || ['Scheduled', 'Pending Approval'].includes(status)
}

const takesWork = ({ endedDate, sessionInfo }: Session): boolean => sessionInfo.running || endedDate !== null

/** Returns the failure in the words of the page: the service names the members of the request. */
function explained(failure: Failure): Failure {
  const paths = failure.fieldErrors.map(({ path }) => path)
  const { code } = failure
  if (code === 'file_content_mismatch' || paths.includes('contentType'))
    return new Failure(code, t.files.wrongType)
  if (paths.includes('size')) return new Failure(code, t.files.tooBig)
  return paths.includes('name') ? new Failure(code, t.files.wrongName) : failure
}
