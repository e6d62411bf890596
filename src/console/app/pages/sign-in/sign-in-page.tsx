import { Link, useRouter } from '@tanstack/react-router'
import { useUrlState } from '../../components/url-state.ts'
import { Entry } from '../entry.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { texts } from './texts.ts'

/** Only addresses of the console: another one could lead to a page that looks like it. */
const isOwn = (address: string | undefined): address is string =>
  address !== undefined &&
  /^\/console(?:\/|\?|$)/.test(address) &&
  !/\/\/|\/\.\.?(?:\/|\?|$)|\\/.test(address)

export function SignInPage() {
  const { state } = useUrlState()
  const router = useRouter()
  const { next } = state
  const open = () => router.history.push(isOwn(next) ? next : '/console')
  return (
    <Entry title={texts.title}>
      <SignInForm onDone={open} />
      <p>
        <Link to="/forgot">{texts.forgot}</Link>
      </p>
    </Entry>
  )
}
