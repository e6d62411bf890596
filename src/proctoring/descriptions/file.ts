/** The descriptions of the members of a file, which records, lists and request bodies share. */
export const fileDescriptions = {
  purpose: {
    description:
      'What it is: a photo of the session, the work that the learner returns, the file of the exam, or an attachment for the learner.',
  },
  sessionSid: { description: 'Sid of the session; null for a file of a configuration.' },
  examConfigurationSid: { description: 'Sid of the exam configuration; null for a file of a session.' },
  name: {
    description: 'The name of the file, at most 255 characters, without slashes and control characters.',
    example: 'student-card.png',
  },
  contentType: {
    description: 'The media type. The content is checked against it.',
    example: 'image/png',
  },
  size: { description: 'The size in bytes.', example: 48_213 },
  uploadedDate: { description: 'When the content was uploaded; null before.' },
  completedDate: {
    description: 'When the content was checked and the file attached to its record; null before.',
  },
  downloadUrl: {
    description:
      'The address of the content, for one `GET` without a credential; each read of the file returns a new one. Null until the file is complete.',
    example: 'https://api.example.com/v1/files/FI0199d0b8a4c27d3e9f1a2b3c4d5e6f70/eyJhbGciOiJkaXIi…',
  },
  downloadExpiresAt: { description: 'Until when `downloadUrl` works; null without one.' },
}
