// The page that a mailed password link opens. The secret is in the URL fragment, which is not sent to servers, and is
// removed from the address bar and the history first.

import { focusOn, part, pressOnce } from '../../embed/pages/shared/view.ts'
import { type Answer, post } from './reset-password/post.ts'

const password = input('password')
const repeated = input('repeated')
const shown = input('shown')
const email = input('email')

let token: string | undefined

takeToken()
// A second link in the same tab only changes the fragment and does not reload the page.
addEventListener('hashchange', takeToken)
shown.addEventListener('change', () => showPasswords(shown.checked))
onSubmit('choose', setPassword)
onSubmit('forgot', askForLink)

function takeToken(): void {
  const found = new URLSearchParams(location.hash.slice(1)).get('token')
  history.replaceState(null, '', location.pathname + location.search)
  if (found) {
    token = found
    clear()
    open('choose')
  } else if (token === undefined) {
    say('This page needs the link of a mail. Open the link again, or ask for a new one.')
    open('forgot')
  }
}

async function setPassword(): Promise<void> {
  if (password.value === '') return refuse(password, 'Please choose a password.')
  if (repeated.value !== password.value)
    return refuse(repeated, 'This is another password than the one above.')
  hidePasswords() // browsers store the values of text fields on submit
  const answer = await post('/api/auth/reset-password', { token, password: password.value })
  if (answer.status === 204) {
    leavePasswords()
    showMessage('Your password is set. You are signed out everywhere.')
  } else if (isOfLink(answer)) {
    leavePasswords()
    open('forgot')
    warn('This link was used or is too old. Ask for a new one.')
    email.focus()
  } else explain(answer, password)
}

async function askForLink(): Promise<void> {
  const address = email.value.trim()
  if (address === '') return refuse(email, 'Please fill in your email address.')
  const answer = await post('/api/auth/forgot-password', { email: address })
  if (answer.status === 202) showMessage(`If there is an account of ${address}, a mail is on its way to it.`)
  else explain(answer, email)
}

/** Treats a malformed token like a used one. */
const isOfLink = ({ code, fieldError }: Answer): boolean =>
  code === 'reset_token_invalid' || (code === 'invalid_request' && fieldError?.path === 'token')

/** Shows the error at its field, or above the form. The form keeps its values for another attempt. */
function explain({ status, code, fieldError }: Answer, control: HTMLInputElement): void {
  if (code === 'invalid_request' && fieldError) refuse(control, fieldError.message)
  else if (status === undefined)
    warn('The service cannot be reached. Please check your connection and try again.')
  else if (status === 429) warn('That was tried too often. Please try again later.')
  else warn('Something failed on our side. Please try again.')
}

/** Clears the form and the token, which is used up. */
function leavePasswords(): void {
  token = undefined
  part('choose').hidden = true
  password.value = ''
  repeated.value = ''
}

function hidePasswords(): void {
  shown.checked = false
  showPasswords(false)
}

function showPasswords(areShown: boolean): void {
  for (const control of [password, repeated]) control.type = areShown ? 'text' : 'password'
}

function open(form: 'choose' | 'forgot'): void {
  part('choose').hidden = form !== 'choose'
  part('forgot').hidden = form !== 'forgot'
}

function onSubmit(form: 'choose' | 'forgot', submit: () => Promise<void>): void {
  part(form).addEventListener('submit', event => {
    event.preventDefault()
    void pressOnce(part(form), () => {
      clear()
      return submit()
    })
  })
}

function clear(): void {
  say('')
  warn('')
  for (const control of [password, repeated, email]) showError(control, '')
}

function say(text: string): void {
  part('notice').textContent = text
}

/** Shows a message and moves the focus to it, because the focused element may be gone. */
function showMessage(text: string): void {
  say(text)
  focusOn(part('notice'))
}

function warn(text: string): void {
  part('problem').textContent = text
}

function refuse(control: HTMLInputElement, text: string): void {
  showError(control, text)
  control.focus()
}

function showError(control: HTMLInputElement, text: string): void {
  part(`${control.id}-error`).textContent = text
  if (text) control.setAttribute('aria-invalid', 'true')
  else control.removeAttribute('aria-invalid')
}

function input(id: string): HTMLInputElement {
  const found = part(id)
  if (!(found instanceof HTMLInputElement)) throw new Error(`${id} is no input.`)
  return found
}
