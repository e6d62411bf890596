import { Link, useRouter } from '@tanstack/react-router'
import { useUrlState } from '../../components/url-state.ts'
import { Entry } from '../entry.tsx'
import { consoleAddress } from './console-address.ts'
import { SignInForm } from './sign-in-form.tsx'
import { texts } from './texts.ts'

export function SignInPage() {
  const { state } = useUrlState()
  const router = useRouter()
  const { next } = state
  const open = () => router.history.push(consoleAddress(next, location.origin))
  return (
    <Entry title={texts.title}>
      <SignInForm onDone={open} />
      <p>
        <Link to="/forgot">{texts.forgot}</Link>
      </p>
    </Entry>
  )
}
