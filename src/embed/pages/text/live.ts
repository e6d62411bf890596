// The texts of messages and of live updates, in every language.

const en = {
  live: {
    interrupted: 'The live connection is interrupted. Reconnecting …',
    back: 'The live connection is back.',
    online: 'Online',
    missing: 'Connection lost',
    never: 'Not connected yet',
    lastSeen: 'Last seen: ',
    incidents: (count: string) => `Open incidents: ${count}`,
    counts: (missing: string, incidents: string, online: string) =>
      `Connection lost: ${missing}. With open incidents: ${incidents}. Online: ${online}.`,
    newMessage: 'New message',
    overview: 'Back to all sessions',
  },
  messages: {
    title: 'Messages',
    none: 'There are no messages yet.',
    noneForLearner: 'Your proctor can write to you here, and you can answer.',
    toProctor: 'Message to your proctor',
    toLearner: 'Message to the learner',
    write: 'Write a message',
    send: 'Send',
    you: 'You',
    proctor: 'Proctor',
    arrived: 'You have a new message from your proctor.',
    unsent: 'The message could not be sent. Please try again.',
  },
}

type Live = typeof en

const de: Live = {
  live: {
    interrupted: 'Die Live-Verbindung ist unterbrochen. Sie wird wiederhergestellt …',
    back: 'Die Live-Verbindung ist wieder da.',
    online: 'Verbunden',
    missing: 'Verbindung verloren',
    never: 'Noch nicht verbunden',
    lastSeen: 'Zuletzt gesehen: ',
    incidents: count => `Offene Vorfälle: ${count}`,
    counts: (missing, incidents, online) =>
      `Verbindung verloren: ${missing}. Mit offenen Vorfällen: ${incidents}. Verbunden: ${online}.`,
    newMessage: 'Neue Nachricht',
    overview: 'Zurück zu allen Sitzungen',
  },
  messages: {
    title: 'Nachrichten',
    none: 'Es gibt noch keine Nachrichten.',
    noneForLearner: 'Hier kann Ihnen Ihre Aufsicht schreiben, und Sie können antworten.',
    toProctor: 'Nachricht an Ihre Aufsicht',
    toLearner: 'Nachricht an die Person',
    write: 'Nachricht schreiben',
    send: 'Senden',
    you: 'Sie',
    proctor: 'Aufsicht',
    arrived: 'Sie haben eine neue Nachricht von Ihrer Aufsicht.',
    unsent: 'Die Nachricht konnte nicht gesendet werden. Bitte versuchen Sie es noch einmal.',
  },
}

const ar: Live = {
  live: {
    interrupted: 'انقطع الاتصال المباشر. جارٍ إعادة الاتصال …',
    back: 'عاد الاتصال المباشر.',
    online: 'متصل',
    missing: 'انقطع الاتصال',
    never: 'لم يتصل بعد',
    lastSeen: 'آخر ظهور: ',
    incidents: count => `الحوادث المفتوحة: ${count}`,
    counts: (missing, incidents, online) =>
      `انقطع الاتصال: ${missing}. مع حوادث مفتوحة: ${incidents}. متصل: ${online}.`,
    newMessage: 'رسالة جديدة',
    overview: 'العودة إلى كل الجلسات',
  },
  messages: {
    title: 'الرسائل',
    none: 'لا توجد رسائل بعد.',
    noneForLearner: 'يمكن للمراقب أن يكتب لك هنا، ويمكنك الرد.',
    toProctor: 'رسالة إلى المراقب',
    toLearner: 'رسالة إلى المتعلم',
    write: 'كتابة رسالة',
    send: 'إرسال',
    you: 'أنت',
    proctor: 'المراقب',
    arrived: 'لديك رسالة جديدة من المراقب.',
    unsent: 'تعذر إرسال الرسالة. يرجى المحاولة مرة أخرى.',
  },
}

export const liveTexts = { en, de, ar }
