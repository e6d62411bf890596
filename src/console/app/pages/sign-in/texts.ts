import { textsOf } from '../../i18n/texts.ts'

export const texts = textsOf(
  {
    title: 'Sign in',
    password: 'Password',
    submit: 'Sign in',
    forgot: 'Forgot your password?',
    codeTitle: 'Two-step sign-in',
    code: 'Code',
    codeHint: 'The six digits of your authenticator app, or a recovery code.',
    verify: 'Verify',
    restart: 'Use another account',
    expired: 'That took too long. Sign in with your password again.',
    signedOut:
      'Your sign-in has ended, or is too old for what you want to do. Sign in again, then go on. What you entered is still here.',
  },
  {
    title: 'Anmelden',
    password: 'Passwort',
    submit: 'Anmelden',
    forgot: 'Passwort vergessen?',
    codeTitle: 'Anmeldung in zwei Schritten',
    code: 'Code',
    codeHint: 'Die sechs Ziffern Ihrer Authenticator-App oder ein Wiederherstellungscode.',
    verify: 'Prüfen',
    restart: 'Anderes Konto verwenden',
    expired: 'Das hat zu lange gedauert. Melden Sie sich erneut mit Ihrem Passwort an.',
    signedOut:
      'Ihre Anmeldung ist beendet oder zu alt für das, was Sie tun möchten. Melden Sie sich erneut an, und machen Sie dann weiter. Ihre Eingaben sind noch da.',
  },
)
