import type { ProductTexts } from './product-texts.ts'

const appointment = 'Start: {appointment}\nEnd: {appointmentEnd}\nPlace: {location}'

export const english: ProductTexts = {
  texts: {
    confirmation: {
      subject: 'Your appointment for {exam}',
      text: `Hello {firstName},\n\nYour appointment for {exam} ({course}) is confirmed.\n\n${appointment}\n\nThe attachment adds it to your calendar.\n\n{institution}`,
    },
    change: {
      subject: 'Your appointment for {exam} has changed',
      text: `Hello {firstName},\n\nYour appointment for {exam} ({course}) has changed.\n\nBefore: {previousAppointment}\n${appointment}\n\n{approval}\n\n{institution}`,
    },
    denial: {
      subject: 'Your appointment for {exam} was not approved',
      text: 'Hello {firstName},\n\nYour appointment for {exam} ({course}) was not approved.\n\nRequested: {appointment}\nReason: {reason}\n\nYou can choose another time.\n\n{institution}',
    },
    cancellation: {
      subject: 'Your appointment for {exam} was cancelled',
      text: 'Hello {firstName},\n\nYour appointment for {exam} ({course}) was cancelled.\n\nAppointment: {appointment}\nReason: {reason}\n\n{institution}',
    },
    unscheduled: {
      subject: 'Choose a new time for {exam}',
      text: 'Hello {firstName},\n\nThe exam {exam} ({course}) has changed, and your appointment no longer fits. It was cancelled.\n\nAppointment: {appointment}\n\nPlease choose another time.\n\n{institution}',
    },
    noShow: {
      subject: 'You missed your appointment for {exam}',
      text: 'Hello {firstName},\n\nYour appointment for {exam} ({course}) is over, and the exam was not started.\n\nAppointment: {appointment}\n\nWhile the exam is open, you can choose another time.\n\n{institution}',
    },
    windowClosed: {
      subject: '{exam} has closed',
      text: 'Hello {firstName},\n\n{exam} ({course}) has closed, and you have not taken it.\n\n{institution}',
    },
    reminder24h: {
      subject: 'Reminder: {exam}',
      text: `Hello {firstName},\n\n{exam} ({course}) starts within 24 hours.\n\n${appointment}\n\n{institution}`,
    },
    reminder1h: {
      subject: '{exam} starts soon',
      text: `Hello {firstName},\n\n{exam} ({course}) starts within an hour.\n\n${appointment}\n\n{institution}`,
    },
    review: {
      subject: 'The review of {exam} is complete',
      text: 'Hello {firstName},\n\nYour attempt at {exam} ({course}) was reviewed.\n\n{outcome}\n\n{institution}',
    },
  },
  approval: 'The new time is not approved yet. You will get another mail.',
  reasons: {
    'changed-time': 'the time was changed',
    'technical-issue': 'a technical issue',
    withdrawn: 'you no longer take part in the course',
    'removed-by-limited-scope': 'the exam is no longer assigned to you',
  },
  outcomes: {
    passed: 'The review has found nothing to object to.',
    violation:
      'The review has found a violation of the rules of the exam. Your institution decides what follows.',
    suspicious:
      'The review has found something that must be clarified. Your institution decides what follows.',
  },
}
