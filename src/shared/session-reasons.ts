// The codes of the `statusReason` of sessions. The pages of the embed have a text for each code in each language.

/** The reasons that a learner's element can give. Only staff and the system decide the others. */
export const learnerCancelReasons = ['changed-time', 'technical-issue', 'other-reason'] as const

export const cancelReasons = [
  'no-show',
  ...learnerCancelReasons,
  'withdrawn',
  'removed-by-limited-scope',
] as const

/** The reasons that no request can give: those of time, of a void attempt and of a changed configuration. */
export const systemReasons = ['time-over', 'window-closed', 'void', 'configuration-changed'] as const

/** The outcomes of a review. Those that are not `passed` become the reason of the incident. */
export const reviewOutcomes = ['passed', 'violation', 'suspicious'] as const

/** The values of `statusReason` that are defined. Other values are free text. */
export const statusReasons = [...cancelReasons, ...reviewOutcomes, ...systemReasons] as const

/** Whether the text is one of the defined values, and therefore contains no personal data. */
export const isStatusReason = (text: string): boolean => statusReasons.some(reason => reason === text)

export type SessionReason = (typeof cancelReasons)[number] | (typeof systemReasons)[number]
