// The values of `statusReason` that are defined. Other values are free text.

/** The reasons that a learner's element can give. Only staff and the system decide the others. */
export const learnerCancelReasons = ['changed-time', 'technical-issue', 'other-reason'] as const

export const cancelReasons = [
  'no-show',
  ...learnerCancelReasons,
  'withdrawn',
  'removed-by-limited-scope',
] as const

/** The reasons that no request can give: those of time, and of a void attempt. */
export const systemReasons = ['time-over', 'window-closed', 'void'] as const

/** The outcomes of a review. Those that are not `passed` become the reason of the incident. */
export const reviewOutcomes = ['passed', 'violation', 'suspicious'] as const

export const statusReasons = [...cancelReasons, ...reviewOutcomes, ...systemReasons] as const
