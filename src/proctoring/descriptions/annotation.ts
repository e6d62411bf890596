/** The descriptions of the members of an annotation. */
export const annotationDescriptions = {
  type: { description: 'The kind of the mark, such as a category of your player.', example: 'gaze-away' },
  startOffsetMs: {
    description: 'Where the mark starts, in milliseconds from the start of the recording or of the session.',
    example: 61_000,
  },
  endOffsetMs: {
    description: 'Where the mark ends, in milliseconds from the same start; null for a single moment.',
    example: 64_500,
  },
  severity: { description: 'From 0 to 1, as in 1EdTech Proctoring; null if it is not rated.', example: 0.4 },
  source: { description: 'Whether a person or a program made the mark.' },
  text: { description: 'A comment; null if there is none.', example: 'Looks at the door.' },
  muted: {
    description:
      'Whether the mark is to be ignored. It stays in lists; the record of the session has them in `mutedAnnotations`.',
  },
}
