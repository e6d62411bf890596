/** The descriptions of the members of a session event, which records, request bodies and reports share. */
export const eventDescriptions = {
  status: { description: 'An incident lasts until its last open event is resolved or dismissed.' },
  eventTime: { description: 'When it happened.' },
  title: { description: 'What happened, in a few words.', example: 'Second person in the room' },
  subject: { description: 'The person or thing concerned.', example: 'Room' },
  details: {
    description: 'What happened, in detail.',
    example: 'A person entered at 10:12 and left at 10:13.',
  },
  potentialDamage: { description: 'What harm may result.', example: 'Help with two questions' },
  directWitness: { description: 'Who saw it.', example: 'Grace Lindqvist' },
  correctiveActionDetails: {
    description: 'What was done about it.',
    example: 'The learner showed the room again.',
  },
  contactPerson: { description: 'Who can be asked about it.', example: 'Grace Lindqvist' },
  contactEmail: { description: 'The email address of the contact.', example: 'grace@university.example' },
  contactPhone: { description: 'The telephone number of the contact.', example: '+1 602 555 0142' },
}
