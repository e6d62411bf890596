import { textsOf } from '../../i18n/texts.ts'

export const texts = textsOf(
  {
    forgotTitle: 'Forgot your password?',
    forgotIntro: 'Enter your email address. If an account has it, a mail with a link is sent there.',
    send: 'Mail me a link',
    sent: (email: string) => `If there is an account of ${email}, a mail is on its way to it.`,
    signIn: 'Sign in',
    resetTitle: 'Choose a new password',
    acceptTitle: 'Accept the invitation',
    acceptIntro: 'Choose a password. Then sign in with it.',
    password: 'New password',
    passwordHint:
      '8 to 128 characters of any kind. A few words in a row are hard to guess and easy to remember.',
    repeated: 'The same once more',
    different: 'This is another password than the one above.',
    set: 'Set the password',
    done: 'Your password is set. You are signed out everywhere.',
    accepted: 'Your password is set. You can sign in now.',
    noToken: 'This page needs the link of a mail. Open the link again, or ask for a new one.',
    newLink: 'Ask for a new link',
  },
  {
    forgotTitle: 'Passwort vergessen?',
    forgotIntro:
      'Geben Sie Ihre E-Mail-Adresse ein. Wenn ein Konto sie hat, wird eine Mail mit einem Link dorthin gesendet.',
    send: 'Link senden',
    sent: email => `Wenn es ein Konto von ${email} gibt, ist eine Mail dorthin unterwegs.`,
    signIn: 'Anmelden',
    resetTitle: 'Neues Passwort wählen',
    acceptTitle: 'Einladung annehmen',
    acceptIntro: 'Wählen Sie ein Passwort. Melden Sie sich dann damit an.',
    password: 'Neues Passwort',
    passwordHint:
      '8 bis 128 beliebige Zeichen. Einige Wörter hintereinander sind schwer zu erraten und leicht zu merken.',
    repeated: 'Noch einmal dasselbe',
    different: 'Das ist ein anderes Passwort als das obige.',
    set: 'Passwort setzen',
    done: 'Ihr Passwort ist gesetzt. Sie sind überall abgemeldet.',
    accepted: 'Ihr Passwort ist gesetzt. Sie können sich jetzt anmelden.',
    noToken:
      'Diese Seite braucht den Link einer Mail. Öffnen Sie den Link erneut, oder fordern Sie einen neuen an.',
    newLink: 'Neuen Link anfordern',
  },
)
